// SPDX-License-Identifier: Apache-2.0
// Making text of hostile origin safe to show: no byte of it may move a cursor, change a colour, set
// a title, or turn the direction of what follows.
#include <cstdint>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay {
namespace {

// The code point that starts at `at`; length 0 when the bytes there are no valid UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;
};

CodePoint continued(std::string_view text, std::size_t at, std::uint32_t value, std::size_t length,
                    std::uint32_t least) {
  if (text.size() - at < length) return {};
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xc0) != 0x80) return {};
    value = value << 6 | (byte & 0x3fU);
  }
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least || value > 0x10ffff || surrogate) return {};
  return {value, length};
}

CodePoint code_point(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1};
  if ((first & 0xe0) == 0xc0) return continued(text, at, first & 0x1fU, 2, 0x80);
  if ((first & 0xf0) == 0xe0) return continued(text, at, first & 0x0fU, 3, 0x800);
  if ((first & 0xf8) == 0xf0) return continued(text, at, first & 0x07U, 4, 0x10000);
  return {};
}

// C0 and C1 controls, and the marks that reorder text or break lines (U+2028 … 202E, U+2066 …
// 2069).
bool is_harmless(std::uint32_t value) {
  if (value == '\n' || value == '\t') return true;
  if (value < 0x20 || (value >= 0x7f && value < 0xa0)) return false;
  if (value == 0x200e || value == 0x200f || value == 0x061c || value == 0xfeff) return false;
  return !(value >= 0x2028 && value <= 0x202e) && !(value >= 0x2066 && value <= 0x2069);
}

}  // namespace

std::string escaped(std::string_view text, std::size_t limit) {
  std::string safe;
  std::size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = code_point(text, at);
    const std::size_t length = next.length == 0 ? 1 : next.length;
    if (at + length > limit) break;
    if (next.length != 0 && is_harmless(next.value)) {
      safe += text.substr(at, length);
    } else {
      for (const char byte : text.substr(at, length)) {
        safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      }
    }
    at += length;
  }
  if (at < text.size()) safe += fmt::format("… ({} more bytes)", text.size() - at);
  return safe;
}

}  // namespace assay
