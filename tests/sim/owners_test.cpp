// SPDX-License-Identifier: Apache-2.0
// Owner marks of several launches in one memory: old ones mean nothing, new ones clash.
#include "sim/memory/owners.hpp"

#include <gtest/gtest.h>

namespace assay::sim {
namespace {

std::vector<Region> one_region(std::uint64_t size) {
  Region r;
  r.size = size;
  r.writable = true;
  return {r};
}

/// A thread's mark by a host thread, as the handlers make it.
void touch(const OwnerMarks& owners, Region& r, std::uint64_t granule, std::uint32_t thread,
           bool stores) {
  r.owner[granule] = owners.base() + ((thread + 1) << 1 | std::uint32_t{stores});
  if (stores) *r.stored = 1;
}

struct Launched {
  OwnerMarks& owners;
  std::vector<Region> first = one_region(4096), second = one_region(4096);
  explicit Launched(OwnerMarks& o, std::uint64_t threads = 64) : owners(o) {
    EXPECT_TRUE(owners.begin(2, threads));
    EXPECT_TRUE(owners.attach(0, first, 4));
    EXPECT_TRUE(owners.attach(1, second, 4));
  }
  bool clash() {
    const bool low = owners.clash(0, 2), high = owners.clash(1, 2);
    return low || high;
  }
};

TEST(Owners, ReadersAgreeAndAWriterClashes) {
  OwnerMarks owners;
  Launched readers(owners);
  touch(owners, readers.first[0], 5, 1, false);
  touch(owners, readers.second[0], 5, 40, false);
  touch(owners, readers.second[0], 1000, 40, true);
  EXPECT_FALSE(readers.clash());
  for (const std::uint64_t granule : {0, 5, 1000, 1023}) {
    Launched l(owners);
    touch(owners, l.first[0], granule, 1, true);
    touch(owners, l.second[0], granule, 40, false);
    EXPECT_TRUE(l.clash()) << granule;
  }
}

TEST(Owners, MarksOfEarlierLaunchesMeanNothing) {
  OwnerMarks owners;
  for (int round = 0; round < 3; ++round) {
    Launched l(owners);
    EXPECT_LT(l.first[0].owner[7], owners.base() + 2);
    touch(owners, l.first[0], 7, 63, true);
    EXPECT_FALSE(l.clash());
    Launched next(owners);
    touch(owners, next.second[0], 7, 0, true);
    EXPECT_FALSE(next.clash());
  }
}

TEST(Owners, NumbersBeginAnewBeforeTheyRunOut) {
  OwnerMarks owners;
  const std::uint64_t many = std::uint64_t{1} << 29;
  std::uint32_t last = 0;
  bool anew = false;
  for (int round = 0; round < 6; ++round) {
    Launched l(owners, many);
    anew = anew || owners.base() < last;
    last = owners.base();
    EXPECT_GE(owners.many(), owners.base());
    touch(owners, l.first[0], 7, static_cast<std::uint32_t>(many - 1), true);
    EXPECT_FALSE(l.clash());
    touch(owners, l.second[0], 7, 3, false);
    EXPECT_TRUE(l.clash());
  }
  EXPECT_TRUE(anew);
  EXPECT_FALSE(owners.begin(1, std::uint64_t{1} << 30));
}

}  // namespace
}  // namespace assay::sim
