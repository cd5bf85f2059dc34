// SPDX-License-Identifier: Apache-2.0
// Printing and parsing are each other's inverse: by hand, and for random modules.
#include "ptx/print.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ptx/compare.hpp"
#include "ptx/op.hpp"
#include "ptx/print_variable.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

/// "" if a text survives, else where it does not.
std::string lost(const std::string& text) {
  const auto module = parse(text);
  if (!module) return to_text(module.error());
  const std::string printed = print(*module);
  const auto again = parse(printed);
  if (!again) return to_text(again.error()) + "\nin:\n" + printed;
  const std::string where = difference(*module, *again);
  return where.empty() ? "" : where + " differs after:\n" + printed;
}

TEST(Print, ASmallModule) {
  const Module module = parsed(
      ".version 9.0 .target sm_90a .address_size 64\n"
      ".extern .shared .align 16 .b8 s[];\n"
      ".visible .entry k(.param .u64 .ptr .global .align 4 a) .maxntid 32 {\n"
      ".reg .pred %p<2>; .reg .f32 %f<9>; .reg .b64 %rd<3>;\n"
      "ld.param.u64 %rd1, [a]; L: @!%p1 ld.global.v2.f32 {%f1,%f2}, [%rd1+8]; bra L; }");
  EXPECT_EQ(print(module),
            ".version 9.0\n.target sm_90a\n.address_size 64\n"
            ".extern .shared .align 16 .b8 s[];\n"
            ".visible .entry k(.param .u64 .ptr .global .align 4 a)\n.maxntid 32, 1, 1\n\n{\n"
            "\t.reg .b64 %rd1;\n\t.reg .pred %p1;\n\t.reg .f32 %f1;\n\t.reg .f32 %f2;\n"
            "\tld.param.u64 %rd1, [a];\nL:\n\t@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];\n\tbra "
            "L;\n}\n");
}

TEST(Print, ModulesSurvive) {
  const char* const texts[] = {
      "",
      ".global .u32 x = 5; .global .u64 t[] = {x, generic(x)-8, 0xFF00(x+1), 7};",
      ".const .f32 c[2][2] = {{1.5}, {0f7FC00000, -1}}; .global .f64 d = 0d8000000000000000;",
      ".global .v4 .f32 v[2] = {{1, 2}, {3}}; .global .samplerref s; .weak .global .align 64 .b8 "
      "w[3];",
      ".visible .global .attribute(.managed) .align 4 .u32 m; .common .global .u32 c;",
      ".file 1 \"a\\\\b\\\"c\" .file 3 \"d\"",
      ".func f(.param .b32 a); .entry k() { call f, (1); } .func f(.param .b32 a) { ret; }",
      ".func f(); .func g() { call f; } .func f() { call g; ret; } .global .u64 t[2] = {f, g};",
      ".func (.reg .u32 r) f(.reg .u32 a) { add.u32 r, a, 1; ret; }",
      ".visible .func a(); .func b() { ret; } .alias a, b;",
      ".func f() { .reg .b64 %r<2>; P: .callprototype (.param .b32 _) _ (.param .b64 _) "
      ".noreturn;\n"
      "T: .calltargets f; .param .b32 x; .param .b64 y; call (x), %r1, (y), P; call %r1, T; }",
      ".entry k() .reqntid 8,8 .minnctapersm 2 .maxnctapersm 4 .maxnreg 32 .reqnctapercluster 2 "
      ".explicitcluster\n"
      ".maxclusterrank 4 .blocksareclusters { ret; }",
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);",
      ".entry k() { .reg .b32 %r<4>; T: .branchtargets A, END; brx.idx %r1, T; A: trap; END: }",
      ".entry k() { .reg .v4 .f32 v; .reg .b64 %rd<2>; ld.global.v4.f32 v, [%rd1]; mov.f32 v.y, "
      "v.w; }",
      ".entry k() { .shared .b8 s[4]; { .shared .b8 s[8]; .reg .b32 %r<2>; mov.u32 %r1, s; } }",
      ".func f() { .reg .b32 x; mov.b32 x, 1; } .global .b32 x;",
      ".weak .entry k() .pragma \"p\"; { .pragma \"q\"; ret; }",
  };
  for (const char* text : texts) EXPECT_EQ(lost(module_text(text)), "") << text;
}

TEST(Print, SourcePlacesSurvive) {
  EXPECT_EQ(
      lost(module_text(
          ".file 1 \"a.cu\"\n.entry k() {\n"
          ".loc 1 3 41\n.loc 1 2 73, function_name $L0, inlined_at 1 3 41\n"
          ".loc 1 1 73, function_name $L1, inlined_at 1 2 73\nbrkpt;\n"
          ".loc 1 2 73\nbrkpt;\n.loc 1 1 73, function_name $L1, inlined_at 1 2 73\nbrkpt;\n}\n"
          ".section .debug_str { $L0: .b8 103,0 $L1: .b8 195,164,0 }")),
      "");
}

TEST(Print, OperandsSurvive) {
  for (const char* operand :
       {"-0", "-(-5)", "5-10", "0x8000000000000000", "-9223372036854775808", "0f80000000", "-1.5",
        "[%rd1+-9223372036854775808]", "[0xFFFFFFFFFFFFFFFF]", "[p0-4]", "p0+-3", "%tid.y",
        "{_, 1, %r1}|%p1", "_|_", "-%r1.b3", "!%p1", "[%rd1, {1, 2}, %r2].unified", "{{1}, {}}",
        "{}"}) {
    EXPECT_EQ(lost(kernel_text(std::string("mov.b64 ") + operand + ";")), "") << operand;
  }
}

TEST(Print, SignedNumbers) {
  EXPECT_EQ(signed_text(0), "0");
  EXPECT_EQ(signed_text(INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(with_offset("x", 0), "x");
  EXPECT_EQ(with_offset("x", 8), "x+8");
  EXPECT_EQ(with_offset("x", -8), "x-8");
}

TEST(Compare, SaysWhereModulesDiffer) {
  const auto compared = [](const std::string& a, const std::string& b) {
    return difference(parsed(module_text(a)), parsed(module_text(b)));
  };
  EXPECT_EQ(compared("", ""), "");
  EXPECT_EQ(compared("", ".file 1 \"a\""), "the head of the module");
  EXPECT_EQ(compared(".global .u32 a;", ".global .u32 a = 1;"), "the variables");
  EXPECT_EQ(compared(".entry k() {}", ""), "the number of functions");
  EXPECT_EQ(compared(".entry k() {}", ".func k() {}"), "function 'k', its head");
  EXPECT_EQ(compared(".entry k() { .shared .u32 s; }", ".entry k() {}"),
            "function 'k', its variables");
  EXPECT_EQ(compared(".entry k() { ret; }", ".entry k() { L: ret; }"), "function 'k', its labels");
  EXPECT_EQ(compared(".entry k() { ret; }", ".entry k() { ret; ret; }"),
            "function 'k', its length");
  EXPECT_EQ(compared(".entry k() { ret; exit; }", ".entry k() { ret; trap; }"),
            "function 'k', instruction 1");
  EXPECT_EQ(compared(".entry k() { ret; }", "\n\n.entry k() {\n /* c */ ret\n;\n}"), "");
}

// ---- random modules

using rc::gen::elementOf;
using rc::gen::inRange;

int below(int limit) {
  return *inRange(0, limit);
}

std::string random_modifiers(Op op) {
  auto names = modifiers_of(op);
  for (const char* type : {"f32", "b32", "s64", "u16", "f16x2"}) names.emplace_back(type);
  Modifiers modifiers;
  std::vector<Type> types;
  std::string text;
  for (int i = below(5); i-- > 0;) {
    const std::string name = *elementOf(names);
    if (place_modifier(op, name, modifiers, types) == Placed::yes) text += "." + name;
  }
  return match_op(std::string(name_of(op)) + text)->op == op ? text : "";
}

std::string random_operand(int depth = 0) {
  switch (below(depth < 2 ? 11 : 8)) {
    case 0:
      return "%r" + std::to_string(below(64));
    case 1:
      return "-" + std::to_string(*rc::gen::arbitrary<std::uint32_t>());
    case 2:
      return std::to_string(*rc::gen::arbitrary<std::uint64_t>());
    case 3:
      return *elementOf(
          std::vector<std::string>{"0f3F800000", "-0d3FF8000000000000", "2.5", "WARP_SZ"});
    case 4:
      return *elementOf(
          std::vector<std::string>{"%tid.x", "%clock64", "%ctaid.z", "_", "!%p3", "k", "g+4"});
    case 5:
      return *elementOf(std::vector<std::string>{"%p1|%p2", "%p3|_", "_|%p4", "%r5.b2", "-%r6.h1"});
    case 6:
      return "[%rd" + std::to_string(below(64)) + "+" + std::to_string(below(200) - 100) + "]";
    case 7:
      return *elementOf(std::vector<std::string>{"[p0]", "[p1+4]", "[g]", "[64]", "[inner]"});
    case 8:
      return "{" + random_operand(depth + 1) + ", " + random_operand(depth + 1) + "}";
    case 9:
      return "{}";
    default:
      return "[%rd1, " + random_operand(depth + 1) + "]";
  }
}

std::string random_instruction() {
  const auto op = static_cast<Op>(*inRange(1, static_cast<int>(Op::vset4) + 1));
  std::string text = below(3) == 0 ? *elementOf(std::vector<std::string>{"@%p1 ", "@!%p2 "}) : "";
  text += std::string(name_of(op)) + random_modifiers(op);
  if (op == Op::bra) return text + " L" + std::to_string(below(3)) + ";\n";
  if (op == Op::brx) return text + " %r1, T;\n";
  if (op == Op::call) return text + " (%r1), k, (" + random_operand(2) + ");\n";
  const int count = below(4);
  for (int i = 0; i < count; ++i) text += (i == 0 ? " " : ", ") + random_operand();
  return text + ";\n";
}

std::string random_statement(int depth) {
  switch (below(depth < 3 ? 7 : 4)) {
    case 0:
      return ".loc 1 " + std::to_string(below(3)) + " 1\n";
    case 1:
      return ".loc 1 " + std::to_string(below(3)) + " 1, function_name $N" +
             std::to_string(below(2)) + ", inlined_at 1 " + std::to_string(below(3)) + " 1\n";
    case 2:
      return ".pragma \"nounroll\";\n";
    case 3:
      return random_instruction();
    default:
      break;
  }
  std::string text = "{\n.reg .b32 %r<70>;\n.local .align 8 .b8 inner[16];\nL0:\n";
  for (int i = below(4); i-- > 0;) text += random_statement(depth + 1);
  return text + "}\n";
}

RC_GTEST_PROP(Print, RandomModulesSurvive, ()) {
  std::string body = "T: .branchtargets L0, L1, L2;\n.local .u64 inner;\nL0:\n";
  for (int i = below(12); i-- > 0;) body += random_statement(0);
  body += "L1:\n";
  for (int i = below(6); i-- > 0;) body += random_statement(0);
  body += "L2:\n";
  std::string text = kernel_text(body);
  text.insert(text.find(".visible"), ".global .b32 g;\n");
  text += ".section .debug_str { $N0: .b8 97,0 $N1: .b8 98,99,0 }\n";
  const std::string where = lost(text);
  if (!where.empty()) RC_FAIL(where);
}

}  // namespace
}  // namespace assay::ptx::testing
