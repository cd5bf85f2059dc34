// SPDX-License-Identifier: Apache-2.0
#include "binary/storage.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace assay::binary {
namespace {

constexpr std::uint8_t managed_flag = 0x4;  // st_other of a __managed__ variable
constexpr std::uint64_t largest_section = std::uint64_t{1} << 40;  // beyond any device's memory

/// Sections of a block or a thread are written too, but a launch is all that they live for.
bool outlives_launch(const Section& section) {
  constexpr std::uint32_t first_of_nvidia =
      0x70000000;  // types of sections that describe others (.nv.merc.…)
  if (section.type >= first_of_nvidia) return false;
  const auto flags = Section::writable | Section::allocated;
  return (section.flags & flags) == flags && !section.name.starts_with(".nv.shared") &&
         !section.name.starts_with(".nv.local");
}

/// Bank 3 holds __constant__ variables; the other banks are the compiler's.
bool is_constant(const Section& section) {
  return section.name == ".nv.constant3";
}

std::string space_of(const Section& section, const ElfSymbol& symbol) {
  if (is_constant(section)) return "constant";
  return (symbol.other & managed_flag) != 0 ? "managed" : "global";
}

bool stands_inside(const ElfSymbol& symbol, const Section& section) {
  return symbol.value <= section.size && symbol.size <= section.size - symbol.value;
}

using Range = std::pair<std::uint64_t, std::uint64_t>;  // begin, end

/// Bytes outside all ranges, but for the gaps that alignment leaves.
std::uint64_t uncovered(const Section& section, std::vector<Range> ranges) {
  std::ranges::sort(ranges);
  const auto padding = std::max<std::uint64_t>(section.align, 16);
  std::uint64_t total = 0;
  std::uint64_t reached = 0;
  const auto gap_before = [&](std::uint64_t begin) {
    const auto gap = begin > reached ? begin - reached : 0;
    return gap >= padding ? gap : 0;
  };
  for (const auto& [begin, end] : ranges) {
    total += gap_before(begin);
    reached = std::max(reached, end);
  }
  return total + gap_before(section.size);
}

Result<void> read_section(const Section& section, std::span<const ElfSymbol> symbols,
                          std::vector<Storage>& storage) {
  std::vector<Range> ranges;
  if (section.size > largest_section) {
    return fail("damaged cubin: a section of " + std::to_string(section.size) + " bytes",
                "build the file again", Blame::usage);
  }
  for (const auto& symbol : symbols) {
    if (!stands_inside(symbol, section)) {
      return fail(
          "damaged cubin: symbol '" + std::string(symbol.name) + "' reaches outside its section",
          "build the file again", Blame::usage);
    }
    storage.push_back({std::string(symbol.name), space_of(section, symbol),
                       static_cast<std::int64_t>(symbol.size)});
    ranges.emplace_back(symbol.value, symbol.value + symbol.size);
  }
  const auto nameless = uncovered(section, std::move(ranges));
  if (nameless > 0 && !is_constant(section)) {
    storage.push_back({std::string(section.name), "global", static_cast<std::int64_t>(nameless)});
  }
  return {};
}

std::vector<ElfSymbol> objects_by_section(const Elf& elf) {
  std::vector<ElfSymbol> objects;
  std::ranges::copy_if(elf.symbols, std::back_inserter(objects),
                       [](const ElfSymbol& symbol) { return symbol.type == ElfSymbol::object; });
  std::ranges::stable_sort(objects, {}, &ElfSymbol::section);
  return objects;
}

}  // namespace

Result<std::vector<Storage>> read_storage(const Elf& elf) {
  std::vector<Storage> storage;
  const auto objects = objects_by_section(elf);
  for (std::size_t i = 0; i < elf.sections.size(); ++i) {
    if (!outlives_launch(elf.sections[i]) && !is_constant(elf.sections[i])) continue;
    const auto its_own = std::ranges::equal_range(objects, i, {}, &ElfSymbol::section);
    if (auto read = read_section(elf.sections[i], its_own, storage); !read)
      return fail(read.error());
  }
  std::ranges::sort(storage, {}, &Storage::name);
  return storage;
}

}  // namespace assay::binary
