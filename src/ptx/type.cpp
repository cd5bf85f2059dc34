// SPDX-License-Identifier: Apache-2.0
// The tables behind type.hpp.
#include "ptx/type.hpp"

#include <algorithm>
#include <array>

namespace assay::ptx {
namespace {

struct TypeRow {
  std::string_view name;
  std::uint32_t bits;
  TypeClass kind;
};

constexpr TypeRow type_rows[] = {
#define ASSAY_ROW(id, name, bits, kind) {name, bits, TypeClass::kind},
    ASSAY_PTX_TYPES(ASSAY_ROW)
#undef ASSAY_ROW
};

constexpr std::array<std::string_view, 12> space_names = {
    "",       "reg",         "const",           "global",
    "local",  "param",       "param::entry",    "param::func",
    "shared", "shared::cta", "shared::cluster", "tex"};

const TypeRow& row_of(Type type) {
  return type_rows[static_cast<std::size_t>(type)];
}

}  // namespace

std::uint32_t bits_of(Type type) {
  return row_of(type).bits;
}

std::uint32_t size_of(Type type) {
  return (row_of(type).bits + 7) / 8;
}

TypeClass class_of(Type type) {
  return row_of(type).kind;
}

std::uint32_t lanes_of(Type type) {
  const std::string_view name = name_of(type);
  if (name.ends_with("x2")) return 2;
  if (name.ends_with("x4")) return 4;
  return 1;
}

std::string_view name_of(Type type) {
  return row_of(type).name;
}

std::optional<Type> type_from_name(std::string_view name) {
  const auto* found = std::ranges::find(type_rows, name, &TypeRow::name);
  if (name.empty() || found == std::end(type_rows)) return std::nullopt;
  return static_cast<Type>(found - std::begin(type_rows));
}

std::string_view name_of(Space space) {
  return space_names[static_cast<std::size_t>(space)];
}

std::optional<Space> space_from_name(std::string_view name) {
  const auto* found = std::ranges::find(space_names, name);
  if (name.empty() || found == space_names.end()) return std::nullopt;
  return static_cast<Space>(found - space_names.begin());
}

}  // namespace assay::ptx
