// SPDX-License-Identifier: Apache-2.0
// Loads and stores of every width and pattern, what they count, and where buffers lie.
#include <set>

#include "sim/harness.hpp"

namespace assay::sim::testing {
namespace {

constexpr const char* head =
    ".reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %x<20>; .reg .b16 %h<9>;\n"
    "ld.param.u64 %x1, [a]; ld.param.u64 %x9, [b]; mov.u32 %r1, %tid.x; mul.wide.u32 %x2, %r1, 4;\n"
    "add.u64 %x3, %x1, %x2; add.u64 %x4, %x9, %x2;\n";

Job job(const std::string& body, std::size_t words = 1024) {
  Job j;
  j.text = ".visible .entry k(.param .u64 a, .param .u64 b) {\n" + std::string(head) + body +
           "\nret;\n}";
  j.buffers = {std::vector<std::uint32_t>(words), std::vector<std::uint32_t>(words, 0)};
  for (std::size_t n = 0; n < words; ++n)
    j.buffers[0][n] = static_cast<std::uint32_t>(n * 2654435761U);
  return j;
}
Done clean(const Job& j) {
  Done done = run(j);
  for (const auto& f : done.outcome.faults) ADD_FAILURE() << f.code << ": " << f.message;
  return done;
}

TEST(Memory, NarrowLoadsExtend) {
  const auto signed8 =
      clean(job("cvt.u64.u32 %x5, %r1; add.u64 %x5, %x1, %x5; ld.global.s8 %r2, [%x5]; "
                "st.global.u32 [%x4], %r2;"));
  const auto unsigned16 =
      clean(job("mul.wide.u32 %x5, %r1, 2; add.u64 %x5, %x1, %x5; ld.global.u16 %h1, [%x5]; "
                "cvt.u32.u16 %r2, %h1; st.global.u32 [%x4], %r2;"));
  const auto* bytes = reinterpret_cast<const std::int8_t*>(signed8.buffers[0].data());
  const auto* halves = reinterpret_cast<const std::uint16_t*>(unsigned16.buffers[0].data());
  for (int l = 0; l < 32; ++l) {
    EXPECT_EQ(static_cast<std::int32_t>(signed8.buffers[1][static_cast<std::size_t>(l)]), bytes[l]);
    EXPECT_EQ(unsigned16.buffers[1][static_cast<std::size_t>(l)], halves[l]);
  }
}

TEST(Memory, VectorsMoveElementByElement) {
  const auto done =
      clean(job("mul.wide.u32 %x5, %r1, 16; add.u64 %x6, %x1, %x5; add.u64 %x7, %x9, %x5;"
                "ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%x6]; st.global.v2.u32 [%x7], {%r5,%r4}; "
                "st.global.v2.u32 [%x7+8], {%r3,%r2};"));
  for (std::size_t n = 0; n < 128; ++n)
    EXPECT_EQ(done.buffers[1][n], done.buffers[0][n / 4 * 4 + 3 - n % 4]);
}

TEST(Memory, PatternsCountTheirSectors) {
  const auto sectors = [](const std::string& address) {
    const Job j = job(address + " ld.global.u32 %r2, [%x5]; st.global.u32 [%x4], %r2;");
    return run(j).outcome.counters.global_load_sectors;
  };
  const auto together = sectors("mov.u64 %x5, %x3;");
  EXPECT_TRUE(together == 4 || together == 5);  // the base is aligned to 16 only
  EXPECT_EQ(sectors("mov.u64 %x5, %x1;"), 1u);
  EXPECT_EQ(sectors("mul.wide.u32 %x5, %r1, 32; add.u64 %x5, %x1, %x5;"), 32u);
}

TEST(Memory, BankConflictsAreWavefronts) {
  const auto wavefronts = [](int stride) {
    const Job j = job(".shared .b32 s[1056]; mov.u32 %r2, s; mul.lo.u32 %r3, %r1, " +
                      std::to_string(4 * stride) +
                      "; add.u32 %r2, %r2, %r3; st.shared.u32 [%r2], %r1; ld.shared.u32 %r4, "
                      "[%r2]; st.global.u32 [%x4], %r4;");
    const Done done = run(j);
    EXPECT_TRUE(done.outcome.faults.empty());
    EXPECT_EQ(done.buffers[1][31], 31u);
    return done.outcome.counters.shared_wavefronts;
  };
  EXPECT_EQ(wavefronts(1), 2u);
  EXPECT_EQ(wavefronts(2), 4u);
  EXPECT_EQ(wavefronts(32), 64u);
  EXPECT_EQ(wavefronts(33), 2u);
}

TEST(Memory, SharedAndLocalThroughGenericAddresses) {
  const auto done = clean(job(
      ".shared .align 8 .b64 s[32]; mov.u64 %x5, s; cvta.shared.u64 %x5, %x5; mul.wide.u32 %x6, "
      "%r1, 8; add.u64 %x5, %x5, %x6;"
      "st.u64 [%x5], %x6; ld.u64 %x7, [%x5]; isspacep.shared %p1, %x5; isspacep.global %p2, %x3;"
      "cvt.u32.u64 %r2, %x7; selp.b32 %r3, 1000, 0, %p1; selp.b32 %r4, 2000, 0, %p2; add.u32 %r2, "
      "%r2, %r3; add.u32 %r2, %r2, %r4;"
      "st.global.u32 [%x4], %r2;"));
  for (std::uint32_t l = 0; l < 32; ++l) EXPECT_EQ(done.buffers[1][l], 3000 + 8 * l);
}

TEST(Memory, ConstantsAndInitialisedVariables) {
  Job j =
      job("mov.u64 %x5, table; add.u64 %x5, %x5, %x2; ld.const.u32 %r2, [%x5]; ld.global.u32 %r3, "
          "[start+4]; add.u32 %r2, %r2, %r3; st.global.u32 [%x4], %r2;");
  std::string table = ".const .align 4 .u32 table[32] = {";
  for (int n = 0; n < 32; ++n) table += (n != 0 ? ", " : "") + std::to_string(n * n);
  j.text = table + "};\n.global .align 4 .u32 start[2] = {7, 100};\n" + j.text;
  const auto done = clean(j);
  EXPECT_EQ(done.buffers[1][5], 125u);
}

TEST(Memory, PartialWarpsTouchOnlyTheirOwn) {
  Job j =
      job("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0; @%p1 st.global.u32 [%x4], 9; @!%p1 "
          "ld.global.u32 %r3, [%x3]; @!%p1 st.global.u32 [%x4], %r3;");
  const auto done = clean(j);
  EXPECT_EQ(done.buffers[1][4], 9u);
  EXPECT_EQ(done.buffers[1][5], done.buffers[0][5]);
  EXPECT_EQ(done.outcome.counters.global_store_bytes, 128u);
}

TEST(Memory, BasesAreAlignedToWhatIsAskedAndNoMore) {
  std::set<bool> beyond;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    Simulator s =
        loaded(module_text(".visible .entry k(.param .u64 a) { .reg .b64 %x<3>; ld.param.u64 %x1, "
                           "[a]; st.global.u64 [%x1], %x1; ret; }"));
    const auto id = s.allocate({"a", 8, 16, Access::read_write, true, 8}, seed);
    Launch launch;
    launch.kernel = "k";
    launch.arguments.emplace_back().buffer = *id;
    RunSpec spec;
    spec.launches = {launch};
    ASSERT_TRUE(s.run(spec)->completed);
    std::uint64_t base = 0;
    std::memcpy(&base, s.read(*id).data(), 8);
    EXPECT_EQ(base % 16, 0u);
    beyond.insert(base % 32 == 0);
  }
  EXPECT_EQ(beyond.size(), 2u);
}

TEST(Memory, UnwrittenBytesAreCounted) {
  Simulator s =
      loaded(module_text(".visible .entry k(.param .u64 a) { .reg .b64 %x<3>; ld.param.u64 %x1, "
                         "[a]; st.global.u64 [%x1], 0; ret; }"));
  const auto id = s.allocate({"a", 64, 16, Access::read_write, false, 8}, 1);
  Launch launch;
  launch.kernel = "k";
  launch.arguments.emplace_back().buffer = *id;
  RunSpec spec;
  spec.launches = {launch};
  ASSERT_TRUE(s.run(spec)->completed);
  EXPECT_EQ(s.unwritten(*id).bytes, 56);
  EXPECT_EQ(s.unwritten(*id).first, 8);
}

}  // namespace
}  // namespace assay::sim::testing
