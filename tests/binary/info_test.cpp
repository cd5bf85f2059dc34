// SPDX-License-Identifier: Apache-2.0
#include "binary/info.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "binary/elf_writer.hpp"
#include "binary/note.hpp"
#include "binary/spill.hpp"

namespace assay::binary {
namespace {

TEST(Info, records_of_every_format_are_walked) {
  const auto text = std::string("\x01\x2b\x00\x00", 4) + std::string("\x02\x4c\x03\x00", 4) +
                    std::string("\x03\x1b\xff\x01", 4) + info_record(0x05, {1, 2, 3});
  const auto records = read_info(bytes_of(text));
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 4U);
  EXPECT_EQ((*records)[1].attribute, Attribute::barriers);
  EXPECT_EQ((*records)[1].value, 3);
  EXPECT_EQ((*records)[2].value, 0x1ff);
  EXPECT_EQ((*records)[3].payload.size(), 12U);
}

TEST(Info, any_bytes_end_in_records_or_an_error) {
  rc::check("read_info", [](const std::string& text) {
    const auto records = read_info(bytes_of(text));
    std::size_t used = 0;
    if (records) {
      for (const auto& record : *records) used += 4 + record.payload.size();
      RC_ASSERT(used == text.size());
    } else {
      RC_ASSERT(!records.error().message.empty());
    }
  });
}

/// One 16-byte instruction with the width field of a local load or store.
std::string instruction(std::uint64_t width) {
  std::string code;
  put(code, 0, 8);
  put(code, width << 9, 8);
  return code;
}

std::int64_t spilled(const std::string& code, const std::string& info) {
  return spill_bytes(bytes_of(code), read_info(bytes_of(info)).value());
}

TEST(Spill, widths_add_up) {
  const auto code = instruction(4) + instruction(5) + instruction(6) + instruction(0);
  EXPECT_EQ(spilled(code, info_record(0x55, {1, 0, 1, 16, 1, 32, 1, 48})), 4 + 8 + 16 + 1);
}

TEST(Spill, other_kinds_and_torn_pairs_count_nothing) {
  EXPECT_EQ(spilled(instruction(6), info_record(0x55, {2, 0, 1})), 0);
  EXPECT_EQ(spilled(instruction(6), info_record(0x54, {1, 0})), 0);
}

TEST(Note, version_and_options_are_found) {
  std::string note(24, '\0');
  for (const std::uint32_t word : {2, 0, 1, 7, 12, 18}) put(note, word, 4);
  note += std::string("\0ptxas\0V13.\0Build\0-arch sm_100a -m 64\0", 38);
  const auto read = read_tool_note(bytes_of(note));
  EXPECT_EQ(read.compiler, "V13.");
  EXPECT_EQ(read.options, "-arch sm_100a -m 64");
  EXPECT_EQ(arch_in(read.options), "100a");
}

TEST(Note, damage_means_nothing_is_known) {
  EXPECT_EQ(read_tool_note({}).compiler, "");
  std::string note(24, '\0');
  for (int i = 0; i < 6; ++i) put(note, 0xffffffff, 4);
  EXPECT_EQ(read_tool_note(bytes_of(note)).options, "");
  EXPECT_EQ(arch_in("-m 64"), "");
}

}  // namespace
}  // namespace assay::binary
