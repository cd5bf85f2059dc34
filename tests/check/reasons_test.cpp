// SPDX-License-Identifier: Apache-2.0
// What a person reads of each kind of fact.
#include "check/reasons.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/tensors.hpp"

namespace assay::check {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Reasons, a_wrong_result_tells_value_limit_place_and_worst_elements) {
  HostTensor got = f32({6, 2}, std::vector<double>(12, 1)),
             golden = f64({6, 2}, std::vector<double>(12, 1));
  for (int row = 1; row < 6; row += 2) got.set(2 * row, got.at(2 * row) + row);
  const record::Reason made = reason_of(ask(got, golden, require("max_abs", 0.25)));
  EXPECT_EQ(made.code, "result.wrong");
  EXPECT_EQ(made.case_name, "ragged");
  EXPECT_EQ(made.message,
            "'y': max_abs is 5, at most 0.25 is allowed; 3 of 12 elements are off: column 0 of "
            "rows 1, 3, 5 (every 2nd)");
  EXPECT_THAT(made.evidence, ElementsAre("inputs: normal(0, 1)"));
  std::vector<std::string> worst;
  for (const record::WorstElement& each : made.worst) worst.push_back(text_of(each));
  EXPECT_THAT(worst, ElementsAre("y[5, 0] is 6, expected 1", "y[3, 0] is 4, expected 1",
                                 "y[1, 0] is 2, expected 1"));
}

TEST(Reasons, values_that_look_alike_are_shown_in_full) {
  EXPECT_EQ(text_of(record::WorstElement{"y", {}, 1, 1 + 0x1p-40}),
            "y is 1, expected 1.0000000000009095");
  EXPECT_EQ(text_of(record::WorstElement{"y", {1, 2}, std::nan(""), 0.1}),
            "y[1, 2] is nan, expected 0.1");
}

TEST(Reasons, properties_have_codes_of_their_own) {
  record::Check check = ask(f32({1}, {2}), f64({1}, {1}), require("max_abs", 0.25));
  check.metric = "deterministic";
  EXPECT_THAT(reason_of(check).message, HasSubstr("other bits in a second run"));
  check.metric = "batch_invariant";
  EXPECT_EQ(reason_of(check).code, "property.batch_variant");
  check.metric = "nonfinite";
  EXPECT_THAT(reason_of(check).message, HasSubstr("NaN or infinity where the golden has none"));
  check.undecided = "no baseline";
  EXPECT_EQ(reason_of(check).code, "check.no_baseline");
}

TEST(Reasons, unwritten_elements_are_counted_and_the_first_is_named) {
  const auto text = [](Dtype dtype, std::vector<std::int64_t> shape, std::int64_t bytes,
                       std::int64_t first) {
    return reason_of(Unwritten{"y", dtype, std::move(shape), bytes, first}, "c").message;
  };
  EXPECT_EQ(text(Dtype::f32, {4, 5}, 80, 0), "nothing of 'y' was ever written (20 elements)");
  EXPECT_EQ(text(Dtype::f32, {1}, 4, 0), "nothing of 'y' was ever written (1 element)");
  EXPECT_EQ(text(Dtype::f32, {4, 5}, 12, 68),
            "the last 3 of 20 elements of 'y' were never written, from y[3, 2] on");
  EXPECT_EQ(text(Dtype::f16, {4, 5}, 4, 10),
            "2 of 20 elements of 'y' were never written, the first is y[1, 0]");
  EXPECT_EQ(text(Dtype::i4, {2, 3}, 1, 2),
            "2 of 6 elements of 'y' were never written, the first is y[1, 0]");
  EXPECT_EQ(text(Dtype::i4, {2, 3}, 4, 0), "nothing of 'y' was ever written (6 elements)");
}

TEST(Reasons, a_failed_build_quotes_the_first_error_and_keeps_the_log) {
  record::Build build;
  build.failure = "compile";
  build.log = "a.cu(1): warning: unused\na.cu(3): error: expected a \";\"\n\n1 error detected\n";
  const record::Reason made = reason_of(build);
  EXPECT_EQ(made.code, "build.failed");
  EXPECT_EQ(made.message, "the compiler turned the source away: a.cu(3): error: expected a \";\"");
  EXPECT_THAT(made.evidence, ElementsAre("a.cu(1): warning: unused",
                                         "a.cu(3): error: expected a \";\"", "1 error detected"));
  build.log.clear();
  build.failure = "timeout";
  EXPECT_EQ(reason_of(build).message, "the compiler did not end within its limit of time");
  build.failure = "memory";
  EXPECT_THAT(reason_of(build).message, HasSubstr("memory"));
  build.failure = "output";
  EXPECT_THAT(reason_of(build).message, HasSubstr("output"));
  for (int i = 0; i < 100; ++i) build.log += "line\n";
  EXPECT_EQ(reason_of(build).evidence.back(), "… 88 more lines");
}

TEST(Reasons, what_is_forbidden_is_named) {
  record::Build build;
  build.failure = "forbidden";
  EXPECT_EQ(reason_of(build).code, "code.forbidden");
  build.forbidden = {"cudaLaunchDeviceV2", "cudaStreamCreate"};
  EXPECT_EQ(reason_of(build).message,
            "the compiled code refers to cudaLaunchDeviceV2, cudaStreamCreate");
}

TEST(Reasons, a_fault_keeps_both_places_and_how_often) {
  record::Finding fault{"race.shared",   "reject",        "two threads",
                        record::Place{}, record::Place{}, 1200};
  const record::Reason made = reason_of(fault, "ragged");
  EXPECT_TRUE(made.place && made.other);
  EXPECT_THAT(made.evidence, ElementsAre("seen 1,200 times"));
  EXPECT_THAT(made.hint, HasSubstr("__syncthreads"));
}

}  // namespace
}  // namespace assay::check
