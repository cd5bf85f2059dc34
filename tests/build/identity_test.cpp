// SPDX-License-Identifier: Apache-2.0
#include "build/identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "base/file.hpp"
#include "build/sample.hpp"
#include "build/toolkit.hpp"

namespace assay::build {
namespace {

using testing::HasSubstr;

Toolkit toolkit_of(std::string version) {
  Toolkit toolkit;
  toolkit.version = std::move(version);
  return toolkit;
}

const Toolkit toolkit = toolkit_of("13.0.88");

TEST(Identity, each_ingredient_counts) {
  const std::function<void(record::BuildRequest&)> changes[] = {
      [](auto&) {},
      [](auto& r) { r.source.push_back(std::byte{' '}); },
      [](auto& r) { r.name = "other.cu"; },
      [](auto& r) { r.kind = "ptx"; },
      [](auto& r) { r.arch = "80"; },
      [](auto& r) { r.flags = {"--use_fast_math"}; },
      [](auto& r) { r.defines = {{"A", "B"}}; },
      [](auto& r) { r.defines = {{"AB", ""}}; },
      [](auto& r) { r.kernels = {"other"}; },
      [](auto& r) { r.prelude = false; },
  };
  std::set<std::string> seen;
  for (const auto& change : changes) {
    auto request = request_of("source");
    change(request);
    seen.insert(identity_of(request, toolkit).value());
  }
  seen.insert(identity_of(request_of("source"), toolkit_of("13.1.1")).value());
  EXPECT_EQ(seen.size(), std::size(changes) + 1);
}

TEST(Identity, the_same_request_is_the_same_build) {
  EXPECT_EQ(identity_of(request_of("s"), toolkit).value(),
            identity_of(request_of("s"), toolkit).value());
  EXPECT_EQ(identity_of(request_of("s"), toolkit)->size(), 64U);
}

TEST(Identity, headers_count_by_content_not_by_place) {
  const auto a = TemporaryFolder::create("a").value();
  const auto b = TemporaryFolder::create("b").value();
  const auto identity = [](const TemporaryFolder& folder) {
    auto request = request_of("s");
    request.include_folders = {folder.path().string()};
    return identity_of(request, toolkit).value();
  };
  ASSERT_TRUE(write_file(a.path() / "x.h", bytes_of("1")));
  ASSERT_TRUE(write_file(b.path() / "x.h", bytes_of("1")));
  EXPECT_EQ(identity(a), identity(b));
  ASSERT_TRUE(write_file(b.path() / "x.h", bytes_of("2")));
  EXPECT_NE(identity(a), identity(b));
  std::filesystem::create_symlink("/etc/passwd", a.path() / "link.h");
  EXPECT_EQ(identity(a).size(), 64U);
}

TEST(Identity, too_many_bytes_of_headers_are_refused) {
  const auto folder = TemporaryFolder::create("many").value();
  for (const auto* name : {"a.h", "b.h"}) {
    ASSERT_TRUE(write_file(folder.path() / name, bytes_of("x")));
    std::filesystem::resize_file(folder.path() / name, most_include_bytes / 2 + 1);  // sparse
  }
  auto request = request_of("s");
  request.include_folders = {folder.path().string()};
  EXPECT_THAT(identity_of(request, toolkit).error().message, HasSubstr("more than 4,096 files"));
  EXPECT_THAT(identity_of(request, toolkit).error().hint, HasSubstr("the headers alone"));
}

TEST(Identity, a_missing_folder_is_named) {
  auto request = request_of("s");
  request.include_folders = {"/no/such/folder"};
  EXPECT_THAT(identity_of(request, toolkit).error().message, HasSubstr("/no/such/folder"));
}

TEST(Identity, the_compiler_is_named_by_kind) {
  auto request = request_of("s");
  Toolkit with_assembler = toolkit;
  with_assembler.ptxas = "/x/ptxas";
  EXPECT_EQ(compiler_of(request, toolkit), "nvrtc 13.0.88");
  request.kind = "ptx";
  EXPECT_EQ(compiler_of(request, toolkit), "none");
  EXPECT_EQ(compiler_of(request, with_assembler), "ptxas 13.0.88");
}

}  // namespace
}  // namespace assay::build
