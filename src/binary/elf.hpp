// SPDX-License-Identifier: Apache-2.0
// ELF64, little-endian, read with every bound checked: sections and symbols, nothing else. The
// bytes may be hostile. Views point into the bytes that were given, which must outlive them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay::binary {

/// `size` bytes at `offset`, nothing when they do not all lie inside.
[[nodiscard]] std::optional<ByteView> slice(ByteView bytes, std::uint64_t offset,
                                            std::uint64_t size);

/// A little-endian integer at `offset`.
template <class Integer>
[[nodiscard]] std::optional<Integer> integer_at(ByteView bytes, std::uint64_t offset) {
  static_assert(std::is_unsigned_v<Integer>);
  const auto part = slice(bytes, offset, sizeof(Integer));
  if (!part) return std::nullopt;
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    value |= static_cast<Integer>(std::to_integer<Integer>((*part)[i]) << (8 * i));
  }
  return value;
}

/// The text at `offset` of a table of NUL-terminated texts; empty when there is none.
[[nodiscard]] std::string_view text_at(ByteView bytes, std::uint64_t offset);

struct Section {
  static constexpr std::uint32_t symbol_table = 2;
  static constexpr std::uint32_t no_bits = 8;
  static constexpr std::uint64_t writable = 1;
  static constexpr std::uint64_t allocated = 2;

  std::string_view name;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint64_t size = 0;  ///< in memory; `content` is empty for no_bits
  ByteView content;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t align = 0;
};

struct ElfSymbol {
  static constexpr std::uint8_t object = 1;
  static constexpr std::uint8_t function = 2;

  std::string_view name;
  std::uint8_t type = 0;
  std::uint8_t other = 0;
  std::uint16_t section = 0;  ///< 0: undefined
  std::uint64_t value = 0;    ///< offset in its section
  std::uint64_t size = 0;
};

struct Elf {
  std::uint16_t machine = 0;
  std::uint8_t abi_version = 0;
  std::uint32_t flags = 0;
  std::vector<Section> sections;
  std::vector<ElfSymbol> symbols;    ///< as in the file: other sections name them by index
  std::vector<std::size_t> by_name;  ///< indices of sections

  /// The first section of that name.
  [[nodiscard]] const Section* find(std::string_view name) const;
};

/// Error (the user's): not ELF64, or a table that reaches outside the file.
[[nodiscard]] Result<Elf> read_elf(ByteView bytes);

}  // namespace assay::binary
