// SPDX-License-Identifier: Apache-2.0
// Declarations of variables: linkage, space, alignment, type, name, dimensions and initial value.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/module.hpp"

namespace assay::ptx {

/// .extern, .visible, .weak, .common in front of a variable or a function.
struct Linkage {
  bool is_extern = false;
  bool is_visible = false;
  bool is_weak = false;
  bool is_common = false;
};

/// Takes those that stand here.
[[nodiscard]] Linkage parse_linkage(Cursor& cursor);

/// The state space that starts a declaration here, not taken yet; none if no declaration starts
/// here.
[[nodiscard]] Space space_here(const Cursor& cursor);

struct Declared {
  Lexeme name;
  Variable variable;
};

/// `.global .align 4 .b8 a[4] = {…}, b;` up to and with the semicolon. Not for .reg.
[[nodiscard]] std::optional<std::vector<Declared>> parse_variables(Cursor& cursor,
                                                                   const Linkage& linkage);
/// One parameter of a function or prototype, without what parts it from the next.
[[nodiscard]] std::optional<Declared> parse_parameter(Cursor& cursor);
/// (a, b, …) with the parentheses.
[[nodiscard]] std::optional<std::vector<Declared>> parse_parameters(Cursor& cursor);

/// The type, and .v2 .v4 .v8 in front of it; for .reg too.
[[nodiscard]] bool parse_type(Cursor& cursor, Type& type, std::uint8_t& vector);

}  // namespace assay::ptx
