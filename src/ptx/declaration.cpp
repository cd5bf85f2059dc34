// SPDX-License-Identifier: Apache-2.0
// See declaration.hpp.
#include "ptx/declaration.hpp"

#include <algorithm>
#include <bit>

#include "base/text.hpp"
#include "ptx/expression.hpp"
#include "ptx/initialiser.hpp"

namespace assay::ptx {
namespace {

constexpr std::size_t most_dimensions = 8;
constexpr std::uint32_t most_align = 1 << 16;

std::string_view without_dot(std::string_view directive) {
  return directive.substr(1);
}

std::uint8_t vector_width(std::string_view directive) {
  if (directive == ".v2") return 2;
  if (directive == ".v4") return 4;
  return directive == ".v8" ? 8 : 1;
}

bool parse_align(Cursor& cursor, std::uint32_t& align) {
  const Place place = cursor.now().place;
  const auto count = cursor.expect_count("an alignment");
  if (!count) return false;
  if (!std::has_single_bit(*count) || *count > most_align) {
    return cursor.fail(place, "an alignment is a power of two up to 65536");
  }
  align = *count;
  return true;
}

/// .attribute(.managed), .attribute(.unified(n, n)), several with commas
bool parse_attribute(Cursor& cursor, Variable& variable) {
  if (!cursor.expect("(", "after .attribute")) return false;
  do {
    if (cursor.accept(".managed")) {
      variable.is_managed = true;
    } else if (cursor.accept(".unified")) {
      if (!cursor.expect("(", "after .unified") || !parse_integer(cursor)) return false;
      if (!cursor.expect(",", "in .unified") || !parse_integer(cursor)) return false;
      if (!cursor.expect(")", "after .unified")) return false;
    } else {
      return cursor.fail_here(".managed or .unified");
    }
  } while (cursor.accept(","));
  return cursor.expect(")", "after .attribute");
}

/// .ptr and what may follow it: .global .align 8
bool parse_pointer(Cursor& cursor, Variable& variable) {
  variable.is_pointer = true;
  if (cursor.at(Lexeme::Kind::directive)) {
    if (const auto space = space_from_name(without_dot(cursor.now().text))) {
      variable.pointer_space = *space;
      cursor.take();
    }
  }
  return !cursor.accept(".align") || parse_align(cursor, variable.pointer_align);
}

bool parse_one_property(Cursor& cursor, Variable& variable, std::uint32_t& align) {
  const std::string_view directive = cursor.now().text;
  if (cursor.accept(".align")) return parse_align(cursor, align);
  if (cursor.accept(".attribute")) return parse_attribute(cursor, variable);
  if (cursor.accept(".ptr")) return parse_pointer(cursor, variable);
  if (const auto width = vector_width(directive); width != 1) {
    variable.vector = width;
    cursor.take();
    return true;
  }
  const auto type = type_from_name(without_dot(directive));
  if (!type || variable.type != Type::none) return cursor.fail_here("a type, .align or a name");
  variable.type = *type;
  cursor.take();
  return true;
}

/// Everything between the space and the name, in any order.
bool parse_properties(Cursor& cursor, Variable& variable) {
  std::uint32_t align = 0;
  while (cursor.at(Lexeme::Kind::directive)) {
    if (!parse_one_property(cursor, variable, align)) return false;
  }
  if (variable.type == Type::none) return cursor.fail_here("a type");
  const auto natural = static_cast<std::uint32_t>(element_size(variable));
  variable.align = align != 0 ? align : std::bit_floor(std::max(natural, 1U));
  return true;
}

bool parse_dimensions(Cursor& cursor, Variable& variable) {
  while (cursor.accept("[")) {
    if (variable.dimensions.size() == most_dimensions) {
      return cursor.fail(cursor.now().place, "more than 8 dimensions");
    }
    std::uint64_t dimension = 0;
    if (!cursor.at("]")) {
      const auto count = parse_integer(cursor);
      if (!count) return false;
      dimension = count->bits;
    }
    if (dimension == 0 && !variable.dimensions.empty()) {
      return cursor.fail(cursor.now().place, "only the first dimension may be left open");
    }
    if (!cursor.expect("]", "after a dimension")) return false;
    variable.dimensions.push_back(dimension);
  }
  return compute_size(variable) || cursor.fail(cursor.now().place, "the variable is too large");
}

std::optional<Declared> parse_declarator(Cursor& cursor, const Variable& like) {
  const auto name = cursor.expect_name("the name of a variable");
  if (!name) return std::nullopt;
  Declared declared{*name, like};
  declared.variable.name = name->text;
  declared.variable.place = name->place;
  if (!parse_dimensions(cursor, declared.variable)) return std::nullopt;
  return declared;
}

}  // namespace

Linkage parse_linkage(Cursor& cursor) {
  Linkage linkage;
  for (;;) {
    if (cursor.accept(".extern")) {
      linkage.is_extern = true;
    } else if (cursor.accept(".visible")) {
      linkage.is_visible = true;
    } else if (cursor.accept(".weak")) {
      linkage.is_weak = true;
    } else if (cursor.accept(".common")) {
      linkage.is_common = true;
    } else {
      return linkage;
    }
  }
}

Space space_here(const Cursor& cursor) {
  if (!cursor.at(Lexeme::Kind::directive)) return Space::none;
  return space_from_name(without_dot(cursor.now().text)).value_or(Space::none);
}

bool parse_type(Cursor& cursor, Type& type, std::uint8_t& vector) {
  Variable like;
  std::uint32_t align = 0;
  while (cursor.at(Lexeme::Kind::directive)) {
    if (!parse_one_property(cursor, like, align)) return false;
  }
  type = like.type;
  vector = like.vector;
  return type != Type::none || cursor.fail_here("a type");
}

std::optional<std::vector<Declared>> parse_variables(Cursor& cursor, const Linkage& linkage) {
  Variable like;
  like.is_extern = linkage.is_extern;
  like.is_visible = linkage.is_visible;
  like.is_weak = linkage.is_weak;
  like.is_common = linkage.is_common;
  like.space = space_here(cursor);
  cursor.take();
  if (!parse_properties(cursor, like)) return std::nullopt;
  std::vector<Declared> all;
  do {
    auto declared = parse_declarator(cursor, like);
    if (!declared) return std::nullopt;
    if (cursor.accept("=") && !parse_initialiser(cursor, declared->variable)) return std::nullopt;
    all.push_back(std::move(*declared));
  } while (cursor.accept(","));
  if (!cursor.expect(";", "after a declaration")) return std::nullopt;
  return all;
}

std::optional<Declared> parse_parameter(Cursor& cursor) {
  Variable like;
  like.space = space_here(cursor);
  if (like.space != Space::param && like.space != Space::reg) {
    cursor.fail_here(".param or .reg");
    return std::nullopt;
  }
  cursor.take();
  if (!parse_properties(cursor, like)) return std::nullopt;
  return parse_declarator(cursor, like);
}

std::optional<std::vector<Declared>> parse_parameters(Cursor& cursor) {
  std::vector<Declared> all;
  if (!cursor.expect("(", "before parameters")) return std::nullopt;
  while (!cursor.accept(")")) {
    auto parameter = parse_parameter(cursor);
    if (!parameter) return std::nullopt;
    all.push_back(std::move(*parameter));
    if (!cursor.at(")") && !cursor.expect(",", "or ')' after a parameter")) return std::nullopt;
  }
  return all;
}

}  // namespace assay::ptx
