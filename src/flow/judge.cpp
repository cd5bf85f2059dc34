// SPDX-License-Identifier: Apache-2.0
// Read this from top to bottom: it is what `assay judge` does.
#include "flow/judge.hpp"

#include <atomic>
#include <chrono>

#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/process.hpp"
#include "base/threads.hpp"
#include "flow/contest.hpp"
#include "flow/files.hpp"
#include "flow/overrides.hpp"
#include "flow/trial.hpp"
#include "flow/trusted.hpp"

namespace assay::flow {
namespace {

namespace fs = std::filesystem;

/// Only the simulator judges so far; a GPU asked for by name is an Error, `auto` takes what there
/// is.
Result<void> check_device(const std::string& device) {
  if (device == "auto" || device == "sim") return {};
  if (device.rfind("cuda", 0) == 0) {
    return fail(fmt::format("device '{}' can't be judged on by this version", device),
                "use --device sim", Blame::machine);
  }
  return fail(fmt::format("--device is '{}', expected auto, sim or cuda:N", device), {},
              Blame::usage);
}

Result<Contest> prepare(const JudgeOptions& options) {
  if (auto known = check_device(options.device); !known) return fail(std::move(known.error()));
  auto task = read_task(options.task);
  if (!task) return fail(std::move(task.error()));
  auto cases = choose_cases(*task, options);
  if (!cases) return fail(std::move(cases.error()));
  auto toolkit = build::find_toolkit();
  if (!toolkit) return fail(std::move(toolkit.error()));
  auto points = points_of(*task, *cases);
  return Contest{options,
                 std::move(*task),
                 std::move(*cases),
                 std::move(points),
                 std::move(*toolkit),
                 build::Settings::from_environment(),
                 {}};
}

/// The task can't be judged here at all: every candidate would be undecided for the same reason.
Result<void> check_runnable(const task::Task& task) {
  const auto missing = task::not_runnable(task);
  if (missing.empty() && task.golden.source) return {};
  return fail(fmt::format("the task needs what can't be run yet: {}",
                          missing.empty() ? "a golden without source" : missing.front()),
              {}, Blame::machine);
}

/// The baseline first, in a row of its own; then the candidates.
std::vector<fs::path> rows_of(const task::Task& task, std::vector<fs::path> candidates,
                              const JudgeOptions& options) {
  if (!options.candidates.empty() || !task.baseline || !task.baseline->candidate) return candidates;
  candidates.insert(candidates.begin(), *task.baseline->candidate);
  return candidates;
}

bool needs_baseline(const task::Task& task) {
  for (const auto& requirement : task.requirements) {
    if (requirement.against == "baseline") return true;
  }
  return false;
}

bool is_baseline(const task::Task& task, const fs::path& path) {
  std::error_code failed;
  return task.baseline && task.baseline->candidate &&
         fs::equivalent(*task.baseline->candidate, path, failed) && !failed;
}

/// Up to `jobs` candidates side by side; what threads are left go to each simulator.
std::vector<record::Verdict> try_all(const Standard& standard, const std::vector<fs::path>& paths,
                                     Progress& progress) {
  const int jobs = std::max(1, standard.contest.options.jobs);
  const int side_by_side = std::min<int>(jobs, std::max<int>(1, static_cast<int>(paths.size())));
  const int threads_each = std::max(1, jobs / side_by_side);
  std::vector<record::Verdict> verdicts(paths.size());
  std::atomic<int> done = 0;
  for_each_index(paths.size(), side_by_side, [&](std::size_t index) {
    progress.step("judging", paths[index].filename().string(), done,
                  static_cast<int>(paths.size()));
    verdicts[index] = try_candidate(standard, paths[index], threads_each);
    verdicts[index].baseline = is_baseline(standard.contest.task, paths[index]);
    progress.step("judged", paths[index].filename().string(), ++done,
                  static_cast<int>(paths.size()));
  });
  return verdicts;
}

/// What of the command line is needed for the same again; jobs and dumps change no verdict.
std::vector<std::string> arguments_of(const JudgeOptions& options) {
  const JudgeOptions plain;
  std::vector<std::string> words;
  for (const auto& path : options.candidates) words.push_back(path.string());
  const auto add = [&](const char* name, std::string value) {
    words.emplace_back(name);
    words.push_back(std::move(value));
  };
  for (const auto& name : options.cases) add("--case", name);
  for (const auto& [name, value] : options.params)
    add("--param", fmt::format("{}={}", name, value));
  if (options.arch != plain.arch) add("--arch", options.arch);
  if (options.device != plain.device) add("--device", options.device);
  if (options.step_budget != plain.step_budget)
    add("--budget", std::to_string(options.step_budget));
  return words;
}

/// The task as it was read, so that a verdict can be repeated where its files are gone.
std::vector<std::pair<std::string, std::string>> sources_of(const task::Task& task) {
  const auto name_of = [&](const fs::path& path) {
    return path.lexically_relative(task.folder).string();
  };
  std::vector<std::pair<std::string, std::string>> sources;
  sources.emplace_back(task.path.filename().string(), task.text);
  sources.emplace_back(name_of(task.golden.source->path), task.golden.source->source);
  if (task.baseline && task.baseline->candidate) {
    if (auto text = read_file(*task.baseline->candidate))
      sources.emplace_back(name_of(*task.baseline->candidate), std::move(*text));
  }
  return sources;
}

record::Report report_of(const Contest& contest, const Trusted& golden) {
  record::Report report;
  report.task = contest.task.name;
  report.task_path = contest.options.task.string();
  report.arguments = arguments_of(contest.options);
  report.task_sources = sources_of(contest.task);
  report.seed = contest.options.seed;
  report.device = "sim (h200)";
  report.date = iso8601(system_clock().now());
  report.provenance.emplace_back("task", hash_hex(bytes_of(contest.task.text)));
  report.provenance.emplace_back("golden", hash_hex(bytes_of(contest.task.golden.source->source)));
  report.provenance.emplace_back("golden build", golden.build.identity);
  return report;
}

}  // namespace

Result<record::Report> judge(const JudgeOptions& options, Progress& progress) {
  const auto start = std::chrono::steady_clock::now();

  // What is asked, and with what.
  auto contest = prepare(options);
  if (!contest) return fail(std::move(contest.error()));
  auto candidates = candidate_paths(contest->task, options);
  if (!candidates) return fail(std::move(candidates.error()));
  if (auto runnable = check_runnable(contest->task); !runnable)
    return fail(std::move(runnable.error()));

  const auto rows = rows_of(contest->task, std::move(*candidates), options);
  if (auto known = check_overrides(*contest, rows); !known) return fail(std::move(known.error()));

  // The right answers, before any candidate's code is near.
  auto golden = run_golden(*contest, progress);
  if (!golden) return fail(std::move(golden.error()));
  Trusted baseline;
  if (needs_baseline(contest->task)) {
    auto ran = run_baseline(*contest, *golden);
    if (!ran) return fail(std::move(ran.error()));
    baseline = std::move(*ran);
  }

  // Each candidate on its own, in processes of its own.
  record::Report report = report_of(*contest, *golden);
  const Standard standard{*contest, *golden, baseline};
  report.verdicts = try_all(standard, rows, progress);

  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace assay::flow
