// SPDX-License-Identifier: Apache-2.0
// A task with two outputs, a candidate for it, and a contest of both; tests change one thing.
#pragma once

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.hpp"
#include "flow/contest.hpp"
#include "task/task.hpp"

namespace assay::flow::test {

inline const std::string task_text = R"toml(schema = 1
name = "argmax"

[axes]
rows = { min = 1, max = 64 }
cols = { min = 1, max = 64 }

[[tensor]]
name = "x"
role = "in"
dtype = "f32"
shape = ["rows", "cols"]
values = ["normal(0, 1)", "ones", "zeros"]

[[tensor]]
name = "y"
role = "out"
dtype = "f32"
shape = ["rows"]

[[tensor]]
name = "at"
role = "out"
dtype = "i32"
shape = ["rows"]

[golden]
source = "golden.cu"

[[require]]
metric = "max_abs"
max = 0.5
tensor = "y"

[[require]]
property = "bitwise"
tensor = "at"

[[case]]
name = "small"
rows = 4
cols = 8

[[case]]
name = "single"
rows = 1
cols = 1
values.x = "ones"
)toml";

inline const std::string manifest = R"toml([[launch]]
kernel = "argmax"
grid = ["rows"]
block = [32]
args = ["x", "y", "at", "cols"]
)toml";

inline const std::string source_text = "/* assay\n" + manifest +
                                       "*/\nextern \"C\" __global__ void argmax(const float* x, "
                                       "float* y, int* at, int cols) {}\n";

inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "the sample has no '" << from << "'";
    return text;
  }
  return text.replace(at, from.size(), to);
}

inline task::Task task_from(const std::string& text) {
  auto parsed = task::parse_task(text, "task.toml");
  for (const auto& mistake : parsed.mistakes) ADD_FAILURE() << task::to_text(mistake);
  return parsed.value.value_or(task::Task{});
}

inline task::Candidate candidate_from(const std::string& text, const task::Task& task) {
  auto parsed = task::parse_candidate(text, "k.cu", 1, task);
  for (const auto& mistake : parsed.mistakes) ADD_FAILURE() << task::to_text(mistake);
  return parsed.value.value_or(task::Candidate{});
}

/// The cases of the file alone, in its order, with all their points.
inline Contest contest_from(const std::string& text = task_text) {
  Contest contest;
  contest.task = task_from(text);
  contest.cases = contest.task.cases;
  contest.points = points_of(contest.task, contest.cases);
  return contest;
}

inline HostTensor floats(const std::vector<double>& values, Dtype dtype = Dtype::f32) {
  auto tensor = make_tensor(dtype, {static_cast<std::int64_t>(values.size())});
  for (std::size_t n = 0; n < values.size(); ++n)
    tensor.set(static_cast<std::int64_t>(n), values[n]);
  return tensor;
}

inline record::RunOutput output(const std::string& name, HostTensor tensor,
                                std::int64_t unwritten = 0) {
  return {name, std::move(tensor), unwritten, unwritten > 0 ? 0 : -1};
}

/// A folder with a task and its golden.
class Folder {
 public:
  Folder() {
    write("task.toml", task_text);
    write("golden.cu", with(source_text, "float* y", "double* y"));
  }
  std::filesystem::path write(const std::string& name, const std::string& text) {
    const auto path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;  // write_file waits for the disk
    return path;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_ = TemporaryFolder::create("flow-test").value();
};

}  // namespace assay::flow::test
