// SPDX-License-Identifier: Apache-2.0
#include "builder/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "binary/elf_writer.hpp"

namespace assay::builder {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr auto sample = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 counter;
.global .align 4 .b8 table[8] = {1, 2};
.const .align 4 .b8 bank[16];
.visible .entry _Z5scaleIfEvPT_i(.param .u64 p, .param .u32 n) .maxntid 64, 2, 1
{
  .reg .b32 %r<4>; .shared .align 4 .b8 tile[128];
  atom.global.add.u32 %r1, [counter], 1;
  ld.global.u32 %r2, [table];
  ld.const.u32 %r3, [bank];
  ret;
}
)";

record::BuildRequest request_for(std::vector<std::string> kernels) {
  record::BuildRequest request;
  request.name = "k.ptx";
  request.kind = "ptx";
  request.kernels = std::move(kernels);
  return request;
}

record::Build inspected(std::string_view ptx, const Bytes& cubin, std::vector<std::string> kernels,
                        const std::vector<std::string>& lowered = {}) {
  record::Build build;
  build.ok = true;
  const auto bytes = bytes_of(ptx);
  build.ptx.assign(bytes.begin(), bytes.end());
  build.cubin = cubin;
  inspect(request_for(std::move(kernels)), lowered, build);
  return build;
}

/// One kernel "k" with 40 registers and a variable.
Bytes small_cubin() {
  binary::ElfWriter writer;
  const auto text =
      writer.section({.name = ".text.k", .content = std::string(16, '\0'), .info = 40U << 24});
  const auto global = writer.section({.name = ".nv.global", .type = 8, .flags = 3, .size = 4});
  writer.symbol({.name = "k", .type = 2, .other = 0x10, .section = text});
  writer.symbol({.name = "kept", .type = 1, .section = global, .size = 4});
  writer.symbol({.name = "vprintf", .type = 2});
  writer.symbol({.name = "cudaGetParameterBufferV2", .type = 2});
  return writer.bytes();
}

TEST(Inspect, ptx_alone_tells_sizes_bounds_and_the_mix) {
  const auto build = inspected(sample, {}, {"scale<float>"});
  ASSERT_TRUE(build.ok) << build.log;
  const auto& kernel = build.kernels.at(0);
  EXPECT_EQ(kernel.expression, "scale<float>");
  EXPECT_EQ(kernel.entry, "_Z5scaleIfEvPT_i");
  EXPECT_THAT(kernel.parameter_sizes, ElementsAre(8, 4));
  EXPECT_EQ(kernel.max_threads, 128);
  EXPECT_EQ(kernel.shared_bytes, 128);
  EXPECT_THAT(kernel.instruction_mix, ElementsAre(Pair("ld", 2), Pair("atom", 1), Pair("ret", 1)));
}

TEST(Inspect, storage_is_told_with_its_proof) {
  const auto build = inspected(sample, {}, {"scale<float>"});
  std::string all;
  for (const auto& symbol : build.writable_symbols) {
    all += symbol.name + ' ' + symbol.space + (symbol.proven_read_only ? " read-only\n" : "\n");
  }
  EXPECT_EQ(all, "counter global\ntable global read-only\nbank constant read-only\n");
}

TEST(Inspect, without_named_kernels_all_are_listed) {
  const auto build = inspected(sample, {}, {});
  ASSERT_EQ(build.kernels.size(), 1U);
  EXPECT_EQ(build.kernels[0].expression, "scale<float>");
}

TEST(Inspect, a_missing_kernel_fails_the_build) {
  const auto build = inspected(sample, {}, {"sclae<float>"});
  EXPECT_FALSE(build.ok);
  EXPECT_EQ(build.failure, "compile");
  EXPECT_THAT(build.log, HasSubstr("'sclae<float>' is not in k.ptx"));
  EXPECT_THAT(build.log, HasSubstr("scale<float>"));
}

TEST(Inspect, ptx_that_nobody_understands_fails_with_its_place) {
  const auto build = inspected(".version 8.0\n.target sm_80\n.address_size 64\nbogus\n", {}, {});
  EXPECT_EQ(build.failure, "compile");
  EXPECT_THAT(build.log, HasSubstr("k.ptx:4:"));
}

TEST(Inspect, ptx_that_the_assembler_took_stays_with_a_finding) {
  const auto build = inspected("bogus", small_cubin(), {"k"});
  EXPECT_TRUE(build.ok);
  ASSERT_FALSE(build.findings.empty());
  EXPECT_EQ(build.findings[0].code, "sim.unsupported");
}

TEST(Inspect, a_cubin_alone_tells_resources_storage_and_foreign_names) {
  const auto build = inspected("", small_cubin(), {"k"});
  ASSERT_TRUE(build.ok) << build.log;
  EXPECT_EQ(build.arch, "90");
  EXPECT_EQ(build.kernels.at(0).registers, 40);
  EXPECT_EQ(build.writable_symbols.at(0).name, "kept");
  EXPECT_FALSE(build.writable_symbols.at(0).proven_read_only);
  EXPECT_THAT(build.forbidden, ElementsAre("cudaGetParameterBufferV2"));
  EXPECT_EQ(build.findings.at(0).code, "code.printf");
}

TEST(Inspect, a_damaged_cubin_fails_the_build) {
  const auto bytes = bytes_of("not a cubin");
  const auto build = inspected("", {bytes.begin(), bytes.end()}, {"k"});
  EXPECT_EQ(build.failure, "format");
  EXPECT_THAT(build.log, HasSubstr("not a cubin: it begins with"));
}

TEST(Inspect, the_compilers_lowered_name_is_believed_only_if_it_exists) {
  EXPECT_EQ(inspected(sample, {}, {"whatever"}, {"_Z5scaleIfEvPT_i"}).kernels.at(0).entry,
            "_Z5scaleIfEvPT_i");
  EXPECT_FALSE(inspected(sample, {}, {"whatever"}, {"other"}).ok);
}

}  // namespace
}  // namespace assay::builder
