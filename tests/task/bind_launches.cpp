// SPDX-License-Identifier: Apache-2.0
// Evaluated launches and the limits that they keep (threats.md D16).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Shape3 = std::array<std::int64_t, 3>;

/// The sample's manifest with other text in place, bound at one case with one kernel.
struct Trial {
  std::string manifest = manifest_text;
  record::KernelInfo info = kernel("softmax", {8, 8, 4, 4});
  Case at = case_of(4, 8);
  Task task = sample_task();

  Trial& with_text(const std::string& from, const std::string& to) {
    manifest = with(manifest, from, to);
    return *this;
  }
  /// A further key of the launch.
  Trial& with_key(const std::string& line) {
    return with_text("\n\n[params]", "\n" + line + "\n\n[params]");
  }
  Bound<record::RunRequest> run() const {
    const auto candidate = candidate_from(manifest, task);
    const std::vector kernels{info};
    return bind_run({.task = task, .candidate = candidate, .at = at}, kernels, 0, {1, 2, 3});
  }
  std::vector<record::JobLaunch> launches() const {
    auto request = run();
    EXPECT_TRUE(request) << (request ? "" : to_text(request.error().front()));
    return request ? request->launches : std::vector<record::JobLaunch>{};
  }
  std::vector<std::string> problems() const {
    const auto request = run();
    EXPECT_FALSE(request);
    return request ? std::vector<std::string>{} : texts_of(request.error());
  }
};

template <class T>
T value_in(const record::JobArgument& argument) {
  T value{};
  EXPECT_EQ(argument.bytes.size(), sizeof value);
  if (argument.bytes.size() == sizeof value) {
    std::memcpy(&value, argument.bytes.data(), sizeof value);
  }
  return value;
}

TEST(BindLaunches, GridBlockAndArguments) {
  const auto launches = Trial{}.launches();
  ASSERT_THAT(launches, SizeIs(1));
  const auto& one = launches[0];
  EXPECT_EQ(one.kernel, "_Zsoftmax");
  EXPECT_EQ(one.grid, (Shape3{4, 1, 1}));
  EXPECT_EQ(one.block, (Shape3{32, 1, 1}));
  EXPECT_EQ(one.cluster, (Shape3{0, 0, 0}));
  EXPECT_EQ(one.shared_bytes, 0);
  ASSERT_THAT(one.arguments, SizeIs(4));
  EXPECT_EQ(one.arguments[0].buffer, "x");
  EXPECT_EQ(value_in<std::int32_t>(one.arguments[2]), 4);
  EXPECT_EQ(value_in<std::int32_t>(one.arguments[3]), 8);
}

TEST(BindLaunches, OptionsAreEvaluated) {
  Trial trial;
  trial.with_text("[\"rows\"]", "[\"rows\", 6, 2]")
      .with_key("shared = \"4 * BLOCK\"\ncooperative = true\ncluster = [2, 3]");
  const auto launches = trial.launches();
  ASSERT_THAT(launches, SizeIs(1));
  EXPECT_EQ(launches[0].shared_bytes, 128);
  EXPECT_TRUE(launches[0].cooperative);
  EXPECT_EQ(launches[0].cluster, (Shape3{2, 3, 1}));
  EXPECT_EQ(launches[0].grid, (Shape3{4, 6, 2}));
}

TEST(BindLaunches, AClusterOfOneIsNone) {
  EXPECT_EQ(Trial{}.with_key("cluster = [1, 1, 1]").launches()[0].cluster, (Shape3{0, 0, 0}));
}

TEST(BindLaunches, RepeatsCountSteps) {
  Trial trial;
  trial.with_text("\"rows\", \"cols\"]", "\"step\", \"cols - step\"]")
      .with_key("repeat = \"rows\"\nwhen = \"step != 1\"");
  const auto launches = trial.launches();
  ASSERT_THAT(launches, SizeIs(3));
  EXPECT_EQ(value_in<std::int32_t>(launches[1].arguments[2]), 2);
  EXPECT_EQ(value_in<std::int32_t>(launches[1].arguments[3]), 6);
}

TEST(BindLaunches, StepEndsWithItsLaunch) {
  Trial trial;
  trial.with_key("repeat = 2");
  trial.manifest +=
      "[[launch]]\nkernel = \"softmax\"\ngrid = [1]\nblock = [1]\nargs = [\"x\", "
      "\"y\", 1, 2]\n";
  EXPECT_THAT(trial.launches(), SizeIs(3));
}

TEST(BindLaunches, TheNumberOfLaunchesIsBounded) {
  EXPECT_THAT(Trial{}.with_key("repeat = 10000").launches(), SizeIs(10'000));
  EXPECT_THAT(Trial{}.with_key("repeat = 10001").problems(),
              ElementsAre("launch 1 'softmax': repeat '10001' is 10001, expected 0 to 10000 (at "
                          "most 10000 launches in a run)"));
  EXPECT_THAT(Trial{}.with_key("repeat = \"rows - 5\"").problems(),
              ElementsAre("launch 1 'softmax': repeat 'rows - 5' is -1, expected 0 to 10000 (at "
                          "most 10000 launches in a run)"));
  // Launches that `when` leaves out cost time all the same.
  EXPECT_THAT(Trial{}.with_key("repeat = 9223372036854775807\nwhen = 0").problems(), SizeIs(1));
}

TEST(BindLaunches, ExpressionsOfManyStepsAreBoundedInTime) {
  std::string sum = "step";
  for (int i = 0; i < 190; ++i) sum += " + 1";
  const std::string list = "\"" + sum + "\", \"" + sum + "\"]";
  Trial trial;
  trial.with_text("\"rows\", \"cols\"]", list).with_key("repeat = 10000\nwhen = \"" + sum + "\"");
  EXPECT_THAT(trial.problems(),
              ElementsAre(HasSubstr("the launches take too much to evaluate (fewer repeats")));
}

TEST(BindLaunches, AGridIsEmptyOnlyWhereTheOutputIs) {
  Trial empty;
  empty.at = case_of(0, 8);
  EXPECT_THAT(empty.launches(), IsEmpty());
  EXPECT_THAT(Trial{}.with_text("[\"rows\"]", "[\"rows - 4\"]").problems(),
              ElementsAre("launch 1 'softmax': grid.x 'rows - 4' is 0, expected 1 to 2147483647 "
                          "(the output is not empty; `when` leaves a launch out)"));
}

TEST(BindLaunches, NegativeGridsAreInvalidEvenThen) {
  Trial trial;
  trial.at = case_of(0, 8);
  EXPECT_THAT(trial.with_text("[\"rows\"]", "[\"rows - 1\"]").problems(),
              ElementsAre("launch 1 'softmax': grid.x 'rows - 1' is -1, expected 1 to 2147483647"));
}

TEST(BindLaunches, SomethingIsLaunched) {
  EXPECT_THAT(Trial{}.with_key("when = \"cols > 8\"").problems(),
              ElementsAre("no launch is left in case 'here' (a `when` or `repeat` leaves every one "
                          "out)"));
  EXPECT_THAT(Trial{}.with_key("repeat = 0").problems(), SizeIs(1));
}

TEST(BindLaunches, GridsHaveCudasLimits) {
  const auto grid = [](const std::string& list) {
    return Trial{}.with_text("[\"rows\"]", list).problems();
  };
  EXPECT_THAT(grid("[\"2147483644 + rows\"]"),
              ElementsAre("launch 1 'softmax': grid.x '2147483644 + rows' is "
                          "2147483648, expected 1 to 2147483647"));
  EXPECT_THAT(
      grid("[1, \"65532 + rows\"]"),
      ElementsAre("launch 1 'softmax': grid.y '65532 + rows' is 65536, expected 1 to 65535"));
  EXPECT_THAT(grid("[1, 1, \"65532 + rows\"]"), SizeIs(1));
  EXPECT_THAT(Trial{}.with_text("[\"rows\"]", "[2147483647, 65535, 65535]").launches(), SizeIs(1));
}

TEST(BindLaunches, BlocksHaveCudasLimits) {
  const auto block = [](const std::string& list) {
    return Trial{}.with_text("[\"BLOCK\"]", list).problems();
  };
  EXPECT_THAT(block("[\"1021 + rows\"]"),
              ElementsAre("launch 1 'softmax': block.x '1021 + rows' is 1025, expected 1 to 1024"));
  EXPECT_THAT(block("[1, 1, \"61 + rows\"]"),
              ElementsAre("launch 1 'softmax': block.z '61 + rows' is 65, expected 1 to 64"));
  EXPECT_THAT(block("[33, 32]"),
              ElementsAre("launch 1 'softmax': a block of 1056 threads, expected at most 1024"));
  EXPECT_THAT(block("[\"rows - rows\"]"),
              ElementsAre("launch 1 'softmax': block.x 'rows - rows' is 0, expected 1 to 1024"));
}

TEST(BindLaunches, TheKernelsOwnBoundsHold) {
  Trial trial;
  trial.info.max_threads = 16;
  EXPECT_THAT(trial.problems(),
              ElementsAre("launch 1 'softmax': a block of 32 threads, expected at most 16 "
                          "(__launch_bounds__ of the kernel says so)"));
  trial.info.max_threads = 32;
  trial.info.required_threads = {16, 2, 1};
  EXPECT_THAT(trial.problems(),
              ElementsAre("launch 1 'softmax': a block of [32, 1, 1], expected [16, 2, 1], which "
                          "the kernel requires"));
  trial.info.required_threads = {32, 1, 1};
  EXPECT_THAT(trial.launches(), SizeIs(1));
}

TEST(BindLaunches, SharedMemoryFitsTheDevice) {
  Trial trial;
  trial.with_key("shared = \"smem_max\"");
  EXPECT_EQ(trial.launches()[0].shared_bytes, 232448);
  trial.info.shared_bytes = 1024;
  EXPECT_THAT(trial.problems(),
              ElementsAre("launch 1 'softmax': shared 'smem_max' is 232448, expected 0 to 231424 "
                          "bytes (a block has 232448, 1024 are static)"));
  EXPECT_THAT(Trial{}.with_key("shared = \"rows - 5\"").problems(), SizeIs(1));
}

TEST(BindLaunches, ClustersDivideTheGrid) {
  const auto cluster = [](const std::string& list) {
    return Trial{}.with_key("cluster = " + list).problems();
  };
  EXPECT_THAT(cluster("[3]"),
              ElementsAre("launch 1 'softmax': grid.x is 4, expected a multiple of the cluster's "
                          "3"));
  EXPECT_THAT(cluster("[\"13 + rows\"]"),
              ElementsAre("launch 1 'softmax': a cluster of [17, 1, 1], expected 1 to 16 in each "
                          "direction"));
  EXPECT_THAT(cluster("[\"rows - rows\"]"), SizeIs(1));
  EXPECT_THAT(Trial{}.with_text("[\"rows\"]", "[16, 16]").with_key("cluster = [8, 4]").problems(),
              ElementsAre("launch 1 'softmax': a cluster of 32 blocks, expected at most 16"));
}

TEST(BindLaunches, ARequiredClusterIsTaken) {
  Trial trial;
  trial.info.cluster = {2, 1, 1};
  EXPECT_EQ(trial.launches()[0].cluster, (Shape3{2, 1, 1}));
  EXPECT_THAT(trial.with_key("cluster = [4]").problems(),
              ElementsAre("launch 1 'softmax': a cluster of [4, 1, 1], expected [2, 1, 1], which "
                          "the kernel requires"));
}

TEST(BindLaunches, TheKernelIsInTheBuild) {
  Trial trial;
  trial.info.expression = "softmaxx";
  trial.info.entry = "other";
  EXPECT_THAT(trial.problems(),
              ElementsAre("launch 1 'softmax': the build has no kernel of this name, it has "
                          "softmaxx (did you mean 'softmaxx'?)"));
  trial.info.entry = "softmax";  // a .ptx names entries directly
  EXPECT_EQ(trial.launches()[0].kernel, "softmax");
}

TEST(BindLaunches, ArgumentsMatchTheKernelsParameters) {
  Trial trial;
  trial.info.parameter_sizes = {8, 8, 4};
  EXPECT_THAT(trial.problems(), ElementsAre("launch 1 'softmax': 4 arguments, expected 3, which "
                                            "the kernel takes"));
  trial.info.parameter_sizes = {8, 4, 2, 16};
  EXPECT_THAT(trial.problems(),
              ElementsAre("launch 1 'softmax', argument 2: pointer 'y' for a parameter of 4 bytes, "
                          "expected 8",
                          "launch 1 'softmax', argument 3: 'rows' for a parameter of 2 bytes, "
                          "expected one of 4 or 8",
                          "launch 1 'softmax', argument 4: 'cols' for a parameter of 16 bytes, "
                          "expected one of 4 or 8"));
}

std::vector<std::string> argument(const std::string& text) {
  return Trial{}.with_text("\"rows\", \"cols\"]", "\"" + text + "\", 0]").problems();
}

TEST(BindLaunches, IntegersFitTheirParameter) {
  Trial trial;
  trial.with_text("\"rows\", \"cols\"]", "-2147483648, 4294967295]");
  const auto launches = trial.launches();
  EXPECT_EQ(value_in<std::int32_t>(launches[0].arguments[2]), INT32_MIN);
  EXPECT_EQ(value_in<std::uint32_t>(launches[0].arguments[3]), UINT32_MAX);
  EXPECT_THAT(argument("4294967296"),
              ElementsAre("launch 1 'softmax', argument 3: '4294967296' is 4294967296, expected a "
                          "value that fits the parameter's 4 bytes (give the kernel a parameter "
                          "of 8 bytes (long long))"));
  EXPECT_THAT(argument("-2147483649"), SizeIs(1));
  EXPECT_THAT(argument("cols / (rows - 4)"),
              ElementsAre("launch 1 'softmax', argument 3: value: 'cols / (rows - 4)' divides by "
                          "zero"));
}

TEST(BindLaunches, EightBytesTakeAnyInteger) {
  Trial trial;
  trial.info.parameter_sizes = {8, 8, 8, 8};
  trial.with_text("\"rows\", \"cols\"]", "-1, 9223372036854775807]");
  const auto launches = trial.launches();
  EXPECT_EQ(value_in<std::int64_t>(launches[0].arguments[2]), -1);
  EXPECT_EQ(value_in<std::int64_t>(launches[0].arguments[3]), INT64_MAX);
}

Trial scalar(const std::string& dtype, const std::string& value, std::int64_t size) {
  Trial trial;
  trial.task = task_from(with(task_text, "dtype = \"f32\"\nvalue = \"1 / sqrt(cols)\"",
                              "dtype = \"" + dtype + "\"\nvalue = \"" + value + "\""));
  trial.info.parameter_sizes = {8, 8, size, 4};
  trial.with_text("\"rows\", \"cols\"]", "\"scale\", \"cols\"]");
  return trial;
}

TEST(BindLaunches, ScalarsHaveTheirDtype) {
  EXPECT_EQ(value_in<float>(scalar("f32", "1 / sqrt(cols * 2)", 4).launches()[0].arguments[2]),
            0.25F);
  EXPECT_EQ(value_in<double>(scalar("f64", "1 / 3", 8).launches()[0].arguments[2]), 1.0 / 3);
  EXPECT_EQ(value_in<std::uint16_t>(scalar("bf16", "1", 2).launches()[0].arguments[2]), 0x3f80);
  EXPECT_EQ(value_in<std::int16_t>(scalar("i16", "-32768", 2).launches()[0].arguments[2]), -32768);
  EXPECT_EQ(value_in<std::uint8_t>(scalar("bool", "cols > 1", 1).launches()[0].arguments[2]), 1);
  EXPECT_EQ(value_in<float>(scalar("f32", "1e-60", 4).launches()[0].arguments[2]), 0.0F);
}

TEST(BindLaunches, AScalarMeetsAParameterOfItsSize) {
  EXPECT_THAT(scalar("f32", "1", 8).problems(),
              ElementsAre("launch 1 'softmax', argument 3: scalar 'scale' (f32) for a parameter of "
                          "8 bytes, expected 4"));
}

TEST(BindLaunches, AScalarThatDoesNotFitIsTheTasksFault) {
  for (const auto& [dtype, value, size] :
       std::vector<std::tuple<std::string, std::string, std::int64_t>>{{"i32", "0.5", 4},
                                                                       {"i32", "2147483648", 4},
                                                                       {"u8", "-1", 1},
                                                                       {"bool", "2", 1},
                                                                       {"f16", "1e6", 2},
                                                                       {"f8e4m3", "1000", 1},
                                                                       {"f32", "1e39", 4}}) {
    const auto request = scalar(dtype, value, size).run();
    ASSERT_FALSE(request) << dtype << " " << value;
    EXPECT_TRUE(request.error()[0].of_task);
    EXPECT_THAT(request.error()[0].message, HasSubstr("which does not fit " + dtype));
  }
  auto trial = scalar("f32", "1 / (cols - 8)", 4);
  EXPECT_THAT(trial.problems(), ElementsAre("launch 1 'softmax', argument 3: scalar 'scale': '1 / "
                                            "(cols - 8)' divides by zero"));
}

TEST(BindLaunches, AllProblemsOfALaunchAtOnce) {
  Trial trial;
  trial.with_text("[\"rows\"]", "[\"rows - rows\"]")
      .with_text("[\"BLOCK\"]", "[\"512 * rows\"]")
      .with_key("shared = \"rows - 5\"");
  EXPECT_THAT(trial.problems(), SizeIs(3));
}

}  // namespace
}  // namespace assay::task::test
