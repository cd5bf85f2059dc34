// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "num/float_format.hpp"
#include "num/values.hpp"

namespace assay {
namespace {

HostTensor noise(Dtype dtype, std::vector<std::int64_t> shape, std::uint64_t seed) {
  HostTensor tensor = make_tensor(dtype, std::move(shape));
  fill_noise(tensor, seed);
  return tensor;
}

struct Range {
  Dtype dtype;
  double least, most;
};

TEST(Noise, FloatsAreFiniteLargeAndOfBothSigns) {
  const Range ranges[] = {
      {Dtype::f64, 0x1p100, 0x1p120},  {Dtype::f32, 0x1p100, 0x1p120},
      {Dtype::tf32, 0x1p100, 0x1p120}, {Dtype::bf16, 0x1p100, 0x1p120},
      {Dtype::f16, 0x1p13, 0x1p15},    {Dtype::f8e4m3, 128, 449},
      {Dtype::f8e5m2, 4096, 57345},
  };
  for (const auto& [dtype, least, most] : ranges) {
    const HostTensor tensor = noise(dtype, {20'000}, 1);
    int negative = 0;
    for (std::int64_t i = 0; i < tensor.count(); ++i) {
      const double value = tensor.at(i);
      ASSERT_TRUE(std::fabs(value) >= least && std::fabs(value) < most) << name_of(dtype) << value;
      negative += std::signbit(value);
    }
    EXPECT_NEAR(negative, 10'000, 360) << name_of(dtype);
  }
}

TEST(Noise, Tf32HasNoBitsThatTf32LacksAndF32Has) {
  const HostTensor tensor = noise(Dtype::tf32, {1000}, 1);
  for (std::size_t i = 0; i < tensor.bytes.size(); i += 4) {
    EXPECT_EQ(tensor.bytes[i], std::byte{0});
    EXPECT_EQ(tensor.bytes[i + 1] & std::byte{0x1f}, std::byte{0});
  }
}

TEST(Noise, BoolsAreNeither0Nor1) {
  const HostTensor tensor = noise(Dtype::boolean, {50'000}, 1);
  std::set<double> seen;
  for (std::int64_t i = 0; i < tensor.count(); ++i) seen.insert(tensor.at(i));
  EXPECT_EQ(*seen.begin(), 2);
  EXPECT_EQ(*seen.rbegin(), 255);
  EXPECT_EQ(seen.size(), 254U);
}

TEST(Noise, IntegersTakeAnyBits) {
  const HostTensor bytes = noise(Dtype::u8, {10'000}, 1);
  EXPECT_EQ(std::set(bytes.bytes.begin(), bytes.bytes.end()).size(), 256U);
  const HostTensor nibbles = noise(Dtype::i4, {100, 7}, 1);
  std::set<double> seen;
  for (std::int64_t i = 0; i < nibbles.count(); ++i) seen.insert(nibbles.at(i));
  EXPECT_EQ(seen.size(), 16U);
}

TEST(Noise, AnotherSeedChangesElements) {
  struct Case {
    Dtype dtype;
    double same;  ///< the largest share of elements that may agree by chance
  };
  const Case cases[] = {{Dtype::f64, 0},       {Dtype::f32, 0},       {Dtype::i32, 0},
                        {Dtype::tf32, 0.001},  {Dtype::bf16, 0.002},  {Dtype::f16, 0.002},
                        {Dtype::f8e4m3, 0.06}, {Dtype::f8e5m2, 0.06}, {Dtype::u8, 0.01},
                        {Dtype::i4, 0.1},      {Dtype::boolean, 0.01}};
  for (const auto& [dtype, limit] : cases) {
    const HostTensor one = noise(dtype, {10'000}, 1);
    const HostTensor two = noise(dtype, {10'000}, 2);
    double same = 0;
    for (std::int64_t i = 0; i < one.count(); ++i) same += one.at(i) == two.at(i);
    EXPECT_LE(same / 10'000, limit) << name_of(dtype);
  }
}

TEST(Noise, TheSameSeedMakesTheSameBytesWhateverTheSize) {
  const HostTensor longer = noise(Dtype::f32, {5000}, 7);
  const HostTensor shorter = noise(Dtype::f32, {33}, 7);
  EXPECT_TRUE(std::equal(shorter.bytes.begin(), shorter.bytes.end(), longer.bytes.begin()));
  EXPECT_EQ(longer.bytes, noise(Dtype::f32, {50, 100}, 7).bytes);
}

TEST(Noise, EveryDtypeAndEmptyTensorsWork) {
  for (const std::string& name : dtype_names()) {
    const Dtype dtype = dtype_from(name).value();
    EXPECT_TRUE(noise(dtype, {0}, 1).bytes.empty());
    const HostTensor tensor = noise(dtype, {16}, 1);
    EXPECT_NE(tensor.bytes, make_tensor(dtype, {16}).bytes) << name;
  }
}

}  // namespace
}  // namespace assay
