// SPDX-License-Identifier: Apache-2.0
#include "flow/files.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "task/bind.hpp"

namespace assay::flow {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> texts_of(const std::vector<task::Mistake>& mistakes) {
  std::vector<std::string> texts;
  texts.reserve(mistakes.size());
  for (const auto& mistake : mistakes) texts.push_back(task::to_text(mistake));
  return texts;
}

std::string summary_of(const task::Task& task) {
  const auto cases = task::cases_of(task, 0);
  return fmt::format("task '{}': {} tensors, {} requirements, {} cases and {} drawn", task.name,
                     task.tensors.size(), task.requirements.size(), task.cases.size(),
                     cases.size() - task.cases.size());
}

std::string summary_of(const task::Candidate& candidate) {
  std::string text = fmt::format("candidate: {} launches", candidate.launches.size());
  for (const auto& param : candidate.params) {
    text += fmt::format(", {} ({})", param.name, join(param.values, " "));
  }
  return text;
}

FileCheck check_candidate(const fs::path& path, const task::Task& task) {
  FileCheck check{shown_path(path), {}, {}, {}};
  auto parsed = task::load_candidate(path, task);
  if (!parsed) {
    check.mistakes.push_back(parsed.error().message);
  } else if (!parsed->value) {
    check.mistakes = texts_of(parsed->mistakes);
  } else {
    check.not_yet = task::not_runnable(task, *parsed->value);
    check.summary = summary_of(*parsed->value);
  }
  return check;
}

}  // namespace

Result<task::Task> read_task(const fs::path& path) {
  auto parsed = task::load_task(path);
  if (!parsed) return fail(std::move(parsed.error()));
  if (parsed->value) return std::move(*parsed->value);
  Error error{fmt::format("{} mistake{} in the task", parsed->mistakes.size(),
                          parsed->mistakes.size() == 1 ? "" : "s"),
              {},
              Blame::usage,
              texts_of(parsed->mistakes)};
  return fail(std::move(error));
}

Result<std::vector<fs::path>> candidate_paths(const task::Task& task, const JudgeOptions& options) {
  if (options.candidates.empty()) return task::find_candidates(task);
  for (const auto& path : options.candidates) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
      return fail(fmt::format("no candidate at '{}'", path.string()),
                  "name .cu, .ptx or .cubin files, or none to judge all below the task's folder",
                  Blame::usage);
    }
  }
  return options.candidates;
}

std::string shown_path(const fs::path& path) {
  std::error_code failed;
  const fs::path relative = fs::proximate(path, failed);
  if (failed || relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

Result<std::vector<FileCheck>> check_files(const JudgeOptions& options) {
  auto parsed = task::load_task(options.task);
  if (!parsed) return fail(std::move(parsed.error()));
  std::vector<FileCheck> checks;
  checks.push_back({shown_path(options.task), texts_of(parsed->mistakes), {}, {}});
  if (!parsed->value) return checks;
  checks.front().summary = summary_of(*parsed->value);
  checks.front().not_yet = task::not_runnable(*parsed->value);
  auto paths = candidate_paths(*parsed->value, options);
  if (!paths) return fail(std::move(paths.error()));
  for (const auto& path : *paths) checks.push_back(check_candidate(path, *parsed->value));
  return checks;
}

}  // namespace assay::flow
