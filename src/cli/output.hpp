// SPDX-License-Identifier: Apache-2.0
// What every command prints the same way: errors to stderr, results to stdout.
#pragma once

#include "base/result.hpp"
#include "record/verdict.hpp"

namespace assay::cli {

struct PrintOptions {
  bool json = false;
  bool quiet = false;
  bool no_color = false;
};

/// Error on stderr, escaped; returns the exit code.
int complain(const Error& error);

/// The report on stdout as table or JSON. Error: stdout can't be written (a full disk).
[[nodiscard]] Result<void> print(const record::Report& report, const PrintOptions& options);

/// Text to stdout, whole or with an Error.
[[nodiscard]] Result<void> print(std::string_view text);

/// Colour: on a terminal, unless asked not to or NO_COLOR is set.
[[nodiscard]] bool wants_color(int descriptor, bool no_color);

}  // namespace assay::cli
