// SPDX-License-Identifier: Apache-2.0
// Writes small ELF64 files for the tests of the reader: sections and symbols that a compiler would
// not write, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace assay::binary {

class ElfWriter {
 public:
  struct SectionSpec {
    std::string name;
    std::uint32_t type = 1;
    std::uint64_t flags = 0;
    std::string content;
    std::uint64_t size = 0;  ///< where it is not that of `content`: NOBITS, or a lie
    std::uint32_t link = 0, info = 0;
    std::uint64_t align = 1;
  };
  struct SymbolSpec {
    std::string name;
    std::uint8_t type = 0, other = 0;
    std::uint16_t section = 0;
    std::uint64_t value = 0, size = 0;
  };

  std::uint16_t machine = 190;
  std::uint8_t abi = 8;
  std::uint32_t flags = 90U << 8;

  /// Its index in the file.
  std::uint16_t section(SectionSpec spec) {
    sections_.push_back(std::move(spec));
    return static_cast<std::uint16_t>(sections_.size());
  }
  void symbol(SymbolSpec spec) { symbols_.push_back(std::move(spec)); }

  [[nodiscard]] Bytes bytes() const;

 private:
  std::vector<SectionSpec> sections_;
  std::vector<SymbolSpec> symbols_;
};

inline void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out.push_back(static_cast<char>(i < 8 ? value >> (8 * i) & 0xff : 0));
  }
}

/// One record of an .nv.info section with a payload of u32 words.
inline std::string info_record(std::uint8_t attribute, const std::vector<std::uint32_t>& words) {
  std::string out;
  put(out, 4, 1);
  put(out, attribute, 1);
  put(out, 4 * words.size(), 2);
  for (const auto word : words) put(out, word, 4);
  return out;
}

inline Bytes ElfWriter::bytes() const {
  auto sections = sections_;
  std::string names(1, '\0'), symbol_names(1, '\0'), table(24, '\0');
  for (const auto& symbol : symbols_) {
    put(table, symbol_names.size(), 4);
    put(table, symbol.type, 1);
    put(table, symbol.other, 1);
    put(table, symbol.section, 2);
    put(table, symbol.value, 8);
    put(table, symbol.size, 8);
    symbol_names += symbol.name + '\0';
  }
  const auto count = static_cast<std::uint32_t>(sections.size());
  sections.push_back({".symtab", 2, 0, table, 0, count + 2});
  sections.push_back({".strtab", 3, 0, symbol_names});
  sections.push_back({".shstrtab", 3});
  for (const auto& each : sections) names += each.name + '\0';
  sections.back().content = names;

  std::string body, headers(64, '\0');
  std::uint64_t name_offset = 1;
  for (const auto& each : sections) {
    put(headers, name_offset, 4);
    put(headers, each.type, 4);
    put(headers, each.flags, 8);
    put(headers, 0, 8);
    put(headers, 64 + body.size(), 8);
    put(headers, each.size != 0 ? each.size : each.content.size(), 8);
    put(headers, each.link, 4);
    put(headers, each.info, 4);
    put(headers, each.align, 8);
    put(headers, 0, 8);
    body += each.content;
    name_offset += each.name.size() + 1;
  }
  std::string file(
      "\x7f"
      "ELF\x02\x01\x01\x41",
      8);
  put(file, abi, 8);
  put(file, 2, 2);
  put(file, machine, 2);
  put(file, 1, 4);
  put(file, 0, 16);
  put(file, 64 + body.size(), 8);
  put(file, flags, 4);
  put(file, 64, 2);
  put(file, 0, 4);
  put(file, 64, 2);
  put(file, sections.size() + 1, 2);
  put(file, sections.size(), 2);
  file += body + headers;
  const auto view = bytes_of(file);
  return {view.begin(), view.end()};
}

}  // namespace assay::binary
