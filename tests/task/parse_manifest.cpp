// SPDX-License-Identifier: Apache-2.0
// expect, [params], [[constraint]], [[scratch]] and [[tensor_map]] of a manifest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ParseManifest, TheSampleIsWhole) {
  const auto candidate = candidate_from(manifest_text);
  ASSERT_THAT(candidate.launches, SizeIs(1));
  ASSERT_THAT(candidate.params, SizeIs(1));
  EXPECT_THAT(candidate.params[0].values, ElementsAre("32", "64"));
  EXPECT_TRUE(candidate.params[0].integer);
  EXPECT_EQ(candidate.kind, "cu");
  EXPECT_EQ(candidate.build.compiler, "nvrtc");
}

// What stands in every table of docs/candidate.md, in one manifest.
TEST(ParseManifest, AManifestWithEveryTableIsValid) {
  const auto candidate = candidate_from(R"toml(
    expect = "accepted"                # optional
    [[launch]]
    kernel  = "softmax_block"
    grid    = ["rows"]
    block   = ["BLOCK"]
    shared  = "4 * BLOCK"
    cluster = [1]
    args    = ["x", "y", "rows", "rows * cols"]
    repeat  = "1"
    cooperative = false

    [[scratch]]
    name = "stats"
    dtype = "f32"
    shape = ["rows", 2]

    [[tensor_map]]
    name = "x_map"
    tensor = "x"
    box = [64, 64]
    swizzle = "128B"

    [params]
    BLOCK = [256, 128, 512]
    [[constraint]]
    that = "BLOCK <= 1024"

    [[state]]
    symbol = "retirement_count"

    [build]
    compiler = "nvrtc"
    arch  = "90a"
    flags = ["--use_fast_math"]
    define = { N = "cols" }
    include = ["include"]
)toml");
  EXPECT_EQ(candidate.expect, "accepted");
  EXPECT_EQ(candidate.launches[0].shared->text(), "4 * BLOCK");
  EXPECT_EQ(candidate.scratch[0].shape[1].literal(), 2);
  EXPECT_EQ(candidate.tensor_maps[0].swizzle, "128B");
  EXPECT_THAT(candidate.params[0].values, ElementsAre("256", "128", "512"));
  EXPECT_THAT(candidate.state, ElementsAre("retirement_count"));
  EXPECT_EQ(candidate.build.arch, "90a");
  EXPECT_EQ(candidate.build.define[0].second.text(), "cols");
  EXPECT_THAT(candidate.build.include, ElementsAre("include"));
}

TEST(ParseManifest, AllMistakesOfAFileAtOnceInItsOrder) {
  auto text = with(manifest_text, "kernel = \"softmax\"", "kernal = \"softmax\"");
  text = with(text, "\"rows\"]", "\"row\"]");
  text = with(text, "\"x\", \"y\"", "\"x\", \"z\"");
  text = with(text, "[params]", "[parms]");
  EXPECT_THAT(
      manifest_mistakes(text),
      ElementsAre(
          "k.cu:1:1: found [[launch]] without 'kernel', expected the name of a __global__ function",
          "k.cu:2:1: found key 'kernal', expected a key of [[launch]] (args, block, cluster, "
          "cooperative, grid, kernel, repeat, setup, shared, when); did you mean 'kernel'?",
          "k.cu:3:10: found 'row', expected an axis, an integer parameter, sm_count or smem_max "
          "(rows, cols, sm_count, smem_max); did you mean 'rows'?",
          "k.cu:4:11: found 'BLOCK', expected an axis, an integer parameter, sm_count or smem_max "
          "(rows, cols, sm_count, smem_max)",
          "k.cu:5:15: found 'z', expected a tensor, scalar, scratch or tensor map (x, y, scale), "
          "or an integer expression over rows, cols, sm_count, smem_max; did you mean 'x'?",
          "k.cu:7:2: found key 'parms', expected a key of the manifest (build, constraint, expect, "
          "launch, params, scratch, state, tensor_map); did you mean 'params'?"));
}

TEST(ParseManifest, LinesAreThoseOfTheFile) {
  const auto parsed = parse_candidate("\n[[launch]]\n", "k.cu", 7, sample_task());
  EXPECT_EQ(parsed.mistakes.front().line, 8U);
  EXPECT_FALSE(parsed.value);
}

TEST(ParseManifest, ExpectIsAnOutcomeOrAReason) {
  for (const auto* expect :
       {"accepted", "rejected", "undecided", "error", "race.shared", "run.timeout"}) {
    EXPECT_THAT(manifest_mistakes("expect = \"" + std::string(expect) + "\"\n" + manifest_text),
                IsEmpty())
        << expect;
  }
  const std::string valid =
      "expected one of accepted, rejected, undecided, error, or a reason code such as race.shared";
  EXPECT_THAT(manifest_mistakes("expect = \"race.sharde\"\n" + manifest_text),
              ElementsAre("k.cu:1:10: found 'race.sharde' as 'expect', " + valid +
                          "; did you mean 'race.shared'?"));
  EXPECT_THAT(manifest_mistakes("expect = true\n" + manifest_text),
              ElementsAre("k.cu:1:10: found true as 'expect', " + valid));
}

std::vector<std::string> params(const std::string& lines) {
  return manifest_mistakes(manifest_text + lines);
}

TEST(Params, AreIntegersTruthsOrTexts) {
  const auto candidate =
      candidate_from(manifest_text + "T = [\"float\", \"double\"]\nFAST = true\nN = -4\n");
  ASSERT_THAT(candidate.params, SizeIs(4));
  EXPECT_TRUE(candidate.params[1].text);
  EXPECT_FALSE(candidate.params[1].integer);
  EXPECT_THAT(candidate.params[2].values, ElementsAre("true"));
  EXPECT_FALSE(candidate.params[2].integer);
  EXPECT_THAT(candidate.params[3].values, ElementsAre("-4"));
}

TEST(Params, EachListHasOneTypeAndNoDoubles) {
  EXPECT_THAT(params("A = [1, \"2\", 1]\n"),
              ElementsAre("k.cu:9:9: found '2', expected values of one type (the first is 1)",
                          "k.cu:9:14: found 1 again, expected each value once"));
  EXPECT_THAT(params("A = []\n"), ElementsAre("k.cu:9:5: found 0 values, expected 1 to 1024"));
  EXPECT_THAT(params("A = 1.5\n"),
              ElementsAre("k.cu:9:5: found 1.5, expected an integer, true, false or a string"));
  EXPECT_THAT(params("A = [[1]]\n"), SizeIs(1));
}

// A newline in -DNAME=value could add code of its own.
TEST(Params, TextsArePrintable) {
  EXPECT_THAT(params("A = \"float\\n#include\"\n"),
              ElementsAre("k.cu:9:5: found 'float\\n#include', expected 1 to 200 printable "
                          "characters"));
  EXPECT_THAT(params("A = \"\"\n"), SizeIs(1));
  EXPECT_THAT(params("A = \"" + std::string(201, 'x') + "\"\n"), SizeIs(1));
}

TEST(Params, NamesAreTheirOwn) {
  EXPECT_THAT(params("rows = 4\nx = 1\nstep = 1\n"),
              ElementsAre("k.cu:9:1: found 'rows' as a parameter, expected a name of its own: "
                          "'rows' is an axis already, in task 'softmax'",
                          "k.cu:10:1: found 'x' as a parameter, expected a name of its own: 'x' is "
                          "a tensor already, in task 'softmax'",
                          "k.cu:11:1: found 'step' as a parameter, expected a name of its own: "
                          "'step' is a reserved name"));
}

TEST(Params, OnlyIntegersStandInExpressions) {
  EXPECT_THAT(manifest_mistakes(with(manifest_text, "[32, 64]", "[\"a\", \"b\"]")),
              ElementsAre("k.cu:4:11: found 'BLOCK', a parameter, expected an axis, an integer "
                          "parameter, sm_count or smem_max (rows, cols, sm_count, smem_max)"));
}

TEST(Params, ACompiledFileHasOneValueEach) {
  const auto task = sample_task();
  const auto parsed = parse_manifest(manifest_text, {.name = "k.toml", .kind = "ptx"}, task);
  EXPECT_THAT(texts_of(parsed.mistakes),
              ElementsAre("k.toml:8:9: found 2 values, expected one: a .ptx is compiled already"));
}

TEST(ParamConstraints, AreAboutParams) {
  const auto candidate =
      candidate_from(manifest_text + "[[constraint]]\nthat = \"BLOCK <= cols * 64\"\n");
  EXPECT_THAT(candidate.constraints, SizeIs(1));
  EXPECT_THAT(params("[[constraint]]\nthat = \"cols <= 1024\"\n"),
              ElementsAre("k.cu:10:8: found 'cols <= 1024', expected a condition on [params] "
                          "(relations between axes are the task's)"));
  EXPECT_THAT(params("[[constraint]]\nthat = \"BLOK <= 1024\"\n"), SizeIs(1));
  EXPECT_THAT(params("[[constraint]]\nthat = \"BLOCK <= \"\n"),
              ElementsAre("k.cu:10:18: found the end, expected a number, a name or '('"));
}

TEST(Scratch, HasANameADtypeAndAShape) {
  EXPECT_THAT(
      params("[[scratch]]\nname = \"y\"\ndtype = \"f33\"\nshape = \"rows\"\nsize = 4\n"),
      ElementsAre("k.cu:10:8: found 'y' as a scratch buffer, expected a name of its own: 'y' is a "
                  "tensor already, in task 'softmax'",
                  "k.cu:11:9: found 'f33', expected a dtype (f64, f32, tf32, f16, bf16, f8e4m3, "
                  "f8e5m2, i64, i32, i16, i8, i4, u64, u32, u16, u8, bool); did you mean 'f32'?",
                  "k.cu:12:9: found 'rows', expected a list of 0 to 8 expressions",
                  "k.cu:13:1: found key 'size', expected a key of [[scratch]] (dtype, name, "
                  "shape)"));
}

TEST(TensorMaps, DescribeATensor) {
  const auto map = [](const std::string& keys) {
    return params("[[tensor_map]]\nname = \"m\"\n" + keys);
  };
  EXPECT_THAT(map("tensor = \"x\"\nbox = [64, \"BLOCK\"]\n"), IsEmpty());
  EXPECT_THAT(map("tensor = \"scale\"\nbox = [64]\n"),
              ElementsAre("k.cu:11:10: found 'scale', expected a tensor (x, y)"));
  EXPECT_THAT(map("tensor = \"x\"\nbox = [64]\n"),
              ElementsAre("k.cu:12:7: found a box of 1 dimensions, expected 2, as many as 'x' "
                          "has"));
  EXPECT_THAT(map("tensor = \"x\"\nbox = [64, 64]\nswizzle = \"127B\"\n"),
              ElementsAre("k.cu:13:11: found '127B', expected a swizzle (none, 32B, 64B, 128B); "
                          "did you mean '128B'?"));
}

}  // namespace
}  // namespace assay::task::test
