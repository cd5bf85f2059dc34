// SPDX-License-Identifier: Apache-2.0
// Declarations of variables and parameters as PTX text.
#pragma once

#include <span>
#include <string>

#include "ptx/module.hpp"

namespace assay::ptx {

/// Ends with a semicolon.
[[nodiscard]] std::string print_variable(const Variable& variable);
/// (a, b, …)
[[nodiscard]] std::string print_parameters(std::span<const Variable> parameters);
/// `symbol+8`, `symbol-8` or `symbol`.
[[nodiscard]] std::string with_offset(const std::string& symbol, std::int64_t offset);
/// 64-bit value with its sign in front, "-8".
[[nodiscard]] std::string signed_text(std::int64_t value);

}  // namespace assay::ptx
