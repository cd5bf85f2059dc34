// SPDX-License-Identifier: Apache-2.0
// Texts that mean harm: cut anywhere, bytes changed, deep, wide, and those that the fuzzer found.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ptx/cfg.hpp"
#include "ptx/compare.hpp"
#include "ptx/print.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

const std::string& sample() {
  static const std::string text =
      kernel_text(
          ".shared .align 4 .b8 s[64];\n.loc 1 2 3, function_name N, inlined_at 1 4 5\n"
          "T: .branchtargets A, B;\n{ .reg .b32 %r<3>; mov.u32 %r1, %tid.x; brx.idx %r1, T; }\n"
          "A: @!%p1 ld.global.nc.v2.f32 {%f1, %f2}, [%rd1+-8];\n"
          "B: setp.lt.and.f32 %p1|%p2, %f1, 0f3F800000, !%p3;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%rd1], %r2;\nret;\n") +
      ".global .u64 t[2] = {generic(k)+4, 0xFF(k)};\n.section .debug_str { N: .b8 97,0 }\n";
  return text;
}

/// Whatever the text, an answer with a place in it or a module that can be printed.
void survive(const std::string& text) {
  const auto module = parse(text);
  if (!module) {
    EXPECT_GE(module.error().place.line, 1U);
    EXPECT_GE(module.error().place.column, 1U);
    EXPECT_FALSE(module.error().message.empty());
    return;
  }
  for (const Function& function : module->functions) static_cast<void>(make_cfg(function));
  const std::string printed = print(*module);
  const auto again = parse(printed);
  ASSERT_TRUE(again) << to_text(again.error()) << "\nin:\n" << printed;
  EXPECT_EQ(difference(*module, *again), "") << printed;
}

TEST(Hostile, TheSampleItselfIsFine) {
  EXPECT_TRUE(parse(sample()));
}

TEST(Hostile, CutAnywhere) {
  for (std::size_t size = 0; size < sample().size(); ++size) survive(sample().substr(0, size));
}

RC_GTEST_PROP(Hostile, BytesChanged, ()) {
  std::string text = sample();
  const auto changes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = static_cast<char>(*rc::gen::inRange(0, 256));
  }
  survive(text);
}

RC_GTEST_PROP(Hostile, PiecesMoved, ()) {
  std::string text = sample();
  const auto from = *rc::gen::inRange<std::size_t>(0, text.size());
  const auto size = *rc::gen::inRange<std::size_t>(0, 40);
  const auto to = *rc::gen::inRange<std::size_t>(0, text.size());
  text.insert(to, text.substr(from, size));
  survive(text);
}

TEST(Hostile, DeepAndWide) {
  survive(kernel_text(std::string(100000, '{')));
  survive(kernel_text("mov.b32 %r1, " + std::string(100000, '(')));
  survive(kernel_text("mov.b32 %r1, " + std::string(100000, '-') + "1;"));
  survive(kernel_text("mov.b32 " + std::string(100000, '{') + ";"));
  survive(kernel_text("mov.b32 %r1, [" + std::string(100000, '[') + ";"));
  survive(kernel_text("ld" + std::string(100000, '.') + ";"));
  std::string types = "add";
  for (int i = 0; i < 10000; ++i) types += ".f32";
  survive(kernel_text(types + " %f1;"));
  survive(kernel_text("mov.b32 %r1, " + std::string(100000, '9') + ";"));
  survive(kernel_text(std::string(100000, 'a') + ":"));
}

TEST(Hostile, LongBranchTablesUsedOften) {
  std::string body = "L: T: .branchtargets L";
  for (int i = 0; i < 20000; ++i) body += ",L";
  body += ";\n";
  for (int i = 0; i < 2000; ++i) body += "brx.idx %r1, T;\n";
  EXPECT_NE(body_mistake(body).find("more memory than a module may take"), std::string::npos);
}

TEST(Hostile, MessagesAreFitForATerminal) {
  const std::string message = body_mistake("mov.b32 \x1b[31m;");
  EXPECT_EQ(message.find('\x1b'), std::string::npos) << message;
}

}  // namespace
}  // namespace assay::ptx::testing
