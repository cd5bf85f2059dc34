// SPDX-License-Identifier: Apache-2.0
#include "binary/note.hpp"

#include "binary/elf.hpp"

namespace assay::binary {

ToolNote read_tool_note(ByteView section) {
  // an ELF note: 12 bytes of header, 12 of owner ("NVIDIA Corp"); then six u32 (version, and
  // offsets into the strings that follow: object, tool, version, branch, options), then the strings
  constexpr std::uint64_t description = 24;
  constexpr std::uint64_t strings = description + 24;
  const auto text = [&](std::uint64_t field) -> std::string_view {
    const auto offset = integer_at<std::uint32_t>(section, description + 4 * field);
    return offset ? text_at(section, strings + *offset) : std::string_view{};
  };
  return {text(3), text(5)};
}

std::string_view arch_in(std::string_view options) {
  constexpr std::string_view prefix = "sm_";
  const auto start = options.find(prefix);
  if (start == std::string_view::npos) return {};
  const auto rest = options.substr(start + prefix.size());
  return rest.substr(0, rest.find_first_not_of("0123456789af"));
}

}  // namespace assay::binary
