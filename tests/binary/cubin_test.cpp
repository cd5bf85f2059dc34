// SPDX-License-Identifier: Apache-2.0
// Files that no compiler writes; what a compiler writes is in truth_test.cpp.
#include "binary/cubin.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "binary/elf_writer.hpp"

namespace assay::binary {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t writable = 3;  // SHF_WRITE | SHF_ALLOC
constexpr std::uint32_t no_bits = 8;

/// A writer with one kernel "k" whose symbol has index 1.
ElfWriter with_kernel(const std::string& info, const std::string& code = std::string(32, '\0')) {
  ElfWriter writer;
  const auto text = writer.section({.name = ".text.k", .content = code, .info = 40U << 24});
  writer.section({.name = ".nv.info.k", .content = info});
  writer.symbol({.name = "k", .type = 2, .other = 0x10, .section = text});
  return writer;
}

std::string complaint(const ElfWriter& writer) {
  const auto cubin = read_cubin(writer.bytes());
  return cubin ? "" : cubin.error().message;
}

TEST(Cubin, host_files_are_refused_by_name) {
  ElfWriter writer;
  writer.machine = 62;
  EXPECT_THAT(complaint(writer), HasSubstr("machine 62"));
}

TEST(Cubin, registers_come_from_the_module_or_the_section) {
  auto writer = with_kernel("");
  EXPECT_EQ(read_cubin(writer.bytes())->kernels[0].registers, 40);
  writer.section({.name = ".nv.info", .content = info_record(0x2f, {1, 77})});
  EXPECT_EQ(read_cubin(writer.bytes())->kernels[0].registers, 77);
}

TEST(Cubin, launch_facts_are_read) {
  const auto writer = with_kernel(info_record(0x05, {128, 2, 1}) + info_record(0x10, {64, 1, 1}) +
                                  info_record(0x3d, {2, 1, 1}));
  const auto kernel = read_cubin(writer.bytes())->kernels.at(0);
  EXPECT_THAT(kernel.max_threads, ElementsAre(128, 2, 1));
  EXPECT_THAT(kernel.required_threads, ElementsAre(64, 1, 1));
  EXPECT_THAT(kernel.cluster, ElementsAre(2, 1, 1));
}

TEST(Cubin, parameters_stand_in_their_order) {
  const auto writer = with_kernel(info_record(0x17, {0, 0x00080001, 4U << 18 | 0x1f000}) +
                                  info_record(0x45, {0, 0x00000000, 8}));
  const auto kernel = read_cubin(writer.bytes())->kernels.at(0);
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[0].size, 8);
  EXPECT_EQ(kernel.parameters[1].size, 4);
  EXPECT_EQ(kernel.parameters[1].offset, 8);
}

TEST(Cubin, a_damaged_info_section_is_refused) {
  EXPECT_THAT(complaint(with_kernel(std::string("\x04\x05\xff\x00", 4))),
              HasSubstr("no record at byte 0"));
  EXPECT_THAT(complaint(with_kernel(std::string("\x09\x05\x00\x00", 4))),
              HasSubstr("no record at byte 0"));
  EXPECT_THAT(complaint(with_kernel("\x01")), HasSubstr("no record at byte 0"));
}

TEST(Cubin, spills_outside_the_code_count_nothing) {
  EXPECT_EQ(read_cubin(with_kernel(info_record(0x55, {1, 0xfffffff0, 1, 24})).bytes())
                ->kernels[0]
                .spill_bytes,
            0);
}

TEST(Cubin, a_kernel_without_code_is_refused) {
  ElfWriter writer;
  const auto other = writer.section({.name = ".text.other"});
  writer.symbol({.name = "k", .type = 2, .other = 0x10, .section = other});
  EXPECT_THAT(complaint(writer), HasSubstr("'k' has no code"));
}

TEST(Cubin, the_number_of_older_files_stands_in_the_first_byte) {
  ElfWriter writer;
  writer.abi = 7;
  writer.flags = 0x4b054b;
  EXPECT_EQ(read_cubin(writer.bytes())->arch, "75");
}

TEST(Cubin, storage_is_told_apart) {
  ElfWriter writer;
  const auto global =
      writer.section({.name = ".nv.global", .type = no_bits, .flags = writable, .size = 12});
  const auto bank =
      writer.section({.name = ".nv.constant3", .flags = 2, .content = std::string(8, 'c')});
  writer.symbol({.name = "counter", .type = 1, .section = global, .value = 0, .size = 4});
  writer.symbol({.name = "shared_with_host",
                 .type = 1,
                 .other = 4,
                 .section = global,
                 .value = 4,
                 .size = 8});
  writer.symbol({.name = "bank", .type = 1, .section = bank, .value = 0, .size = 8});
  const auto storage = read_cubin(writer.bytes())->storage;
  ASSERT_EQ(storage.size(), 3U);
  EXPECT_EQ(storage[0].name + storage[0].space, "bankconstant");
  EXPECT_EQ(storage[1].name + storage[1].space, "counterglobal");
  EXPECT_EQ(storage[2].name + storage[2].space, "shared_with_hostmanaged");
  EXPECT_EQ(storage[2].size, 8);
}

TEST(Cubin, a_stripped_file_hides_no_storage) {
  ElfWriter writer;
  const auto global = writer.section(
      {.name = ".nv.global", .type = no_bits, .flags = writable, .size = 4096, .align = 4});
  writer.symbol({.name = "tip", .type = 1, .section = global, .value = 1024, .size = 64});
  const auto storage = read_cubin(writer.bytes())->storage;
  ASSERT_EQ(storage.size(), 2U);
  EXPECT_EQ(storage[0].name, ".nv.global");
  EXPECT_EQ(storage[0].size, 4096 - 64);
}

TEST(Cubin, padding_is_no_storage) {
  ElfWriter writer;
  const auto global = writer.section(
      {.name = ".nv.global", .type = no_bits, .flags = writable, .size = 256, .align = 128});
  writer.symbol({.name = "small", .type = 1, .section = global, .value = 0, .size = 4});
  writer.symbol({.name = "aligned", .type = 1, .section = global, .value = 128, .size = 128});
  EXPECT_EQ(read_cubin(writer.bytes())->storage.size(), 2U);
}

TEST(Cubin, a_symbol_outside_its_section_is_refused) {
  ElfWriter writer;
  const auto global =
      writer.section({.name = ".nv.global", .type = no_bits, .flags = writable, .size = 8});
  writer.symbol(
      {.name = "wide", .type = 1, .section = global, .value = 4, .size = ~std::uint64_t{0}});
  EXPECT_THAT(complaint(writer), HasSubstr("'wide' reaches outside"));
}

TEST(Cubin, names_from_elsewhere_are_listed_once) {
  ElfWriter writer;
  writer.symbol({.name = "vprintf", .type = 2});
  writer.symbol({.name = "cudaLaunchDeviceV2", .type = 2});
  writer.symbol({.name = "vprintf", .type = 2});
  writer.symbol({.name = ".nv.reservedSmem.offset0", .type = 1});
  EXPECT_THAT(read_cubin(writer.bytes())->undefined, ElementsAre("cudaLaunchDeviceV2", "vprintf"));
}

TEST(Cubin, the_note_can_not_change_the_number) {
  ElfWriter writer;
  std::string note(24, '\0');
  for (const std::uint32_t word : {2, 0, 0, 0, 0, 0}) put(note, word, 4);
  note += std::string("-arch sm_75") + '\0';
  writer.section({.name = ".note.nv.tkinfo", .type = 7, .content = note});
  EXPECT_EQ(read_cubin(writer.bytes())->arch, "90");
}

}  // namespace
}  // namespace assay::binary
