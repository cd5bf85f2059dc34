// SPDX-License-Identifier: Apache-2.0
#include "binary/info.hpp"

#include <string>

#include "binary/elf.hpp"

namespace assay::binary {

Result<std::vector<InfoRecord>> read_info(ByteView section) {
  constexpr std::uint64_t head_size = 4;
  constexpr std::uint8_t with_payload = 4;
  std::vector<InfoRecord> records;
  for (std::uint64_t offset = 0; offset < section.size();) {
    const auto format = integer_at<std::uint8_t>(section, offset);
    const auto attribute = integer_at<std::uint8_t>(section, offset + 1);
    const auto value = integer_at<std::uint16_t>(section, offset + 2);
    const std::uint64_t length = format == with_payload ? value.value_or(0) : 0;
    const auto payload = slice(section, offset + head_size, length);
    if (!value || !payload || *format < 1 || *format > with_payload) {
      return fail("damaged .nv.info section: no record at byte " + std::to_string(offset),
                  "build the file again", Blame::usage);
    }
    records.push_back({static_cast<Attribute>(*attribute), *value, *payload});
    offset += head_size + length;
  }
  return records;
}

}  // namespace assay::binary
