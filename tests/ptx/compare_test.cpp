// SPDX-License-Identifier: Apache-2.0
// The comparison is what the printer, the parser and the fuzzer are judged by, so it must see every
// field: each is changed alone here, and the difference must be found where it is.
#include "ptx/compare.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

const Module& original() {
  static const Module module = parsed(module_text(
      ".file 1 \"a.cu\"\n.global .u32 x = 5;\n.global .u64 t[2] = {generic(x)+4, 7};\n"
      ".func (.param .b32 r) f(.param .u64 .ptr .global .align 8 a)\n.maxntid 64\n{\n"
      ".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<3>; .local .align 8 .b8 l[16];\n"
      "P: .callprototype (.param .b32 _) _ (.param .b64 _);\nQ: .calltargets f;\n"
      "T: .branchtargets A, B;\n.loc 1 2 3, function_name N, inlined_at 1 4 5\n"
      "A: @%p1 add.sat.s32 %r1, %r2, -4;\nB: ld.global.v2.u32 {%r3, %r4}, [%rd1+8];\nret;\n}\n"
      ".visible .func g();\n.alias g, f;"));
  return module;
}

using Change = std::function<void(Module&)>;

struct Case {
  const char* name;
  const char* where;
  Change change;
};

void check(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    Module changed = original();
    one.change(changed);
    EXPECT_EQ(difference(original(), changed), one.where) << one.name;
    EXPECT_EQ(difference(changed, original()), one.where) << one.name << ", the other way round";
  }
}

TEST(Compare, AModuleIsLikeItself) {
  EXPECT_TRUE(same(original(), original()));
}

TEST(Compare, HeadsOfModules) {
  const char* where = "the head of the module";
  check({{"version", where, [](Module& m) { m.version_minor = 1; }},
         {"target", where, [](Module& m) { m.target = "sm_80"; }},
         {"option", where, [](Module& m) { m.target_options = {"debug"}; }},
         {"address size", where, [](Module& m) { m.address_size = 32; }},
         {"file", where, [](Module& m) { m.files[1] = "b.cu"; }},
         {"alias", where, [](Module& m) { m.aliases[0].target = "h"; }}});
}

TEST(Compare, Variables) {
  const char* where = "the variables";
  check({{"name", where, [](Module& m) { m.variables[0].name = "y"; }},
         {"space", where, [](Module& m) { m.variables[0].space = Space::const_; }},
         {"type", where, [](Module& m) { m.variables[0].type = Type::s32; }},
         {"vector", where, [](Module& m) { m.variables[0].vector = 2; }},
         {"align", where, [](Module& m) { m.variables[0].align = 64; }},
         {"dimensions", where, [](Module& m) { m.variables[1].dimensions = {1, 2}; }},
         {"size", where, [](Module& m) { m.variables[0].size = 5; }},
         {"extern", where, [](Module& m) { m.variables[0].is_extern = true; }},
         {"visible", where, [](Module& m) { m.variables[0].is_visible = true; }},
         {"weak", where, [](Module& m) { m.variables[0].is_weak = true; }},
         {"managed", where, [](Module& m) { m.variables[0].is_managed = true; }},
         {"common", where, [](Module& m) { m.variables[0].is_common = true; }},
         {"initial", where, [](Module& m) { m.variables[0].initial[0] = 6; }},
         {"offset", where, [](Module& m) { m.variables[1].relocations[0].offset = 8; }},
         {"symbol", where, [](Module& m) { m.variables[1].relocations[0].symbol = "t"; }},
         {"addend", where, [](Module& m) { m.variables[1].relocations[0].addend = 8; }},
         {"generic", where, [](Module& m) { m.variables[1].relocations[0].generic = false; }},
         {"mask", where, [](Module& m) { m.variables[1].relocations[0].mask = 0xFF; }},
         {"one less", where, [](Module& m) { m.variables.pop_back(); }}});
}

TEST(Compare, HeadsOfFunctions) {
  const char* where = "function 'f', its head";
  const auto directives = [](Module& m) -> Directives& { return m.functions[0].directives; };
  check(
      {{"entry", where, [](Module& m) { m.functions[0].is_entry = true; }},
       {"extern", where, [](Module& m) { m.functions[0].is_extern = true; }},
       {"visible", where, [](Module& m) { m.functions[0].is_visible = true; }},
       {"weak", where, [](Module& m) { m.functions[0].is_weak = true; }},
       {"no return", where, [](Module& m) { m.functions[0].no_return = true; }},
       {"result", where, [](Module& m) { m.functions[0].results.clear(); }},
       {"pointer", where, [](Module& m) { m.functions[0].parameters[0].is_pointer = false; }},
       {"to", where, [](Module& m) { m.functions[0].parameters[0].pointer_space = Space::shared; }},
       {"aligned", where, [](Module& m) { m.functions[0].parameters[0].pointer_align = 16; }},
       {"maxntid", where, [=](Module& m) { directives(m).max_threads[0] = 32; }},
       {"reqntid", where, [=](Module& m) { directives(m).required_threads[2] = 1; }},
       {"minnctapersm", where, [=](Module& m) { directives(m).min_blocks = 2; }},
       {"maxnctapersm", where, [=](Module& m) { directives(m).max_blocks = 2; }},
       {"maxnreg", where, [=](Module& m) { directives(m).max_registers = 32; }},
       {"cluster", where, [=](Module& m) { directives(m).cluster[1] = 2; }},
       {"explicit", where, [=](Module& m) { directives(m).explicit_cluster = true; }},
       {"rank", where, [=](Module& m) { directives(m).max_cluster_rank = 8; }},
       {"blocks", where, [=](Module& m) { directives(m).blocks_are_clusters = true; }}});
}

TEST(Compare, WhatFunctionsDeclare) {
  const char* tables = "function 'f', its tables";
  check({{"register name", "function 'f', its registers",
          [](Module& m) { m.functions[0].registers[0].name = "%q"; }},
         {"register type", "function 'f', its registers",
          [](Module& m) { m.functions[0].registers[0].type = Type::b32; }},
         {"local", "function 'f', its variables",
          [](Module& m) { m.functions[0].variables[0].size = 8; }},
         {"label", "function 'f', its labels",
          [](Module& m) { m.functions[0].labels[0].second = 1; }},
         {"target", tables, [](Module& m) { m.functions[0].tables[0].targets[0] = 1; }},
         {"table", tables, [](Module& m) { m.functions[0].tables[0].name = "U"; }},
         {"prototype", tables, [](Module& m) { m.functions[0].prototypes[0].no_return = true; }},
         {"its result", tables, [](Module& m) { m.functions[0].prototypes[0].results.clear(); }},
         {"its parameter", tables,
          [](Module& m) { m.functions[0].prototypes[0].parameters[0].type = Type::b32; }},
         {"callee", tables, [](Module& m) { m.functions[0].call_targets[0].functions[0] = "g"; }}});
}

TEST(Compare, Instructions) {
  const char* where = "function 'f', instruction 0";
  const auto first = [](Module& m) -> Instruction& { return m.functions[0].body[0]; };
  check({{"operation", where, [=](Module& m) { first(m).op = Op::sub; }},
         {"modifier", where, [=](Module& m) { first(m).modifiers.sat = false; }},
         {"type", where, [=](Module& m) { first(m).types[0] = Type::u32; }},
         {"guard", where, [=](Module& m) { first(m).guard.reset(); }},
         {"negated", where, [=](Module& m) { first(m).guard_negated = true; }},
         {"line", where, [=](Module& m) { first(m).loc.line = 9; }},
         {"column", where, [=](Module& m) { first(m).loc.column = 9; }},
         {"file", where, [=](Module& m) { first(m).loc.file = 2; }},
         {"inlined", where, [=](Module& m) { first(m).loc.inlined_at = 0; }},
         {"into", where, [](Module& m) { m.inlines[0].function = "other"; }},
         {"at", where, [](Module& m) { m.inlines[0].at.line = 9; }},
         {"operands", where, [=](Module& m) { first(m).operands.pop_back(); }}});
}

TEST(Compare, Operands) {
  const Operand operand = original().functions[0].body[1].operands[0];
  const std::vector<std::function<void(Operand&)>> changes = {
      [](Operand& o) { o.kind = Operand::Kind::list; },
      [](Operand& o) { o.negated = true; },
      [](Operand& o) { o.single = true; },
      [](Operand& o) { o.negative = true; },
      [](Operand& o) { o.base_is_symbol = true; },
      [](Operand& o) { o.unified = true; },
      [](Operand& o) { o.reg = 77; },
      [](Operand& o) { o.second = 77; },
      [](Operand& o) { o.bits = 77; },
      [](Operand& o) { o.offset = 77; },
      [](Operand& o) { o.special = Special::tid; },
      [](Operand& o) { o.component = 2; },
      [](Operand& o) { o.target = 77; },
      [](Operand& o) { o.symbol = "s"; },
      [](Operand& o) { o.selector[0] = 'b'; },
      [](Operand& o) { o.elements.pop_back(); },
      [](Operand& o) { o.elements[1].reg = 77; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Operand changed = operand;
    changes[i](changed);
    EXPECT_FALSE(same(operand, changed)) << "change " << i;
  }
  EXPECT_TRUE(same(operand, operand));
}

TEST(Compare, LayoutDoesNotCount) {
  Module moved = original();
  moved.functions[0].place = {99, 9};
  moved.functions[0].body[0].place = {99, 9};
  moved.functions[0].body[0].text = "as others write it";
  moved.variables[0].place = {99, 9};
  EXPECT_TRUE(same(original(), moved));
}

TEST(Compare, NumbersOfInlinedCallsDoNotCount) {
  Module renumbered = original();
  renumbered.inlines.insert(renumbered.inlines.begin(), {"unused", {}});
  for (Instruction& instruction : renumbered.functions[0].body) instruction.loc.inlined_at = 2;
  EXPECT_TRUE(same(original(), renumbered));
}

}  // namespace
}  // namespace assay::ptx::testing
