// SPDX-License-Identifier: Apache-2.0
#include "binary/elf.hpp"

#include <algorithm>
#include <string>

namespace assay::binary {
namespace {

constexpr std::uint64_t header_size = 64;
constexpr std::uint64_t section_header_size = 64;
constexpr std::uint64_t symbol_size = 24;

tl::unexpected<Error> damaged(const std::string& what) {
  return fail("damaged ELF file: " + what, "build the file again", Blame::usage);
}

/// Callers have checked that the header lies inside, so that a missing value can't happen.
template <class Integer>
Integer at(ByteView bytes, std::uint64_t offset) {
  return integer_at<Integer>(bytes, offset).value_or(0);
}

Section section_from(ByteView header) {
  Section section;
  section.type = at<std::uint32_t>(header, 4);
  section.flags = at<std::uint64_t>(header, 8);
  section.size = at<std::uint64_t>(header, 32);
  section.link = at<std::uint32_t>(header, 40);
  section.info = at<std::uint32_t>(header, 44);
  section.align = at<std::uint64_t>(header, 48);
  return section;
}

/// Sections that overlap, or names that share their bytes, would let a small file stand for a large
/// one and make reading it quadratic. Compilers write neither; `most` leaves room for shared
/// endings of names.
class Budget {
 public:
  explicit Budget(ByteView bytes) : most_(4 * std::uint64_t{bytes.size()}) {}
  [[nodiscard]] bool spend(std::uint64_t size) {
    spent_ += size;  // can't wrap: each part was found inside the file
    return spent_ <= most_;
  }

 private:
  std::uint64_t most_;
  std::uint64_t spent_ = 0;
};

Result<void> read_sections(ByteView bytes, Elf& elf) {
  const auto start = at<std::uint64_t>(bytes, 40);
  const auto entry_size = at<std::uint16_t>(bytes, 58);
  const std::uint64_t count = at<std::uint16_t>(bytes, 60);
  if (count > 0 && entry_size != section_header_size)
    return damaged("unknown size of section headers");
  const auto table = slice(bytes, start, count * section_header_size);
  if (!table) return damaged("the section headers reach past its end");
  Budget budget(bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto header = table->subspan(i * section_header_size, section_header_size);
    auto section = section_from(header);
    const auto content = slice(bytes, at<std::uint64_t>(header, 24), section.size);
    const bool stored = section.type != Section::no_bits && section.type != 0;
    if (stored && !content)
      return damaged("section " + std::to_string(i) + " reaches past its end");
    if (stored) section.content = *content;
    if (!budget.spend(section.content.size())) return damaged("its sections overlap");
    elf.sections.push_back(section);
  }
  return {};
}

Result<void> name_sections(ByteView bytes, Elf& elf) {
  const auto index = at<std::uint16_t>(bytes, 62);
  if (index >= elf.sections.size()) return {};
  Budget budget(bytes);
  const auto names = elf.sections[index].content;
  const auto table =
      slice(bytes, at<std::uint64_t>(bytes, 40), elf.sections.size() * section_header_size);
  for (std::size_t i = 0; i < elf.sections.size(); ++i) {
    elf.sections[i].name = text_at(names, at<std::uint32_t>(*table, i * section_header_size));
    if (!budget.spend(elf.sections[i].name.size())) return damaged("its section names overlap");
    elf.by_name.push_back(i);
  }
  std::ranges::stable_sort(elf.by_name, {}, [&](std::size_t i) { return elf.sections[i].name; });
  return {};
}

Result<void> read_symbols(ByteView bytes, const Section& table, Elf& elf) {
  if (table.link >= elf.sections.size()) return damaged("the symbol table has no names");
  const auto names = elf.sections[table.link].content;
  Budget budget(bytes);
  for (std::uint64_t i = 0; i < table.content.size() / symbol_size; ++i) {
    const auto entry = table.content.subspan(i * symbol_size, symbol_size);
    ElfSymbol symbol;
    symbol.name = text_at(names, at<std::uint32_t>(entry, 0));
    if (!budget.spend(symbol.name.size())) return damaged("its symbol names overlap");
    symbol.type = at<std::uint8_t>(entry, 4) & 0xf;
    symbol.other = at<std::uint8_t>(entry, 5);
    symbol.section = at<std::uint16_t>(entry, 6);
    symbol.value = at<std::uint64_t>(entry, 8);
    symbol.size = at<std::uint64_t>(entry, 16);
    elf.symbols.push_back(symbol);
  }
  return {};
}

/// As hexadecimal: what is no ELF need not be text.
std::string first_bytes(ByteView bytes) {
  constexpr std::size_t shown = 7;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes.first(std::min(bytes.size(), shown))) {
    const auto value = std::to_integer<unsigned>(byte);
    if (!text.empty()) text += ' ';
    text += {digits[value >> 4], digits[value & 15]};
  }
  return text.empty() ? "nothing (0 bytes)" : text;
}

Result<void> check_header(ByteView bytes) {
  constexpr std::string_view magic =
      "\x7f"
      "ELF"
      "\x02\x01\x01";
  if (text_of(bytes.first(std::min(bytes.size(), magic.size()))) != magic) {
    return fail("not a cubin: it begins with " + first_bytes(bytes) +
                    ", expected 7f 45 4c 46 02 01 01 (ELF, 64 bits, little-endian)",
                "a cubin is what `nvcc -cubin` writes", Blame::usage);
  }
  if (bytes.size() < header_size) return damaged("the header is cut off");
  return {};
}

}  // namespace

std::optional<ByteView> slice(ByteView bytes, std::uint64_t offset, std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return bytes.subspan(offset, size);
}

std::string_view text_at(ByteView bytes, std::uint64_t offset) {
  // a table that ends without a NUL is no table; looking at its end first keeps each look-up as
  // short as its name
  if (offset >= bytes.size() || bytes.back() != std::byte{0}) return {};
  const auto text = text_of(bytes.subspan(offset));
  return text.substr(0, text.find('\0'));
}

const Section* Elf::find(std::string_view name) const {
  const auto name_of = [&](std::size_t index) { return sections[index].name; };
  const auto found = std::ranges::lower_bound(by_name, name, {}, name_of);
  return found == by_name.end() || name_of(*found) != name ? nullptr : &sections[*found];
}

Result<Elf> read_elf(ByteView bytes) {
  if (auto checked = check_header(bytes); !checked) return fail(checked.error());
  Elf elf;
  elf.abi_version = at<std::uint8_t>(bytes, 8);
  elf.machine = at<std::uint16_t>(bytes, 18);
  elf.flags = at<std::uint32_t>(bytes, 48);
  if (auto read = read_sections(bytes, elf); !read) return fail(read.error());
  if (auto named = name_sections(bytes, elf); !named) return fail(named.error());
  const auto table = std::ranges::find(elf.sections, Section::symbol_table, &Section::type);
  if (table == elf.sections.end()) return elf;
  const Section copy = *table;
  if (auto read = read_symbols(bytes, copy, elf); !read) return fail(read.error());
  return elf;
}

}  // namespace assay::binary
