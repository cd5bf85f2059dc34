// SPDX-License-Identifier: Apache-2.0
// zstd by its simple API, and base64 by hand (no packaged library has it without more).
#include "record/packed.hpp"

#include <zstd.h>

#include <cassert>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

namespace assay::record {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int level = 9;

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t given = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < given ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= given ? alphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

Result<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0)
    return fail(fmt::format("base64 of {} characters, expected a multiple of 4", text.size()));
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  const std::size_t digits = text.size() - padding;
  std::uint32_t group = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const std::size_t digit = alphabet.find(text[i]);
    if (digit == std::string_view::npos)
      return fail(fmt::format("no base64 digit at offset {}", i));
    group = (group << 6 | static_cast<std::uint32_t>(digit)) & 0xff'ffff;
    const std::size_t have = i % 4;
    if (have > 0) bytes += static_cast<char>(group >> (6 - 2 * have));
  }
  return bytes;
}

}  // namespace

std::string packed(std::string_view text) {
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress(compressed.data(), compressed.size(), text.data(), text.size(), level);
  assert(!ZSTD_isError(size) && "a buffer of ZSTD_compressBound bytes is always enough");
  return to_base64(std::string_view(compressed).substr(0, size));
}

Result<std::string> unpacked(std::string_view text, std::size_t limit) {
  auto compressed = from_base64(text);
  if (!compressed) return compressed;
  const auto size = ZSTD_getFrameContentSize(compressed->data(), compressed->size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
    return fail("not a zstd frame that says its size");
  if (size > limit)
    return fail(fmt::format("a text of {} bytes, expected at most {}", size, limit));
  std::string content(size, '\0');
  const std::size_t got =
      ZSTD_decompress(content.data(), content.size(), compressed->data(), compressed->size());
  if (ZSTD_isError(got) || got != size) return fail("a damaged zstd frame");
  return content;
}

}  // namespace assay::record
