// SPDX-License-Identifier: Apache-2.0
#include "record/packed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay::record {
namespace {

using testing::HasSubstr;

TEST(Packed, comes_back_as_it_was) {
  rc::check([](const std::string& text) { RC_ASSERT(unpacked(packed(text)).value() == text); });
}

TEST(Packed, base64_is_that_of_the_standard) {
  // A zstd frame begins with its magic number 28 b5 2f fd.
  EXPECT_EQ(packed("abc").substr(0, 5), "KLUv/");
  EXPECT_EQ(packed("abc").size() % 4, 0U);
}

TEST(Packed, what_is_damaged_is_an_error) {
  EXPECT_THAT(unpacked("abc").error().message, HasSubstr("multiple of 4"));
  EXPECT_THAT(unpacked("ab*=").error().message, HasSubstr("offset 2"));
  EXPECT_THAT(unpacked("").error().message, HasSubstr("zstd"));
  EXPECT_THAT(unpacked("AAAA").error().message, HasSubstr("zstd"));
  const std::string whole = packed(std::string(1000, 'a') + "b");
  EXPECT_FALSE(unpacked(whole.substr(0, whole.size() - 8)));
}

TEST(Packed, a_small_text_can_not_claim_much_memory) {
  const std::string bomb = packed(std::string(1'000'000, 'a'));
  EXPECT_LT(bomb.size(), 1000U);
  EXPECT_THAT(unpacked(bomb, 1000).error().message,
              HasSubstr("a text of 1000000 bytes, expected at most 1000"));
}

TEST(Packed, damaged_text_never_crashes) {
  const std::string whole = packed("some text that is long enough to be worth damaging");
  rc::check([&] {
    std::string damaged = whole;
    const auto at = *rc::gen::inRange<std::size_t>(0, damaged.size());
    damaged[at] = static_cast<char>(*rc::gen::inRange(0, 256));
    if (const auto text = unpacked(damaged)) RC_ASSERT(text->size() <= std::size_t{64} << 20);
  });
}

}  // namespace
}  // namespace assay::record
