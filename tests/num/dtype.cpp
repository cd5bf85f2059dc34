// SPDX-License-Identifier: Apache-2.0
#include "num/dtype.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(Dtype, EveryNameLeadsBackToItsDtype) {
  const auto names = dtype_names();
  EXPECT_EQ(names.size(), 17U);
  for (const std::string& name : names) {
    const auto dtype = dtype_from(name);
    ASSERT_TRUE(dtype) << name;
    EXPECT_EQ(name_of(*dtype), name);
  }
  EXPECT_EQ(dtype_from("float"), std::nullopt);
  EXPECT_EQ(dtype_from(""), std::nullopt);
  EXPECT_EQ(name_of(Dtype::boolean), "bool");
}

TEST(Dtype, BitsAreThoseStored) {
  EXPECT_EQ(bits_of(Dtype::i4), 4);
  EXPECT_EQ(bits_of(Dtype::tf32), 32);
  EXPECT_EQ(bits_of(Dtype::boolean), 8);
  EXPECT_EQ(bits_of(Dtype::f8e5m2), 8);
  EXPECT_EQ(bits_of(Dtype::u64), 64);
}

TEST(Dtype, FloatsHaveARoundoff) {
  EXPECT_EQ(unit_roundoff(Dtype::f64), std::numeric_limits<double>::epsilon() / 2);
  EXPECT_EQ(unit_roundoff(Dtype::f32), std::numeric_limits<float>::epsilon() / 2);
  EXPECT_EQ(unit_roundoff(Dtype::bf16), 0x1p-8);
  EXPECT_EQ(unit_roundoff(Dtype::i32), 0);
  EXPECT_TRUE(is_float(Dtype::f8e4m3));
  EXPECT_FALSE(is_float(Dtype::i4));
  EXPECT_FALSE(is_float(Dtype::boolean));
}

TEST(Dtype, SizesAreProducts) {
  EXPECT_EQ(size_in_bytes(Dtype::f32, {}), 4);
  EXPECT_EQ(size_in_bytes(Dtype::f32, {3, 5}), 60);
  EXPECT_EQ(size_in_bytes(Dtype::boolean, {7}), 7);
  EXPECT_EQ(size_in_bytes(Dtype::f64, {0, 5}), 0);
}

TEST(Dtype, RowsOfI4ArePaddedToAByte) {
  EXPECT_EQ(size_in_bytes(Dtype::i4, {}), 1);
  EXPECT_EQ(size_in_bytes(Dtype::i4, {3, 5}), 9);
  EXPECT_EQ(size_in_bytes(Dtype::i4, {5, 4}), 10);
  EXPECT_EQ(size_in_bytes(Dtype::i4, {5, 0}), 0);
}

TEST(Dtype, SizesThatCannotBeCountedAreNone) {
  EXPECT_EQ(size_in_bytes(Dtype::u8, {most}), most);
  EXPECT_EQ(size_in_bytes(Dtype::u16, {most}), std::nullopt);
  EXPECT_EQ(size_in_bytes(Dtype::u8, {most, 2}), std::nullopt);
  EXPECT_EQ(size_in_bytes(Dtype::i4, {most, most}), std::nullopt);
  EXPECT_EQ(size_in_bytes(Dtype::f32, {-1}), std::nullopt);
  EXPECT_EQ(size_in_bytes(Dtype::f32, {0, -1}), std::nullopt);
  EXPECT_EQ(size_in_bytes(Dtype::f32, {most, most, 0}), 0) << "empty, whatever the others are";
}

}  // namespace
}  // namespace assay
