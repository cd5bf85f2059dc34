// SPDX-License-Identifier: Apache-2.0
// What was never set holds noise, drawn from the seed: registers, predicates, the carry.
#include "sim/kernel.hpp"

#include <set>

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;

std::vector<u32> under_seed(const std::string& body, std::uint64_t seed) {
  Job j = kernel(body);
  j.spec.schedule_seed = seed;
  return output(j);
}

/// What two seeds make of it, and that one seed makes the same twice.
void expect_noise(const std::string& body) {
  std::set<std::vector<u32>> seen;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto once = under_seed(body, seed);
    EXPECT_EQ(once, under_seed(body, seed));
    seen.insert(once);
  }
  EXPECT_EQ(seen.size(), 3u) << body;
}

TEST(Noise, ARegisterThatNobodySet) {
  expect_noise("st.global.u32 [%x3], %r30;");
}

TEST(Noise, APredicateThatNobodySet) {
  expect_noise("selp.u32 %r2, 1, 0, %p7; st.global.u32 [%x3], %r2;");
}

TEST(Noise, APredicateThatOnlySomeLanesSet) {
  const std::string body =
      "setp.lt.u32 %p1, %r1, 16; @%p1 setp.lt.u32 %p2, %r1, 8; selp.u32 %r2, 1, 0, %p2; "
      "st.global.u32 [%x3], %r2;";
  expect_noise(body);
  const auto out = under_seed(body, 4);
  for (u32 t = 0; t < 16; ++t) EXPECT_EQ(out[t], t < 8 ? 1u : 0u);
}

TEST(Noise, APredicateIsSetOnEveryWayOrIsNone) {
  const auto out = under_seed(
      "setp.lt.u32 %p1, %r1, 16; @%p1 bra A; setp.ge.u32 %p2, %r1, 0; bra J; A: setp.lt.u32 %p2, "
      "%r1, 0; J: selp.u32 %r2, 1, 0, %p2; st.global.u32 [%x3], %r2;",
      1);
  for (u32 t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 16 ? 0u : 1u);
}

TEST(Noise, TheCarryThatNobodySet) {
  expect_noise("addc.u32 %r2, 0, 0; st.global.u32 [%x3], %r2;");
}

TEST(Noise, TheCarryAcrossACall) {
  const std::string callee =
      ".func f() { .reg .b32 %r<2>; mov.u32 %r1, 0; ret; }\n"
      ".func (.param .b32 o) g() { .reg .b32 %r<2>; addc.u32 %r1, 0, 0; st.param.b32 [o], %r1; "
      "ret; }\n";
  std::set<std::vector<u32>> after, inside;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Job j =
        kernel("add.cc.u32 %r2, -1, 1; call f, (); addc.u32 %r3, 0, 0; st.global.u32 [%x3], %r3;",
               64, callee);
    j.spec.schedule_seed = seed;
    after.insert(output(j));
    j = kernel(
        "{ .param .b32 v; add.cc.u32 %r2, -1, 1; call (v), g, (); ld.param.b32 %r3, [v]; } "
        "st.global.u32 [%x3], %r3;",
        64, callee);
    j.spec.schedule_seed = seed;
    inside.insert(output(j));
  }
  EXPECT_EQ(after.size(), 3u);
  EXPECT_EQ(inside.size(), 3u);
}

}  // namespace
}  // namespace assay::sim::testing
