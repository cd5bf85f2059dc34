// SPDX-License-Identifier: Apache-2.0
#include "builder/flow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/parse.hpp"

namespace assay::builder {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The first instruction of a body, with its registers by number.
ptx::Instruction instruction_of(const std::string& statement) {
  auto module = ptx::parse(R"(.version 9.0
.target sm_90
.address_size 64
.global .align 16 .b8 table[64];
.visible .entry k()
{
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
)" + statement + "\n  ret;\n}\n");
  EXPECT_TRUE(module) << statement << (module ? "" : module.error().message);
  return module ? module->functions.at(0).body.at(0) : ptx::Instruction{};
}

Role role(const std::string& statement) {
  return role_of(instruction_of(statement));
}

TEST(Flow, arithmetic_and_moves_compute) {
  for (const auto* statement :
       {"add.s64 %rd1, %rd2, %rd3;", "mov.u64 %rd1, table;", "cvta.global.u64 %rd1, %rd2;",
        "selp.b64 %rd1, %rd2, %rd3, %p1;", "setp.eq.s64 %p1, %rd1, 0;",
        "shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "prmt.b32 %r1, %r2, %r3, 0x3210;"}) {
    EXPECT_EQ(role(statement), Role::computes) << statement;
  }
}

TEST(Flow, a_carry_flag_is_an_escape) {
  EXPECT_EQ(role("add.cc.u32 %r1, %r2, %r3;"), Role::escapes);
}

TEST(Flow, loads_load) {
  for (const auto* statement :
       {"ld.global.u32 %r1, [%rd1];", "ld.global.nc.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];",
        "ldu.global.u32 %r1, [%rd1];", "prefetch.global.L2 [%rd1];"}) {
    EXPECT_EQ(role(statement), Role::loads) << statement;
  }
}

TEST(Flow, only_copies_into_shared_memory_are_copies) {
  EXPECT_EQ(role("cp.async.ca.shared.global [%r1], [%rd1], 16;"), Role::copies);
  EXPECT_EQ(role("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 16;"), Role::escapes);
}

TEST(Flow, whatever_writes_or_leaves_is_an_escape) {
  for (const auto* statement : {"st.global.u32 [%rd1], %r1;", "atom.global.add.u32 %r1, [%rd1], 1;",
                                "red.global.add.u32 [%rd1], 1;", "discard.global.L2 [%rd1], 128;",
                                "bra after; after:", "mbarrier.init.shared.b64 [%r1], 1;"}) {
    EXPECT_EQ(role(statement), Role::escapes) << statement;
  }
}

TEST(Flow, operands_are_taken_apart) {
  const auto load = instruction_of("ld.global.v2.u32 {%r1, %r2}, [table+8];");
  std::vector<ptx::RegisterId> registers;
  std::vector<std::string_view> names;
  for (const auto& operand : load.operands) mentions(operand, registers, names);
  EXPECT_EQ(registers.size(), 2U);
  EXPECT_THAT(names, ElementsAre("table"));
  EXPECT_THAT(written(load), ElementsAre(registers[0], registers[1]));
}

TEST(Flow, both_predicates_of_a_pair_are_written) {
  EXPECT_EQ(written(instruction_of("setp.eq.and.s32 %p1|%p2, %r1, 0, %p3;")).size(), 2U);
  EXPECT_THAT(written(instruction_of("ret;")), IsEmpty());
}

}  // namespace
}  // namespace assay::builder
