// SPDX-License-Identifier: Apache-2.0
#include "build/cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"

namespace assay::build {
namespace {

namespace fs = std::filesystem;

/// A build whose cubin does not compress.
record::Build sample(const std::string& name, std::size_t size = 1000) {
  record::Build build;
  build.ok = true;
  build.identity = hash_hex(bytes_of(name));
  build.log = "log of " + name;
  std::minstd_rand random(static_cast<unsigned>(size));
  for (std::size_t i = 0; i < size; ++i) build.cubin.push_back(static_cast<std::byte>(random()));
  return build;
}

class BuildCache : public testing::Test {
 protected:
  [[nodiscard]] fs::path only_entry() const {
    for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
      if (each.is_regular_file()) return each.path();
    }
    return {};
  }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t bytes = 0;
    for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
      if (each.is_regular_file()) bytes += each.file_size();
    }
    return bytes;
  }
  TemporaryFolder folder_ = TemporaryFolder::create("cache").value();
};

TEST_F(BuildCache, what_was_stored_comes_back) {
  Cache cache(folder_.path());
  ASSERT_TRUE(cache.store(sample("a")));
  const auto found = Cache(folder_.path()).find(sample("a").identity);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->log, "log of a");
  EXPECT_EQ(found->cubin, sample("a").cubin);
  EXPECT_TRUE(found->from_cache);
  EXPECT_FALSE(cache.find(sample("b").identity));
}

TEST_F(BuildCache, failures_of_the_source_are_kept_those_of_the_moment_are_not) {
  Cache cache(folder_.path());
  for (const auto* failure : {"compile", "forbidden", "timeout", "memory", "crash"}) {
    auto build = sample(failure);
    build.ok = false;
    build.failure = failure;
    ASSERT_TRUE(cache.store(build));
    const bool kept = build.failure == "compile" || build.failure == "forbidden";
    EXPECT_EQ(cache.find(build.identity).has_value(), kept) << failure;
  }
}

TEST_F(BuildCache, every_kind_of_damage_is_noticed_and_removed) {
  Cache cache(folder_.path());
  ASSERT_TRUE(cache.store(sample("a")));
  const auto path = only_entry();
  const auto whole = read_file(path).value();
  for (const auto at :
       {std::size_t{0}, std::size_t{63}, std::size_t{64}, whole.size() / 2, whole.size() - 1}) {
    auto damaged = whole;
    damaged[at] ^= 1;
    ASSERT_TRUE(write_file(path, bytes_of(damaged)));
    EXPECT_FALSE(cache.find(sample("a").identity)) << at;
    EXPECT_FALSE(fs::exists(path)) << at;
  }
  for (const auto size : {std::size_t{0}, std::size_t{10}, std::size_t{64}, whole.size() - 1}) {
    ASSERT_TRUE(write_file(path, bytes_of(std::string_view(whole).substr(0, size))));
    EXPECT_FALSE(cache.find(sample("a").identity)) << size;
  }
}

TEST_F(BuildCache, an_entry_under_another_name_is_not_believed) {
  Cache cache(folder_.path());
  ASSERT_TRUE(cache.store(sample("a")));
  const auto other = sample("b").identity;
  const auto path = folder_.path() / "builds" / other.substr(0, 2) / (other + ".build");
  fs::create_directories(path.parent_path());
  fs::rename(only_entry(), path);
  EXPECT_FALSE(cache.find(other));
}

TEST_F(BuildCache, the_least_recently_used_go_first) {
  Cache cache(folder_.path(), 100'000);
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(cache.store(sample(std::to_string(i), 10'000)));
  const auto hour_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
    if (each.is_regular_file()) fs::last_write_time(each.path(), hour_ago);
  }
  ASSERT_TRUE(cache.find(sample("0", 10'000).identity));  // used just now
  ASSERT_TRUE(cache.store(sample("9", 10'000)));
  EXPECT_LE(total(), 100'000U);
  EXPECT_TRUE(cache.find(sample("0", 10'000).identity));
  EXPECT_TRUE(cache.find(sample("9", 10'000).identity));
}

TEST_F(BuildCache, left_overs_of_a_crash_count_and_go) {
  fs::create_directories(folder_.path() / "builds/ab");
  ASSERT_TRUE(
      write_file(folder_.path() / "builds/ab/half.tmp", bytes_of(std::string(50'000, 'x'))));
  fs::last_write_time(folder_.path() / "builds/ab/half.tmp",
                      fs::file_time_type::clock::now() - std::chrono::hours(1));
  Cache cache(folder_.path(), 40'000);
  ASSERT_TRUE(cache.store(sample("a")));
  EXPECT_LE(total(), 40'000U);
  EXPECT_TRUE(cache.find(sample("a").identity));
}

TEST_F(BuildCache, what_is_larger_than_the_cache_is_not_kept) {
  Cache cache(folder_.path(), 5'000);
  ASSERT_TRUE(cache.store(sample("big", 20'000)));
  EXPECT_FALSE(cache.find(sample("big", 20'000).identity));
}

TEST_F(BuildCache, readers_and_writers_never_see_half_an_entry) {
  const auto build = sample("shared", 20'000);
  ASSERT_TRUE(Cache(folder_.path()).store(build));
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      Cache cache(folder_.path());
      for (int round = 0; round < 20; ++round) {
        if (i % 2 == 0 && !cache.store(build)) ++wrong;
        const auto found = cache.find(build.identity);
        if (!found || found->cubin != build.cubin) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(BuildCache, a_folder_that_can_not_be_written_is_an_error) {
  ASSERT_TRUE(write_file(folder_.path() / "file", bytes_of("x")));
  EXPECT_FALSE(Cache(folder_.path() / "file").store(sample("a")));
}

TEST(CacheFolder, the_environment_decides) {
  ::setenv("ASSAY_CACHE", "/a", 1);
  EXPECT_EQ(Cache::folder_from_environment(), fs::path("/a"));
  ::unsetenv("ASSAY_CACHE");
  ::setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(Cache::folder_from_environment(), fs::path("/x/assay"));
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "/h", 1);
  EXPECT_EQ(Cache::folder_from_environment(), fs::path("/h/.cache/assay"));
}

}  // namespace
}  // namespace assay::build
