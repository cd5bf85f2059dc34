// SPDX-License-Identifier: Apache-2.0
#include "base/file.hpp"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// While it lives, no file can grow beyond `bytes`: a full disk for those who may not mount one.
class TinyDisk {
 public:
  explicit TinyDisk(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~TinyDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  TinyDisk(const TinyDisk&) = delete;
  TinyDisk& operator=(const TinyDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

struct File : ::testing::Test {
  TemporaryFolder folder = TemporaryFolder::create("assay-file-test").value();
  fs::path path = folder.path() / "a.json";
};

TEST_F(File, WhatWasWrittenIsRead) {
  const std::string content("one\0two\n", 8);
  ASSERT_TRUE(write_file(path, bytes_of(content)));
  EXPECT_EQ(read_file(path).value(), content);
  ASSERT_TRUE(write_file(path, bytes_of("")));
  EXPECT_EQ(read_file(path).value(), "");
}

TEST_F(File, NothingButTheFileStaysBehind) {
  ASSERT_TRUE(write_file(path, bytes_of("x")));
  ASSERT_TRUE(write_file(path, bytes_of("y")));
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.json"});
}

TEST_F(File, AFullDiskLeavesTheOldContentAndNoDebris) {
  ASSERT_TRUE(write_file(path, bytes_of("old")));
  {
    const TinyDisk tiny(4096);
    const auto written = write_file(path, bytes_of(std::string(100'000, 'x')));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().blame, Blame::machine);
    EXPECT_THAT(written.error().message, HasSubstr("a.json"));
  }
  EXPECT_EQ(read_file(path).value(), "old");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"a.json"});
}

TEST_F(File, AFullDiskAtTheFirstWriteLeavesNothing) {
  {
    const TinyDisk tiny(0);
    ASSERT_FALSE(write_file(path, bytes_of("x")));
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST_F(File, ADeviceIsWrittenThroughAndItsTroublesTold) {
  EXPECT_TRUE(write_file("/dev/null", bytes_of("x")));
  const auto full = write_file("/dev/full", bytes_of("x"));
  ASSERT_FALSE(full);
  EXPECT_THAT(full.error().message, HasSubstr("No space left"));
  EXPECT_FALSE(full.error().hint.empty());
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST_F(File, ALinkStaysALink) {
  ASSERT_TRUE(write_file(path, bytes_of("old")));
  const fs::path link = folder.path() / "link";
  fs::create_symlink("a.json", link);
  ASSERT_TRUE(write_file(link, bytes_of("new")));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(path).value(), "new");
}

TEST_F(File, TheModeOfAReplacedFileStays) {
  ASSERT_TRUE(write_file(path, bytes_of("#!")));
  fs::permissions(path, fs::perms(0750));
  ASSERT_TRUE(write_file(path, bytes_of("#!/bin/sh")));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0750));
}

TEST_F(File, AMissingFolderIsTheUsersToMend) {
  const auto written = write_file(folder.path() / "no" / "a.json", bytes_of("x"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().blame, Blame::usage);
  EXPECT_THAT(written.error().message, HasSubstr("No such file"));
}

TEST_F(File, AFolderIsNoFile) {
  EXPECT_THAT(read_file(folder.path()).error().message, HasSubstr("Is a directory"));
  EXPECT_THAT(write_file(folder.path(), {}).error().message, HasSubstr("Is a directory"));
}

TEST_F(File, AMissingFileSaysSo) {
  const auto read = read_file(path);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().blame, Blame::usage);
  EXPECT_THAT(read.error().message, HasSubstr("a.json: No such file"));
}

TEST_F(File, ALimitHoldsToTheByte) {
  ASSERT_TRUE(write_file(path, bytes_of("12345")));
  EXPECT_EQ(read_file(path, 5).value(), "12345");
  EXPECT_THAT(read_file(path, 4).error().message, HasSubstr("limit of 4 bytes"));
}

TEST_F(File, APipeNeitherHangsNorIsRead) {
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(read_file(path).error().message, HasSubstr("not a regular file"));
}

TEST_F(File, FilesThatClaimNoSizeAreReadWhole) {
  // Those of /proc say that they hold 0 bytes.
  EXPECT_THAT(read_file("/proc/self/status").value(), HasSubstr("VmSize"));
  EXPECT_FALSE(read_file("/proc/self/status", 16));
}

TEST_F(File, ATemporaryFolderGoesWithAllInIt) {
  fs::path gone;
  {
    TemporaryFolder other = TemporaryFolder::create().value();
    gone = other.path();
    fs::create_directories(gone / "deep" / "deeper");
    ASSERT_TRUE(write_file(gone / "deep" / "f", bytes_of("x")));
    const TemporaryFolder moved = std::move(other);
    EXPECT_TRUE(fs::exists(gone));
    EXPECT_NE(gone, folder.path());
  }
  EXPECT_FALSE(fs::exists(gone));
}

TEST_F(File, ATemporaryFolderIsNobodyElses) {
  EXPECT_EQ(fs::status(folder.path()).permissions(), fs::perms::owner_all);
}

TEST_F(File, TheExecutablesFolderHoldsTheExecutable) {
  EXPECT_TRUE(fs::exists(executable_folder() / "base_test"));
}

}  // namespace
}  // namespace assay
