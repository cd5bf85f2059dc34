// SPDX-License-Identifier: Apache-2.0
// Reading a task and its candidates, with all their mistakes.
#include "flow/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow/sample.hpp"

namespace assay::flow {
namespace {

using namespace test;
namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Files : public testing::Test {
 protected:
  [[nodiscard]] JudgeOptions options() const {
    JudgeOptions made;
    made.task = folder_.path();
    return made;
  }
  [[nodiscard]] task::Task task() const {
    auto read = read_task(folder_.path());
    EXPECT_TRUE(read) << to_text(read.error());
    return read.value_or(task::Task{});
  }
  [[nodiscard]] std::vector<FileCheck> checked() const {
    auto checks = check_files(options());
    EXPECT_TRUE(checks) << to_text(checks.error());
    return checks.value_or(std::vector<FileCheck>{});
  }

  Folder folder_;
};

TEST_F(Files, ATaskIsReadFromItsFolderOrItsFile) {
  EXPECT_EQ(task().name, "argmax");
  EXPECT_EQ(read_task(folder_.path() / "task.toml")->name, "argmax");
}

TEST_F(Files, EveryMistakeOfATaskIsACause) {
  auto text = with(task_text, "role = \"in\"", "role = \"inn\"");
  text = with(text, "dtype = \"i32\"", "dtype = \"i33\"");
  folder_.write("task.toml", with(text, "max = 0.5", "max = \"half\""));
  const auto read = read_task(folder_.path());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "3 mistakes in the task");
  EXPECT_EQ(read.error().blame, Blame::usage);
  EXPECT_THAT(read.error().causes, SizeIs(3));
  EXPECT_THAT(read.error().causes, Contains(AllOf(HasSubstr("'inn'"), HasSubstr("'in'"))));
  EXPECT_THAT(read.error().causes, Contains(AllOf(HasSubstr("'i33'"), HasSubstr("'i32'"))));
}

TEST_F(Files, MistakesOfTheGoldenAreAmongThem) {
  folder_.write("golden.cu", with(source_text, "grid = [\"rows\"]", "grid = [\"rowz\"]"));
  const auto read = read_task(folder_.path());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "1 mistake in the task");
  EXPECT_THAT(read.error().causes, ElementsAre(AllOf(HasSubstr("golden.cu"), HasSubstr("rowz"))));
}

TEST_F(Files, ATaskThatIsNotThereIsAnError) {
  const auto read = read_task(folder_.path() / "nowhere");
  ASSERT_FALSE(read);
  EXPECT_THAT(to_text(read.error()), HasSubstr("nowhere"));
}

TEST_F(Files, WithoutNamesAllBelowTheFolderAreCandidates) {
  const auto right = folder_.write("right.cu", source_text);
  const auto deep = folder_.write("more/deep.ptx", "");
  folder_.write("notes.txt", "");
  const auto paths = candidate_paths(task(), options());
  ASSERT_TRUE(paths);
  ASSERT_THAT(*paths, SizeIs(2)) << "not the golden, not the notes";
  EXPECT_TRUE(fs::equivalent((*paths)[0], deep));
  EXPECT_TRUE(fs::equivalent((*paths)[1], right));
}

TEST_F(Files, NamedCandidatesAreTakenAsNamed) {
  auto asked = options();
  folder_.write("other.cu", source_text);
  asked.candidates = {folder_.write("right.cu", source_text)};
  EXPECT_EQ(candidate_paths(task(), asked).value(), asked.candidates);
}

TEST_F(Files, ANamedCandidateThatIsMissingIsTheUsersError) {
  auto asked = options();
  asked.candidates = {folder_.write("right.cu", source_text), folder_.path() / "gone.cu"};
  const auto paths = candidate_paths(task(), asked);
  ASSERT_FALSE(paths);
  EXPECT_THAT(paths.error().message, AllOf(HasSubstr("no candidate"), HasSubstr("gone.cu")));
  EXPECT_THAT(paths.error().hint, HasSubstr(".cu"));
  EXPECT_EQ(paths.error().blame, Blame::usage);
}

TEST_F(Files, WhatIsThereAndCannotBeReadIsACandidateThatSaysSo) {
  fs::create_directory(folder_.path() / "folder.cu");
  fs::create_symlink("nowhere", folder_.path() / "dangling.cu");
  auto asked = options();
  asked.candidates = {folder_.path() / "folder.cu", folder_.path() / "dangling.cu"};
  EXPECT_EQ(candidate_paths(task(), asked).value(), asked.candidates);
}

TEST_F(Files, AnotherKindOfFileIsTheUsersError) {
  auto asked = options();
  asked.candidates = {folder_.write("notes.txt", "")};
  const auto paths = candidate_paths(task(), asked);
  ASSERT_FALSE(paths);
  EXPECT_EQ(paths.error().blame, Blame::usage);
}

TEST_F(Files, AFolderIsNoCandidate) {
  auto asked = options();
  asked.candidates = {folder_.path()};
  EXPECT_FALSE(candidate_paths(task(), asked));
}

TEST_F(Files, PathsBelowTheWorkingFolderAreShownRelative) {
  EXPECT_EQ(shown_path(fs::current_path() / "sub" / "k.cu"), "sub/k.cu");
  EXPECT_EQ(shown_path("sub/k.cu"), "sub/k.cu");
  EXPECT_EQ(shown_path("/nowhere/k.cu"), "/nowhere/k.cu");
}

TEST_F(Files, ValidFilesHaveASummaryEach) {
  folder_.write("right.cu", with(source_text, "*/", "[params]\nBLOCK = [32, 64]\n*/"));
  const auto checks = checked();
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_THAT(checks[0].summary, HasSubstr("task 'argmax': 3 tensors, 2 requirements, 2 cases"));
  EXPECT_THAT(checks[0].mistakes, IsEmpty());
  EXPECT_THAT(checks[1].file, HasSubstr("right.cu"));
  EXPECT_EQ(checks[1].summary, "candidate: 1 launch, BLOCK (32 64)");
}

TEST_F(Files, OneIsNotSeveral) {
  const auto more = with(manifest, "args", "args") + manifest;
  folder_.write("two.cu", with(source_text, manifest, more));
  folder_.write("task.toml", with(task_text,
                                  "\n[[case]]\nname = \"single\"\nrows = 1\ncols = 1\n"
                                  "values.x = \"ones\"\n",
                                  "\n"));
  const auto checks = checked();
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_THAT(checks[0].summary, HasSubstr("2 requirements, 1 case and"));
  EXPECT_EQ(checks[1].summary, "candidate: 2 launches");
}

TEST_F(Files, MistakesOfOneCandidateLeaveTheOthersAlone) {
  folder_.write("a.cu", with(source_text, "kernel =", "kernal ="));
  folder_.write("b.cu", "no manifest at all\n");
  folder_.write("c.cu", source_text);
  const auto checks = checked();
  ASSERT_THAT(checks, SizeIs(4));
  EXPECT_THAT(checks[1].mistakes, Contains(HasSubstr("'kernal'")));
  EXPECT_THAT(checks[1].summary, IsEmpty());
  EXPECT_THAT(checks[2].mistakes, testing::Not(IsEmpty()));
  EXPECT_THAT(checks[3].mistakes, IsEmpty());
}

TEST_F(Files, AWrongTaskIsCheckedAlone) {
  folder_.write("task.toml", with(task_text, "schema = 1", "schema = 99"));
  folder_.write("right.cu", source_text);
  const auto checks = checked();
  ASSERT_THAT(checks, SizeIs(1));
  EXPECT_THAT(checks[0].mistakes, ElementsAre(HasSubstr("99")));
}

TEST_F(Files, WhatCannotBeRunYetIsNamedWhereItStands) {
  folder_.write("task.toml", with(task_text, "property = \"bitwise\"\ntensor = \"at\"",
                                  "property = \"batch_invariant\"\naxis = \"rows\""));
  folder_.write("k.cubin", "");
  folder_.write("tma.cu", with(source_text, "*/",
                               "[[tensor_map]]\nname = \"m\"\ntensor = \"x\"\nbox = [8]\n*/"));
  const auto checks = checked();
  ASSERT_FALSE(checks.empty());
  EXPECT_THAT(checks[0].not_yet, ElementsAre(HasSubstr("batch_invariant")));
}

TEST_F(Files, AMissingCandidateIsAnErrorOfTheCheckToo) {
  auto asked = options();
  asked.candidates = {"gone.cu"};
  EXPECT_FALSE(check_files(asked));
}

}  // namespace
}  // namespace assay::flow
