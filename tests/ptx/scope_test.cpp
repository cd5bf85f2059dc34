// SPDX-License-Identifier: Apache-2.0
// Names inside functions: scopes, ranges, shadowing, labels.
#include "ptx/scope.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ptx/print.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

std::string name_of_register(const Function& function, std::size_t at, std::size_t operand) {
  return function.registers.at(function.body.at(at).operands.at(operand).reg).name;
}

TEST(Scope, OnlyRegistersInUseExist) {
  const Function function = kernel("mov.b32 %r5, 1; mov.b32 %r7, %r5;");
  ASSERT_EQ(function.registers.size(), 2U);
  EXPECT_EQ(function.registers[0].name, "%r5");
  EXPECT_EQ(function.registers[1].name, "%r7");
  EXPECT_EQ(function.registers[1].type, Type::b32);
  EXPECT_EQ(function.body[1].operands[1].reg, 0U);
}

TEST(Scope, RangesEndBeforeTheirCount) {
  EXPECT_EQ(kernel("mov.b32 %r63, 0;").body.size(), 1U);
  EXPECT_EQ(body_mistake("mov.b32 %r64, 0;"), "14:9: '%r64' is not declared");
  EXPECT_EQ(body_mistake("mov.b32 %r01, 0;"), "14:9: '%r01' is not declared");
  EXPECT_EQ(body_mistake("mov.b32 %r, 0;"), "14:9: '%r' is not declared");
  EXPECT_EQ(body_mistake("mov.b32 %r99999999999999999999, 0;"),
            "14:9: '%r99999999999999999999' is not declared");
}

TEST(Scope, APrefixMayEndInDigits) {
  const Function function =
      kernel(".reg .f32 %x1<4>; .reg .b32 %x<3>; mov.f32 %x13, 0f00000000; mov.b32 %x1, 0;");
  EXPECT_EQ(function.registers.at(0).type, Type::f32);
  EXPECT_EQ(function.registers.at(1).type, Type::b32);
}

TEST(Scope, AHugeRangeCostsNothing) {
  const Function function = kernel(".reg .b32 %big<4294967295>; mov.b32 %big4294967294, 0;");
  EXPECT_EQ(function.registers.size(), 1U);
}

TEST(Scope, AnInnerRegisterHidesTheOuterOne) {
  const Function function = kernel(
      ".reg .b32 a; mov.b32 a, 1;\n"
      "{ .reg .b64 a; mov.b64 a, 2; { mov.b64 a, 3; } }\n"
      "mov.b32 a, 4;");
  EXPECT_EQ(name_of_register(function, 0, 0), "a");
  EXPECT_EQ(name_of_register(function, 1, 0), "a$2");
  EXPECT_EQ(name_of_register(function, 2, 0), "a$2");
  EXPECT_EQ(name_of_register(function, 3, 0), "a");
  EXPECT_EQ(function.registers.at(function.body.at(1).operands.at(0).reg).type, Type::b64);
}

TEST(Scope, WhatAnInnerScopeDeclaresEndsWithIt) {
  EXPECT_EQ(body_mistake("{ .reg .b32 a; }\nmov.b32 a, 1;"), "15:9: 'a' is not declared");
}

TEST(Scope, CallSequencesReuseNames) {
  const Function function = kernel(
      "{ .param .b64 param0; st.param.b64 [param0], %rd1; }\n"
      "{ .param .b32 param0; st.param.b32 [param0+0], %r1; }\n");
  ASSERT_EQ(function.variables.size(), 2U);
  EXPECT_EQ(function.variables[0].name, "param0");
  EXPECT_EQ(function.variables[1].name, "param0$2");
  EXPECT_EQ(function.variables[1].type, Type::b32);
  EXPECT_EQ(function.body.at(0).operands.at(0).symbol, "param0");
  EXPECT_EQ(function.body.at(1).operands.at(0).symbol, "param0$2");
}

TEST(Scope, LabelsOfInlineAssembly) {
  const char* wait =
      "{ .reg .pred q;\nAGAIN:\n setp.eq.b32 q, %r1, 0;\n @q bra DONE;\n bra AGAIN;\nDONE:\n}\n";
  const Function function = kernel(std::string(wait) + wait + "ret;");
  ASSERT_EQ(function.labels.size(), 4U);
  EXPECT_EQ(function.labels[2].first, "AGAIN$2");
  EXPECT_EQ(function.body.at(1).operands.at(0).target, 3U);
  EXPECT_EQ(function.body.at(2).operands.at(0).target, 0U);
  EXPECT_EQ(function.body.at(4).operands.at(0).target, 6U);
  EXPECT_EQ(function.body.at(5).operands.at(0).target, 3U);
}

TEST(Scope, ALabelOfTheSameScopeIsMeantEvenIfItComesLater) {
  const Function function = kernel("L: { bra L; exit; L: ret; }");
  EXPECT_EQ(function.body.at(0).operands.at(0).target, 2U);
}

TEST(Scope, ALabelOfAnOuterScope) {
  const Function function = kernel("{ { bra OUT; } exit; }\nOUT: ret;");
  EXPECT_EQ(function.body.at(0).operands.at(0).target, 2U);
}

TEST(Scope, ALabelAtTheEndOfABody) {
  const Function function = kernel("bra END;\nEND:");
  EXPECT_EQ(function.body.at(0).operands.at(0).target, 1U);
  EXPECT_EQ(function.labels.at(0).second, function.body.size());
}

TEST(Scope, Mistakes) {
  EXPECT_EQ(body_mistake("bra NOWHERE;"), "14:5: no label 'NOWHERE' in 'k'");
  EXPECT_EQ(body_mistake("{ L: }\nbra L;"), "15:5: no label 'L' in 'k'");
  EXPECT_EQ(body_mistake("L:\nL:"), "15:1: 'L' is declared twice in this scope");
  EXPECT_EQ(body_mistake(".reg .b32 a, a;"), "14:14: 'a' is declared twice in this scope");
  EXPECT_EQ(body_mistake(".reg .b32 %z<4>; .reg .b32 %z<5>;"),
            "14:28: the register range '%z'<…> is declared twice in this scope");
  EXPECT_EQ(body_mistake(std::string(100, '{')), "14:63: scopes nested too deep");
  EXPECT_EQ(body_mistake("mov.b32 %r1, L; L:"), "14:14: 'L' is not declared");
  EXPECT_EQ(body_mistake("L: mov.b32 %r1, L;"),
            "14:17: 'L' is a label, expected a register, a constant or a variable");
}

TEST(Scope, LocalNamesNeverEqualNamesOfTheModule) {
  const std::string before = ".global .b32 x;\n";
  const std::string body = ".func f() { .reg .b32 x, y; mov.b32 x, 1; mov.b32 y, x; }\n";
  const Module declared_first = parsed(module_text(before + body));
  EXPECT_EQ(declared_first.functions.at(0).registers.at(0).name, "x$2");
  const Module declared_last = parsed(module_text(body + before));
  EXPECT_EQ(declared_last.functions.at(0).registers.at(0).name, "x$2");
}

TEST(Scope, GivenNamesAvoidTakenOnes) {
  const Function function = kernel(
      ".reg .b32 a$2, a; mov.b32 a$2, 0; mov.b32 a, 0;\n"
      "{ .reg .b32 a; mov.b32 a, 1; }");
  std::set<std::string> names;
  for (const Register& reg : function.registers) names.insert(reg.name);
  EXPECT_EQ(names, (std::set<std::string>{"a", "a$2", "a$3"}));
}

TEST(Scope, ManyScopesWithTheSameNameStayLinear) {
  std::string body;
  for (int i = 0; i < 20000; ++i) body += "{ .reg .pred p; setp.eq.b32 p, %r1, 0; }\n";
  EXPECT_EQ(kernel(body).registers.size(), 20001U);
}

TEST(Scope, VectorRegistersAreFourRegisters) {
  const Function function = kernel(
      ".reg .v4 .f32 v; .reg .v2 .b32 w<3>;\n"
      "mov.f32 v.y, v.w; ld.global.v4.f32 v, [%rd1]; mov.b32 w2.x, w1.g;");
  EXPECT_EQ(print(function, function.body.at(0)), "mov.f32 v$y, v$w");
  EXPECT_EQ(print(function, function.body.at(1)), "ld.global.v4.f32 {v$x, v$y, v$z, v$w}, [%rd1]");
  EXPECT_EQ(print(function, function.body.at(2)), "mov.b32 w2$x, w1$y");
  EXPECT_EQ(body_mistake(".reg .v2 .f32 v; mov.f32 v.z, %f1;"),
            "14:26: '.z' is no component of a vector of 2");
}

}  // namespace
}  // namespace assay::ptx::testing
