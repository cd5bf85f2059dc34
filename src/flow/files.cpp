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

/// "1 launch", "2 launches".
std::string counted(std::size_t count, std::string_view what, std::string_view plural = "s") {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : plural);
}

std::string summary_of(const task::Task& task) {
  const auto cases = task::cases_of(task, 0);
  return fmt::format("task '{}': {}, {}, {} and {} drawn", task.name,
                     counted(task.tensors.size(), "tensor"),
                     counted(task.requirements.size(), "requirement"),
                     counted(task.cases.size(), "case"), cases.size() - task.cases.size());
}

std::string summary_of(const task::Candidate& candidate) {
  std::string text = "candidate: " + counted(candidate.launches.size(), "launch", "es");
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

namespace {

/// Also a link that leads nowhere, a folder, a pipe: these are what the candidate is, and its
/// verdict says that it can't be read.
bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

tl::unexpected<Error> no_candidate(std::string message) {
  return fail(std::move(message),
              "name .cu, .ptx or .cubin files, or none to judge all below the task's folder",
              Blame::usage);
}

}  // namespace

Result<std::vector<fs::path>> candidate_paths(const task::Task& task, const JudgeOptions& options) {
  if (options.candidates.empty()) return task::find_candidates(task);
  for (const auto& path : options.candidates) {
    if (!is_there(path)) return no_candidate(fmt::format("no candidate at '{}'", path.string()));
    const auto extension = path.extension();
    if (extension != ".cu" && extension != ".ptx" && extension != ".cubin")
      return no_candidate(fmt::format("'{}' is no candidate", path.string()));
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
