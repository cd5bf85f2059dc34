// SPDX-License-Identifier: Apache-2.0
#include "ptx/special.hpp"

#include <gtest/gtest.h>

namespace assay::ptx {
namespace {

TEST(Special, NamesLeadBackToRegisters) {
  for (int i = 1; i <= static_cast<int>(Special::envreg31); ++i) {
    const auto special = static_cast<Special>(i);
    EXPECT_EQ(special_from_name(name_of(special)), special) << name_of(special);
  }
  EXPECT_FALSE(special_from_name("%tid.x"));
  EXPECT_FALSE(special_from_name("tid"));
}

TEST(Special, Vectors) {
  for (const char* name : {"%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid",
                           "%cluster_ctaid", "%cluster_nctaid"}) {
    EXPECT_TRUE(is_vector(special_from_name(name).value())) << name;
  }
  for (const char* name : {"%laneid", "%clock64", "%cluster_ctarank", "%envreg3", "%lanemask_lt"}) {
    EXPECT_FALSE(is_vector(special_from_name(name).value())) << name;
  }
}

TEST(Special, NumberedFamiliesAreContiguous) {
  const auto plus = [](Special first, int n) {
    return static_cast<Special>(static_cast<int>(first) + n);
  };
  EXPECT_EQ(plus(Special::envreg0, 31), Special::envreg31);
  EXPECT_EQ(plus(Special::pm0, 7), Special::pm7);
  EXPECT_EQ(plus(Special::pm0_64, 7), Special::pm7_64);
}

}  // namespace
}  // namespace assay::ptx
