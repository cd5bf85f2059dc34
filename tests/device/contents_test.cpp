// SPDX-License-Identifier: Apache-2.0
// What stands in a buffer before a run, for every kind of fill.
#include <cstring>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/device.hpp"

namespace assay::device {
namespace {

using record::Fill;
using testing::HasSubstr;

record::JobBuffer buffer(Fill::Kind kind, Dtype dtype = Dtype::f32,
                         std::vector<std::int64_t> shape = {4, 8}) {
  record::JobBuffer made;
  made.name = "x";
  made.dtype = dtype;
  made.shape = std::move(shape);
  made.fill.kind = kind;
  made.fill.seed = 7;
  return made;
}

HostTensor filled(const record::JobBuffer& from) {
  auto made = contents_of(from);
  EXPECT_TRUE(made) << made.error().message;
  return made.value_or(HostTensor{});
}

TEST(Contents, ZerosAreZeroInEveryDtype) {
  for (const auto& name : dtype_names()) {
    const auto made = filled(buffer(Fill::Kind::zeros, *dtype_from(name)));
    EXPECT_EQ(made.bytes, Bytes(made.bytes.size(), std::byte{0})) << name;
    EXPECT_EQ(static_cast<std::int64_t>(made.bytes.size()),
              size_in_bytes(made.dtype, made.shape).value())
        << name;
  }
}

TEST(Contents, ValuesAreTheGeneratorsOwn) {
  auto from = buffer(Fill::Kind::values);
  from.fill.values = {Values::Family::normal, 0, 1, {}};
  const auto expected = generate(from.fill.values, Dtype::f32, {4, 8}, 7);
  EXPECT_EQ(filled(from).bytes, expected->bytes);
}

TEST(Contents, ValuesFollowTheSeed) {
  auto from = buffer(Fill::Kind::values);
  from.fill.values = {Values::Family::uniform, -1, 1, {}};
  const auto first = filled(from);
  EXPECT_EQ(filled(from).bytes, first.bytes);
  from.fill.seed = 8;
  EXPECT_NE(filled(from).bytes, first.bytes);
}

TEST(Contents, OnesAreOneInFloatsAndIntegers) {
  for (const Dtype dtype : {Dtype::f64, Dtype::bf16, Dtype::f8e4m3, Dtype::i8, Dtype::u64}) {
    auto from = buffer(Fill::Kind::values, dtype);
    from.fill.values.family = Values::Family::ones;
    const auto made = filled(from);
    for (std::int64_t n = 0; n < made.count(); ++n) ASSERT_EQ(made.at(n), 1) << name_of(dtype);
  }
}

TEST(Contents, AFileIsTheParentsToLoad) {
  auto from = buffer(Fill::Kind::values);
  from.fill.values = {Values::Family::file, 0, 0, "/etc/hostname"};
  EXPECT_FALSE(contents_of(from));
}

TEST(Contents, NoiseDiffersByElementAndBySeed) {
  auto from = buffer(Fill::Kind::noise);
  const auto first = filled(from);
  EXPECT_NE(first.at(0), first.at(1));
  EXPECT_EQ(filled(from).bytes, first.bytes);
  from.fill.seed = 8;
  EXPECT_NE(filled(from).bytes, first.bytes);
}

TEST(Contents, NoiseIsFiniteAndFarFromSensibleValues) {
  const auto made = filled(buffer(Fill::Kind::noise, Dtype::f32, {1000}));
  for (std::int64_t n = 0; n < made.count(); ++n) {
    ASSERT_LT(std::abs(made.at(n)), std::numeric_limits<float>::infinity());
    ASSERT_GT(std::abs(made.at(n)), 1e6);
  }
}

TEST(Contents, GivenBytesComeThroughUnchanged) {
  auto from = buffer(Fill::Kind::bytes, Dtype::u8, {5});
  from.fill.bytes = {std::byte{0}, std::byte{1}, std::byte{0xff}, std::byte{7}, std::byte{0x80}};
  const auto made = filled(from);
  EXPECT_EQ(made.bytes, from.fill.bytes);
  EXPECT_EQ(made.dtype, Dtype::u8);
  EXPECT_EQ(made.shape, std::vector<std::int64_t>{5});
}

TEST(Contents, BytesOfTheWrongLengthNameTheBufferAndBothSizes) {
  for (const std::size_t size : {0, 127, 129}) {
    auto from = buffer(Fill::Kind::bytes);
    from.fill.bytes.resize(size);
    const auto made = contents_of(from);
    ASSERT_FALSE(made) << size;
    EXPECT_THAT(made.error().message, HasSubstr("'x'"));
    EXPECT_THAT(made.error().message, HasSubstr(std::to_string(size) + " bytes, expected 128"));
    EXPECT_EQ(made.error().blame, Blame::assay);
  }
}

TEST(Contents, AnEmptyShapeHoldsOneElementAndAZeroExtentNone) {
  EXPECT_EQ(filled(buffer(Fill::Kind::noise, Dtype::f64, {})).bytes.size(), 8u);
  EXPECT_TRUE(filled(buffer(Fill::Kind::noise, Dtype::f64, {3, 0})).bytes.empty());
  EXPECT_TRUE(filled(buffer(Fill::Kind::bytes, Dtype::f64, {3, 0})).bytes.empty());
}

TEST(Contents, RowsOfI4ArePaddedToAByte) {
  EXPECT_EQ(filled(buffer(Fill::Kind::zeros, Dtype::i4, {2, 3})).bytes.size(), 4u);
}

class Impossible : public testing::TestWithParam<std::vector<std::int64_t>> {};

TEST_P(Impossible, ShapesAreAnErrorForEveryKind) {
  for (const auto kind :
       {Fill::Kind::values, Fill::Kind::noise, Fill::Kind::zeros, Fill::Kind::bytes}) {
    const auto made = contents_of(buffer(kind, Dtype::f64, GetParam()));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, "the size of buffer 'x' overflows");
  }
}

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
INSTANTIATE_TEST_SUITE_P(Shapes, Impossible,
                         testing::Values(std::vector<std::int64_t>{huge},
                                         std::vector<std::int64_t>{huge, huge},
                                         std::vector<std::int64_t>{1LL << 32, 1LL << 32},
                                         std::vector<std::int64_t>{-1},
                                         std::vector<std::int64_t>{-4, -8}));

}  // namespace
}  // namespace assay::device
