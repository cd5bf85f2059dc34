// SPDX-License-Identifier: Apache-2.0
#include "builder/read_only.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/parse.hpp"

namespace assay::builder {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto head = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 a, .param .b64 b);
.global .align 4 .b8 table[64];
.const .align 4 .b8 bank[64];
)";

std::set<std::string> proven(const std::string& text) {
  auto module = ptx::parse(text);
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? read_only_variables(*module) : std::set<std::string>{};
}

/// Is `table` proven read-only in a kernel with this body?
bool table_is_proven(const std::string& body, const std::string& more = "") {
  const auto text = head + more + R"(.visible .entry k(.param .u64 p)
{
  .reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<5>;
  .local .align 8 .b8 frame[64]; .shared .align 16 .b8 tile[64];
  ld.param.u64 %rd1, [p];
)" + body + "\n  ret;\n}\n";
  return proven(text).contains("table");
}

TEST(ReadOnly, loads_prove) {
  EXPECT_TRUE(table_is_proven(""));
  EXPECT_TRUE(table_is_proven("ld.global.u32 %r1, [table+4];"));
  EXPECT_TRUE(table_is_proven("mov.u64 %rd2, table; ld.global.nc.u32 %r1, [%rd2];"));
  EXPECT_TRUE(table_is_proven(
      "mov.u64 %rd2, table; cvta.global.u64 %rd3, %rd2; mul.wide.u32 %rd4, %r1, 4;"
      "add.s64 %rd5, %rd3, %rd4; ld.v2.f32 {%f1, %f2}, [%rd5+8]; st.global.f32 [%rd1], %f1;"));
  EXPECT_TRUE(table_is_proven(
      "mov.u64 %rd2, table; setp.eq.s32 %p1, %r1, 0; selp.b64 %rd3, %rd2, %rd1, %p1;"
      "ld.u32 %r2, [%rd3];"));
}

TEST(ReadOnly, copies_out_of_it_prove_copies_into_it_do_not) {
  EXPECT_TRUE(table_is_proven(
      "mov.u64 %rd2, table; mov.u32 %r1, tile; cp.async.ca.shared.global [%r1], [%rd2], 16;"));
  EXPECT_FALSE(
      table_is_proven("mov.u64 %rd2, table; mov.u32 %r1, tile;"
                      "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r1], 16;"));
}

TEST(ReadOnly, every_store_to_it_disproves) {
  EXPECT_FALSE(table_is_proven("st.global.u32 [table+4], %r1;"));
  EXPECT_FALSE(table_is_proven("mov.u64 %rd2, table; st.global.u32 [%rd2], %r1;"));
  EXPECT_FALSE(
      table_is_proven("mov.u64 %rd2, table; add.s64 %rd3, %rd2, 4; cvta.global.u64 %rd4, %rd3;"
                      "st.u32 [%rd4], %r1;"));
  EXPECT_FALSE(table_is_proven("mov.u64 %rd2, table; atom.global.add.u32 %r1, [%rd2], 1;"));
  EXPECT_FALSE(table_is_proven("mov.u64 %rd2, table; red.global.add.u32 [%rd2], 1;"));
  EXPECT_FALSE(table_is_proven("atom.global.exch.b32 %r1, [table], 1;"));
}

TEST(ReadOnly, an_address_that_gets_away_disproves) {
  EXPECT_FALSE(table_is_proven("mov.u64 %rd2, table; st.global.u64 [%rd1], %rd2;"));
  EXPECT_FALSE(
      table_is_proven("mov.u64 %rd2, table; mov.b64 {%r1, %r2}, %rd2; st.shared.u32 [tile], %r1;"));
  EXPECT_FALSE(table_is_proven(
      "mov.u64 %rd2, table; cvt.u32.u64 %r1, %rd2; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;"
      "st.global.u32 [%rd1], %r2;"));
  EXPECT_FALSE(table_is_proven(
      "{ .param .b64 a; mov.u64 %rd2, table; st.param.b64 [a], %rd2; call f, (a); }",
      ".func f(.param .b64 a) { ret; }\n"));
}

TEST(ReadOnly, an_address_in_local_memory_comes_back_with_any_load_of_it) {
  const std::string kept = "mov.u64 %rd2, table; st.local.u64 [frame], %rd2;";
  EXPECT_TRUE(table_is_proven(kept));
  EXPECT_TRUE(table_is_proven(kept + "ld.local.u64 %rd3, [frame]; ld.u32 %r1, [%rd3];"));
  EXPECT_FALSE(table_is_proven(kept + "ld.local.u64 %rd3, [frame]; st.u32 [%rd3], 1;"));
  EXPECT_FALSE(table_is_proven(kept + "ld.u64 %rd3, [%rd4]; st.u32 [%rd3], 1;")) << "generic";
  EXPECT_TRUE(table_is_proven(kept + "ld.global.u64 %rd3, [%rd1]; st.global.u32 [%rd3], 1;"))
      << "global memory does not hold it";
  EXPECT_FALSE(table_is_proven("mov.u64 %rd2, table; st.u64 [%rd4], %rd2;")) << "anywhere";
  EXPECT_FALSE(table_is_proven("ld.local.u64 %rd3, [frame]; st.u32 [%rd3], 1;" + kept))
      << "on the next way round a loop";
}

TEST(ReadOnly, an_address_in_local_memory_reaches_the_other_functions) {
  const std::string kept = "mov.u64 %rd2, table; st.local.u64 [frame], %rd2;";
  const auto reader = [](const std::string& use) {
    return ".func f(.param .b64 a) { .reg .b64 %x<4>; ld.param.u64 %x1, [a]; ld.u64 %x2, [%x1]; " +
           use + " ret; }\n";
  };
  EXPECT_TRUE(table_is_proven(kept, reader("ld.u64 %x3, [%x2];")));
  EXPECT_FALSE(table_is_proven(kept, reader("st.u64 [%x2], %x1;")));
}

TEST(ReadOnly, a_table_of_virtual_functions_is_read) {
  const std::string object =
      "mov.u64 %rd2, table; add.s64 %rd3, %rd2, 16; st.local.u64 [frame], %rd3;"
      "ld.local.u64 %rd4, [frame]; ld.u64 %rd5, [%rd4];";
  EXPECT_TRUE(table_is_proven(object + R"({ .param .b64 a; st.param.b64 [a], %rd1;
    way : .callprototype _ (.param .b64 _); call %rd5, (a), way; })"));
  EXPECT_FALSE(table_is_proven(object + R"({ .param .b64 a; st.param.b64 [a], %rd5;
    way : .callprototype _ (.param .b64 _); call %rd5, (a), way; })"));
}

TEST(ReadOnly, an_address_told_bit_by_bit_disproves) {
  const std::string bit = "mov.u64 %rd2, table; and.b64 %rd3, %rd2, 4; setp.ne.s64 %p1, %rd3, 0;";
  EXPECT_FALSE(table_is_proven(bit + "@%p1 st.global.u32 [%rd1], 1;"));
  EXPECT_FALSE(table_is_proven(bit + "@%p1 mov.u32 %r1, 1; st.global.u32 [%rd1], %r1;"));
  EXPECT_FALSE(
      table_is_proven(bit + "@%p1 ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1+4], %r1;"));
  EXPECT_FALSE(table_is_proven(bit + "@%p1 bra after; st.global.u32 [%rd1], 1; after:"));
  EXPECT_FALSE(
      table_is_proven("mov.u64 %rd2, table; cvt.u32.u64 %r1, %rd2; add.cc.u32 %r2, %r1, %r1;"
                      "addc.u32 %r3, 0, 0; st.global.u32 [%rd1], %r3;"));
}

TEST(ReadOnly, printf_reads) {
  const std::string call =
      "{ .param .b64 a; .param .b64 b; .param .b32 r; mov.u64 %rd2, table; cvta.global.u64 %rd3, "
      "%rd2;"
      "st.param.b64 [a], %rd3; st.param.b64 [b], 0; call.uni (r), vprintf, (a, b);";
  EXPECT_TRUE(table_is_proven(call + " }"));
  EXPECT_FALSE(table_is_proven(call + " ld.param.b64 %rd4, [a]; st.global.u32 [%rd4], 1; }"));
  EXPECT_FALSE(
      table_is_proven(call + " call.uni (r), mine, (a, b); }",
                      ".func (.param .b32 r) mine(.param .b64 a, .param .b64 b) { ret; }\n"));
}

TEST(ReadOnly, a_function_of_that_name_is_not_the_drivers) {
  const std::string text = R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .b8 table[64];
.func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b)
{ .reg .b64 %rd<2>; ld.param.u64 %rd1, [a]; st.u32 [%rd1], 1; ret; }
.visible .entry k()
{
  .reg .b64 %rd<3>; .param .b64 a; .param .b64 b; .param .b32 r;
  mov.u64 %rd1, table; st.param.b64 [a], %rd1; st.param.b64 [b], 0;
  call.uni (r), vprintf, (a, b);
  ret;
}
)";
  EXPECT_THAT(proven(text), IsEmpty());
}

TEST(ReadOnly, an_address_in_the_initial_bytes_of_another_disproves) {
  EXPECT_THAT(proven(std::string(head) + ".global .align 8 .u64 pointer = generic(table);\n"),
              ElementsAre("bank", "pointer"));
}

TEST(ReadOnly, one_writer_among_several_kernels_is_enough) {
  const std::string reader =
      ".visible .entry r() { .reg .b32 %r<2>; ld.global.u32 %r1, [table]; ret; }\n";
  const std::string writer = ".visible .entry w() { st.global.u32 [table], 1; ret; }\n";
  EXPECT_THAT(proven(head + reader), Contains("table"));
  EXPECT_THAT(proven(head + reader + writer), ElementsAre("bank"));
}

TEST(ReadOnly, constant_memory_is_followed_too) {
  const std::string load =
      ".visible .entry r() { .reg .b32 %r<2>; ld.const.u32 %r1, [bank]; ret; }\n";
  const std::string trick =
      ".visible .entry w() { .reg .b64 %rd<3>; mov.u64 %rd1, bank; cvta.const.u64 %rd2, %rd1; "
      "st.u32 [%rd2], 1; ret; }\n";
  EXPECT_THAT(proven(head + load), Contains("bank"));
  EXPECT_THAT(proven(head + load + trick), ElementsAre("table"));
}

}  // namespace
}  // namespace assay::builder
