// SPDX-License-Identifier: Apache-2.0
// Sources kept inside a verdict: zstd, then base64 (RFC 4648), so that one JSON document can be run
// again.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace assay::record {

inline constexpr std::string_view packed_encoding = "zstd+base64";

[[nodiscard]] std::string packed(std::string_view text);
/// Error: not base64, not zstd, or more than `limit` bytes of content.
[[nodiscard]] Result<std::string> unpacked(std::string_view text,
                                           std::size_t limit = std::size_t{64} << 20);

}  // namespace assay::record
