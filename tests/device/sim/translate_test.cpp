// SPDX-License-Identifier: Apache-2.0
// The simulator's words become records without anything lost on the way.
#include "device/sim/translate.hpp"

#include <gtest/gtest.h>

namespace assay::device {
namespace {

using Triple = std::array<std::int64_t, 3>;

sim::Site site() {
  sim::Site made;
  made.launch = 2;
  made.kernel = "softmax";
  made.source_file = "candidate.cu";
  made.source_line = 41;
  made.ptx_line = 97;
  made.instruction = "st.global.f32 [%rd1], %f1;";
  made.block = {1, 2, 3};
  made.thread = {31, 4, 5};
  return made;
}

TEST(Translate, APlaceKeepsEveryFieldOfASite) {
  const auto place = place_of(site(), "other.cu");
  EXPECT_EQ(place.file, "candidate.cu");
  EXPECT_EQ(place.line, 41);
  EXPECT_EQ(place.kernel, "softmax");
  EXPECT_EQ(place.launch, 2);
  EXPECT_EQ(place.ptx_line, 97);
  EXPECT_EQ(place.instruction, "st.global.f32 [%rd1], %f1;");
  EXPECT_EQ(place.block, (Triple{1, 2, 3}));
  EXPECT_EQ(place.thread, (Triple{31, 4, 5}));
}

TEST(Translate, WithoutALineTableThePlaceIsInTheFileThatWasLoaded) {
  auto from = site();
  from.source_file.clear();
  from.source_line = 0;
  const auto place = place_of(from, "handmade.ptx");
  EXPECT_EQ(place.file, "handmade.ptx");
  EXPECT_EQ(place.line, 0);
  EXPECT_EQ(place.ptx_line, 97);
}

TEST(Translate, FaultsRejectButAnUninitialisedLoadOnlyWarns) {
  for (const char* code : {"memory.out_of_bounds", "memory.misaligned", "race.shared",
                           "barrier.divergent", "run.step_limit", "state.hidden"}) {
    EXPECT_EQ(finding_of(sim::Fault{code, "", site(), {}, 1}, "").severity, "reject") << code;
  }
  EXPECT_EQ(finding_of(sim::Fault{"memory.uninitialised", "", site(), {}, 1}, "").severity, "warn");
}

TEST(Translate, AFaultKeepsItsCodeMessageAndCount) {
  const auto finding = finding_of(sim::Fault{"race.global", "two stores", site(), {}, 12}, "k.cu");
  EXPECT_EQ(finding.code, "race.global");
  EXPECT_EQ(finding.message, "two stores");
  EXPECT_EQ(finding.count, 12);
  ASSERT_TRUE(finding.place);
  EXPECT_EQ(finding.place->line, 41);
  EXPECT_FALSE(finding.other);
}

TEST(Translate, ARaceHasBothParties) {
  auto second = site();
  second.source_line = 55;
  second.thread = {7, 0, 0};
  const auto finding = finding_of(sim::Fault{"race.shared", "", site(), second, 1}, "k.cu");
  ASSERT_TRUE(finding.other);
  EXPECT_EQ(finding.place->line, 41);
  EXPECT_EQ(finding.other->line, 55);
  EXPECT_EQ(finding.other->thread, (Triple{7, 0, 0}));
}

TEST(Translate, TheSecondPartyWithoutALineTableIsNamedToo) {
  auto second = site();
  second.source_file.clear();
  const auto finding = finding_of(sim::Fault{"race.shared", "", site(), second, 1}, "k.ptx");
  EXPECT_EQ(finding.place->file, "candidate.cu");
  EXPECT_EQ(finding.other->file, "k.ptx");
}

TEST(Translate, NotesAreInfo) {
  const auto finding = finding_of(sim::Note{"printf", "prints", site(), {}, 3}, "k.cu");
  EXPECT_EQ(finding.severity, "info");
  EXPECT_EQ(finding.code, "printf");
  EXPECT_EQ(finding.message, "prints");
  EXPECT_EQ(finding.count, 3);
  EXPECT_EQ(finding.place->kernel, "softmax");
  EXPECT_FALSE(finding.other.has_value());
}

TEST(Translate, AnExchangeNamesBothPlaces) {
  const auto finding = finding_of(sim::Note{"exchange.shared", "", site(), site(), 1}, "k.cu");
  EXPECT_EQ(finding.severity, "info");
  ASSERT_TRUE(finding.other.has_value());
  EXPECT_EQ(finding.other->kernel, "softmax");
}

/// Each counter a number of its own, so that two that are swapped show.
TEST(Translate, EveryCounterGoesToItsNamesake) {
  sim::Counters from;
  std::uint64_t next = 1;
  for (auto* field : {&from.warp_instructions,
                      &from.lane_instructions,
                      &from.float_operations,
                      &from.special_operations,
                      &from.divergent_branches,
                      &from.global_load_requests,
                      &from.global_load_sectors,
                      &from.global_load_bytes,
                      &from.global_store_requests,
                      &from.global_store_sectors,
                      &from.global_store_bytes,
                      &from.global_ideal_sectors,
                      &from.shared_requests,
                      &from.shared_wavefronts,
                      &from.local_requests,
                      &from.barriers,
                      &from.atomics,
                      &from.fences,
                      &from.shuffles,
                      &from.steps}) {
    *field = next++;
  }
  ASSERT_EQ(sizeof(from), (next - 1) * sizeof(std::uint64_t)) << "a counter is new: add it here";
  const auto to = counters_of(from);
  std::int64_t expected = 1;
  for (const auto got : {to.warp_instructions,
                         to.lane_instructions,
                         to.float_operations,
                         to.special_operations,
                         to.divergent_branches,
                         to.global_load_requests,
                         to.global_load_sectors,
                         to.global_load_bytes,
                         to.global_store_requests,
                         to.global_store_sectors,
                         to.global_store_bytes,
                         to.global_ideal_sectors,
                         to.shared_requests,
                         to.shared_wavefronts,
                         to.local_requests,
                         to.barriers,
                         to.atomics,
                         to.fences,
                         to.shuffles,
                         to.steps}) {
    EXPECT_EQ(got, expected++);
  }
}

}  // namespace
}  // namespace assay::device
