// SPDX-License-Identifier: Apache-2.0
#include "binary/spill.hpp"

#include "binary/elf.hpp"

namespace assay::binary {
namespace {

/// Width of a local load or store: bits 73 … 75 of the 128-bit instruction, alike from sm_75 to
/// sm_120.
std::int64_t width_of(std::uint64_t high_word) {
  constexpr std::int64_t widths[] = {1, 1, 2, 2, 4, 8, 16, 16};
  return widths[high_word >> 9 & 7];
}

}  // namespace

std::int64_t spill_bytes(ByteView code, std::span<const InfoRecord> info) {
  constexpr std::uint32_t spill_kind = 1;
  std::int64_t total = 0;
  for (const auto& record : info) {
    if (record.attribute != Attribute::annotations) continue;
    for (std::uint64_t at = 0; at + 8 <= record.payload.size(); at += 8) {
      if (integer_at<std::uint32_t>(record.payload, at) != spill_kind) continue;
      const auto offset = integer_at<std::uint32_t>(record.payload, at + 4).value_or(0);
      const auto high_word = integer_at<std::uint64_t>(code, std::uint64_t{offset} + 8);
      if (high_word) total += width_of(*high_word);
    }
  }
  return total;
}

}  // namespace assay::binary
