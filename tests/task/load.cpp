// SPDX-License-Identifier: Apache-2.0
// Tasks and candidates from disk, and which files are candidates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/file.hpp"
#include "samples.hpp"

namespace assay::task::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const std::string source = "/* assay\n" + manifest_text + "*/\n__global__ void softmax() {}\n";

class Load : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    folder_.emplace(std::move(*folder));
    put("task.toml", task_text);
    put("golden.cu", source);
  }

  [[nodiscard]] fs::path at(const std::string& name) const { return folder_->path() / name; }

  void put(const std::string& name, const std::string& text) const {
    fs::create_directories(at(name).parent_path());
    std::ofstream(at(name), std::ios::binary) << text;
  }

  [[nodiscard]] std::vector<std::string> mistakes() const {
    const auto parsed = load_task(folder_->path());
    EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message);
    return parsed ? texts_of(parsed->mistakes) : std::vector<std::string>{};
  }

  [[nodiscard]] Task task() const {
    auto parsed = load_task(folder_->path());
    EXPECT_TRUE(parsed && parsed->value);
    return parsed && parsed->value ? *parsed->value : Task{};
  }

  [[nodiscard]] std::vector<std::string> found() const {
    const auto paths = find_candidates(task());
    EXPECT_TRUE(paths);
    std::vector<std::string> names;
    if (!paths) return names;
    for (const auto& path : *paths) names.push_back(path.lexically_relative(folder_->path()));
    return names;
  }

  std::optional<TemporaryFolder> folder_;
};

TEST_F(Load, AFolderOrItsFile) {
  const auto folder = load_task(folder_->path());
  const auto file = load_task(at("task.toml"));
  ASSERT_TRUE(folder && folder->value && file && file->value);
  EXPECT_EQ(folder->value->path, at("task.toml"));
  EXPECT_EQ(folder->value->folder, folder_->path());
  EXPECT_EQ(file->value->folder, folder_->path());
  ASSERT_TRUE(folder->value->golden.source);
  EXPECT_EQ(folder->value->golden.source->path, at("golden.cu"));
  EXPECT_EQ(folder->value->golden.source->source, source);
  EXPECT_THAT(folder->value->golden.source->launches, SizeIs(1));
}

TEST_F(Load, WhatIsNotThereIsSaid) {
  const auto missing = load_task(at("nowhere"));
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("no task at '"));
  EXPECT_EQ(missing.error().blame, Blame::usage);
  fs::create_directories(at("empty"));
  const auto empty = load_task(at("empty"));
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("has no task.toml"));
}

TEST_F(Load, MistakesOfTheGoldenAreAmongThoseOfTheTask) {
  put("golden.cu", with(source, "\"x\"", "\"xx\""));
  EXPECT_THAT(mistakes(),
              ElementsAre("golden.cu:6:10: found 'xx', expected a tensor, scalar, scratch or "
                          "tensor map (x, y, scale), or an integer expression over rows, cols, "
                          "BLOCK, sm_count, smem_max; did you mean 'x'?"));
}

TEST_F(Load, AMissingGoldenIsAMistakeWhereItIsNamed) {
  fs::rename(at("golden.cu"), at("goldn.cu"));
  EXPECT_THAT(mistakes(), ElementsAre("task.toml:27:11: found no file 'golden.cu', expected a file "
                                      "beside the task; did you mean 'goldn.cu'?"));
}

TEST_F(Load, AMissingBaselineToo) {
  put("task.toml", task_text + "[baseline]\ncandidate = \"naive.cu\"\n");
  EXPECT_THAT(mistakes(), ElementsAre("task.toml:38:14: found no file 'naive.cu', expected a file "
                                      "beside the task"));
  put("naive.cu", source);
  EXPECT_EQ(task().baseline->candidate, at("naive.cu"));
}

TEST_F(Load, LinksOutOfTheFolderAreNoGolden) {
  auto elsewhere = TemporaryFolder::create();
  ASSERT_TRUE(elsewhere);
  ASSERT_TRUE(write_file(elsewhere->path() / "secret.cu", bytes_of(source)));
  fs::remove(at("golden.cu"));
  fs::create_symlink(elsewhere->path() / "secret.cu", at("golden.cu"));
  EXPECT_THAT(mistakes(), SizeIs(1));
}

TEST_F(Load, ACandidateIsItsManifestAndItsSource) {
  put("k/fast.cu", "// a comment\n" + source);
  const auto parsed = load_candidate(at("k/fast.cu"), task());
  ASSERT_TRUE(parsed && parsed->value);
  EXPECT_EQ(parsed->value->path, at("k/fast.cu"));
  EXPECT_EQ(parsed->value->source, "// a comment\n" + source);
  EXPECT_EQ(parsed->value->kind, "cu");
}

TEST_F(Load, LinesOfMistakesAreThoseOfTheFile) {
  put("k/fast.cu", "// a comment\n\n" + with(source, "block", "blok"));
  const auto parsed = load_candidate(at("k/fast.cu"), task());
  ASSERT_TRUE(parsed);
  ASSERT_THAT(parsed->mistakes, SizeIs(2));
  EXPECT_EQ(to_text(parsed->mistakes[1]),
            "k/fast.cu:7:1: found key 'blok', expected a key of [[launch]] (args, block, cluster, "
            "cooperative, grid, kernel, repeat, setup, shared, when); did you mean 'block'?");
}

TEST_F(Load, WithoutAManifestTheSmallestIsShown) {
  put("bare.cu", "__global__ void k() {}\n");
  const auto parsed = load_candidate(at("bare.cu"), task());
  ASSERT_TRUE(parsed);
  EXPECT_THAT(texts_of(parsed->mistakes),
              ElementsAre("bare.cu:1:1: found no manifest, expected a leading comment such as\n"
                          "/* assay\n[[launch]]\nkernel = \"name_of_the_kernel\"\ngrid = "
                          "[\"rows\"]\nblock = [256]\nargs = [\"x\", \"y\", \"scale\", \"rows\", "
                          "\"cols\"]\n*/"));
}

TEST_F(Load, PtxAndCubinHaveTheirManifestBeside) {
  put("k.ptx", ".version 8.0\n");
  auto parsed = load_candidate(at("k.ptx"), task());
  ASSERT_TRUE(parsed);
  ASSERT_THAT(parsed->mistakes, SizeIs(1));
  EXPECT_THAT(to_text(parsed->mistakes[0]),
              HasSubstr("k.ptx:1:1: found no manifest, expected a file 'k.toml' beside it such "
                        "as\n[[launch]]"));
  put("k.toml", with(manifest_text, "[32, 64]", "32"));
  parsed = load_candidate(at("k.ptx"), task());
  ASSERT_TRUE(parsed && parsed->value);
  EXPECT_EQ(parsed->value->kind, "ptx");
  EXPECT_EQ(parsed->value->source, ".version 8.0\n");
  put("k.toml", manifest_text);
  parsed = load_candidate(at("k.ptx"), task());
  EXPECT_EQ(to_text(parsed->mistakes.at(0)),
            "k.toml:8:9: found 2 values, expected one: a .ptx is compiled already");
}

TEST_F(Load, OddFilesAreErrorsNotCrashes) {
  EXPECT_FALSE(load_candidate(at("none.cu"), task()));
  EXPECT_FALSE(load_candidate(folder_->path(), task()));
  put("k.py", "");
  const auto other = load_candidate(at("k.py"), task());
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().hint, "a candidate is a .cu, .ptx or .cubin file");
  fs::create_directories(at("folder.cu"));
  EXPECT_FALSE(load_candidate(at("folder.cu"), task()));
  fs::create_symlink(at("loop.cu"), at("loop.cu"));
  EXPECT_FALSE(load_candidate(at("loop.cu"), task()));
}

TEST_F(Load, APipeIsACandidateThatCannotBeReadAndNothingHangs) {
  ASSERT_EQ(::mkfifo(at("pipe.cu").c_str(), 0600), 0);
  EXPECT_THAT(found(), ElementsAre("pipe.cu"));
  const auto pipe = load_candidate(at("pipe.cu"), task());
  ASSERT_FALSE(pipe);
  EXPECT_EQ(pipe.error().blame, Blame::usage);
  EXPECT_THAT(pipe.error().message, HasSubstr("not a regular file"));
}

TEST_F(Load, ANulByteIsAMistakeWithItsPlace) {
  put("k.cu", source + "// end\n//" + std::string(1, '\0') + " unseen by the compiler\n");
  const auto parsed = load_candidate(at("k.cu"), task());
  ASSERT_TRUE(parsed);
  EXPECT_FALSE(parsed->value);
  const auto line = 2 + std::count(source.begin(), source.end(), '\n');
  EXPECT_THAT(texts_of(parsed->mistakes),
              ElementsAre("k.cu:" + std::to_string(line) + ":3: found a NUL byte, expected text"));
}

TEST_F(Load, OtherEncodingsMayStandInComments) {
  put("k.cu", source + "// \xe9t\xe9\n");
  EXPECT_TRUE(load_candidate(at("k.cu"), task())->value);
}

TEST_F(Load, SourcesHaveALimit) {
  put("huge.cu", source + std::string(std::size_t{4} << 20, ' '));
  const auto huge = load_candidate(at("huge.cu"), task());
  ASSERT_FALSE(huge);
  EXPECT_THAT(huge.error().message, HasSubstr("larger than the limit"));
}

TEST_F(Load, IncludeFoldersExistBelowTheCandidate) {
  put("k.cu", with(source, "*/", "[build]\ninclude = [\"include\"]\n*/"));
  auto parsed = load_candidate(at("k.cu"), task());
  ASSERT_TRUE(parsed);
  EXPECT_THAT(texts_of(parsed->mistakes),
              ElementsAre("k.cu:1:1: found include folder 'include', expected an existing folder "
                          "below the candidate's own"));
  fs::create_directory_symlink("/usr", at("include"));
  parsed = load_candidate(at("k.cu"), task());
  EXPECT_THAT(parsed->mistakes, SizeIs(1));
  fs::remove(at("include"));
  fs::create_directories(at("include"));
  parsed = load_candidate(at("k.cu"), task());
  ASSERT_TRUE(parsed && parsed->value);
  const auto loaded = task();
  const auto where = case_of(1, 1);
  const auto request =
      build_request({.task = loaded, .candidate = *parsed->value, .at = where}, "90");
  EXPECT_THAT(request->include_folders, ElementsAre(fs::canonical(at("include")).string()));
}

TEST_F(Load, CandidatesAreAllKernelsBelow) {
  put("task.toml", task_text + "[baseline]\ncandidate = \"naive.cu\"\n");
  put("naive.cu", source);
  put("b.cu", "");
  put("deep/er/a.cu", "");
  put("deep/c.ptx", "");
  put("deep/d.cubin", "");
  put("notes.md", "");
  put("header.cuh", "");
  put(".git/hidden.cu", "");
  put(".hidden.cu", "");
  EXPECT_THAT(found(), ElementsAre("b.cu", "deep/c.ptx", "deep/d.cubin", "deep/er/a.cu"));
}

TEST_F(Load, LinksAreFollowedOnlyBelowTheFolder) {
  put("a.cu", source);
  fs::create_symlink("a.cu", at("inner.cu"));
  fs::create_symlink("golden.cu", at("twin.cu"));
  fs::create_symlink("/etc/passwd", at("outer.cu"));
  fs::create_symlink("nowhere", at("dangling.cu"));
  fs::create_directory_symlink("/usr", at("folder"));
  EXPECT_THAT(found(), ElementsAre("a.cu", "dangling.cu", "inner.cu"))
      << "what leads nowhere has a row that says so";
}

TEST_F(Load, TheTasksThatShipAreSound) {
  const fs::path tasks = fs::path(ASSAY_SOURCE_DIR) / "tasks";
  for (const auto& entry : fs::directory_iterator(tasks)) {
    if (!fs::exists(entry.path() / "task.toml")) continue;
    const auto parsed = load_task(entry.path());
    ASSERT_TRUE(parsed) << entry.path();
    EXPECT_THAT(texts_of(parsed->mistakes), IsEmpty()) << entry.path();
    ASSERT_TRUE(parsed->value);
    const auto paths = find_candidates(*parsed->value);
    ASSERT_TRUE(paths);
    for (const auto& path : *paths) {
      const auto candidate = load_candidate(path, *parsed->value);
      ASSERT_TRUE(candidate) << path;
      EXPECT_THAT(texts_of(candidate->mistakes), IsEmpty()) << path;
    }
  }
}

}  // namespace
}  // namespace assay::task::test
