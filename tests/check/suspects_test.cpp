// SPDX-License-Identifier: Apache-2.0
// The worst few elements, and elements beside their golden across blocks.
#include "check/suspects.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "check/tensors.hpp"

namespace assay::check {
namespace {

TEST(Suspects, keeps_the_worst_few_in_order_and_the_first_of_equals) {
  rc::check([] {
    const auto size = *rc::gen::inRange<std::int64_t>(1, 60);
    const HostTensor zeros = make_tensor(Dtype::f64, {size});
    const Comparison comparison(zeros, zeros);
    Suspects suspects(comparison);
    std::vector<std::pair<int, std::int64_t>> all;
    for (std::int64_t i = 0; i < size; ++i) {
      const int badness = *rc::gen::inRange(1, 10);
      suspects.add(i, badness);
      all.emplace_back(-badness, i);
    }
    std::ranges::sort(all);
    all.resize(std::min(all.size(), Suspects::most_examples));
    const auto examples = suspects.examples("y");
    RC_ASSERT(suspects.total() == size);
    RC_ASSERT(examples.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) RC_ASSERT(examples[i].index[0] == all[i].second);
  });
}

TEST(Suspects, an_index_is_one_number_a_dimension) {
  EXPECT_EQ(multi_index({2, 3, 4}, 23), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(multi_index({2, 3, 4}, 5), (std::vector<std::int64_t>{0, 1, 1}));
  EXPECT_TRUE(multi_index({}, 0).empty());
}

TEST(Comparison, visits_every_element_once_in_order_across_blocks) {
  for (const std::int64_t size : {std::int64_t{1}, Comparison::block - 1, Comparison::block,
                                  Comparison::block + 1, 3 * Comparison::block + 7}) {
    HostTensor got = make_tensor(Dtype::i32, {size});
    for (std::int64_t i = 0; i < size; ++i) got.set_integer(i, i);
    std::int64_t next = 0;
    Comparison(got, got).each_block([&](std::int64_t first, std::span<const Element> elements) {
      EXPECT_EQ(first, next);
      for (const Element& element : elements) EXPECT_EQ(element.got, static_cast<double>(next++));
    });
    EXPECT_EQ(next, size);
  }
}

TEST(Comparison, finds_one_wrong_element_wherever_it_is) {
  rc::check([] {
    const auto size = *rc::gen::inRange<std::int64_t>(1, 3 * Comparison::block);
    const auto at = *rc::gen::inRange<std::int64_t>(0, size);
    HostTensor golden = make_tensor(Dtype::f64, {size}), got = make_tensor(Dtype::f32, {size});
    got.set(at, 1);
    const record::Check check = ask(got, golden, require("max_abs", 0.5));
    RC_ASSERT(!check.passed);
    RC_ASSERT(check.failing == 1);
    RC_ASSERT(check.worst->index[0] == at);
  });
}

}  // namespace
}  // namespace assay::check
