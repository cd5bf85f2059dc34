// SPDX-License-Identifier: Apache-2.0
// What the doctor says of this machine, and of one that lacks something.
#include "flow/doctor.hpp"

#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using State = Ailment::State;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// One variable of the environment, as it was before when the test ends.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_) {
      ::setenv(name_, before_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

Ailment found(const std::vector<Ailment>& ailments, const std::string& what) {
  const auto at = std::find_if(ailments.begin(), ailments.end(),
                               [&](const Ailment& one) { return one.what == what; });
  if (at != ailments.end()) return *at;
  ADD_FAILURE() << "nothing is said of " << what;
  return {};
}

class Doctor : public testing::Test {
 protected:
  test::Folder folder_;
  Variable cache_{"ASSAY_CACHE", (folder_.path() / "cache").string()};
};

TEST_F(Doctor, SaysSomethingOfEveryPartOnce) {
  const auto ailments = examine();
  for (const char* what : {"compiler", "assembler", "assay-builder", "assay-worker", "sandbox",
                           "build cache", "processors", "gpu", "nvdisasm", "cuobjdump"}) {
    EXPECT_EQ(std::count_if(ailments.begin(), ailments.end(),
                            [&](const Ailment& one) { return one.what == what; }),
              1)
        << what;
  }
}

TEST_F(Doctor, WhatIsGoodCostsNothingAndWhatIsNotSaysWhatItCosts) {
  for (const auto& one : examine()) {
    EXPECT_THAT(one.found, Not(IsEmpty())) << one.what;
    EXPECT_EQ(one.costs.empty(), one.state == State::good) << one.what;
    EXPECT_EQ(one.mend.empty(), one.state == State::good) << one.what;
  }
}

TEST_F(Doctor, WithoutAToolkitTheCompilerIsBroken) {
  const Variable none("ASSAY_TOOLKIT", "none");
  const auto ailments = examine();
  const auto compiler = found(ailments, "compiler");
  EXPECT_EQ(compiler.state, State::broken);
  EXPECT_THAT(compiler.costs, HasSubstr(".cu"));
  EXPECT_THAT(compiler.mend, HasSubstr("./dev setup"));
  EXPECT_EQ(found(ailments, "assembler").state, State::lacking);
}

TEST_F(Doctor, OurProgramsStandBesideTheRunningOne) {
  const auto ailments = examine();
  for (const char* name : {"assay-builder", "assay-worker"}) {
    const auto one = found(ailments, name);
    EXPECT_EQ(one.state, State::good) << one.found;
    EXPECT_EQ(one.found, (executable_folder() / name).string());
  }
}

TEST_F(Doctor, TheSandboxNamesItsLimits) {
  const auto sandbox = found(examine(), "sandbox");
  EXPECT_THAT(sandbox.found, HasSubstr("seccomp"));
  EXPECT_THAT(sandbox.found, HasSubstr("landlock"));
}

TEST_F(Doctor, TheCacheIsMadeAndItsSpaceTold) {
  const auto cache = found(examine(), "build cache");
  EXPECT_THAT(cache.found, StartsWith((folder_.path() / "cache").string()));
  EXPECT_THAT(cache.found, HasSubstr("B free"));
  EXPECT_TRUE(std::filesystem::is_directory(folder_.path() / "cache"));
}

TEST_F(Doctor, ACacheThatCannotBeMadeIsLacking) {
  const Variable taken("ASSAY_CACHE", folder_.write("taken", "").string() + "/cache");
  const auto cache = found(examine(), "build cache");
  EXPECT_EQ(cache.state, State::lacking);
  EXPECT_THAT(cache.found, HasSubstr("taken/cache"));
  EXPECT_THAT(cache.mend, HasSubstr("ASSAY_CACHE"));
}

TEST_F(Doctor, AToolIsFoundOnThePath) {
  folder_.write("bin/cuobjdump", "");
  const Variable path("PATH", "/nowhere:" + (folder_.path() / "bin").string());
  EXPECT_EQ(found(examine(), "cuobjdump").state, State::good);
}

TEST_F(Doctor, NoGpuIsNeverBroken) {
  const auto gpu = found(examine(), "gpu");
  EXPECT_EQ(gpu.state, State::lacking);
  EXPECT_THAT(gpu.costs, HasSubstr("no times"));
}

}  // namespace
}  // namespace assay::flow
