// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"

namespace assay {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using ::testing::EndsWith;
using ::testing::HasSubstr;

Command shell(std::string script) {
  return {{"/bin/sh", "-c", std::move(script)}, {{"PATH", "/usr/bin:/bin"}}};
}

Child started(const Command& command) {
  Result<Child> child = Child::start(command);
  EXPECT_TRUE(child) << to_text(child.error());
  return std::move(child.value());
}

Deadline in(std::chrono::milliseconds time) {
  return steady_clock::now() + time;
}

// Long past what any of these may take, should something hang.
Deadline soon() {
  return in(20s);
}

Bytes pattern(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 2654435761U >> 13);
  return bytes;
}

// Gone, or a zombie whose new parent is slow.
bool dead(pid_t pid) {
  const auto stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  return !stat || stat->find(") Z") != std::string::npos || stat->find(") X") != std::string::npos;
}

bool dies_soon(pid_t pid) {
  const Deadline end = soon();
  while (!dead(pid) && steady_clock::now() < *end) std::this_thread::sleep_for(1ms);
  return dead(pid);
}

pid_t pid_in(std::string_view text) {
  return std::stoi(std::string(trim(text)));
}

// ------------------------------------------------------------------ talking

TEST(Child, EchoesFramesInOrder) {
  Child cat = started({{"/bin/cat"}, {}});
  for (const std::size_t size : {0, 1, 7, 8, 9, 70'000}) {
    ASSERT_TRUE(cat.send(pattern(size), soon()));
  }
  for (const std::size_t size : {0, 1, 7, 8, 9, 70'000}) {
    EXPECT_EQ(cat.receive(soon()).value(), pattern(size));
  }
  cat.close_input();
  EXPECT_EQ(cat.receive(soon()).value(), std::nullopt);
  const Ending ending = cat.wait(soon());
  EXPECT_TRUE(ending.exited);
  EXPECT_EQ(ending.code, 0);
}

TEST(Child, AHugeFrameToAChildThatTalksBackDoesNotBlock) {
  Child cat = started({{"/bin/cat"}, {}});
  const Bytes huge = pattern(std::size_t{24} << 20);
  ASSERT_TRUE(cat.send(huge, soon()));
  EXPECT_EQ(cat.receive(soon()).value(), huge);
}

TEST(Child, AFloodOnStderrBlocksNobody) {
  Child child = started(shell("head -c 3000000 /dev/zero >&2; cat; echo the end >&2"));
  ASSERT_TRUE(child.send(pattern(300'000), soon()));
  child.close_input();
  EXPECT_EQ(child.receive(soon()).value(), pattern(300'000));
  const Ending ending = child.wait(soon());
  EXPECT_EQ(ending.stderr_tail.size(), std::size_t{64} << 10);
  EXPECT_THAT(ending.stderr_tail, EndsWith("the end\n"));
}

TEST(Child, AChildThatClosedItsInputIsAnErrorNotASignal) {
  Child child = started(shell("exec <&-; sleep 100"));
  const auto sent = child.send(pattern(5'000'000), soon());
  ASSERT_FALSE(sent);
  EXPECT_THAT(sent.error().message, HasSubstr("sh closed its input"));
}

TEST(Child, AChildThatEndedWhileWeSendIsAnError) {
  Child child = started(shell("exit 0"));
  EXPECT_FALSE(child.send(pattern(5'000'000), soon()));
  EXPECT_FALSE(child.send(pattern(1), soon()));
}

TEST(Child, ATornFrameIsAnError) {
  Child child = started(shell("printf '\\005\\0\\0\\0\\0\\0\\0\\0ab'"));
  const auto frame = child.receive(soon());
  ASSERT_FALSE(frame);
  EXPECT_THAT(frame.error().message, HasSubstr("in the middle of a frame"));
}

TEST(Child, AFrameAboveTheLimitIsAnErrorAtOnce) {
  Child child = started(shell("printf '\\377\\377\\377\\377\\377\\377\\377\\377'; sleep 100"));
  const auto frame = child.receive(soon());
  ASSERT_FALSE(frame);
  EXPECT_THAT(frame.error().message, HasSubstr("18446744073709551615 bytes, above the limit"));
}

TEST(Child, TheLimitIsThatOfTheCall) {
  Child cat = started({{"/bin/cat"}, {}});
  ASSERT_TRUE(cat.send(pattern(100), soon()));
  EXPECT_FALSE(cat.receive(soon(), 99));
  EXPECT_EQ(cat.receive(soon(), 100).value(), pattern(100));
}

TEST(Child, HeirsThatHoldThePipesOpenDoNotDelayItsEnd) {
  // The sleeper has left the group, so that nothing kills it, and holds stdout and stderr.
  Child child =
      started(shell("printf '\\001\\0\\0\\0\\0\\0\\0\\0a'; setsid sleep 90 & echo $! >&2; exit 5"));
  EXPECT_EQ(child.receive(soon()).value(), Bytes{std::byte{'a'}});
  EXPECT_EQ(child.receive(soon()).value(), std::nullopt);
  const Ending ending = child.wait(soon());
  EXPECT_EQ(ending.code, 5);
  ::kill(pid_in(ending.stderr_tail), SIGKILL);
}

// ------------------------------------------------------------------ endings

TEST(Child, HowItEndedIsTold) {
  const Ending exited = started(shell("echo oh no >&2; exit 7")).wait(soon());
  EXPECT_TRUE(exited.exited);
  EXPECT_EQ(exited.code, 7);
  EXPECT_EQ(exited.stderr_tail, "oh no\n");
  EXPECT_FALSE(exited.timed_out);

  const Ending killed = started(shell("kill -SEGV $$")).wait(soon());
  EXPECT_FALSE(killed.exited);
  EXPECT_EQ(killed.signal, SIGSEGV);
  EXPECT_FALSE(killed.timed_out);
}

TEST(Child, WaitingTwiceTellsTheSame) {
  Child child = started(shell("echo x >&2; exit 3"));
  EXPECT_EQ(child.wait(soon()).code, 3);
  EXPECT_EQ(child.wait(soon()).code, 3);
  EXPECT_EQ(child.wait(soon()).stderr_tail, "x\n");
  EXPECT_FALSE(child.send({}, soon()));
  EXPECT_EQ(child.receive(soon()).value(), std::nullopt);
}

TEST(Child, WaitingClosesItsInput) {
  EXPECT_EQ(started(shell("cat; exit 4")).wait(soon()).code, 4);
}

TEST(Child, WaitingReadsWhatNobodyReceived) {
  EXPECT_EQ(started(shell("head -c 5000000 /dev/zero; exit 6")).wait(soon()).code, 6);
}

TEST(Child, ADeadlineKillsTheWholeGroup) {
  Child child = started(shell("sleep 100 & echo $! >&2; printf '\\0\\0\\0\\0\\0\\0\\0\\0'; wait"));
  ASSERT_TRUE(child.receive(soon()).value());
  const Ending ending = child.wait(in(30ms));
  EXPECT_TRUE(ending.timed_out);
  EXPECT_EQ(ending.signal, SIGKILL);
  EXPECT_TRUE(dies_soon(pid_in(ending.stderr_tail)));
}

TEST(Child, ADeadlineHoldsWhileReceivingAndSending) {
  Child silent = started(shell("sleep 100"));
  EXPECT_THAT(silent.receive(in(20ms)).error().message, HasSubstr("deadline"));
  EXPECT_TRUE(silent.wait(soon()).timed_out);

  Child deaf = started(shell("sleep 100"));
  EXPECT_THAT(deaf.send(pattern(5'000'000), in(20ms)).error().message, HasSubstr("deadline"));
  EXPECT_TRUE(deaf.wait(soon()).timed_out);
}

TEST(Child, AFloodDoesNotOutrunADeadline) {
  Child child = started({{"/bin/cat", "/dev/zero"}, {}});  // endless empty frames
  EXPECT_TRUE(child.receive(soon()).value());
  const Ending ending = child.wait(in(30ms));
  EXPECT_TRUE(ending.timed_out);
}

TEST(Child, KillIsSeenByWait) {
  Child child = started(shell("sleep 100"));
  child.kill();
  const Ending ending = child.wait(soon());
  EXPECT_EQ(ending.signal, SIGKILL);
  EXPECT_FALSE(ending.timed_out);
}

TEST(Child, AMovedOneIsTheSameChild) {
  Child child = started({{"/bin/cat"}, {}});
  ASSERT_TRUE(child.send(pattern(3), soon()));
  Child moved = std::move(child);
  EXPECT_EQ(moved.receive(soon()).value(), pattern(3));
  moved = started(shell("exit 9"));  // the first is killed here
  EXPECT_EQ(moved.wait(soon()).code, 9);
}

TEST(Child, ADestroyedOneIsKilledAndReaped) {
  pid_t pid = 0;
  {
    Child child =
        started({{"/bin/sh", "-c", "printf '\\010\\0\\0\\0\\0\\0\\0\\0%8d' $$; exec sleep 100"},
                 {{"PATH", "/usr/bin:/bin"}}});
    const auto frame = child.receive(soon()).value();
    ASSERT_TRUE(frame);
    pid = pid_in(text_of(*frame));
  }
  EXPECT_EQ(::kill(pid, 0), -1) << "not even a zombie is left";
}

// ------------------------------------------------------------------ starting

TEST(Start, AMissingProgramIsAnErrorWithItsName) {
  const auto child = Child::start({{"/no/such/compiler"}, {}});
  ASSERT_FALSE(child);
  EXPECT_THAT(child.error().message, HasSubstr("/no/such/compiler: No such file"));
}

TEST(Start, WhatIsNoProgramIsAnError) {
  EXPECT_THAT(Child::start({{"/etc/passwd"}, {}}).error().message, HasSubstr("Permission denied"));
}

TEST(Start, MalformedCommandsAreRefused) {
  EXPECT_FALSE(Child::start({{}, {}}));
  EXPECT_THAT(Child::start({{"sh"}, {}}).error().message, HasSubstr("not a path"));
  EXPECT_FALSE(Child::start({{"/bin/sh", std::string("a\0b", 3)}, {}}));
  EXPECT_FALSE(Child::start({{"/bin/sh"}, {{"A=B", "c"}}}));
  EXPECT_FALSE(Child::start({{"/bin/sh"}, {{"", "c"}}}));
}

TEST(Start, NothingOfOurEnvironmentIsInherited) {
  ::setenv("ASSAY_SECRET", "1", 1);
  const Output output = run_to_end({{"/usr/bin/env"}, {{"A", "b c"}, {"D", ""}}}, soon()).value();
  EXPECT_EQ(output.text, "A=b c\nD=\n");
}

TEST(Start, NoDescriptorOfOursIsInherited) {
  // Opened by a careless library, without close-on-exec.
  const Descriptor careless(::fcntl(::open("/dev/null", O_RDONLY | O_CLOEXEC), F_DUPFD, 64));
  const Child other = started(shell("sleep 100"));
  const Output output = run_to_end(shell("echo /proc/self/fd/*"), soon()).value();
  for (const std::string_view entry : split(trim(output.text), ' ')) {
    const int fd = std::stoi(std::string(entry.substr(entry.rfind('/') + 1)));
    EXPECT_LT(fd, 11) << output.text;  // the shell's own may be 3 or 10
    EXPECT_NE(fd, careless.get()) << output.text;
  }
}

TEST(Start, SignalsAreAsTheyWereMeantToBe) {
  // We ignore SIGPIPE; a child that inherited that would write on for ever.
  const Output output =
      run_to_end(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status"), soon()).value();
  EXPECT_EQ(output.text, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST(Start, ItLeadsAGroupOfItsOwn) {
  const Output output = run_to_end(shell("cut -d' ' -f5 /proc/$$/stat; echo $$"), soon()).value();
  const auto lines = lines_of(output.text);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], lines[1]);
}

TEST(Start, ManyThreadsMayStartChildrenAtOnce) {
  const auto texts = map_indices(24, 6, [](std::size_t i) {
    Child cat = started({{"/bin/cat"}, {}});
    EXPECT_TRUE(cat.send(pattern(100'000 + i), soon()));
    return cat.receive(soon()).value().value() == pattern(100'000 + i);
  });
  for (const bool same : texts) EXPECT_TRUE(same);
}

TEST(Start, AChildOutlivesTheThreadThatStartedIt) {
  // The kernel's parent-death signal comes when a *thread* ends.
  std::optional<Child> cat;
  std::thread([&] { cat = started({{"/bin/cat"}, {}}); }).join();
  std::this_thread::sleep_for(5ms);
  ASSERT_TRUE(cat->send(pattern(10), soon()));
  EXPECT_EQ(cat->receive(soon()).value(), pattern(10));
}

// ------------------------------------------------------------------ plain commands

TEST(RunToEnd, GivesOutputAndEnding) {
  const Output output = run_to_end(shell("echo out; echo err >&2; exit 3"), soon()).value();
  EXPECT_EQ(output.text, "out\n");
  EXPECT_EQ(output.ending.code, 3);
  EXPECT_EQ(output.ending.stderr_tail, "err\n");
  EXPECT_FALSE(output.cut);
}

TEST(RunToEnd, CutsWhatIsTooLongAndReadsOn) {
  const Output output = run_to_end(shell("head -c 1000000 /dev/zero"), soon(), 1000).value();
  EXPECT_EQ(output.text.size(), 1000U);
  EXPECT_TRUE(output.cut);
  EXPECT_TRUE(output.ending.exited);
}

TEST(RunToEnd, ADeadlineIsInTheEnding) {
  const Output output = run_to_end(shell("echo first; sleep 100"), in(50ms)).value();
  EXPECT_TRUE(output.ending.timed_out);
}

}  // namespace
}  // namespace assay
