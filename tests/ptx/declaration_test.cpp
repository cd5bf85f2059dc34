// SPDX-License-Identifier: Apache-2.0
// Variables and their initial values.
#include "ptx/declaration.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "ptx/initialiser.hpp"
#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

Variable variable(const std::string& declaration) {
  const Module module = parsed(module_text(declaration + ";"));
  return module.variables.empty() ? Variable{} : module.variables.front();
}

std::string declaration_mistake(const std::string& declaration) {
  return mistake(module_text(declaration + ";"));
}

TEST(Declaration, SpaceTypeAndAlignment) {
  const Variable array = variable(".shared .align 16 .b8 tile[4096]");
  EXPECT_EQ(array.space, Space::shared);
  EXPECT_EQ(array.align, 16U);
  EXPECT_EQ(array.size, 4096U);
  EXPECT_EQ(array.dimensions, std::vector<std::uint64_t>{4096});
  const Variable plain = variable(".const .f64 pi");
  EXPECT_EQ(plain.align, 8U);
  EXPECT_EQ(plain.size, 8U);
  EXPECT_TRUE(plain.dimensions.empty());
  const Variable vector = variable(".global .v4 .f32 v[2][3]");
  EXPECT_EQ(vector.align, 16U);
  EXPECT_EQ(vector.size, 96U);
}

TEST(Declaration, Linkage) {
  EXPECT_TRUE(variable(".extern .shared .align 1 .b8 s[]").is_extern);
  EXPECT_TRUE(variable(".visible .global .u32 g").is_visible);
  EXPECT_TRUE(variable(".weak .const .u32 g").is_weak);
  EXPECT_TRUE(variable(".common .global .u32 g").is_common);
  EXPECT_TRUE(variable(".visible .global .attribute(.managed) .u32 g").is_managed);
  EXPECT_TRUE(variable(".global .attribute(.managed, .unified(1, 2)) .u32 g").is_managed);
}

TEST(Declaration, UnsizedArrays) {
  const Variable open = variable(".extern .shared .align 1 .b8 s[]");
  EXPECT_EQ(open.dimensions, std::vector<std::uint64_t>{0});
  EXPECT_EQ(open.size, 0U);
  const Variable closed = variable(".global .u32 t[] = {1, 2, 3}");
  EXPECT_EQ(closed.dimensions, std::vector<std::uint64_t>{3});
  EXPECT_EQ(closed.size, 12U);
}

TEST(Declaration, SeveralInOne) {
  const Module module = parsed(module_text(".global .u32 a = 1, b[2], c = 3;"));
  ASSERT_EQ(module.variables.size(), 3U);
  EXPECT_EQ(module.variables[1].size, 8U);
  EXPECT_TRUE(module.variables[1].initial.empty());
  EXPECT_EQ(module.variables[2].initial, (Bytes8{3, 0, 0, 0}));
}

TEST(Declaration, AnExternAndItsDefinitionAreOne) {
  const Module module =
      parsed(module_text(".extern .global .u32 a;\n.global .u32 a = 5;\n.extern .global .u32 a;"));
  ASSERT_EQ(module.variables.size(), 1U);
  EXPECT_FALSE(module.variables[0].is_extern);
  EXPECT_EQ(module.variables[0].initial.size(), 4U);
}

TEST(Declaration, ParametersWithPointers) {
  const Module module =
      parsed(module_text(".entry k(.param .u64 .ptr .global .align 8 a, .param .align 4 .b8 b[12], "
                         ".param .u64 .ptr c) {}"));
  const auto& parameters = module.functions.at(0).parameters;
  EXPECT_TRUE(parameters.at(0).is_pointer);
  EXPECT_EQ(parameters[0].pointer_space, Space::global);
  EXPECT_EQ(parameters[0].pointer_align, 8U);
  EXPECT_EQ(parameters[0].align, 8U);
  EXPECT_EQ(parameters[1].size, 12U);
  EXPECT_EQ(parameters[1].align, 4U);
  EXPECT_TRUE(parameters[2].is_pointer);
  EXPECT_EQ(parameters[2].pointer_space, Space::none);
}

TEST(Declaration, Mistakes) {
  EXPECT_EQ(declaration_mistake(".global .u33 a"),
            "4:9: expected a type, .align or a name, found '.u33'");
  EXPECT_EQ(declaration_mistake(".global a"), "4:9: expected a type, found 'a'");
  EXPECT_EQ(declaration_mistake(".global .align 3 .u32 a"),
            "4:16: an alignment is a power of two up to 65536");
  EXPECT_EQ(declaration_mistake(".global .u32 a\n.global .u32 b"),
            "5:1: expected ';' after a declaration, found '.global'");
  EXPECT_EQ(declaration_mistake(".global .u32 a; .global .f32 a"), "4:30: 'a' is defined twice");
  EXPECT_EQ(declaration_mistake(".global .u32 a[2][]"),
            "4:19: only the first dimension may be left open");
  EXPECT_EQ(declaration_mistake(".global .u32 a[0xFFFFFFFFFF][0xFFFFFF]"),
            "4:39: the variable is too large");
  EXPECT_EQ(declaration_mistake(".reg .u32 a"),
            "4:1: expected a directive of a module, a variable, .entry or .func, found '.reg'");
}

TEST(Initialiser, Numbers) {
  EXPECT_EQ(variable(".global .u16 a[3] = {1, 0x102, -1}").initial,
            (Bytes8{1, 0, 2, 1, 0xFF, 0xFF}));
  EXPECT_EQ(variable(".global .b8 a[4] = {255, 1+2}").initial, (Bytes8{255, 3}));
  EXPECT_EQ(variable(".global .b64 a = -2").initial,
            (Bytes8{0xFE, 255, 255, 255, 255, 255, 255, 255}));
}

TEST(Initialiser, Reals) {
  const auto as_float = [](const Variable& made, std::size_t at) {
    float value = 0;
    std::memcpy(&value, made.initial.data() + at, sizeof value);
    return value;
  };
  const Variable floats = variable(".const .f32 a[4] = {0f3F800000, 1.5, -2, 0d4008000000000000}");
  EXPECT_EQ(as_float(floats, 0), 1.0F);
  EXPECT_EQ(as_float(floats, 4), 1.5F);
  EXPECT_EQ(as_float(floats, 8), -2.0F);
  EXPECT_EQ(as_float(floats, 12), 3.0F);
  const Variable real = variable(".const .f64 a = 0f40000000");
  double value = 0;
  std::memcpy(&value, real.initial.data(), sizeof value);
  EXPECT_EQ(value, 2.0);
}

TEST(Initialiser, NestedBracesAlignToTheirRow) {
  const Variable rows = variable(".global .b8 a[3][2] = {{1}, {2, 3}, 4}");
  EXPECT_EQ(rows.initial, (Bytes8{1, 0, 2, 3, 4}));
  EXPECT_EQ(variable(".global .b8 a[2][2] = {1, 2, 3, 4}").initial, (Bytes8{1, 2, 3, 4}));
  EXPECT_EQ(variable(".global .v2 .b8 a[2] = {{1, 2}, {3}}").initial, (Bytes8{1, 2, 3}));
  EXPECT_EQ(variable(".global .b8 a = {9}").initial, Bytes8{9});
  EXPECT_TRUE(variable(".global .b8 a[4] = {}").initial.empty());
}

TEST(Initialiser, Addresses) {
  const Module module =
      parsed(module_text(".global .u32 x;\n.global .u64 t[4] = {x, generic(x)+8, 5, x-4};\n.global "
                         ".u8 m[2] = {0xFF(x), 0xFF00(generic(x))};"));
  const auto& table = module.variables.at(1);
  ASSERT_EQ(table.relocations.size(), 3U);
  EXPECT_EQ(table.relocations[0].offset, 0U);
  EXPECT_FALSE(table.relocations[0].generic);
  EXPECT_EQ(table.relocations[1].offset, 8U);
  EXPECT_EQ(table.relocations[1].addend, 8);
  EXPECT_TRUE(table.relocations[1].generic);
  EXPECT_EQ(table.relocations[2].offset, 24U);
  EXPECT_EQ(table.relocations[2].addend, -4);
  EXPECT_EQ(table.initial[16], 5);
  const auto& bytes = module.variables.at(2);
  EXPECT_EQ(bytes.relocations.at(0).mask, 0xFFU);
  EXPECT_EQ(bytes.relocations.at(1).mask, 0xFF00U);
}

TEST(Initialiser, Samplers) {
  const Variable sampler =
      variable(".global .samplerref s = { addr_mode_0 = clamp_to_border, filter_mode = nearest }");
  EXPECT_EQ(sampler.type, Type::samplerref);
  EXPECT_TRUE(sampler.initial.empty());
}

TEST(Initialiser, Mistakes) {
  EXPECT_EQ(declaration_mistake(".global .b8 a[2] = {1, 2, 3}"),
            "4:27: more values than the variable holds");
  EXPECT_EQ(declaration_mistake(".global .b8 a[2] = {1, {2}, {{3}}}"),
            "4:24: more braces than dimensions");
  EXPECT_EQ(declaration_mistake(".global .b8 a = 1.5"),
            "4:17: a real number in a variable of integers");
  EXPECT_EQ(declaration_mistake(".global .b8 a[2] = {1 2}"),
            "4:23: expected ',' or '}' in an initial value, found '2'");
}

TEST(Initialiser, AddressesAreThoseOfDeclaredNames) {
  EXPECT_EQ(declaration_mistake(".global .u64 a = nobody+4"),
            "4:14: the initial value of 'a' names 'nobody', which is not declared");
  EXPECT_EQ(variable(".global .u64 a = later; .global .u64 later").relocations.size(), 1U);
}

TEST(Initialiser, FewBytesOfTextCantAskForManyOfMemory) {
  std::string rows = ".global .b8 a[4096][1048576] = {";
  for (int i = 0; i < 200; ++i) rows += "{1},";
  EXPECT_NE(declaration_mistake(rows + "{1}}").find("more memory than a module may take"),
            std::string::npos);
}

TEST(Initialiser, SizesOverflowNothing) {
  Variable huge;
  huge.type = Type::b64;
  huge.dimensions = {~std::uint64_t{0}, ~std::uint64_t{0}};
  EXPECT_FALSE(compute_size(huge));
  huge.dimensions = {1024, 4};
  EXPECT_TRUE(compute_size(huge));
  EXPECT_EQ(huge.size, 32768U);
  EXPECT_EQ(element_size(huge), 8U);
}

}  // namespace
}  // namespace assay::ptx::testing
