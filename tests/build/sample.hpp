// SPDX-License-Identifier: Apache-2.0
// Requests and a toolkit for tests that really compile; they skip where this machine has no
// compiler.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "base/file.hpp"
#include "build/build.hpp"
#include "build/toolkit.hpp"
#include "record/build.hpp"

namespace assay::build {

inline record::BuildRequest request_of(std::string_view source,
                                       std::vector<std::string> kernels = {"k"}) {
  record::BuildRequest request;
  request.name = "candidate.cu";
  request.kind = "cu";
  const auto bytes = bytes_of(source);
  request.source.assign(bytes.begin(), bytes.end());
  request.kernels = std::move(kernels);
  return request;
}

/// Builds with the toolkit of this machine and a cache of its own.
class Compiling : public testing::Test {
 protected:
  void SetUp() override {
    auto found = find_toolkit();
    if (!found) GTEST_SKIP() << found.error().message;
    toolkit_ = *found;
    settings_.builder = Settings::from_environment().builder;
    settings_.cache = std::make_shared<Cache>(folder_.path());
  }

  [[nodiscard]] record::Build build_of(const record::BuildRequest& request) {
    auto built = build(request, toolkit_, {}, settings_);
    EXPECT_TRUE(built) << to_text(built.error());
    return built.value_or(record::Build{});
  }

  TemporaryFolder folder_ = TemporaryFolder::create("build-test").value();
  Toolkit toolkit_;
  Settings settings_;
};

}  // namespace assay::build
