// SPDX-License-Identifier: Apache-2.0
// [axes], [[constraint]], [[tensor]] and [[scalar]].
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> axis(const std::string& range) {
  return task_mistakes(with(task_text, "{ min = 0, max = 64 }", range));
}

TEST(Axes, HaveARange) {
  EXPECT_THAT(axis("{ min = 0, max = 8192, multiple_of = 4 }"), IsEmpty());
  EXPECT_THAT(axis("{ max = 64 }"), IsEmpty());
  EXPECT_THAT(axis("64"), ElementsAre("task.toml:5:8: found 64, expected a range such as { min = "
                                      "1, max = 4096 }"));
  EXPECT_THAT(axis("{ min = 1 }"),
              ElementsAre("task.toml:5:8: found axis 'rows' without 'max', expected a range such "
                          "as { min = 1, max = 4096 }"));
  EXPECT_THAT(axis("{ min = -1, max = 64 }"),
              ElementsAre("task.toml:5:16: found -1 as 'min', expected at least 0"));
  EXPECT_THAT(axis("{ min = 65, max = 64 }"),
              ElementsAre("task.toml:5:26: found 64 as 'max', expected at least 65",
                          "task.toml:35:8: found rows = 4, expected 65 to 9223372036854775807"));
  EXPECT_THAT(axis("{ min = 1, max = 64, multiple_of = 0 }"),
              ElementsAre("task.toml:5:43: found 0 as 'multiple_of', expected at least 1"));
  EXPECT_THAT(axis("{ min = 1, max = 64, step = 2 }"),
              ElementsAre("task.toml:5:29: found key 'step', expected a key of axis 'rows' (max, "
                          "min, multiple_of)"));
}

TEST(Axes, ARangeHoldsAMultiple) {
  EXPECT_THAT(axis("{ min = 65, max = 127, multiple_of = 64 }"),
              testing::Contains("task.toml:5:31: found no multiple of 64 from 65 to 127, expected "
                                "a range that holds one"));
  EXPECT_THAT(axis("{ min = 0, max = 4, multiple_of = 4 }"), IsEmpty());
}

TEST(Axes, WordsOfTheFormatAreNoNames) {
  EXPECT_THAT(task_mistakes(with(task_text, "[axes]\n", "[axes]\nbench = { max = 4 }\n")),
              testing::Contains("task.toml:5:1: found axis 'bench', expected another name: it is a "
                                "word of [[case]] or [[require]]"));
}

TEST(Constraints, RelateAxes) {
  const auto task = task_from(task_text + "[[constraint]]\nthat = \"cols % 8 == 0\"\n");
  ASSERT_THAT(task.constraints, SizeIs(1));
  EXPECT_EQ(task.constraints[0].text(), "cols % 8 == 0");
  EXPECT_THAT(task_mistakes(task_text + "[[constraint]]\nthat = \"cols % K == 0\"\n"),
              ElementsAre("task.toml:38:16: found 'K', expected an axis (rows, cols)"));
  EXPECT_THAT(task_mistakes(task_text + "[[constraint]]\n"),
              ElementsAre("task.toml:37:1: found [[constraint]] without 'that', expected a "
                          "condition such as \"K % 8 == 0\""));
}

std::string tensor(const std::string& keys) {
  return task_text + "[[tensor]]\nname = \"t\"\n" + keys + "\n";
}

TEST(Tensors, TakeFamiliesAlignmentAndAnInitialValue) {
  const auto task =
      task_from(tensor("role = \"inout\"\ndtype = \"bf16\"\nshape = [2, \"cols\", \"rows + 1\"]\n"
                       "values = [\"zeros\", \"integers(0, 'cols')\"]\nalign = 256"));
  const auto& last = task.tensors.back();
  EXPECT_EQ(last.role, Role::inout);
  EXPECT_EQ(last.dtype, Dtype::bf16);
  EXPECT_EQ(last.align, 256);
  ASSERT_THAT(last.shape, SizeIs(3));
  EXPECT_EQ(last.shape[0].literal(), 2);
  ASSERT_THAT(last.values, SizeIs(2));
  EXPECT_EQ(last.values[1].text, "integers(0, 'cols')");
  const auto zeroed =
      task_from(tensor("role = \"out\"\ndtype = \"bool\"\nshape = []\ninit = \"zeros\""));
  EXPECT_TRUE(zeroed.tensors.back().init_zeros);
  EXPECT_THAT(zeroed.tensors.back().shape, IsEmpty());
}

TEST(Tensors, EveryDtypeOfTheFormatIsKnown) {
  for (const auto* dtype : {"f64", "f32", "tf32", "f16", "bf16", "f8e4m3", "f8e5m2", "i64", "i32",
                            "i16", "i8", "u8", "i4", "bool", "u16", "u32", "u64"}) {
    EXPECT_THAT(task_mistakes(
                    tensor("role = \"out\"\nshape = [4]\ndtype = \"" + std::string(dtype) + "\"")),
                IsEmpty())
        << dtype;
  }
}

TEST(Tensors, ValuesGoWithTheRole) {
  EXPECT_THAT(task_mistakes(tensor("role = \"in\"\ndtype = \"f32\"\nshape = [4]")),
              ElementsAre("task.toml:37:1: found [[tensor]] without 'values', expected values such "
                          "as \"normal(0, 1)\""));
  EXPECT_THAT(task_mistakes(tensor("role = \"weight\"\ndtype = \"f32\"\nshape = [4]")), SizeIs(1));
  EXPECT_THAT(
      task_mistakes(tensor("role = \"out\"\ndtype = \"f32\"\nshape = [4]\nvalues = \"ones\"")),
      ElementsAre("task.toml:42:1: found 'values' of an out tensor, expected none: a kernel writes "
                  "it (role = \"inout\" has an initial value)"));
  EXPECT_THAT(
      task_mistakes(tensor("role = \"in\"\ndtype = \"f32\"\nshape = [4]\nvalues = \"ones\"\ninit = "
                           "\"zeros\"")),
      ElementsAre("task.toml:43:1: found 'init' of a tensor that has values, expected 'init' on "
                  "out tensors only"));
}

TEST(Tensors, MistakesInValuesHaveColumns) {
  const auto values = [](const std::string& text) {
    return task_mistakes(with(task_text, "\"normal(0, 1)\"", text));
  };
  EXPECT_THAT(values("\"normal(0, 0)\""),
              ElementsAre("task.toml:13:21: found '0', expected a deviation above 0"));
  EXPECT_THAT(values("\"integers(0, 'vocab')\""),
              ElementsAre("task.toml:13:24: found 'vocab', expected an axis (rows, cols)"));
  EXPECT_THAT(values("[\"zeros\", \"normale(0, 1)\"]"),
              ElementsAre("task.toml:13:21: found 'normale', expected one of normal(mean, "
                          "deviation), uniform(low, high), integers(low, high), zeros, ones, "
                          "spikes(probability, size), permutation, file(\"x.npy\"); did you mean "
                          "'normal'?"));
  EXPECT_THAT(values("[]"), ElementsAre("task.toml:13:10: found 0 input families, expected 1 to "
                                        "16"));
  EXPECT_THAT(values("3"),
              ElementsAre("task.toml:13:10: found 3, expected a string such as \"normal(0, 1)\""));
  EXPECT_THAT(values("'file(\"../x.npy\")'"),
              ElementsAre("task.toml:13:10: found path '../x.npy', expected a relative path "
                          "without '..', below the folder of this file"));
}

TEST(Tensors, ABoolHoldsZeroAndOne) {
  const auto values = [](const std::string& text) {
    return task_mistakes(
        tensor("role = \"in\"\ndtype = \"bool\"\nshape = [4]\nvalues = \"" + text + "\""));
  };
  EXPECT_THAT(values("integers(0, 2)"), IsEmpty());
  EXPECT_THAT(
      values("normal(0, 1)"),
      ElementsAre("task.toml:42:10: found 'normal(0, 1)' for a bool tensor, expected zeros, "
                  "ones, integers(0, 2) or a file"));
}

TEST(Tensors, AlignmentIsAPowerOfTwo) {
  const auto align = [](const std::string& value) {
    return task_mistakes(tensor("role = \"out\"\ndtype = \"f32\"\nshape = [4]\nalign = " + value));
  };
  EXPECT_THAT(align("8"),
              ElementsAre("task.toml:42:9: found 8 as 'align', expected 16 to 2097152"));
  EXPECT_THAT(align("48"),
              ElementsAre("task.toml:42:9: found align = 48, expected a power of two"));
}

// People look for strides: they are refused by name.
TEST(Tensors, OtherLayoutsAreRefusedByName) {
  EXPECT_THAT(
      task_mistakes(tensor("role = \"out\"\ndtype = \"f32\"\nshape = [4]\nstrides = [2]")),
      ElementsAre("task.toml:42:1: found 'strides', expected contiguous row-major tensors: schema "
                  "1 has no other layout"));
}

TEST(Tensors, OneIsWritten) {
  const auto text = with(with(task_text, "role = \"out\"", "role = \"in\"\nvalues = \"zeros\""),
                         "[[require]]", "[[require]]");
  EXPECT_THAT(task_mistakes(text),
              ElementsAre("task.toml:1:1: found no tensor that a kernel writes, expected at least "
                          "one [[tensor]] with role = \"out\" or \"inout\""));
}

TEST(Tensors, NamesAreTheirOwn) {
  EXPECT_THAT(task_mistakes(with(task_text, "name = \"y\"", "name = \"rows\"")),
              ElementsAre("task.toml:16:8: found 'rows' as a tensor, expected a name of its own: "
                          "'rows' is an axis already, line 5"));
  EXPECT_THAT(task_mistakes(with(task_text, "name = \"scale\"", "name = \"x\"")),
              ElementsAre("task.toml:22:8: found 'x' as a scalar, expected a name of its own: 'x' "
                          "is a tensor already, line 9"));
  EXPECT_THAT(task_mistakes(with(task_text, "name = \"x\"", "name = \"x.out\"")),
              ElementsAre("task.toml:9:8: found 'x.out', expected a name of at most 64 letters, "
                          "digits and '_'"));
}

std::vector<std::string> scalar(const std::string& value, const std::string& dtype = "f32") {
  return task_mistakes(task_text + "[[scalar]]\nname = \"s\"\ndtype = \"" + dtype +
                       "\"\nvalue = " + value + "\n");
}

TEST(Scalars, AreNumbersOrExpressions) {
  EXPECT_THAT(scalar("0.5"), IsEmpty());
  EXPECT_THAT(scalar("-3"), IsEmpty());
  EXPECT_THAT(scalar("1e-5"), IsEmpty());
  EXPECT_THAT(scalar("\"exp(-1) * rows\""), IsEmpty());
  EXPECT_THAT(scalar("\"1 / sqrt(colz)\""),
              ElementsAre("task.toml:40:19: found 'colz', expected an axis (rows, cols); did you "
                          "mean 'cols'?"));
  EXPECT_THAT(scalar("\"1 / / 2\""),
              ElementsAre("task.toml:40:14: found '/', expected a number, a name or '('"));
  EXPECT_THAT(scalar("[1]"), ElementsAre("task.toml:40:9: found a list, expected a number or a "
                                         "string with an expression"));
  EXPECT_THAT(scalar("inf"), SizeIs(1));
}

TEST(Scalars, NoneIsHalfAByte) {
  EXPECT_THAT(scalar("1", "i4"), SizeIs(1));
  EXPECT_THAT(scalar("1", "i64"), IsEmpty());
}

}  // namespace
}  // namespace assay::task::test
