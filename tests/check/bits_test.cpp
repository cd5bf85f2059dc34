// SPDX-License-Identifier: Apache-2.0
// Two runs bit by bit, and a part of a batch.
#include "check/bits.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "check/tensors.hpp"

namespace assay::check {
namespace {

TEST(Bits, same_means_dtype_shape_and_bytes) {
  const HostTensor a = f32({2}, {1, 2});
  EXPECT_TRUE(same_bits(a, f32({2}, {1, 2})));
  EXPECT_FALSE(same_bits(a, f32({2, 1}, {1, 2})));
  EXPECT_FALSE(same_bits(f32({1}, {0.0}), f32({1}, {-0.0})));
  EXPECT_FALSE(same_bits(tensor(Dtype::i32, {1}, {0}), f32({1}, {0})));
}

TEST(Bits, a_difference_is_counted_and_shown) {
  const HostTensor first = f32({2, 2}, {1, 2, 3, 4}), second = f32({2, 2}, {1, 2, 3.5, -0.0});
  const record::Check check = answer_same_bits(first, second, "deterministic", {"c", "f", "y"});
  EXPECT_FALSE(check.passed);
  EXPECT_EQ(check.value, 2);
  EXPECT_EQ(check.worst->got, 3.5);
  EXPECT_EQ(check.worst->expected, 3);
  EXPECT_EQ(check.pattern, "all of the last row (1)");
  EXPECT_EQ(check.metric, "deterministic");
  EXPECT_TRUE(answer_same_bits(first, first, "deterministic", {}).passed);
}

TEST(Bits, nans_of_other_bits_differ_between_runs) {
  HostTensor first = f32({1}, {std::nan("")}), second = first;
  second.bytes[0] ^= std::byte{1};
  EXPECT_FALSE(answer_same_bits(first, second, "deterministic", {}).passed);
}

TEST(Bits, packed_elements_are_told_apart) {
  const HostTensor first = tensor(Dtype::i4, {3}, {1, 2, 3}),
                   second = tensor(Dtype::i4, {3}, {1, -2, 3});
  EXPECT_EQ(answer_same_bits(first, second, "deterministic", {}).value, 1);
}

TEST(Slice, takes_indices_of_one_dimension_bit_by_bit) {
  HostTensor whole = f32({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const std::uint32_t odd_nan = 0xffc1'2345;
  std::memcpy(whole.bytes.data() + 8, &odd_nan, 4);
  const HostTensor middle = slice(whole, 1, 1, 1);
  EXPECT_EQ(middle.shape, (std::vector<std::int64_t>{2, 1, 2}));
  EXPECT_EQ(middle.at(1), 3);
  EXPECT_EQ(middle.at(2), 8);
  EXPECT_EQ(std::memcmp(middle.bytes.data(), &odd_nan, 4), 0);
  EXPECT_TRUE(same_bits(slice(whole, 0, 0, 2), whole));
  EXPECT_EQ(slice(whole, 2, 1, 1).at(5), 11);
  EXPECT_EQ(slice(whole, 0, 2, 0).count(), 0);
}

TEST(Slice, of_packed_rows) {
  const HostTensor whole = tensor(Dtype::i4, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_TRUE(same_bits(slice(whole, 0, 1, 1), tensor(Dtype::i4, {1, 3}, {4, 5, 6})));
  EXPECT_TRUE(same_bits(slice(whole, 1, 1, 2), tensor(Dtype::i4, {2, 2}, {2, 3, 5, 6})));
}

}  // namespace
}  // namespace assay::check
