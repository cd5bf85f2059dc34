// SPDX-License-Identifier: Apache-2.0
// The arrays of a failing case on disk.
#include "flow/dump.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"
#include "num/npy.hpp"

namespace assay::flow {
namespace {

using namespace test;
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Dump : public testing::Test {
 protected:
  Dump() {
    contest_.options.dump = folder_.path() / "arrays";
    contest_.task.folder = folder_.path();
    golden_.point = {0, 1};
    golden_.outputs["y"] = floats({1.5, 2.5}, Dtype::f64);
    run_.outputs = {output("x", floats({7, 8, 9})), output("y", floats({1, 2}))};
  }

  /// A candidate of the task's folder.
  Result<void> dump_for(const fs::path& candidate) {
    return dump(contest_, folder_.path() / candidate, golden_, run_);
  }
  /// All folders that hold arrays, below the dump's.
  [[nodiscard]] std::vector<std::string> folders() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(*contest_.options.dump)) {
      if (entry.path().filename() == "case.txt")
        names.push_back(entry.path().parent_path().lexically_relative(*contest_.options.dump));
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] HostTensor array(const std::string& name) const {
    const auto text = read_file(*contest_.options.dump / "wrong.cu" / name);
    EXPECT_TRUE(text) << name;
    auto tensor = from_npy(bytes_of(*text));
    EXPECT_TRUE(tensor) << name;
    return tensor.value_or(HostTensor{});
  }

  Folder folder_;
  Contest contest_ = contest_from();
  TrustedRun golden_;
  record::RunAnswer run_;
};

TEST_F(Dump, WritesInputsOutputsAndTheGoldensBesideThem) {
  ASSERT_TRUE(dump_for("wrong.cu"));
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(*contest_.options.dump / "wrong.cu"))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  EXPECT_THAT(names, ElementsAre("case.txt", "x.npy", "y.golden.npy", "y.npy"));
}

TEST_F(Dump, TheArraysAreThoseOfTheRun) {
  ASSERT_TRUE(dump_for("wrong.cu"));
  EXPECT_EQ(array("y.npy").bytes, run_.outputs[1].tensor.bytes);
  EXPECT_EQ(array("y.golden.npy").bytes, golden_.outputs["y"].bytes);
  EXPECT_EQ(array("y.golden.npy").dtype, Dtype::f64);
  EXPECT_EQ(array("x.npy").shape, std::vector<std::int64_t>{3});
}

TEST_F(Dump, TheCaseIsNamed) {
  ASSERT_TRUE(dump_for("wrong.cu"));
  EXPECT_EQ(*read_file(*contest_.options.dump / "wrong.cu" / "case.txt"), "small, ones\n");
}

TEST_F(Dump, WhatStandsThereIsReplacedAndTheRestStays) {
  folder_.write("arrays/wrong.cu/y.npy", "an old one");
  folder_.write("arrays/wrong.cu/mine.txt", "keep me");
  ASSERT_TRUE(dump_for("wrong.cu"));
  EXPECT_EQ(array("y.npy").at(1), 2);
  EXPECT_EQ(*read_file(*contest_.options.dump / "wrong.cu" / "mine.txt"), "keep me");
}

TEST_F(Dump, CandidatesDoNotShareAFolder) {
  ASSERT_TRUE(dump_for("wrong.cu"));
  run_.outputs[1].tensor.set(0, 100);
  ASSERT_TRUE(dump_for("worse.cu"));
  EXPECT_EQ(array("y.npy").at(0), 1);
}

TEST_F(Dump, NamesakesInOtherFoldersAndOtherKindsDoNotMeet) {
  for (const auto* path : {"k.cu", "k.ptx", "a/k.cu", "b/k.cu"}) ASSERT_TRUE(dump_for(path));
  EXPECT_THAT(folders(), ElementsAre("a/k.cu", "b/k.cu", "k.cu", "k.ptx"));
}

TEST_F(Dump, CandidatesFromElsewhereKeepApartAndKeepTheirPlace) {
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(dump(contest_, "/somewhere/a/k.cu", golden_, run_));
    ASSERT_TRUE(dump(contest_, "/somewhere/b/k.cu", golden_, run_));
    EXPECT_THAT(folders(), ElementsAre(testing::StartsWith("k.cu-"), testing::StartsWith("k.cu-")));
  }
}

TEST_F(Dump, AnotherSpellingOfThePathIsTheSamePlace) {
  ASSERT_TRUE(dump_for("a/../k.cu"));
  ASSERT_TRUE(dump_for("./k.cu"));
  EXPECT_THAT(folders(), ElementsAre("k.cu"));
}

/// A file where the folder should be: refused for root too, unlike a mode without write.
TEST_F(Dump, AFolderThatCannotBeMadeIsAnError) {
  contest_.options.dump = folder_.write("taken", "a file");
  const auto done = dump_for("wrong.cu");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("can't make the folder"));
  EXPECT_THAT(done.error().message, HasSubstr("taken/wrong.cu"));
  EXPECT_EQ(done.error().blame, Blame::machine);
}

TEST_F(Dump, AnArrayThatCannotBeWrittenIsAnError) {
  fs::create_directories(*contest_.options.dump / "wrong.cu" / "y.golden.npy" / "in the way");
  const auto done = dump_for("wrong.cu");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("y.golden.npy"));
}

}  // namespace
}  // namespace assay::flow
