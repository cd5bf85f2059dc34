// SPDX-License-Identifier: Apache-2.0
// A small valid task and manifest that tests change in one place.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "task/bind.hpp"
#include "task/manifest_reading.hpp"
#include "task/task.hpp"

namespace assay::task::test {

inline const std::string task_text = R"toml(schema = 1
name = "softmax"

[axes]
rows = { min = 0, max = 64 }
cols = { min = 1, max = 64 }

[[tensor]]
name = "x"
role = "in"
dtype = "f32"
shape = ["rows", "cols"]
values = "normal(0, 1)"

[[tensor]]
name = "y"
role = "out"
dtype = "f32"
shape = ["rows", "cols"]

[[scalar]]
name = "scale"
dtype = "f32"
value = "1 / sqrt(cols)"

[golden]
source = "golden.cu"

[[require]]
metric = "max_abs"
max = 1e-4

[[case]]
name = "small"
rows = 4
cols = 8
)toml";

inline const std::string manifest_text = R"toml([[launch]]
kernel = "softmax"
grid = ["rows"]
block = ["BLOCK"]
args = ["x", "y", "rows", "cols"]

[params]
BLOCK = [32, 64]
)toml";

/// `text` with the first `from` replaced; a test that changes nothing is a bug of the test.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "the sample has no '" << from << "'";
    return text;
  }
  return text.replace(at, from.size(), to);
}

inline std::vector<std::string> texts_of(const std::vector<Mistake>& mistakes) {
  std::vector<std::string> texts;
  for (const auto& mistake : mistakes) texts.push_back(to_text(mistake));
  return texts;
}

inline std::vector<std::string> task_mistakes(const std::string& text) {
  return texts_of(parse_task(text, "task.toml").mistakes);
}

inline Task task_from(const std::string& text) {
  auto parsed = parse_task(text, "task.toml");
  EXPECT_THAT(texts_of(parsed.mistakes), testing::IsEmpty());
  return parsed.value.value_or(Task{});
}

inline Task sample_task() {
  return task_from(task_text);
}

inline std::vector<std::string> manifest_mistakes(const std::string& text,
                                                  const Task& task = sample_task()) {
  return texts_of(parse_candidate(text, "k.cu", 1, task).mistakes);
}

inline Candidate candidate_from(const std::string& text, const Task& task = sample_task()) {
  auto parsed = parse_candidate(text, "k.cu", 1, task);
  EXPECT_THAT(texts_of(parsed.mistakes), testing::IsEmpty());
  return parsed.value.value_or(Candidate{});
}

inline Candidate golden_from(const std::string& text, const Task& task) {
  auto parsed = parse_manifest(text, {.name = "golden.cu", .golden = true}, task);
  EXPECT_THAT(texts_of(parsed.mistakes), testing::IsEmpty());
  return parsed.value.value_or(Candidate{});
}

/// The kernel of `manifest_text` as a build shows it.
inline record::KernelInfo kernel(const std::string& name, std::vector<std::int64_t> sizes) {
  record::KernelInfo info;
  info.expression = name;
  info.entry = "_Z" + name;
  info.parameter_sizes = std::move(sizes);
  return info;
}

inline std::vector<std::string> texts_of(const std::vector<Problem>& problems) {
  std::vector<std::string> texts;
  for (const auto& problem : problems) texts.push_back(to_text(problem));
  return texts;
}

inline Case case_of(std::int64_t rows, std::int64_t cols) {
  return {.name = "here", .axes = {{"rows", rows}, {"cols", cols}}};
}

}  // namespace assay::task::test
