// SPDX-License-Identifier: Apache-2.0
// Types and state spaces of PTX, and what can be asked of them without knowing an instruction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/type_list.hpp"

namespace assay::ptx {

enum class Type : std::uint8_t {
#define ASSAY_ENUMERATOR(id, name, bits, kind) id,
  ASSAY_PTX_TYPES(ASSAY_ENUMERATOR)
#undef ASSAY_ENUMERATOR
};

/// What a type's bits mean; a packed type (f16x2) is of the class of its elements.
enum class TypeClass : std::uint8_t { other, bits, unsigned_, signed_, float_ };

[[nodiscard]] std::uint32_t bits_of(Type type);
/// Bytes in memory or in a register: at least 1 (a predicate and the sub-byte types take one byte),
/// 0 for none.
[[nodiscard]] std::uint32_t size_of(Type type);
[[nodiscard]] TypeClass class_of(Type type);
/// 2 for f16x2, 4 for e4m3x4, 1 for a plain type.
[[nodiscard]] std::uint32_t lanes_of(Type type);
[[nodiscard]] inline bool is_float(Type type) {
  return class_of(type) == TypeClass::float_;
}
[[nodiscard]] inline bool is_signed(Type type) {
  return class_of(type) == TypeClass::signed_;
}
[[nodiscard]] inline bool is_unsigned(Type type) {
  return class_of(type) == TypeClass::unsigned_;
}
[[nodiscard]] inline bool is_bits(Type type) {
  return class_of(type) == TypeClass::bits;
}
[[nodiscard]] inline bool is_integer(Type type) {
  return is_signed(type) || is_unsigned(type);
}
/// Without the dot: "f16x2".
[[nodiscard]] std::string_view name_of(Type type);
[[nodiscard]] std::optional<Type> type_from_name(std::string_view name);

/// A state space as written; none is the generic space where an instruction may name one.
/// `.shared` and `.shared::cta` mean the same for all but a few operations, yet are told apart.
enum class Space : std::uint8_t {
  none,
  reg,
  const_,
  global,
  local,
  param,
  param_entry,  ///< .param::entry
  param_func,   ///< .param::func
  shared,
  shared_cta,
  shared_cluster,
  tex,
};

[[nodiscard]] std::string_view name_of(Space space);
[[nodiscard]] std::optional<Space> space_from_name(std::string_view name);
[[nodiscard]] inline bool is_shared(Space space) {
  return space == Space::shared || space == Space::shared_cta || space == Space::shared_cluster;
}
[[nodiscard]] inline bool is_param(Space space) {
  return space == Space::param || space == Space::param_entry || space == Space::param_func;
}

}  // namespace assay::ptx
