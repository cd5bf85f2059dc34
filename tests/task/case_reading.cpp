// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Mistakes of a second case, which begins in line 37.
std::vector<std::string> second(const std::string& keys, const std::string& text = task_text) {
  return task_mistakes(text + "[[case]]\n" + keys + "\n");
}

TEST(CaseReading, BindsEveryAxis) {
  EXPECT_THAT(second("name = \"b\"\nrows = 0\ncols = 64\nbench = true"), IsEmpty());
  EXPECT_THAT(second("name = \"b\"\nrows = 1"),
              ElementsAre("task.toml:37:1: found [[case]] without 'cols', expected every axis "
                          "bound, such as cols = 1"));
  EXPECT_THAT(second("name = \"b\"\nrows = 1\ncols = 1\ndepth = 3"),
              ElementsAre("task.toml:41:1: found key 'depth', expected a key of [[case]] (bench, "
                          "cols, name, rows, values)"));
  EXPECT_THAT(second("name = \"b\"\nrows = \"1\"\ncols = 1"),
              ElementsAre("task.toml:39:8: found '1' as 'rows', expected an integer"));
}

TEST(CaseReading, StaysInRangeOnEveryAxisAtOnce) {
  EXPECT_THAT(second("name = \"b\"\nrows = 65\ncols = 0"),
              ElementsAre("task.toml:39:8: found rows = 65, expected 0 to 64",
                          "task.toml:40:8: found cols = 0, expected 1 to 64"));
  const auto text = with(task_text, "cols = { min = 1, max = 64 }",
                         "cols = { min = 1, max = 64, multiple_of = 8 }");
  EXPECT_THAT(second("name = \"b\"\nrows = 1\ncols = 12", text),
              ElementsAre("task.toml:40:8: found cols = 12, expected a multiple of 8"));
}

TEST(CaseReading, KeepsTheConstraints) {
  const auto text = task_text + "[[constraint]]\nthat = \"rows < cols\"\n";
  EXPECT_THAT(second("name = \"b\"\nrows = 9\ncols = 9", text),
              ElementsAre("task.toml:39:1: found a case that breaks 'rows < cols', expected the "
                          "constraint 'rows < cols' to hold"));
  const auto divides = task_text + "[[constraint]]\nthat = \"cols % rows == 0\"\n";
  EXPECT_THAT(second("name = \"b\"\nrows = 0\ncols = 9", divides),
              ElementsAre("task.toml:39:1: found 'cols % rows' divides by zero, expected the "
                          "constraint 'cols % rows == 0' to hold"));
}

// Two cases, two mistakes: the first must not hide the second.
TEST(CaseReading, EveryCaseIsChecked) {
  const auto text = task_text + "[[constraint]]\nthat = \"rows < cols\"\n";
  EXPECT_EQ(
      second("name = \"b\"\nrows = 9\ncols = 9\n[[case]]\nname = \"c\"\nrows = 8\ncols = 8", text)
          .size(),
      2U);
}

TEST(CaseReading, ShapesMustHold) {
  const auto shape = [](const std::string& size) {
    return task_mistakes(
        with(task_text, "shape = [\"rows\", \"cols\"]\nvalues", "shape = [" + size + "]\nvalues"));
  };
  EXPECT_THAT(shape("\"rows - cols\""),
              ElementsAre("task.toml:33:1: found dimension 'rows - cols' of 'x' as -4, expected "
                          "sizes of at least 0"));
  EXPECT_THAT(shape("\"cols / (rows - 4)\""),
              ElementsAre("task.toml:33:1: found 'cols / (rows - 4)' divides by zero, expected "
                          "sizes of at least 0"));
  EXPECT_THAT(shape("4611686018427387904, \"cols\""),
              ElementsAre("task.toml:33:1: found tensor 'x' with more than 2^63 bytes, expected a "
                          "size that fits"));
}

TEST(CaseReading, NamesAreDistinct) {
  EXPECT_THAT(second("name = \"small\"\nrows = 1\ncols = 1"),
              ElementsAre("task.toml:38:8: found a second case 'small', expected a name of its "
                          "own"));
  EXPECT_THAT(second("rows = 1\ncols = 1"),
              ElementsAre("task.toml:37:1: found [[case]] without 'name', expected a name such as "
                          "\"ragged\""));
  EXPECT_THAT(second("name = \"" + std::string(101, 'x') + "\"\nrows = 1\ncols = 1"),
              ElementsAre("task.toml:38:8: found a name of 101 bytes, expected at most 100"));
}

TEST(CaseReading, OverridesValuesByTensor) {
  const auto task = task_from(task_text +
                              "[[case]]\nname = \"b\"\nrows = 1\ncols = 1\nvalues = { x = "
                              "\"uniform(80, 100)\" }\n");
  EXPECT_EQ(task.cases[1].values.at("x").text, "uniform(80, 100)");
  EXPECT_THAT(
      second("name = \"b\"\nrows = 1\ncols = 1\nvalues = { xx = \"ones\", y = \"ones\" }"),
      ElementsAre("task.toml:41:12: found values of 'xx', expected a tensor that has values (x); "
                  "did you mean 'x'?",
                  "task.toml:41:25: found values of 'y', expected a tensor that has values (x); "
                  "did you mean 'x'?"));
  EXPECT_THAT(second("name = \"b\"\nrows = 1\ncols = 1\nvalues = \"ones\""),
              ElementsAre("task.toml:41:10: found 'ones', expected a table such as { x = "
                          "\"uniform(80, 100)\" }"));
  EXPECT_THAT(second("name = \"b\"\nrows = 1\ncols = 1\nvalues = { x = \"uniform(1, 1)\" }"),
              ElementsAre("task.toml:41:28: found '1', expected an upper bound above the lower "
                          "one"));
}

TEST(CaseReading, BoundsThatUseAxesMustHold) {
  const auto text = with(task_text, "\"normal(0, 1)\"", "\"integers(0, 'rows')\"");
  EXPECT_THAT(task_mistakes(text), IsEmpty());
  EXPECT_THAT(second("name = \"b\"\nrows = 0\ncols = 1", text),
              ElementsAre("task.toml:37:1: found values of 'x': 'integers(0, 'rows')' is the empty "
                          "range 0 to 0, expected a range that holds in case 'b'"));
}

}  // namespace
}  // namespace assay::task::test
