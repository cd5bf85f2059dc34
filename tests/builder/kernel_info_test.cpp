// SPDX-License-Identifier: Apache-2.0
#include "builder/kernel_info.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/parse.hpp"

namespace assay::builder {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

ptx::Module module_of(const std::string& directives) {
  return ptx::parse(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .align 4 .b8 s[20], .param .u8 c) )" +
                    directives + R"(
{
  .reg .b32 %r<3>; .local .align 8 .b8 depot[40]; .shared .align 4 .b8 tile[96];
  mov.u32 %r1, %tid.x; add.u32 %r1, %r1, 1; mov.u32 %r2, %r1;
  ret;
}
)")
      .value();
}

binary::Cubin cubin_of_k() {
  binary::Kernel kernel;
  kernel.name = "k";
  kernel.registers = 33;
  kernel.shared_bytes = 512;
  kernel.frame_bytes = 16;
  kernel.stack_bytes = 48;
  kernel.spill_bytes = 24;
  kernel.parameters = {{0, 8}, {8, 4}};
  kernel.max_threads = {32, 4, 1};
  kernel.cluster = {2, 1, 1};
  binary::Cubin cubin;
  cubin.kernels = {kernel};
  return cubin;
}

TEST(KernelInfo, the_ptx_alone_gives_sizes_and_bounds) {
  const auto module = module_of(".maxntid 16, 8, 2");
  const auto info = kernel_info("k", "k", nullptr, &module);
  EXPECT_THAT(info.parameter_sizes, ElementsAre(8, 20, 1));
  EXPECT_EQ(info.max_threads, 256);
  EXPECT_EQ(info.shared_bytes, 96);
  EXPECT_EQ(info.frame_bytes, 40);
  EXPECT_EQ(info.registers, 0);
  EXPECT_THAT(info.required_threads, ElementsAre(0, 0, 0));
}

TEST(KernelInfo, required_sizes_are_kept_apart_from_bounds) {
  const auto module = module_of(".reqntid 64, 2, 1");
  const auto info = kernel_info("k", "k", nullptr, &module);
  EXPECT_THAT(info.required_threads, ElementsAre(64, 2, 1));
  EXPECT_EQ(info.max_threads, 0);
}

TEST(KernelInfo, the_cubin_is_believed_first) {
  const auto module = module_of(".maxntid 16, 8, 2");
  const auto cubin = cubin_of_k();
  const auto info = kernel_info("k<1>", "k", &cubin, &module);
  EXPECT_EQ(info.expression, "k<1>");
  EXPECT_EQ(info.entry, "k");
  EXPECT_THAT(info.parameter_sizes, ElementsAre(8, 4));
  EXPECT_EQ(info.registers, 33);
  EXPECT_EQ(info.shared_bytes, 512);
  EXPECT_EQ(info.frame_bytes, 48);
  EXPECT_EQ(info.spill_bytes, 24);
  EXPECT_EQ(info.max_threads, 128);
  EXPECT_THAT(info.cluster, ElementsAre(2, 1, 1));
}

TEST(KernelInfo, the_mix_counts_operations_the_most_frequent_first) {
  const auto module = module_of("");
  const auto info = kernel_info("k", "k", nullptr, &module);
  EXPECT_THAT(info.instruction_mix, ElementsAre(Pair("mov", 2), Pair("add", 1), Pair("ret", 1)));
}

TEST(KernelInfo, what_nobody_knows_stays_empty) {
  const auto cubin = cubin_of_k();
  const auto info = kernel_info("other", "other", &cubin, nullptr);
  EXPECT_EQ(info.registers, 0);
  EXPECT_THAT(info.parameter_sizes, IsEmpty());
  EXPECT_THAT(info.instruction_mix, IsEmpty());
}

}  // namespace
}  // namespace assay::builder
