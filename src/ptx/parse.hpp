// SPDX-License-Identifier: Apache-2.0
// PTX text to a Module. Never throws, never aborts, bounded in memory by a constant times the text:
// hostile text is welcome.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "ptx/module.hpp"

namespace assay::ptx {

/// A mistake in the text: "unknown modifier '.foo' of 'add'; …" and where.
struct SyntaxError {
  Place place;
  std::string message;
};

/// "12:7: unknown modifier '.foo' of 'add'; …"
[[nodiscard]] std::string to_text(const SyntaxError& error);

[[nodiscard]] tl::expected<Module, SyntaxError> parse(std::string_view text);

}  // namespace assay::ptx
