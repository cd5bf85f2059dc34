// SPDX-License-Identifier: Apache-2.0
// Buffers of a run: sizes, fills and seeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.hpp"
#include "num/npy.hpp"
#include "samples.hpp"

namespace assay::task::test {
namespace {

using record::Fill;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr Seeds seeds{11, 22, 33};

Bound<record::RunRequest> bound(const Task& task, const Candidate& candidate, const Case& at,
                                bool golden = false, std::size_t family = 0,
                                const Seeds& with_seeds = seeds) {
  std::vector<record::KernelInfo> kernels;
  for (const auto& launch : candidate.launches) {
    std::vector<std::int64_t> sizes;
    for (const auto& argument : launch.args) sizes.push_back(argument.name == "scale" ? 4 : 8);
    kernels.push_back(kernel(launch.kernel, sizes));
  }
  return bind_run({.task = task, .candidate = candidate, .at = at, .golden = golden}, kernels,
                  family, with_seeds);
}

record::RunRequest request_for(const Task& task, const Candidate& candidate, const Case& at,
                               bool golden = false, std::size_t family = 0,
                               const Seeds& with_seeds = seeds) {
  auto request = bound(task, candidate, at, golden, family, with_seeds);
  EXPECT_TRUE(request) << (request ? "" : to_text(request.error().front()));
  return request.value_or(record::RunRequest{});
}

std::vector<std::string> problems_of(const Bound<record::RunRequest>& request) {
  EXPECT_FALSE(request);
  return request ? std::vector<std::string>{} : texts_of(request.error());
}

TEST(BindBuffers, TensorsThenScratch) {
  const auto candidate = candidate_from(
      manifest_text + "[[scratch]]\nname = \"s\"\ndtype = \"i4\"\nshape = [\"rows\", 3]\n");
  const auto request = request_for(sample_task(), candidate, case_of(4, 8));
  ASSERT_THAT(request.buffers, SizeIs(3));
  const auto& x = request.buffers[0];
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.shape, (std::vector<std::int64_t>{4, 8}));
  EXPECT_FALSE(x.writable);
  EXPECT_TRUE(x.initialised);
  EXPECT_FALSE(x.wanted);
  EXPECT_EQ(x.fill.kind, Fill::Kind::values);
  EXPECT_EQ(x.fill.values.family, Values::Family::normal);
  const auto& y = request.buffers[1];
  EXPECT_TRUE(y.writable);
  EXPECT_FALSE(y.initialised);
  EXPECT_TRUE(y.wanted);
  EXPECT_EQ(y.dtype, Dtype::f32);
  EXPECT_EQ(y.fill.kind, Fill::Kind::noise);
  const auto& s = request.buffers[2];
  EXPECT_EQ(s.name, "s");
  EXPECT_EQ(s.dtype, Dtype::i4);
  EXPECT_TRUE(s.writable);
  EXPECT_FALSE(s.initialised);
  EXPECT_FALSE(s.wanted);
  EXPECT_EQ(request.schedule_seed, 33U);
}

TEST(BindBuffers, StateAlignmentAndZeros) {
  const auto task =
      task_from(with(task_text, "role = \"out\"", "role = \"out\"\nalign = 256\ninit = \"zeros\""));
  const auto candidate = candidate_from(manifest_text + "[[state]]\nsymbol = \"ticket\"\n", task);
  const auto request = request_for(task, candidate, case_of(4, 8));
  EXPECT_EQ(request.buffers[1].align, 256);
  EXPECT_EQ(request.buffers[1].fill.kind, Fill::Kind::zeros);
  EXPECT_TRUE(request.buffers[1].initialised);
  EXPECT_THAT(request.state_symbols, ElementsAre("ticket"));
}

TEST(BindBuffers, AnInoutIsRestoredAndWanted) {
  const auto task =
      task_from(with(task_text, "role = \"out\"", "role = \"inout\"\nvalues = \"ones\""));
  const auto request = request_for(task, candidate_from(manifest_text, task), case_of(4, 8));
  ASSERT_THAT(request.buffers, SizeIs(2));
  EXPECT_TRUE(request.buffers[1].writable);
  EXPECT_TRUE(request.buffers[1].initialised);
  EXPECT_TRUE(request.buffers[1].wanted);
  EXPECT_EQ(request.buffers[1].fill.values.family, Values::Family::ones);
}

TEST(BindBuffers, TheGoldenWritesDoubles) {
  const auto golden = golden_from(manifest_text, sample_task());
  const auto request = request_for(sample_task(), golden, case_of(4, 8), true);
  EXPECT_EQ(request.buffers[0].dtype, Dtype::f32);
  EXPECT_EQ(request.buffers[1].dtype, Dtype::f64);
  const auto integers = task_from(
      with(task_text, "role = \"out\"\ndtype = \"f32\"", "role = \"out\"\ndtype = \"i32\""));
  const auto kept =
      request_for(integers, golden_from(manifest_text, integers), case_of(4, 8), true);
  EXPECT_EQ(kept.buffers[1].dtype, Dtype::i32);
}

TEST(BindBuffers, TheGoldenReadsAnInoutAndWritesItsTwin) {
  const auto task = task_from(with(task_text, "role = \"out\"\ndtype = \"f32\"",
                                   "role = \"inout\"\nvalues = \"ones\"\ndtype = \"bf16\""));
  const auto golden =
      golden_from(with(manifest_text, "\"x\", \"y\"", "\"x\", \"y\", \"y.out\""), task);
  const auto request = request_for(task, golden, case_of(4, 8), true);
  ASSERT_THAT(request.buffers, SizeIs(3));
  EXPECT_EQ(request.buffers[1].name, "y");
  EXPECT_EQ(request.buffers[1].dtype, Dtype::bf16);
  EXPECT_FALSE(request.buffers[1].writable);
  EXPECT_FALSE(request.buffers[1].wanted);
  EXPECT_EQ(request.buffers[2].name, "y.out");
  EXPECT_EQ(request.buffers[2].dtype, Dtype::f64);
  EXPECT_TRUE(request.buffers[2].wanted);
  EXPECT_FALSE(request.buffers[2].initialised);
}

// Golden and candidates must see the same inputs, whatever else differs.
TEST(BindBuffers, InputsDependOnCaseTensorFamilyAndSeedAlone) {
  const auto task = sample_task();
  const auto candidate = candidate_from(manifest_text);
  const auto seed_of = [&](const Case& at, bool golden, std::size_t family, const Seeds& s) {
    return request_for(task, candidate, at, golden, family, s).buffers[0].fill.seed;
  };
  const auto at = case_of(4, 8);
  const auto seed = seed_of(at, false, 0, seeds);
  EXPECT_EQ(seed_of(at, true, 0, {11, 99, 98}), seed);
  EXPECT_NE(seed_of(at, false, 0, {12, 22, 33}), seed);
  EXPECT_NE(seed_of(at, false, 1, seeds), seed);
  auto other = at;
  other.name = "elsewhere";
  EXPECT_NE(seed_of(other, false, 0, seeds), seed);
}

TEST(BindBuffers, NoiseDiffersBetweenBuffersAndSeeds) {
  const auto candidate =
      candidate_from(manifest_text + "[[scratch]]\nname = \"s\"\ndtype = \"f32\"\nshape = [3]\n");
  const auto one = request_for(sample_task(), candidate, case_of(4, 8));
  const auto two = request_for(sample_task(), candidate, case_of(4, 8), false, 0, {11, 23, 33});
  EXPECT_NE(one.buffers[1].fill.seed, one.buffers[2].fill.seed);
  EXPECT_NE(one.buffers[1].fill.seed, two.buffers[1].fill.seed);
  EXPECT_EQ(one.buffers[0].fill.seed, two.buffers[0].fill.seed);
}

TEST(BindBuffers, TheCasesOwnValuesComeFirst) {
  auto at = case_of(4, 8);
  at.values.emplace("x", *ValuesSpec::parse_or_fault("integers(0, cols)"));
  const auto request = request_for(sample_task(), candidate_from(manifest_text), at);
  EXPECT_EQ(request.buffers[0].fill.values.family, Values::Family::integers);
  EXPECT_EQ(request.buffers[0].fill.values.b, 8);
}

std::vector<std::string> scratch(const std::string& shape, const Case& at = case_of(0, 8)) {
  const auto candidate = candidate_from(
      manifest_text + "[[scratch]]\nname = \"s\"\ndtype = \"f32\"\nshape = " + shape + "\n");
  return problems_of(bound(sample_task(), candidate, at));
}

TEST(BindBuffers, ScratchHasACap) {
  const std::string cap = "more than 4.29 GB of scratch in all (use less, or work in steps)";
  EXPECT_THAT(scratch("[1073741825]"), ElementsAre("[[scratch]] 's': " + cap));
  EXPECT_THAT(scratch("[9223372036854775807, 4]"), ElementsAre("[[scratch]] 's': " + cap));
  const auto candidate =
      candidate_from(manifest_text +
                     "[[scratch]]\nname = \"s\"\ndtype = \"f32\"\nshape = [1073741824]\n"
                     "[[scratch]]\nname = \"t\"\ndtype = \"i8\"\nshape = [1]\n");
  EXPECT_THAT(problems_of(bound(sample_task(), candidate, case_of(4, 8))),
              ElementsAre("[[scratch]] 't': " + cap));
}

TEST(BindBuffers, ScratchSizesAreChecked) {
  EXPECT_THAT(scratch("[\"rows - 1\"]"),
              ElementsAre("[[scratch]] 's': shape: dimension 'rows - 1' is -1, expected at least "
                          "0"));
  EXPECT_THAT(scratch("[\"cols / rows\"]"),
              ElementsAre("[[scratch]] 's': shape: 'cols / rows' divides by zero"));
}

// The case is not one of the task's: shapes that break there are the task's fault, not the
// candidate's.
TEST(BindBuffers, FaultsOfTheTaskAreToldApart) {
  const auto task = task_from(
      with(task_text, "shape = [\"rows\", \"cols\"]\nvalues", "shape = [\"cols - rows\"]\nvalues"));
  const auto request = bound(task, candidate_from(manifest_text, task), case_of(9, 8));
  EXPECT_THAT(problems_of(request),
              ElementsAre("tensor 'x' in case 'here': shape: dimension 'cols - rows' is -1, "
                          "expected at least 0"));
  EXPECT_TRUE(request.error()[0].of_task);
}

class FileValues : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
  }

  Task task(const std::string& dtype = "f32") const {
    auto made = task_from(with(
        task_text, "dtype = \"f32\"\nshape = [\"rows\", \"cols\"]\nvalues = \"normal(0, 1)\"",
        "dtype = \"" + dtype + "\"\nshape = [\"rows\", \"cols\"]\nvalues = 'file(\"x.npy\")'"));
    made.folder = folder_->path();
    return made;
  }

  void store(const HostTensor& tensor) const {
    ASSERT_TRUE(write_file(folder_->path() / "x.npy", to_npy(tensor)));
  }

  static HostTensor counted(Dtype dtype, std::vector<std::int64_t> shape) {
    auto tensor = make_tensor(dtype, std::move(shape));
    for (std::int64_t i = 0; i < tensor.count(); ++i) tensor.set(i, static_cast<double>(i));
    return tensor;
  }

  std::optional<TemporaryFolder> folder_;
};

TEST_F(FileValues, TravelAsBytes) {
  const auto tensor = counted(Dtype::f32, {2, 3});
  store(tensor);
  const auto made = task();
  const auto request = request_for(made, candidate_from(manifest_text, made), case_of(2, 3));
  EXPECT_EQ(request.buffers[0].fill.kind, Fill::Kind::bytes);
  EXPECT_EQ(request.buffers[0].fill.bytes, tensor.bytes);
}

TEST_F(FileValues, SmallFloatsStandAsIntegersOfTheirWidth) {
  const auto tensor = counted(Dtype::u16, {2, 3});
  store(tensor);
  const auto made = task("bf16");
  const auto request = request_for(made, candidate_from(manifest_text, made), case_of(2, 3));
  EXPECT_EQ(request.buffers[0].fill.bytes, tensor.bytes);
}

TEST_F(FileValues, AMissingOrOtherFileIsAFaultOfTheTask) {
  const auto made = task();
  const auto candidate = candidate_from(manifest_text, made);
  auto request = bound(made, candidate, case_of(2, 3));
  ASSERT_THAT(problems_of(request), SizeIs(1));
  EXPECT_THAT(problems_of(request)[0], HasSubstr("No such file"));
  EXPECT_TRUE(request.error()[0].of_task);
  store(counted(Dtype::f32, {3, 2}));
  EXPECT_THAT(problems_of(bound(made, candidate, case_of(2, 3))),
              ElementsAre("tensor 'x' in case 'here': 'x.npy' has shape [3, 2], expected [2, 3]"));
  store(counted(Dtype::f64, {2, 3}));
  EXPECT_THAT(problems_of(bound(made, candidate, case_of(2, 3))),
              ElementsAre("tensor 'x' in case 'here': 'x.npy' holds f64, expected f32"));
}

TEST_F(FileValues, ABoolIsZeroOrOne) {
  store(counted(Dtype::u8, {1, 3}));
  const auto made = task("bool");
  EXPECT_THAT(problems_of(bound(made, candidate_from(manifest_text, made), case_of(1, 3))),
              ElementsAre("tensor 'x' in case 'here': 'x.npy' holds bytes above 1, expected 0 or "
                          "1"));
}

}  // namespace
}  // namespace assay::task::test
