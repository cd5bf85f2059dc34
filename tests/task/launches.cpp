// SPDX-License-Identifier: Apache-2.0
// [[launch]] of a manifest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> args(const std::string& list) {
  return manifest_mistakes(with(manifest_text, "[\"x\", \"y\", \"rows\", \"cols\"]", list));
}

std::vector<std::string> launch(const std::string& keys) {
  return manifest_mistakes(with(manifest_text, "\n\n[params]", "\n" + keys + "\n\n[params]"));
}

TEST(Launches, ThereIsAtLeastOne) {
  EXPECT_THAT(manifest_mistakes(""),
              ElementsAre("k.cu:1:1: found a manifest without [[launch]], expected at least one, "
                          "with kernel, grid, block and args"));
  EXPECT_THAT(
      manifest_mistakes("[[launch]]\n"),
      ElementsAre(
          "k.cu:1:1: found [[launch]] without 'kernel', expected the name of a __global__ function",
          "k.cu:1:1: found [[launch]] without 'grid', expected 1 to 3 expressions such as "
          "[\"ceil_div(rows, 128)\"]",
          "k.cu:1:1: found [[launch]] without 'block', expected 1 to 3 expressions such as [256]",
          "k.cu:1:1: found [[launch]] without 'args', expected the kernel's arguments, such as "
          "[\"x\", \"y\", \"rows\"]"));
}

TEST(Launches, ABareNameIsWhatHasThatName) {
  const auto candidate = candidate_from(
      with(manifest_text, "\"rows\", \"cols\"", "\" scale \", \"cols\", \"cols + 1\", 7"));
  const auto& arguments = candidate.launches[0].args;
  ASSERT_THAT(arguments, SizeIs(6));
  EXPECT_EQ(arguments[0].name, "x");
  EXPECT_FALSE(arguments[0].expression);
  EXPECT_EQ(arguments[2].name, "scale");
  EXPECT_EQ(arguments[3].name, "");
  EXPECT_EQ(arguments[3].expression->text(), "cols");
  EXPECT_EQ(arguments[5].expression->literal(), 7);
}

TEST(Launches, UnknownArgumentsMeetTheNearestName) {
  const std::string expected =
      ", expected a tensor, scalar, scratch or tensor map (x, y, scale), or an integer expression "
      "over rows, cols, BLOCK, sm_count, smem_max";
  EXPECT_THAT(args("[\"scal\"]"),
              ElementsAre("k.cu:5:10: found 'scal'" + expected + "; did you mean 'scale'?"));
  EXPECT_THAT(args("[\"colz\"]"),
              ElementsAre("k.cu:5:10: found 'colz'" + expected + "; did you mean 'cols'?"));
  EXPECT_THAT(args("[\"x\", \"y.out\"]"), ElementsAre("k.cu:5:15: found 'y.out'" + expected));
  EXPECT_THAT(args("[\"rows * y\"]"),
              ElementsAre("k.cu:5:17: found 'y', a tensor, expected an axis, an integer parameter, "
                          "sm_count or smem_max (rows, cols, BLOCK, sm_count, smem_max)"));
}

TEST(Launches, ARealNumberIsAScalarOfTheTask) {
  EXPECT_THAT(args("[\"x\", 0.5]"),
              ElementsAre("k.cu:5:14: found 0.5, expected an integer expression (a real number is "
                          "a [[scalar]] of the task)"));
  EXPECT_THAT(args("[true]"),
              ElementsAre("k.cu:5:9: found true, expected an integer or a string with an "
                          "expression"));
  EXPECT_THAT(args("\"x\""),
              ElementsAre("k.cu:5:8: found 'x', expected a list of at most 256 arguments"));
  EXPECT_THAT(args("[]"), IsEmpty());
}

TEST(Launches, GridAndBlockHaveOneToThreeDimensions) {
  const auto grid = [](const std::string& list) {
    return manifest_mistakes(with(manifest_text, "grid = [\"rows\"]", "grid = " + list));
  };
  EXPECT_THAT(grid("[\"rows\", \"ceil_div(cols, BLOCK)\", 3]"), IsEmpty());
  EXPECT_THAT(grid("[1, 1, 1, 1]"),
              ElementsAre("k.cu:3:8: found a list of 4, expected a list of 1 to 3 expressions"));
  EXPECT_THAT(grid("\"rows\""),
              ElementsAre("k.cu:3:8: found 'rows', expected a list of 1 to 3 expressions"));
  EXPECT_THAT(grid("[\"ceil_div(rows, )\"]"),
              ElementsAre("k.cu:3:25: found ')', expected a number, a name or '('"));
  EXPECT_THAT(grid("[\"step\"]"),
              ElementsAre("k.cu:3:10: found 'step', a reserved name, expected an axis, an integer "
                          "parameter, sm_count or smem_max (rows, cols, BLOCK, sm_count, "
                          "smem_max)"));
}

TEST(Launches, StepIsANameInRepeatedLaunches) {
  EXPECT_THAT(launch("repeat = \"cols\"\nwhen = \"step < rows\"\nshared = \"4 * step\""),
              IsEmpty());
  EXPECT_THAT(launch("when = \"step < rows\""), Contains(HasSubstr("found 'step'")));
  EXPECT_THAT(launch("repeat = \"step\""),
              ElementsAre("k.cu:6:11: found 'step', a reserved name, expected an axis, an integer "
                          "parameter, sm_count or smem_max (rows, cols, BLOCK, sm_count, "
                          "smem_max)"));
}

TEST(Launches, OptionsAreRead) {
  const auto candidate = candidate_from(
      with(manifest_text, "\n\n[params]",
           "\nshared = 1024\ncluster = [2, 1]\nrepeat = 3\nwhen = \"cols > 1\"\ncooperative = "
           "true\n\n[params]"));
  const auto& one = candidate.launches[0];
  EXPECT_EQ(one.shared->literal(), 1024);
  EXPECT_THAT(one.cluster, SizeIs(2));
  EXPECT_EQ(one.repeat->literal(), 3);
  EXPECT_EQ(one.when->text(), "cols > 1");
  EXPECT_TRUE(one.cooperative);
  EXPECT_THAT(launch("cooperative = 1"),
              ElementsAre("k.cu:6:15: found 1 as 'cooperative', expected true or false"));
}

TEST(Launches, KernelNamesArePrintable) {
  const auto kernel = [](const std::string& name) {
    return manifest_mistakes(with(manifest_text, "\"softmax\"", name));
  };
  EXPECT_THAT(kernel("\"ns::softmax<BLOCK, float>\""), IsEmpty());
  EXPECT_THAT(kernel("\"\""), ElementsAre("k.cu:2:10: found an empty 'kernel', expected the name "
                                          "of a __global__ function"));
  EXPECT_THAT(kernel("\"a\\u0007\""),
              ElementsAre("k.cu:2:10: found 'a\\x07', expected a C++ name of at most 1000 "
                          "printable characters"));
  EXPECT_THAT(kernel("3"), ElementsAre("k.cu:2:10: found 3 as 'kernel', expected a string"));
}

Task task_with_weight() {
  return task_from(task_text +
                   "[[tensor]]\nname = \"w\"\nrole = \"weight\"\ndtype = \"f32\"\nshape = "
                   "[4]\nvalues = \"ones\"\n");
}

TEST(Launches, ASetUpSeesWeightsAndScratchAlone) {
  const std::string scratch = "[[scratch]]\nname = \"s\"\ndtype = \"f32\"\nshape = [4]\n";
  const std::string setup =
      "[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nsetup = true\nargs = ";
  EXPECT_THAT(manifest_mistakes(setup + "[\"w\", \"s\", \"cols\"]\n" + scratch, task_with_weight()),
              IsEmpty());
  EXPECT_THAT(manifest_mistakes(setup + "[\"w\", \"x\"]\n", task_with_weight()),
              ElementsAre("k.cu:6:8: found tensor 'x' in a set-up launch, expected weight tensors "
                          "and scratch alone"));
}

// The golden of an inout tensor reads `t` and writes `t.out`; a candidate has `t` alone.
TEST(Launches, TheGoldenHasBothSidesOfAnInout) {
  const auto task =
      task_from(with(task_text, "role = \"out\"", "role = \"inout\"\nvalues = \"zeros\""));
  const auto text = with(manifest_text, "\"x\", \"y\"", "\"x\", \"y\", \"y.out\"");
  const auto golden = golden_from(text, task);
  EXPECT_EQ(golden.launches[0].args[2].name, "y.out");
  EXPECT_THAT(manifest_mistakes(text, task), SizeIs(1));
}

// What can't be run yet (a cluster) must not be the reason why a wrong number goes unnoticed.
TEST(Launches, ANumberThatNoCaseCanMakeValidIsAMistake) {
  EXPECT_THAT(launch("cluster = [0]"), ElementsAre("k.cu:6:12: found '0', expected 1 to 16"));
  EXPECT_THAT(launch("cluster = [1, -2]"), ElementsAre(HasSubstr("found '-2', expected 1 to 16")));
  EXPECT_THAT(launch("cluster = [\"3 - 3\"]"), ElementsAre(HasSubstr("found '3 - 3'")));
  EXPECT_THAT(launch("cluster = [17]"), ElementsAre(HasSubstr("expected 1 to 16")));
  EXPECT_THAT(launch("shared = -1"), ElementsAre(HasSubstr("found '-1', expected 0 to")));
  EXPECT_THAT(launch("repeat = \"-1\""), ElementsAre(HasSubstr("found '-1', expected 0 to")));
}

TEST(Launches, GridsAndBlocksHaveTheirLimits) {
  const auto numbers = [](const std::string& grid, const std::string& block) {
    return manifest_mistakes(with(with(manifest_text, "grid = [\"rows\"]", "grid = " + grid),
                                  "block = [\"BLOCK\"]", "block = " + block));
  };
  EXPECT_THAT(numbers("[2147483647, 65535]", "[1024, 1, 64]"), IsEmpty());
  EXPECT_THAT(numbers("[0]", "[1]"), ElementsAre(HasSubstr("found '0', expected 1 to 2147483647")));
  EXPECT_THAT(numbers("[1, 65536]", "[1]"), ElementsAre(HasSubstr("expected 1 to 65535")));
  EXPECT_THAT(numbers("[1]", "[1, 1, 65]"), ElementsAre(HasSubstr("expected 1 to 64")));
  EXPECT_THAT(numbers("[1]", "[-1]"), ElementsAre(HasSubstr("expected 1 to 1024")));
  EXPECT_THAT(numbers("[\"rows - rows\"]", "[\"BLOCK\"]"), IsEmpty()) << "told at each case";
}

}  // namespace
}  // namespace assay::task::test
