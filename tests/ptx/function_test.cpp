// SPDX-License-Identifier: Apache-2.0
// Headers of functions, launch bounds, and modules as a whole.
#include "ptx/function.hpp"

#include <gtest/gtest.h>

#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

Function only(const std::string& text) {
  Module module = parsed(module_text(text));
  return module.functions.empty() ? Function{} : std::move(module.functions.front());
}

TEST(Function, KernelsAndDeviceFunctions) {
  const Function kernel = only(".visible .entry k() { ret; }");
  EXPECT_TRUE(kernel.is_entry && kernel.is_visible);
  EXPECT_FALSE(kernel.is_extern);
  const Function device =
      only(".weak .func (.param .b32 r) f(.param .b64 a, .param .align 8 .b8 b[16]) { ret; }");
  EXPECT_FALSE(device.is_entry);
  EXPECT_TRUE(device.is_weak);
  EXPECT_EQ(device.results.size(), 1U);
  EXPECT_EQ(device.parameters.size(), 2U);
  EXPECT_EQ(only(".entry bare { ret; }").name, "bare");
  EXPECT_EQ(only(".func .attribute(.unified(0xAB, 0xCD)) f() { ret; }").name, "f");
}

TEST(Function, RegistersAsParameters) {
  const Function function = only(".func (.reg .u32 r) f(.reg .u32 a) { add.u32 r, a, 1; ret; }");
  ASSERT_EQ(function.registers.size(), 2U);
  EXPECT_EQ(function.registers[0].name, "r");
  EXPECT_EQ(function.parameters[0].space, Space::reg);
  EXPECT_EQ(function.body.at(0).operands.at(1).reg, 1U);
}

TEST(Function, LaunchBounds) {
  const Function function = only(
      ".entry k()\n.maxntid 256, 2, 1\n.minnctapersm 2\n.maxnreg 64\n.reqnctapercluster 2, 1, 1\n"
      ".explicitcluster\n.maxclusterrank 8\n.blocksareclusters\n.pragma \"x\", \"y\";\n{ ret; }");
  const Directives& directives = function.directives;
  EXPECT_EQ(directives.max_threads[0], 256U);
  EXPECT_EQ(directives.max_threads[1], 2U);
  EXPECT_EQ(directives.min_blocks, 2U);
  EXPECT_EQ(directives.max_registers, 64U);
  EXPECT_EQ(directives.cluster[0], 2U);
  EXPECT_TRUE(directives.explicit_cluster && directives.blocks_are_clusters);
  EXPECT_EQ(directives.max_cluster_rank, 8U);
  EXPECT_EQ(directives.required_threads[0], 0U);
  const Function one = only(".entry k() .reqntid 32 { ret; }");
  EXPECT_EQ(one.directives.required_threads[0], 32U);
  EXPECT_EQ(one.directives.required_threads[2], 1U);
}

TEST(Function, DeclarationsAndDefinitionsAreOne) {
  const Module module = parsed(module_text(
      ".func f(.param .b32 a);\n.extern .func g() .noreturn;\n.func h() { call f, (1); call g; }\n"
      ".visible .func f(.param .b32 x) { ret; }\n.func f(.param .b32 y);"));
  ASSERT_EQ(module.functions.size(), 3U);
  EXPECT_EQ(module.functions[0].name, "f");
  EXPECT_FALSE(module.functions[0].is_extern);
  EXPECT_EQ(module.functions[0].parameters.at(0).name, "x");
  EXPECT_TRUE(module.functions[1].is_extern && module.functions[1].no_return);
  EXPECT_EQ(module.find_function("f"), &module.functions[0]);
  EXPECT_EQ(module.find_function("nobody"), nullptr);
}

TEST(Function, MayCallItself) {
  EXPECT_EQ(only(".func f() { call f; ret; }").body.at(0).operands.at(0).symbol, "f");
}

TEST(Function, Aliases) {
  const Module module =
      parsed(module_text(".visible .func a();\n.func b() { ret; }\n.alias a, b;"));
  ASSERT_NE(module.find_function("a"), nullptr);
  EXPECT_EQ(module.find_function("a")->name, "b");
}

TEST(Function, Prototypes) {
  const Function function = only(
      ".func f() {\nP: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 4 .b8 _[8]) "
      ".noreturn;\n"
      "T: .calltargets g, h;\nret; }");
  ASSERT_EQ(function.prototypes.size(), 1U);
  EXPECT_EQ(function.prototypes[0].parameters.size(), 2U);
  EXPECT_EQ(function.prototypes[0].results.size(), 1U);
  EXPECT_TRUE(function.prototypes[0].no_return);
  EXPECT_EQ(function.call_targets.at(0).functions, (std::vector<std::string>{"g", "h"}));
}

TEST(Function, Mistakes) {
  const auto wrong = [](const std::string& text) { return mistake(module_text(text)); };
  EXPECT_EQ(wrong(".entry k() { ret; }\n.entry k() { ret; }"), "5:8: 'k' is defined twice");
  EXPECT_EQ(wrong(".global .u32 k;\n.entry k() { ret; }"), "5:8: 'k' is defined twice");
  EXPECT_EQ(wrong(".entry k(.param .u64 a, .param .u64 a) {}"),
            "4:37: 'a' is declared twice in this scope");
  EXPECT_EQ(wrong(".entry k(.global .u64 a) {}"), "4:10: expected .param or .reg, found '.global'");
  EXPECT_EQ(wrong(".entry k() .maxntid x {}"),
            "4:21: expected a number (a whole number below 2^32), found 'x'");
  EXPECT_EQ(wrong(".entry k() .maxntid 1, 2, 3, 4 {}"),
            "4:30: expected at most three numbers, found '4'");
  EXPECT_EQ(wrong(".entry k() .foo {}"),
            "4:12: expected a directive of a function, such as .maxntid or .minnctapersm, or '{', "
            "found '.foo'");
  EXPECT_EQ(wrong(".entry k() {"), "4:13: expected a statement or '}', found the end of the text");
  EXPECT_EQ(wrong(".entry k()"),
            "4:11: expected '{' before the body of a function, found the end of the text");
  EXPECT_EQ(wrong(".func (.reg .v2 .f32 a) f() {}"),
            "4:22: a vector register can't be a parameter");
  EXPECT_EQ(wrong(".entry k() { .foo; }"),
            "4:14: expected a declaration or an instruction, found '.foo'");
  EXPECT_EQ(wrong(".alias a, b;"), "4:11: 'b' is no function");
}

TEST(Module, Head) {
  const Module module =
      parsed(".version 8.7\n.target sm_100a, debug, texmode_unified\n.address_size 32\n");
  EXPECT_EQ(module.version_major, 8);
  EXPECT_EQ(module.version_minor, 7);
  EXPECT_EQ(module.target, "sm_100a");
  EXPECT_EQ(module.target_options, (std::vector<std::string>{"debug", "texmode_unified"}));
  EXPECT_EQ(module.address_size, 32);
}

TEST(Module, Mistakes) {
  EXPECT_EQ(mistake(""), "1:1: no .version: this is not PTX");
  EXPECT_EQ(mistake("// nothing\n"), "2:1: no .version: this is not PTX");
  EXPECT_EQ(mistake("\x7f"
                    "ELF"),
            "1:1: expected .version, with which PTX begins, found the byte '\\x7f'");
  EXPECT_EQ(mistake(".version 9"), "1:10: expected a version such as 9.0, found '9'");
  EXPECT_EQ(mistake(".version 9.0\n.address_size 16"), "2:15: an address has 32 or 64 bits");
  EXPECT_EQ(mistake(".version 9.0\n/* open"),
            "2:1: expected a directive of a module, a variable, .entry or .func, "
            "found a comment that never ends");
  EXPECT_EQ(mistake(".version 9.0\nfoo"),
            "2:1: expected a directive of a module, a variable, .entry or .func, found 'foo'");
}

TEST(Module, PragmasAndSectionsMeanNothing) {
  const Module module = parsed(module_text(
      ".pragma \"a\";\n.section .debug_info\n{\n.b8 1,2\n.b32 .debug_abbrev\n.b64 $L__a-$L__b\n}\n"
      ".entry k() {\n.pragma \"nounroll\";\n.section .nv.info { .b8 0 }\nret; }"));
  EXPECT_EQ(module.functions.at(0).body.size(), 1U);
}

}  // namespace
}  // namespace assay::ptx::testing
