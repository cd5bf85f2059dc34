// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Hash, IsBlake2bOf256Bits) {
  // b2sum -l 256
  EXPECT_EQ(hash_hex(bytes_of("")),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(hash_hex(bytes_of("abc")),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Hash, FieldsAreFramed) {
  const std::string split_late = Hasher().field("ab").field("c").hex();
  const std::string split_early = Hasher().field("a").field("bc").hex();
  EXPECT_NE(split_late, split_early);
  EXPECT_NE(Hasher().field("").hex(), Hasher().hex());
  EXPECT_EQ(split_late, Hasher().field("ab").field("c").hex());
}

TEST(Hash, AFieldIsItsLengthInEightBytesAndItsContent) {
  const std::string by_hand(std::string("\x02\0\0\0\0\0\0\0", 8) + "ab");
  EXPECT_EQ(Hasher().field("ab").hex(), hash_hex(bytes_of(by_hand)));
}

}  // namespace
}  // namespace assay
