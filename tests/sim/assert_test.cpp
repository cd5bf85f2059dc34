// SPDX-License-Identifier: Apache-2.0
// Kernels that stop themselves: assert, trap, brkpt.
#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

std::string text(const char* name, const char* value) {
  std::string list = ".global .align 1 .b8 " + std::string(name) + "[] = {";
  for (const char* c = value; *c != 0; ++c)
    list += std::to_string(static_cast<unsigned char>(*c)) + ",";
  return list + "0};\n";
}

Job asserting(const std::string& when, const char* message = "i < n") {
  const std::string before =
      ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n, "
      ".param .b64 c);\n" +
      text("message", message) + text("file", "scan.cu") + text("name", "scan");
  std::string body =
      when +
      " bra END;\n{ .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 c;\n";
  const std::pair<const char*, const char*> arguments[] = {
      {"m", "message"}, {"f", "file"}, {"n", "name"}};
  for (const auto& [to, from] : arguments) {
    body += "mov.u64 %x5, " + std::string(from) + "; cvta.global.u64 %x5, %x5; st.param.b64 [" +
            to + "], %x5;\n";
  }
  body +=
      "st.param.b32 [l], 77; st.param.b64 [c], 1;\ncall.uni __assertfail, (m, f, l, n, c); }\nEND:";
  return kernel(body, 64, before);
}

TEST(Assert, SaysWhatFailedAndWhere) {
  Job j = asserting("setp.ne.u32 %p1, %r22, 70; @%p1");
  j.grid = {2, 1, 1};
  j.block = {64, 1, 1};
  j.buffers[0].resize(128);
  const Done done = run(j);
  ASSERT_EQ(done.outcome.faults.size(), 1u);
  const Fault& f = done.outcome.faults[0];
  EXPECT_EQ(f.code, "run.fault");
  EXPECT_EQ(f.message, "assertion 'i < n' failed in scan (scan.cu:77)");
  EXPECT_EQ(f.site.block[0], 1u);
  EXPECT_EQ(f.site.thread[0], 6u);
  EXPECT_FALSE(done.outcome.completed);
}

TEST(Assert, ThatHoldsIsNothing) {
  Job j = asserting("setp.lt.u32 %p1, %r1, 32; @%p1");
  EXPECT_TRUE(clean(j).outcome.notes.empty());
}

TEST(Assert, TextsOfTheCandidateAreEscaped) {
  const Fault f = only_fault(asserting("setp.lt.u32 %p1, %r1, 31; @%p1", "a\x1b[2Jb"));
  EXPECT_EQ(f.message.find('\x1b'), std::string::npos);
  EXPECT_EQ(f.site.thread[0], 31u);
}

TEST(Trap, NamesBlockAndThreadOfItsFirstLane) {
  Job j = kernel("setp.eq.u32 %p1, %r20, 2; setp.ge.and.u32 %p1, %r1, 40, %p1; @%p1 trap;", 256);
  j.grid = {3, 1, 1};
  j.block = {64, 1, 1};
  const Fault f = only_fault(j);
  EXPECT_EQ(f.code, "run.fault");
  EXPECT_EQ(f.message, "trap instruction");
  EXPECT_EQ(f.site.block[0], 2u);
  EXPECT_EQ(f.site.thread[0], 40u);
  EXPECT_EQ(f.site.instruction, "@%p1 trap");
}

TEST(Trap, LeavesNoneOfTheStoresBehindIt) {
  const Done done = run(kernel("trap; st.global.u32 [%x3], 1;"));
  EXPECT_EQ(done.buffers[0][0], 0u);
  EXPECT_FALSE(done.outcome.completed);
}

TEST(Trap, ABreakpointStopsToo) {
  EXPECT_EQ(only_fault(kernel("brkpt;")).code, "run.fault");
}

TEST(Trap, StopsTheLaunchesBehindIt) {
  Simulator s = loaded(module_text(
      ".visible .entry k() { trap; }\n.visible .entry after(.param .u64 a) { .reg .b64 %x; "
      "ld.param.u64 %x, [a]; st.global.u32 [%x], 5; ret; }"));
  const auto id = s.allocate({"a", 4, 16, Access::read_write, true, 4}, 1);
  RunSpec spec;
  spec.launches.resize(2);
  spec.launches[0].kernel = "k";
  spec.launches[1].kernel = "after";
  spec.launches[1].arguments.emplace_back().buffer = *id;
  const auto outcome = s.run(spec);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->completed);
  EXPECT_EQ(outcome->faults[0].site.launch, 0);
  EXPECT_EQ(std::to_integer<int>(s.read(*id)[0]), 0);
}

}  // namespace
}  // namespace assay::sim::testing
