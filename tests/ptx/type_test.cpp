// SPDX-License-Identifier: Apache-2.0
#include "ptx/type.hpp"

#include <gtest/gtest.h>

namespace assay::ptx {
namespace {

TEST(Type, NamesLeadBackToTypes) {
  for (int i = 1; i <= static_cast<int>(Type::surfref); ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(type_from_name(name_of(type)), type) << name_of(type);
  }
}

TEST(Type, UnknownNamesAreNoTypes) {
  EXPECT_FALSE(type_from_name("f31"));
  EXPECT_FALSE(type_from_name(""));
  EXPECT_FALSE(type_from_name(".f32"));
}

TEST(Type, Sizes) {
  EXPECT_EQ(size_of(Type::none), 0U);
  EXPECT_EQ(size_of(Type::pred), 1U);
  EXPECT_EQ(size_of(Type::b4), 1U);
  EXPECT_EQ(size_of(Type::s16), 2U);
  EXPECT_EQ(size_of(Type::bf16x2), 4U);
  EXPECT_EQ(size_of(Type::tf32), 4U);
  EXPECT_EQ(size_of(Type::f32x2), 8U);
  EXPECT_EQ(size_of(Type::f64), 8U);
  EXPECT_EQ(size_of(Type::b128), 16U);
  EXPECT_EQ(size_of(Type::e4m3x2), 2U);
  EXPECT_EQ(size_of(Type::e2m1x2), 1U);
}

TEST(Type, Classes) {
  EXPECT_TRUE(is_float(Type::e5m2x2));
  EXPECT_TRUE(is_float(Type::tf32));
  EXPECT_TRUE(is_signed(Type::s16x2));
  EXPECT_FALSE(is_signed(Type::u64));
  EXPECT_TRUE(is_unsigned(Type::u8));
  EXPECT_TRUE(is_integer(Type::u8));
  EXPECT_FALSE(is_integer(Type::b8));
  EXPECT_TRUE(is_bits(Type::b1));
  EXPECT_FALSE(is_bits(Type::pred));
}

TEST(Type, Lanes) {
  EXPECT_EQ(lanes_of(Type::f16x2), 2U);
  EXPECT_EQ(lanes_of(Type::e2m1x4), 4U);
  EXPECT_EQ(lanes_of(Type::f64), 1U);
}

TEST(Space, NamesLeadBackToSpaces) {
  for (int i = 1; i <= static_cast<int>(Space::tex); ++i) {
    const auto space = static_cast<Space>(i);
    EXPECT_EQ(space_from_name(name_of(space)), space) << name_of(space);
  }
  EXPECT_FALSE(space_from_name(""));
  EXPECT_FALSE(space_from_name("shared::sm"));
}

TEST(Space, Families) {
  EXPECT_TRUE(is_shared(Space::shared));
  EXPECT_TRUE(is_shared(Space::shared_cluster));
  EXPECT_FALSE(is_shared(Space::global));
  EXPECT_TRUE(is_param(Space::param_func));
  EXPECT_FALSE(is_param(Space::local));
}

}  // namespace
}  // namespace assay::ptx
