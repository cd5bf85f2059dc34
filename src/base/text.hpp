// SPDX-License-Identifier: Apache-2.0
// Small text tools: splitting, nearest names, and making foreign text safe to show.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);
[[nodiscard]] std::string join(std::span<const std::string> items, std::string_view separator);

/// The valid name that a person most likely meant, by edit distance (Damerau–Levenshtein);
/// nothing when none is near (distance > max(1, length / 3)).
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view found,
                                                      std::span<const std::string> valid);

/// Text of hostile origin made fit for a terminal: control bytes (but \n and \t) and invalid
/// UTF-8 become \xNN; longer than `limit` bytes is cut with a note of how much is missing.
[[nodiscard]] std::string escaped(std::string_view text, std::size_t limit = 4096);

/// "1,234,567"; "12.3 MB" (powers of 1000); "1.23 ms".
[[nodiscard]] std::string with_commas(std::int64_t value);
[[nodiscard]] std::string human_bytes(double bytes);
[[nodiscard]] std::string human_seconds(double seconds);

}  // namespace assay
