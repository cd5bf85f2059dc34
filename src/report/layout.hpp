// SPDX-License-Identifier: Apache-2.0
// Columns of a terminal: how wide UTF-8 text is, and padding, cutting and wrapping by that width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

/// Foreign text made safe (base `escaped`) and put on one line: newlines and tabs become spaces.
[[nodiscard]] std::string shown(std::string_view text, std::size_t limit = 1000);

/// Columns that valid UTF-8 takes: 0 for combining marks, 2 for East Asian wide characters and
/// emoji, else 1.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// "999", "1.23 M": a count to three digits.
[[nodiscard]] std::string short_count(double value);

[[nodiscard]] std::string padded(std::string_view text, std::size_t width, bool right = false);
/// At most `width` columns, with "…" in place of what does not fit.
[[nodiscard]] std::string cut(std::string_view text, std::size_t width);
/// Lines of at most `width` columns, broken at spaces; a word that is longer stands alone, uncut.
/// At least one.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);
/// Wrapped, each line behind `indent` spaces (further ones behind `hanging` more), each with a
/// newline.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t indent, std::size_t width,
                                    std::size_t hanging = 0);

}  // namespace assay::report
