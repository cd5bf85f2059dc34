// SPDX-License-Identifier: Apache-2.0
#include "ptx/operand.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "ptx/compare.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

using Kind = Operand::Kind;

Operand operand(const std::string& text) {
  return instruction("mov.b64 " + text + ";").operands.at(0);
}

TEST(Operand, Integers) {
  EXPECT_EQ(operand("7").kind, Kind::integer);
  EXPECT_EQ(operand("7").bits, 7U);
  EXPECT_FALSE(operand("7").negative);
  EXPECT_EQ(operand("-7").bits, static_cast<std::uint64_t>(-7));
  EXPECT_TRUE(operand("-7").negative);
  EXPECT_EQ(operand("0xFFFFFFFF").bits, 0xFFFFFFFFU);
  EXPECT_EQ(operand("-(2+3)").bits, static_cast<std::uint64_t>(-5));
  EXPECT_EQ(operand("WARP_SZ-1").bits, 31U);
  EXPECT_EQ(operand("-WARP_SZ").bits, static_cast<std::uint64_t>(-32));
}

TEST(Operand, Reals) {
  const Operand single = operand("0f3F800000");
  EXPECT_EQ(single.kind, Kind::real);
  EXPECT_TRUE(single.single);
  EXPECT_EQ(single.bits, 0x3F800000U);
  const Operand negated = operand("-2.5");
  EXPECT_EQ(negated.bits, std::bit_cast<std::uint64_t>(-2.5));
  EXPECT_FALSE(negated.single);
}

TEST(Operand, SpecialRegisters) {
  const Operand tid = operand("%tid.z");
  EXPECT_EQ(tid.kind, Kind::special);
  EXPECT_EQ(tid.special, Special::tid);
  EXPECT_EQ(tid.component, 2);
  EXPECT_EQ(operand("%laneid").special, Special::laneid);
  EXPECT_EQ(body_mistake("mov.u32 %r1, %tid;"), "14:14: '%tid' needs one of .x .y .z behind it");
  EXPECT_EQ(body_mistake("mov.u32 %r1, %laneid.x;"), "14:14: '%laneid' has no components");
  EXPECT_EQ(body_mistake("mov.u32 %r1, %envreg32;"), "14:14: '%envreg32' is not declared");
}

TEST(Operand, AddressesOnRegisters) {
  const Operand plain = operand("[%rd3]");
  EXPECT_EQ(plain.kind, Kind::address);
  EXPECT_FALSE(plain.base_is_symbol);
  EXPECT_EQ(plain.offset, 0);
  EXPECT_EQ(operand("[%rd3+16]").offset, 16);
  EXPECT_EQ(operand("[%rd3+-16]").offset, -16);
  EXPECT_EQ(operand("[%rd3-4*4]").offset, -16);
}

TEST(Operand, AddressesOfSymbolsAndNumbers) {
  const Operand parameter = operand("[p1+4]");
  EXPECT_TRUE(parameter.base_is_symbol);
  EXPECT_EQ(parameter.symbol, "p1");
  EXPECT_EQ(parameter.offset, 4);
  const Operand absolute = operand("[0x40+8]");
  EXPECT_EQ(absolute.reg, Operand::no_register);
  EXPECT_FALSE(absolute.base_is_symbol);
  EXPECT_EQ(absolute.offset, 0x48);
}

TEST(Operand, AddressesWithMore) {
  const Operand map = operand("[%rd1, {%r1, 0}]");
  ASSERT_EQ(map.elements.size(), 1U);
  EXPECT_EQ(map.elements[0].kind, Kind::vector);
  EXPECT_EQ(map.elements[0].elements.size(), 2U);
  EXPECT_TRUE(operand("[%rd1].unified").unified);
}

TEST(Operand, SymbolsAsValues) {
  const Operand symbol = operand("p0-8");
  EXPECT_EQ(symbol.kind, Kind::symbol);
  EXPECT_EQ(symbol.symbol, "p0");
  EXPECT_EQ(symbol.offset, -8);
  EXPECT_EQ(operand("k").symbol, "k");
}

TEST(Operand, PairsAndSinks) {
  const Operand pair = operand("%p1|_");
  EXPECT_EQ(pair.kind, Kind::pred_pair);
  EXPECT_EQ(pair.second, Operand::no_register);
  EXPECT_EQ(operand("_").kind, Kind::sink);
  const Operand vector = operand("{%f1, %f2}|%p1");
  EXPECT_EQ(vector.kind, Kind::pred_pair);
  EXPECT_EQ(vector.elements.size(), 2U);
  EXPECT_EQ(vector.reg, Operand::no_register);
}

TEST(Operand, NegationAndSelectors) {
  EXPECT_TRUE(operand("!%p1").negated);
  EXPECT_TRUE(operand("-%r1").negative);
  EXPECT_STREQ(operand("%r1.b7654").selector.data(), "b7654");
  EXPECT_EQ(operand("%r1").selector[0], '\0');
  EXPECT_EQ(body_mistake("mov.b32 %r1.x, 0;"), "14:9: '.x' is no part of the register '%r1'");
  EXPECT_EQ(body_mistake("mov.b32 %r1.b9, 0;"), "14:9: '.b9' is no part of the register '%r1'");
}

TEST(Operand, Calls) {
  const std::string declared = ".func (.param .b32 r) f(.param .b32 a);\n";
  const auto call = [&](const std::string& statement) {
    const Module module = parsed(module_text(
        declared +
        ".func g() {\n.reg .b64 %rd<2>; .param .b32 x, y;\nP: .callprototype (.param .b32 _) _ "
        "(.param .b32 _);\n" +
        statement + "\n}"));
    return module.functions.at(1).body.at(0);
  };
  const Instruction direct = call("call.uni (x), f, (y, 3);");
  EXPECT_TRUE(direct.modifiers.uni);
  ASSERT_EQ(direct.operands.size(), 3U);
  EXPECT_EQ(direct.operands[0].kind, Kind::list);
  EXPECT_EQ(direct.operands[1].symbol, "f");
  EXPECT_EQ(direct.operands[2].elements.at(1).bits, 3U);
  const Instruction indirect = call("call (x), %rd1, (y), P;");
  EXPECT_EQ(indirect.operands.at(1).kind, Kind::reg);
  EXPECT_EQ(indirect.operands.at(3).kind, Kind::table);
  EXPECT_EQ(indirect.operands.at(3).symbol, "P");
  EXPECT_EQ(call("call f;").operands.size(), 1U);
  EXPECT_EQ(call("call f, (y);").operands.size(), 2U);
}

TEST(Operand, BranchTables) {
  const Function function = kernel("T: .branchtargets B, A;\nbrx.idx %r1, T;\nA: exit;\nB: ret;");
  EXPECT_EQ(function.tables.at(0).targets, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(function.body.at(0).operands.at(1).kind, Kind::table);
  EXPECT_EQ(function.body.at(0).operands.at(1).target, 0U);
  EXPECT_EQ(body_mistake("A: brx.idx %r1, A;"), "14:17: 'A' is not declared as .branchtargets");
}

TEST(Operand, Mistakes) {
  EXPECT_EQ(body_mistake("add.s32 %r1, , %r2;"), "14:14: expected a constant, found ','");
  EXPECT_EQ(body_mistake("add.s32 %r1, 5 5;"),
            "14:16: expected ';' after an instruction, found '5'");
  EXPECT_EQ(body_mistake("ld.global.f32 %f1, [%rd1;"),
            "14:25: expected ']' to end the address, found ';'");
  EXPECT_EQ(body_mistake("ld.global.f32 %f1, [1.5];"), "14:21: expected an integer here");
  EXPECT_EQ(body_mistake("ld.global.f32 %f1, [%tid.x];"),
            "14:21: an address starts with a register, a variable or a number");
  EXPECT_EQ(body_mistake("mov.b32 {%r1, %r2, %h1;"), "14:23: expected ',' or '}', found ';'");
  EXPECT_EQ(body_mistake("setp.eq.b32 %p1|4, %r1, 0;"),
            "14:16: only registers can be paired by '|'");
  EXPECT_EQ(body_mistake("mov.b32 %r1, !4;"), "14:15: expected a predicate after '!', found '4'");
  EXPECT_EQ(body_mistake("mov.b32 %r1, -p0;"),
            "14:14: only a number or a register can stand behind '-'");
  EXPECT_EQ(body_mistake("mov.b32 %r1, {{{{{{0}}}}}};"), "14:19: operands nested too deep");
  EXPECT_EQ(body_mistake("add.u32 %r1, %r2+1, 3;"),
            "14:17: a register and a number make an address, not a value; add them first");
  EXPECT_EQ(body_mistake("bra 5;"), "14:5: expected a label, found '5'");
  EXPECT_EQ(body_mistake("call g;"), "14:6: 'g' is not declared");
}

TEST(Operand, Bounds) {
  std::string many = "{%r1";
  for (int i = 0; i < 5000; ++i) many += ",%r1";
  EXPECT_NE(body_mistake("mov.b32 " + many + "};").find("more than 4096 elements"),
            std::string::npos);
  std::string operands = "%r1";
  for (int i = 0; i < 100; ++i) operands += ",%r1";
  EXPECT_NE(body_mistake("mov.b32 " + operands + ";").find("more than 64 operands"),
            std::string::npos);
}

TEST(Operand, Comparison) {
  EXPECT_TRUE(same(operand("[%rd1+8]"), operand("[%rd1+4+4]")));
  EXPECT_FALSE(same(operand("[%rd1+8]"), operand("[%rd1]")));
  EXPECT_FALSE(same(operand("{%r1}"), operand("{%r1, %r2}")));
  EXPECT_FALSE(same(operand("1"), operand("0f00000001")));
}

}  // namespace
}  // namespace assay::ptx::testing
