// SPDX-License-Identifier: Apache-2.0
#include "sandbox/landlock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/file.hpp"
#include "sandbox/child.hpp"
#include "sandbox/policy.hpp"

namespace assay::sandbox {
namespace {

class Landlock : public testing::Test {
 protected:
  void SetUp() override {
    const auto version = landlock_version();
    if (version.abi == 0) GTEST_SKIP() << "this kernel has no Landlock: " << version.reason;
    std::filesystem::create_directories(readable());
    std::filesystem::create_directories(writable());
    ASSERT_TRUE(write_file(readable() / "header.h", bytes_of("int x;")));
    ASSERT_TRUE(write_file(folder_.path() / "secret", bytes_of("secret")));
  }
  [[nodiscard]] std::filesystem::path readable() const { return folder_.path() / "readable"; }
  [[nodiscard]] std::filesystem::path writable() const { return folder_.path() / "writable"; }
  [[nodiscard]] std::filesystem::path secret() const { return folder_.path() / "secret"; }

  /// errno of opening `path` inside the builder's sandbox, 0 when that went well.
  [[nodiscard]] int opening(const std::filesystem::path& path, int flags) const {
    return in_child([&] {
             (void)apply(builder_policy({readable()}, writable()));
             return ::open(path.c_str(), flags, 0600) >= 0 ? 0 : errno;
           })
        .code;
  }

  TemporaryFolder folder_ = TemporaryFolder::create("landlock").value();
};

TEST_F(Landlock, readable_folder_is_read) {
  EXPECT_EQ(opening(readable() / "header.h", O_RDONLY), 0);
}

TEST_F(Landlock, files_elsewhere_are_not_read) {
  EXPECT_EQ(opening(secret(), O_RDONLY), EACCES);
  EXPECT_EQ(opening("/etc/passwd", O_RDONLY), EACCES);
  EXPECT_EQ(opening("/proc/self/environ", O_RDONLY), EACCES);
}

TEST_F(Landlock, dots_and_links_lead_nowhere_else) {
  std::filesystem::create_symlink("/etc/passwd", readable() / "link.h");
  EXPECT_EQ(opening(readable() / "../secret", O_RDONLY), EACCES);
  EXPECT_EQ(opening(readable() / "link.h", O_RDONLY), EACCES);
}

TEST_F(Landlock, only_the_temporary_folder_is_written) {
  EXPECT_EQ(opening(writable() / "fresh", O_WRONLY | O_CREAT), 0);
  EXPECT_EQ(opening(readable() / "fresh", O_WRONLY | O_CREAT), EACCES);
  EXPECT_EQ(opening(readable() / "header.h", O_WRONLY | O_TRUNC), EACCES);
  EXPECT_EQ(opening("/tmp/assay_fresh", O_WRONLY | O_CREAT), EACCES);
}

TEST_F(Landlock, files_are_not_removed_elsewhere) {
  const auto fate = in_child([&] {
    (void)apply(builder_policy({readable()}, writable()));
    return ::unlink((readable() / "header.h").c_str()) == 0 ? 0 : errno;
  });
  EXPECT_EQ(fate.code, EACCES);
  EXPECT_TRUE(std::filesystem::exists(readable() / "header.h"));
}

TEST_F(Landlock, a_single_file_may_be_named) {
  const auto fate = in_child([&] {
    (void)apply(builder_policy({readable() / "header.h"}, writable()));
    return ::open((readable() / "header.h").c_str(), O_RDONLY) >= 0 ? 0 : errno;
  });
  EXPECT_EQ(fate.code, 0);
}

TEST_F(Landlock, a_worker_opens_nothing) {
  const auto fate = in_child([&] {
    (void)apply(worker_policy());
    return ::open((readable() / "header.h").c_str(), O_RDONLY) >= 0 ? 0 : errno;
  });
  EXPECT_EQ(fate.code, EACCES);
}

TEST_F(Landlock, a_path_that_does_not_exist_is_no_fault) {
  const auto fate = in_child([&] {
    const auto report = apply(builder_policy({"/no/such/folder"}, writable()));
    for (const auto& limit : report.missing) {
      if (limit.starts_with("landlock:")) return 1;
    }
    return 0;
  });
  EXPECT_EQ(fate.code, 0);
}

TEST_F(Landlock, what_an_older_kernel_lacks_is_named) {
  const auto abi = landlock_version().abi;
  Report report;
  const auto fate = in_child([&] {
    report = apply(worker_policy());
    bool tcp_is_missing = false;
    for (const auto& limit : report.missing) tcp_is_missing |= limit.starts_with("landlock tcp");
    return static_cast<int>(tcp_is_missing);
  });
  EXPECT_EQ(fate.code, abi < 4 ? 1 : 0);
}

}  // namespace
}  // namespace assay::sandbox
