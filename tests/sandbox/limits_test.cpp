// SPDX-License-Identifier: Apache-2.0
#include "sandbox/limits.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "base/file.hpp"
#include "sandbox/child.hpp"
#include "sandbox/policy.hpp"

namespace assay::sandbox {
namespace {

/// Whether `apply` in a child says that `limit` is in force.
bool holds(const Policy& policy, const std::string& limit) {
  return in_child([&] {
           return std::ranges::count(apply(policy).applied, limit) == 1 ? 0 : 1;
         }).code == 0;
}

TEST(Limits, processor_time_ends) {
  auto policy = worker_policy();
  policy.cpu_time = std::chrono::seconds(0);
  if (!holds(worker_policy(), "no core dump")) GTEST_SKIP() << "this machine refuses rlimits";
  const auto fate = in_child([&] {
    (void)apply(policy);
    for (volatile int i = 0;;) i = i + 1;
    return 0;
  });
  EXPECT_EQ(fate.signal, SIGXCPU) << "SIGKILL could come from anybody";
}

TEST(Limits, memory_is_refused_beyond_the_limit) {
  auto policy = worker_policy();
  policy.memory_bytes = std::uint64_t{256} << 20;
  if (!holds(policy, "rlimit memory"))
    GTEST_SKIP() << "no memory limit under the address sanitizer";
  const auto mapping = [&](std::size_t bytes) {
    return in_child([&] {
             (void)apply(policy);
             const auto* memory =
                 ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
             return memory == MAP_FAILED ? errno : 0;
           })
        .code;
  };
  EXPECT_EQ(mapping(std::size_t{32} << 20), 0);
  EXPECT_EQ(mapping(std::size_t{512} << 20), ENOMEM);
}

TEST(Limits, files_grow_no_further) {
  const auto folder = TemporaryFolder::create("limits").value();
  auto policy = builder_policy({}, folder.path());
  policy.file_bytes = 4096;
  const auto fate = in_child([&] {
    (void)apply(policy);
    ::signal(SIGXFSZ, SIG_IGN);
    const int file = ::open((folder.path() / "big").c_str(), O_WRONLY | O_CREAT, 0600);
    const std::string page(4096, 'x');
    if (::write(file, page.data(), page.size()) != 4096) return 1;
    return ::write(file, page.data(), page.size()) < 0 && errno == EFBIG ? 0 : 2;
  });
  EXPECT_EQ(fate.code, 0);
}

TEST(Limits, descriptors_are_few) {
  auto policy = worker_policy();
  policy.open_files = 16;
  const auto fate = in_child([&] {
    (void)apply(policy);
    int copies = 0;
    while (::dup(0) >= 0) ++copies;
    return copies < 16 && errno == EMFILE ? 0 : 1;
  });
  EXPECT_EQ(fate.code, 0);
}

TEST(Limits, no_core_and_no_privileges_are_left) {
  const auto fate = in_child([] {
    (void)apply(worker_policy());
    const bool dumps = ::prctl(PR_GET_DUMPABLE) != 0;
    const bool gains = ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
    return (dumps ? 1 : 0) + (gains ? 2 : 0);
  });
  EXPECT_EQ(fate.code, 0);
}

TEST(Limits, root_gives_up_its_capabilities) {
  if (::geteuid() != 0) GTEST_SKIP() << "not root, so there is nothing to give up";
  const auto fate = in_child([] {
    Report report;
    drop_capabilities(report);
    return ::setuid(12345) == 0 ? 1 : errno;
  });
  EXPECT_EQ(fate.code, EPERM);
}

TEST(Limits, what_was_asked_for_is_reported_by_name) {
  const auto folder = TemporaryFolder::create("limits").value();
  const auto policy = builder_policy({}, folder.path());
  const auto fate = in_child([&] {
    const auto report = apply(policy);
    const auto named = [&](const std::string& limit) {
      const auto same = [&](const std::string& entry) { return entry.starts_with(limit); };
      return std::ranges::any_of(report.applied, same) || std::ranges::any_of(report.missing, same);
    };
    for (const auto* limit :
         {"landlock", "seccomp", "rlimit cpu", "rlimit memory", "rlimit file size",
          "rlimit open files", "no core dump", "no new privileges", "capabilities"}) {
      if (!named(limit)) return 1;
    }
    return 0;
  });
  EXPECT_EQ(fate.code, 0);
}

}  // namespace
}  // namespace assay::sandbox
