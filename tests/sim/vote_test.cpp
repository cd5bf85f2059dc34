// SPDX-License-Identifier: Apache-2.0
// vote, match, redux, elect and activemask over whole and partial warps.
#include <algorithm>
#include <functional>
#include <map>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

using u32 = std::uint32_t;
using s32 = std::int32_t;

/// Lanes of 0x0ff0f0f3 take part; each stores %r3.
constexpr u32 members = 0x0ff0f0f3;
std::vector<u32> partial(const std::string& body) {
  return output(
      kernel("mov.u32 %r40, 0x0ff0f0f3; shr.u32 %r41, %r40, %r1; and.b32 %r41, %r41, 1;"
             "setp.eq.u32 %p10, %r41, 0; @%p10 bra END;" +
             body + "st.global.u32 [%x3], %r3; END:"));
}
bool takes_part(u32 lane) {
  return (members >> lane & 1) != 0;
}

TEST(Vote, OverAPartOfTheWarp) {
  for (const u32 below : {0u, 5u, 31u, 32u}) {
    const std::string test = "setp.lt.u32 %p1, %r1, " + std::to_string(below) + ";";
    u32 ballot = 0;
    for (u32 l = 0; l < below; ++l) ballot |= members & (1u << l);
    const auto vote = [&](const std::string& mode) {
      return partial(test + "vote.sync." + mode + ".pred %p2, %p1, %r40; selp.b32 %r3, 1, 2, %p2;");
    };
    const auto got = partial(test + "vote.sync.ballot.b32 %r3, %p1, %r40;");
    const auto all = vote("all"), any = vote("any"), uni = vote("uni");
    for (u32 l = 0; l < 32; ++l) {
      EXPECT_EQ(got[l], takes_part(l) ? ballot : 0);
      if (!takes_part(l)) continue;
      EXPECT_EQ(all[l] == 1, ballot == members);
      EXPECT_EQ(any[l] == 1, ballot != 0);
      EXPECT_EQ(uni[l] == 1, ballot == 0 || ballot == members);
    }
  }
}

TEST(Vote, OfANegatedPredicate) {
  const auto out = output(kernel(
      "setp.lt.u32 %p1, %r1, 8; vote.sync.ballot.b32 %r3, !%p1, -1; st.global.u32 [%x3], %r3;"));
  EXPECT_EQ(out[0], 0xffffff00u);
}

TEST(Match, AnyGivesTheLanesThatHoldTheSame) {
  const auto narrow = partial("and.b32 %r2, %r1, 5; match.any.sync.b32 %r3, %r2, %r40;");
  // Values that differ in the upper half only.
  const auto wide = partial(
      "and.b32 %r2, %r1, 5; mov.b64 %x5, {%r41, %r2};"
      "match.any.sync.b64 %r3, %x5, %r40;");
  for (u32 l = 0; l < 32; ++l) {
    u32 want = 0;
    for (u32 m = 0; m < 32; ++m)
      want |= takes_part(l) && takes_part(m) && (l & 5) == (m & 5) ? 1u << m : 0;
    EXPECT_EQ(narrow[l], want);
    EXPECT_EQ(wide[l], want);
  }
}

TEST(Match, AllSaysWhetherAllAgree) {
  const auto same =
      partial("mov.u32 %r2, 9; match.all.sync.b32 %r3|%p1, %r2, %r40; @%p1 add.u32 %r3, %r3, 1;");
  const auto other = partial(
      "setp.eq.u32 %p2, %r1, 27; selp.b32 %r2, 8, 9, %p2;"
      "match.all.sync.b32 %r3|%p1, %r2, %r40; @!%p1 add.u32 %r3, %r3, 5;");
  EXPECT_EQ(same[0], members + 1);
  EXPECT_EQ(other[0], 5u);
  EXPECT_EQ(other[27], 5u);
}

TEST(Redux, AllOperations) {
  struct Case {
    const char* name;
    std::function<u32(u32, u32)> merge;
  };
  const Case all[] = {
      {"add.u32", std::plus<u32>()},
      {"add.s32", std::plus<u32>()},
      {"min.u32", [](u32 a, u32 b) { return std::min(a, b); }},
      {"max.u32", [](u32 a, u32 b) { return std::max(a, b); }},
      {"min.s32",
       [](u32 a, u32 b) {
         return static_cast<u32>(std::min(static_cast<s32>(a), static_cast<s32>(b)));
       }},
      {"max.s32",
       [](u32 a, u32 b) {
         return static_cast<u32>(std::max(static_cast<s32>(a), static_cast<s32>(b)));
       }},
      {"and.b32", std::bit_and<u32>()},
      {"or.b32", std::bit_or<u32>()},
      {"xor.b32", std::bit_xor<u32>()}};
  for (const auto& c : all) {
    const auto out = partial("mul.lo.u32 %r2, %r1, 2654435761; or.b32 %r2, %r2, 64; redux.sync." +
                             std::string(c.name) + " %r3, %r2, %r40;");
    bool first = true;
    u32 want = 0;
    for (u32 l = 0; l < 32; ++l) {
      if (!takes_part(l)) continue;
      const u32 v = (l * 2654435761u) | 64;
      want = first ? v : c.merge(want, v);
      first = false;
    }
    for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l], takes_part(l) ? want : 0) << c.name;
  }
}

TEST(Elect, OneLaneOfTheMembersLeads) {
  const auto out = output(
      kernel("setp.lt.u32 %p1, %r1, 4; @%p1 bra END; elect.sync %r3|%p2, 0xfffffff0;"
             "selp.b32 %r4, 100, 0, %p2; add.u32 %r3, %r3, %r4; st.global.u32 [%x3], %r3; END:"));
  EXPECT_EQ(out[3], 0u);
  EXPECT_EQ(out[4], 104u);
  for (u32 l = 5; l < 32; ++l) EXPECT_EQ(out[l], 4u);
}

TEST(Elect, TheLaneNumberMayBeLeftOut) {
  const auto out = output(kernel("elect.sync _|%p2, -1; @%p2 st.global.u32 [%x3], 1;"));
  EXPECT_EQ(std::count(out.begin(), out.end(), 1u), 1);
}

TEST(ActiveMask, TellsWhoRunsTogether) {
  const auto out = output(kernel(
      "activemask.b32 %r2; and.b32 %r5, %r1, 3; setp.eq.u32 %p1, %r5, 1; mov.u32 %r3, 0; @!%p1 bra "
      "END; activemask.b32 %r3; END: add.u64 %x4, %x3, 128; st.global.u32 [%x3], %r2; "
      "st.global.u32 [%x4], %r3;"));
  EXPECT_EQ(out[0], 0xffffffffu);
  EXPECT_EQ(out[32], 0u);
  EXPECT_EQ(out[33], 0x22222222u);
}

TEST(ActiveMask, APartialWarpHasOnlyItsThreads) {
  Job j = kernel("activemask.b32 %r2; st.global.u32 [%x3], %r2;");
  j.block = {40, 1, 1};
  const auto out = output(j);
  EXPECT_EQ(out[0], 0xffffffffu);
  EXPECT_EQ(out[32], 0xffu);
}

TEST(OutsideItsMask, ALaneIsTold) {
  for (const char* operation :
       {"vote.sync.ballot.b32 %r3, %p1, 0xffff;", "vote.sync.any.pred %p2, %p1, 0xffff;",
        "match.any.sync.b32 %r3, %r1, 0xffff;", "match.all.sync.b32 %r3, %r1, 0xffff;",
        "redux.sync.add.s32 %r3, %r1, 0xffff;", "bar.warp.sync 0xffff;",
        "shfl.sync.idx.b32 %r3, %r1, 0, 31, 0xffff;", "elect.sync %r3|%p2, 0xffff;"}) {
    const auto notes = [&](const std::string& guard) {
      const Done done = clean(
          kernel("setp.lt.u32 %p1, %r1, 16;" + guard + operation + "st.global.u32 [%x3], %r1;"));
      std::size_t n = 0;
      for (const auto& note : done.outcome.notes) n += note.code == "sync.outside_mask";
      return n;
    };
    EXPECT_EQ(notes(""), 1u) << operation;
    EXPECT_EQ(notes("@%p1 "), 0u) << operation;
  }
}

TEST(OutsideItsMask, WhatItGetsIsNothingToRelyOn) {
  const auto out = output(
      kernel("setp.ge.u32 %p1, %r1, 0; mov.u32 %r4, 0xffff; vote.sync.ballot.b32 %r4, %p1, %r4;"
             "st.global.u32 [%x3], %r4;"));
  for (u32 l = 0; l < 32; ++l) EXPECT_EQ(out[l] == 0xffff, l < 16) << l;
}

}  // namespace
}  // namespace assay::sim::testing
