// SPDX-License-Identifier: Apache-2.0
#include "ptx/print_variable.hpp"

#include <gtest/gtest.h>

#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

std::string printed(const std::string& declaration) {
  const Module module = parsed(module_text(declaration + ";"));
  return module.variables.empty() ? "" : print_variable(module.variables.front());
}

TEST(PrintVariable, AsWritten) {
  for (const char* declaration :
       {".global .u32 a", ".extern .shared .align 16 .b8 s[]", ".visible .const .f64 c[2][3]",
        ".weak .global .align 64 .b8 w[3]", ".common .global .u32 c", ".global .v4 .f32 v[2]",
        ".visible .global .attribute(.managed) .u32 m", ".global .texref t",
        ".global .u16 a[3] = {1, 258, 65535}", ".const .f32 f = 0f3FC00000",
        ".const .f64 d = 0dC000000000000000"}) {
    EXPECT_EQ(printed(declaration), std::string(declaration) + ";");
  }
}

TEST(PrintVariable, NaturalAlignmentIsLeftOut) {
  EXPECT_EQ(printed(".global .align 4 .u32 a"), ".global .u32 a;");
  EXPECT_EQ(printed(".global .align 16 .v4 .f32 a"), ".global .v4 .f32 a;");
  EXPECT_EQ(printed(".global .align 8 .u32 a"), ".global .align 8 .u32 a;");
}

TEST(PrintVariable, InitialValuesBecomeOneList) {
  EXPECT_EQ(printed(".global .b8 a[3][2] = {{1}, {2, 3}, 4}"),
            ".global .b8 a[3][2] = {1, 0, 2, 3, 4};");
  EXPECT_EQ(printed(".global .s32 a = -1"), ".global .s32 a = 4294967295;");
  EXPECT_EQ(printed(".const .f32 f[] = {1.5, -2}"), ".const .f32 f[2] = {0f3FC00000, 0fC0000000};");
}

TEST(PrintVariable, Addresses) {
  EXPECT_EQ(printed(".global .u64 t[5] = {t, t+8, generic(t), generic(t)-8, 0xFF00(generic(t)+1)}"),
            ".global .u64 t[5] = {t, t+8, generic(t), generic(t)-8, 0xFF00(generic(t)+1)};");
}

TEST(PrintVariable, Parameters) {
  const Module module =
      parsed(module_text(".func f(.param .u64 .ptr .shared .align 16 a, .param .align 8 .b8 b[24], "
                         ".param .b32 c) {}"));
  EXPECT_EQ(print_parameters(module.functions.at(0).parameters),
            "(.param .u64 .ptr .shared .align 16 a, .param .align 8 .b8 b[24], .param .b32 c)");
  EXPECT_EQ(print_parameters({}), "()");
}

TEST(PrintVariable, Offsets) {
  EXPECT_EQ(signed_text(0), "0");
  EXPECT_EQ(signed_text(-8), "-8");
  EXPECT_EQ(with_offset("x", INT64_MAX), "x+9223372036854775807");
  EXPECT_EQ(with_offset("x", INT64_MIN), "x-9223372036854775808");
}

}  // namespace
}  // namespace assay::ptx::testing
