// SPDX-License-Identifier: Apache-2.0
// What a whole task.toml says, and the small tables: schema, golden, work, baseline, limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ParseTask, TheSampleIsWhole) {
  const auto task = sample_task();
  EXPECT_EQ(task.name, "softmax");
  EXPECT_EQ(task.text, task_text);
  ASSERT_THAT(task.axes, SizeIs(2));
  EXPECT_EQ(task.axes[0].name, "rows");
  EXPECT_EQ(task.axes[1].max, 64);
  ASSERT_THAT(task.tensors, SizeIs(2));
  EXPECT_EQ(task.tensors[1].role, Role::out);
  EXPECT_EQ(task.tensors[0].values.front().text, "normal(0, 1)");
  ASSERT_THAT(task.scalars, SizeIs(1));
  EXPECT_EQ(task.golden.source->path, "golden.cu");
  ASSERT_THAT(task.requirements, SizeIs(1));
  EXPECT_EQ(task.requirements[0].metric, "max_abs");
  ASSERT_THAT(task.cases, SizeIs(1));
  EXPECT_EQ(task.cases[0].axes.at("cols"), 8);
}

// What stands in every table of docs/task.md, in one task.
TEST(ParseTask, ATaskWithEveryTableIsValid) {
  const auto task = task_from(R"toml(schema  = 1
name    = "softmax"
summary = "Softmax over the last axis of a row-major matrix."
[axes]
rows = { min = 1, max = 8192 }
cols = { min = 1, max = 8192, multiple_of = 1 }
[[tensor]]
name = "x"
role = "in"
dtype = "f32"
shape = ["rows", "cols"]
values = "normal(0, 1)"
[[tensor]]
name = "y"
role = "out"
dtype = "f32"
shape = ["rows", "cols"]
[[scalar]]
name = "scale"
dtype = "f32"
value = "1 / sqrt(cols)"
[golden]
source = "golden.cu"
[[require]]
metric = "rel_l2"
per = "row"
quantile = 0.99
max = 1e-4
[[require]]
metric = "error_ratio"
against = "baseline"
max = 2
[[require]]
property = "batch_invariant"
axis = "rows"
[work]
flops = "4 * rows * cols"
bytes = "8 * rows * cols"
[[case]]
name = "ragged"
rows = 37
cols = 1001
[[case]]
name = "bench"
rows = 4096
cols = 4096
bench = true
[baseline]
candidate = "naive.cu"
[limits]
steps = 1000000
seconds = 10
)toml");
  EXPECT_EQ(task.summary, "Softmax over the last axis of a row-major matrix.");
  EXPECT_THAT(task.requirements, SizeIs(3));
  EXPECT_EQ(task.work_flops->text(), "4 * rows * cols");
  EXPECT_EQ(task.baseline->candidate, "naive.cu");
  EXPECT_TRUE(task.cases[1].bench);
  EXPECT_EQ(task.limits.steps, 1'000'000);
  EXPECT_EQ(task.limits.seconds, 10.0);
}

TEST(ParseTask, AllMistakesOfAFileAtOnceInItsOrder) {
  auto text = with(task_text, "schema = 1", "schema = 2");
  text = with(text, "dtype = \"f32\"\nshape = [\"rows\", \"cols\"]\nvalues",
              "dtype = \"f31\"\nshape = [\"rows\", \"clos\"]\nvalues");
  text = with(text, "role = \"out\"", "role = \"output\"");
  text = with(text, "metric = \"max_abs\"", "metric = \"maxabs\"");
  text = with(text, "cols = 8", "cols = 65");
  EXPECT_THAT(
      task_mistakes(text),
      ElementsAre(
          "task.toml:1:10: found schema 2, expected schema = 1, the one this version reads",
          "task.toml:11:9: found 'f31', expected a dtype (f64, f32, tf32, f16, bf16, f8e4m3, "
          "f8e5m2, i64, i32, i16, i8, i4, u64, u32, u16, u8, bool); did you mean 'f32'?",
          "task.toml:12:19: found 'clos', expected an axis (rows, cols); did you mean 'cols'?",
          "task.toml:17:8: found 'output', expected a role (in, out, inout, weight)",
          "task.toml:30:10: found 'maxabs', expected a metric (max_abs, max_rel, rel_l2, rms, ulp, "
          "cosine, mismatch, error_ratio, bitwise); did you mean 'max_abs'?",
          "task.toml:36:8: found cols = 65, expected 1 to 64"));
}

TEST(ParseTask, AnEmptyFileNamesAllThatIsMissing) {
  EXPECT_THAT(
      task_mistakes(""),
      ElementsAre("task.toml:1:1: found the task without 'schema', expected schema = 1",
                  "task.toml:1:1: found the task without 'name', expected a name such as "
                  "\"softmax\"",
                  "task.toml:1:1: found the task without 'golden', expected a table [golden] with "
                  "source = \"golden.cu\"",
                  "task.toml:1:1: found a task without [[require]] and [baseline], expected a "
                  "[[require]] such as metric = \"rel_l2\", per = \"row\", max = 1e-5"));
}

TEST(ParseTask, UnknownTablesAndKeysAreMistakes) {
  EXPECT_THAT(task_mistakes(task_text + "[[tensr]]\nname = \"z\"\n"),
              ElementsAre("task.toml:37:3: found key 'tensr', expected a key of the task (axes, "
                          "baseline, case, constraint, golden, limits, name, require, scalar, "
                          "schema, summary, tensor, work); did you mean 'tensor'?"));
}

TEST(ParseTask, WhatIsNotTomlIsOneMistake) {
  const auto mistakes = task_mistakes("schema = 1\nname = softmax\n");
  ASSERT_THAT(mistakes, SizeIs(1));
  EXPECT_THAT(mistakes[0], testing::StartsWith("task.toml:2:"));
  EXPECT_THAT(mistakes[0], testing::HasSubstr("text that is not TOML"));
}

TEST(ParseTask, ATableInPlaceOfSomethingElse) {
  EXPECT_THAT(task_mistakes(with(task_text, "[golden]\nsource = \"golden.cu\"", "[[golden]]")),
              ElementsAre("task.toml:26:1: found a list as 'golden', expected a table [golden]"));
}

TEST(ParseTask, TheGoldenIsSourceOrFile) {
  EXPECT_THAT(
      task_mistakes(with(task_text, "source = \"golden.cu\"",
                         "source = \"golden.cu\"\nfile = \"r.safetensors\"")),
      ElementsAre("task.toml:26:1: found a [golden] with both 'source' and 'file', expected either "
                  "source = \"golden.cu\" or file = \"recorded.safetensors\""));
  EXPECT_THAT(
      task_mistakes(with(task_text, "source = \"golden.cu\"", "")),
      ElementsAre("task.toml:26:1: found a [golden] without 'source' and 'file', expected either "
                  "source = \"golden.cu\" or file = \"recorded.safetensors\""));
  const auto task =
      task_from(with(task_text, "source = \"golden.cu\"", "file = \"data/recorded.safetensors\""));
  EXPECT_EQ(*task.golden.file, "data/recorded.safetensors");
  EXPECT_FALSE(task.golden.source);
}

TEST(ParseTask, PathsStayBelowTheFolder) {
  const auto golden = [](const std::string& path) {
    return task_mistakes(with(task_text, "golden.cu", path));
  };
  const auto below = "expected a relative path without '..', below the folder of this file";
  EXPECT_THAT(golden("../golden.cu"),
              ElementsAre(std::string("task.toml:27:10: found path '../golden.cu', ") + below));
  EXPECT_THAT(golden("/etc/golden.cu"),
              ElementsAre(std::string("task.toml:27:10: found path '/etc/golden.cu', ") + below));
  EXPECT_THAT(golden("a/../../b.cu"), SizeIs(1));
  EXPECT_THAT(golden("golden.py"), ElementsAre("task.toml:27:10: found path 'golden.py', expected "
                                               "a name that ends in .cu, .ptx"));
  EXPECT_THAT(golden("a/..b/golden.cu"), IsEmpty());
}

TEST(ParseTask, TheBaselineIsACandidateOrALibrary) {
  const auto baseline = [](const std::string& keys) {
    return task_mistakes(task_text + "[baseline]\n" + keys);
  };
  EXPECT_THAT(baseline("candidate = \"naive.cu\""), IsEmpty());
  EXPECT_THAT(baseline("library = \"cublas\"\nop = \"gemm\""), IsEmpty());
  EXPECT_THAT(baseline("candidate = \"naive.cu\"\nlibrary = \"cublas\"\nop = \"gemm\""),
              ElementsAre("task.toml:37:1: found a [baseline] with both 'candidate' and 'library', "
                          "expected either candidate = \"naive.cu\" or library = \"cublas\" with "
                          "op = \"gemm\""));
  EXPECT_THAT(baseline("library = \"cublas\""),
              ElementsAre("task.toml:37:1: found [baseline] without 'op', expected op = \"gemm\""));
  EXPECT_THAT(baseline("library = \"cubals\"\nop = \"gemm\""),
              ElementsAre("task.toml:38:11: found 'cubals', expected a library (cublas, cublaslt, "
                          "cudnn); did you mean 'cublas'?"));
  EXPECT_THAT(baseline("candidate = \"naive.cu\"\nop = \"gemm\""),
              ElementsAre("task.toml:39:1: found 'op' without 'library', expected library = "
                          "\"cublas\" beside it"));
}

TEST(ParseTask, WorkIsExactAndOverAxes) {
  const auto task = task_from(task_text + "[work]\nflops = \"4 * rows\"\nbytes = 12\n");
  EXPECT_EQ(task.work_bytes->literal(), 12);
  EXPECT_THAT(task_mistakes(task_text + "[work]\nflops = \"4 * BLOCK\"\nbytes = 1.5\n"),
              ElementsAre("task.toml:38:14: found 'BLOCK', expected an axis (rows, cols)",
                          "task.toml:39:9: found 1.5, expected an integer or a string with an "
                          "expression"));
}

TEST(ParseTask, LimitsArePositive) {
  EXPECT_THAT(task_mistakes(task_text + "[limits]\nsteps = 0\nseconds = -1\nstep = 1\n"),
              ElementsAre("task.toml:38:9: found 0 as 'steps', expected at least 1",
                          "task.toml:39:11: found seconds = -1, expected more than 0",
                          "task.toml:40:1: found key 'step', expected a key of [limits] (seconds, "
                          "steps); did you mean 'steps'?"));
}

TEST(ParseTask, AHostileNameIsShownSafely) {
  const auto mistakes = task_mistakes(with(task_text, "role = \"out\"", "role = \"\\u001b[31m\""));
  ASSERT_THAT(mistakes, SizeIs(1));
  EXPECT_THAT(mistakes[0], testing::HasSubstr("found '\\x1b[31m', expected a role"));
}

}  // namespace
}  // namespace assay::task::test
