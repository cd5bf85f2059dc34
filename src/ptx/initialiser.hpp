// SPDX-License-Identifier: Apache-2.0
// Initial values of variables: numbers and addresses into bytes, nested braces into the array they
// fill.
#pragma once

#include "ptx/cursor.hpp"
#include "ptx/module.hpp"

namespace assay::ptx {

/// Behind '='. Fills `initial` and `relocations`; an unsized first dimension takes its size from
/// what stands here.
[[nodiscard]] bool parse_initialiser(Cursor& cursor, Variable& variable);

/// Bytes of one element (a vector counts as one).
[[nodiscard]] std::uint64_t element_size(const Variable& variable);
/// Sets `size` from type, vector and dimensions; false if it exceeds what an address can reach.
[[nodiscard]] bool compute_size(Variable& variable);

}  // namespace assay::ptx
