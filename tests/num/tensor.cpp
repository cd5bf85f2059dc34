// SPDX-License-Identifier: Apache-2.0
#include "num/tensor.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

std::vector<Dtype> dtypes() {
  std::vector<Dtype> all;
  for (const std::string& name : dtype_names()) all.push_back(dtype_from(name).value());
  return all;
}

HostTensor with(Dtype dtype, const std::vector<double>& values) {
  HostTensor tensor = make_tensor(dtype, {static_cast<std::int64_t>(values.size())});
  store(tensor, 0, values);
  return tensor;
}

double stored(Dtype dtype, double value) {
  return with(dtype, {value}).at(0);
}

TEST(HostTensor, CountsItsElements) {
  EXPECT_EQ(make_tensor(Dtype::f32, {}).count(), 1);
  EXPECT_EQ(make_tensor(Dtype::f32, {3, 0, 5}).count(), 0);
  EXPECT_EQ(make_tensor(Dtype::f32, {3, 4, 5}).count(), 60);
  EXPECT_EQ((HostTensor{Dtype::f32, {most, most, 0}, {}}.count()), 0);
}

TEST(HostTensor, StartsAsZeros) {
  for (const Dtype dtype : dtypes()) {
    const HostTensor tensor = make_tensor(dtype, {2, 3});
    for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(tensor.at(i), 0) << name_of(dtype);
  }
}

TEST(HostTensor, SmallIntegersGoThroughEveryDtype) {
  for (const Dtype dtype : dtypes()) {
    HostTensor tensor = make_tensor(dtype, {3, 5});
    const std::int64_t modulus = dtype == Dtype::boolean ? 2 : 8;
    for (std::int64_t i = 0; i < 15; ++i) tensor.set(i, static_cast<double>(i % modulus));
    for (std::int64_t i = 0; i < 15; ++i) {
      EXPECT_EQ(tensor.at(i), static_cast<double>(i % modulus)) << name_of(dtype) << i;
      EXPECT_EQ(tensor.integer_at(i), i % modulus) << name_of(dtype) << i;
    }
    for (std::int64_t i = 0; i < 15; ++i) tensor.set_integer(i, (i + 1) % modulus);
    for (std::int64_t i = 0; i < 15; ++i) EXPECT_EQ(tensor.integer_at(i), (i + 1) % modulus);
  }
}

TEST(HostTensor, I4StandsLowNibbleFirstInPaddedRows) {
  HostTensor tensor = make_tensor(Dtype::i4, {2, 3});
  ASSERT_EQ(tensor.bytes.size(), 4U);
  for (std::int64_t i = 0; i < 6; ++i) tensor.set_integer(i, i + 1);
  EXPECT_EQ(tensor.bytes,
            (Bytes{std::byte{0x21}, std::byte{0x03}, std::byte{0x54}, std::byte{0x06}}));
  tensor.set_integer(1, -8);
  EXPECT_EQ(tensor.integer_at(1), -8);
  EXPECT_EQ(tensor.integer_at(0), 1);
  EXPECT_EQ(tensor.at(2), 3);
}

TEST(HostTensor, FloatsRoundToNearestEven) {
  EXPECT_EQ(stored(Dtype::f32, 1 + 0x1p-24), 1);
  EXPECT_EQ(stored(Dtype::f32, 1 + 3 * 0x1p-24), 1 + 0x1p-22);
  EXPECT_EQ(stored(Dtype::f16, 65519.99), 65504);
  EXPECT_EQ(stored(Dtype::f16, 65520), infinity);
  EXPECT_EQ(stored(Dtype::f8e4m3, 1000), 448);
  EXPECT_EQ(stored(Dtype::tf32, 1 + 0x1p-11), 1);
  EXPECT_EQ(stored(Dtype::f64, 0.1), 0.1);
  EXPECT_TRUE(std::isnan(stored(Dtype::bf16, nan)));
}

TEST(HostTensor, IntegersTruncateAndWrap) {
  EXPECT_EQ(stored(Dtype::i32, -2.9), -2);
  EXPECT_EQ(stored(Dtype::u8, 257.5), 1);
  EXPECT_EQ(stored(Dtype::u8, -1), 255);
  EXPECT_EQ(stored(Dtype::i8, 128), -128);
  EXPECT_EQ(stored(Dtype::i4, 8), -8);
  EXPECT_EQ(stored(Dtype::u64, 0x1p63), 0x1p63);
  EXPECT_EQ(stored(Dtype::i64, 0x1p64 + 4096), 4096);
  EXPECT_EQ(stored(Dtype::i64, -0x1p64 - 4096), -4096);
  for (const double value : {nan, infinity, -infinity}) EXPECT_EQ(stored(Dtype::i32, value), 0);
}

TEST(HostTensor, ABoolIsOneWhereNotZero) {
  EXPECT_EQ(stored(Dtype::boolean, 0.3), 1);
  EXPECT_EQ(stored(Dtype::boolean, -0.0), 0);
  HostTensor tensor = make_tensor(Dtype::boolean, {1});
  tensor.set_integer(0, 256);
  EXPECT_EQ(tensor.at(0), 1);
  tensor.bytes[0] = std::byte{37};
  EXPECT_EQ(tensor.at(0), 37) << "what a kernel wrote is seen as it is";
}

TEST(HostTensor, LargeIntegersKeepTheirBits) {
  HostTensor tensor = make_tensor(Dtype::u64, {2});
  tensor.set_integer(0, -1);
  EXPECT_EQ(tensor.integer_at(0), -1);
  EXPECT_EQ(tensor.at(0), 0x1p64);
  tensor.set_integer(1, most);
  EXPECT_EQ(tensor.integer_at(1), most);
}

TEST(HostTensor, FloatsAsIntegersSaturate) {
  const HostTensor tensor = with(Dtype::f64, {1e300, -1e300, nan, -2.7, 0x1p62});
  EXPECT_EQ(tensor.integer_at(0), most);
  EXPECT_EQ(tensor.integer_at(1), least);
  EXPECT_EQ(tensor.integer_at(2), 0);
  EXPECT_EQ(tensor.integer_at(3), -2);
  EXPECT_EQ(tensor.integer_at(4), std::int64_t{1} << 62);
}

TEST(HostTensor, IntegersRoundOnceToFloats) {
  HostTensor tensor = make_tensor(Dtype::f32, {1});
  const std::int64_t just_above = (std::int64_t{1} << 60) + (std::int64_t{1} << 36) + 1;
  tensor.set_integer(0, just_above);  // through double it would be a tie, and go down
  EXPECT_EQ(tensor.at(0), 0x1p60 + 0x1p37);
  tensor.set_integer(0, -just_above);
  EXPECT_EQ(tensor.at(0), -0x1p60 - 0x1p37);
}

TEST(HostTensor, IntegersRoundToFloatsAsTheHardwareDoes) {
  EXPECT_TRUE(rc::check([] {
    const auto value = *rc::gen::arbitrary<std::int64_t>() >> *rc::gen::inRange(0, 40);
    HostTensor tensor = make_tensor(Dtype::f32, {1});
    tensor.set_integer(0, value);
    RC_ASSERT(tensor.at(0) == static_cast<double>(static_cast<float>(value)));
  }));
  HostTensor tensor = make_tensor(Dtype::f32, {1});
  for (const std::int64_t value : {most, least, most - 1, least + 1}) {
    tensor.set_integer(0, value);
    EXPECT_EQ(tensor.at(0), static_cast<double>(static_cast<float>(value)));
  }
}

TEST(HostTensor, RunsAreTheirElements) {
  for (const Dtype dtype : dtypes()) {
    HostTensor tensor = make_tensor(dtype, {7, 13});
    for (std::int64_t i = 0; i < 91; ++i) tensor.set_integer(i, i * 37);
    std::vector<double> values(50);
    std::vector<std::int64_t> integers(50);
    load(tensor, 5, values);
    load_integers(tensor, 5, integers);
    for (std::size_t i = 0; i < 50; ++i) {
      EXPECT_EQ(values[i], tensor.at(5 + static_cast<std::int64_t>(i)));
      EXPECT_EQ(integers[i], tensor.integer_at(5 + static_cast<std::int64_t>(i)));
    }
  }
}

TEST(Converted, RoundsOnce) {
  // Through f32 this would land on the midpoint of two f16 and go to even.
  const HostTensor golden = with(Dtype::f64, {1 + 0x1p-11 + 0x1p-40, nan, infinity, -0.0, 1e6});
  const HostTensor half = converted(golden, Dtype::f16);
  EXPECT_EQ(half.at(0), 1 + 0x1p-10);
  EXPECT_TRUE(std::isnan(half.at(1)));
  EXPECT_EQ(half.at(2), infinity);
  EXPECT_TRUE(std::signbit(half.at(3)));
  EXPECT_EQ(half.at(4), infinity);
  EXPECT_EQ(half.shape, golden.shape);
}

TEST(Converted, FloatsToIntegersGoToTheNearestAndSaturate) {
  const HostTensor golden =
      with(Dtype::f64, {0.5, 1.5, 2.5, -0.5, -1.5, 1e30, -1e30, nan, 4503599627370497.0, 127.4});
  const auto as = [&](Dtype dtype, std::int64_t index) {
    return converted(golden, dtype).integer_at(index);
  };
  const std::vector<std::int64_t> nearest = {0, 2, 2, 0, -2};
  for (std::int64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(as(Dtype::i32, i), nearest[static_cast<std::size_t>(i)]);
    EXPECT_EQ(as(Dtype::i64, i), nearest[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(as(Dtype::i8, 5), 127);
  EXPECT_EQ(as(Dtype::i8, 6), -128);
  EXPECT_EQ(as(Dtype::u16, 6), 0);
  EXPECT_EQ(as(Dtype::i64, 5), most);
  EXPECT_EQ(as(Dtype::i64, 6), least);
  EXPECT_EQ(as(Dtype::u64, 5), -1) << "all bits set";
  EXPECT_EQ(as(Dtype::i32, 7), 0);
  EXPECT_EQ(as(Dtype::i64, 8), 4503599627370497);
  EXPECT_EQ(as(Dtype::i4, 9), 7);
  EXPECT_EQ(as(Dtype::boolean, 0), 0);
  EXPECT_EQ(as(Dtype::boolean, 4), 1);
}

TEST(Converted, IntegersKeepTheirValues) {
  HostTensor tensor = make_tensor(Dtype::u64, {4});
  tensor.set_integer(0, -1);
  tensor.set_integer(1, 5);
  tensor.set_integer(2, static_cast<std::int64_t>(0x8000008000000001U));
  tensor.set_integer(3, static_cast<std::int64_t>(0x8000008000000000U));
  const HostTensor wide = converted(tensor, Dtype::f32);
  EXPECT_EQ(wide.at(0), 0x1p64);
  EXPECT_EQ(wide.at(1), 5);
  EXPECT_EQ(wide.at(2), 0x1p63 + 0x1p40) << "just above a tie";
  EXPECT_EQ(wide.at(3), 0x1p63) << "a tie goes to even";
  EXPECT_EQ(converted(tensor, Dtype::u8).integer_at(0), 255);
}

TEST(Converted, EveryPairOfDtypesAgreesOnSmallIntegers) {
  for (const Dtype from : dtypes()) {
    for (const Dtype to : dtypes()) {
      HostTensor tensor = make_tensor(from, {3, 3});
      for (std::int64_t i = 0; i < 9; ++i) tensor.set_integer(i, i % 2);
      const HostTensor other = converted(tensor, to);
      ASSERT_EQ(other.dtype, to);
      for (std::int64_t i = 0; i < 9; ++i) ASSERT_EQ(other.integer_at(i), i % 2);
    }
  }
}

TEST(Converted, LongTensorsAreConvertedWhole) {
  std::vector<double> values(5000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const HostTensor floats = converted(with(Dtype::f64, values), Dtype::f32);
  const HostTensor integers = converted(converted(floats, Dtype::i16), Dtype::i64);
  for (std::int64_t i = 0; i < 5000; ++i) ASSERT_EQ(integers.integer_at(i), i);
}

}  // namespace
}  // namespace assay
