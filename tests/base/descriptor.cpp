// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

Descriptor opened() {
  return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

TEST(Descriptor, ClosesWhenItsOwnerGoes) {
  int fd = -1;
  {
    const Descriptor owner = opened();
    fd = owner.get();
    EXPECT_TRUE(is_open(fd));
  }
  EXPECT_FALSE(is_open(fd));
}

TEST(Descriptor, MovesToOneOwner) {
  Descriptor first = opened();
  const int fd = first.get();
  Descriptor second = std::move(first);
  EXPECT_FALSE(first.is_open());  // NOLINT: a moved-from one owns nothing
  EXPECT_EQ(second.get(), fd);
  Descriptor third = opened();
  const int replaced = third.get();
  third = std::move(second);
  EXPECT_FALSE(is_open(replaced));
  EXPECT_TRUE(is_open(fd));
}

TEST(Descriptor, ClosesOnceAndTellsTroubles) {
  Descriptor owner = opened();
  EXPECT_TRUE(owner.close());
  EXPECT_TRUE(owner.close()) << "nothing is left to close";
  Descriptor wrong(12345);
  EXPECT_FALSE(wrong.close());
}

}  // namespace
}  // namespace assay
