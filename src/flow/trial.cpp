// SPDX-License-Identifier: Apache-2.0
#include "flow/trial.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/file.hpp"
#include "base/process.hpp"
#include "check/decide.hpp"
#include "flow/budget.hpp"
#include "flow/checks.hpp"
#include "flow/compiled.hpp"
#include "flow/describe.hpp"
#include "flow/dump.hpp"
#include "flow/files.hpp"
#include "flow/runner.hpp"

namespace assay::flow {
namespace {

/// After so many runs with a fault the rest would only repeat it.
constexpr int enough_faulty_runs = 3;

/// The watchdog of a run on the simulator, where the task names no seconds: there for faults of
/// ours.
constexpr double watchdog_seconds = 600;

class Trial {
 public:
  Trial(const Standard& standard, const std::filesystem::path& path, int host_threads)
      : standard_(standard), path_(path), host_threads_(host_threads) {
    verdict_.candidate = path.string();
    verdict_.name = path.filename().string();
  }

  record::Verdict verdict() {
    if (read_manifest() && !stopped() && build() && !settled()) run_all();
    return describe();
  }

 private:
  const Contest& contest() const { return standard_.contest; }

  bool read_manifest();
  bool stopped();
  bool build();
  bool settled();
  void run_all();
  bool run_one(const TrustedRun& golden);
  bool note_failure(const PointResult& result, const std::string& case_name);
  void repeat(Runner& runner, const TrustedRun& golden, const record::RunAnswer& first,
              const RunOptions& options, check::RunFacts& facts);
  void dump_if_wrong(Runner& runner, const TrustedRun& golden, const check::RunFacts& facts,
                     const RunOptions& options);
  record::Verdict describe();

  const Standard& standard_;
  std::filesystem::path path_;
  int host_threads_;
  record::Verdict verdict_;
  check::Facts facts_;
  std::vector<std::string> not_runnable_;
  std::optional<Compiled> compiled_;
  std::optional<Runner> runner_;
  int faulty_runs_ = 0;
  bool dumped_ = false;
};

bool Trial::read_manifest() {
  if (auto text = read_file(path_)) verdict_.source = std::move(*text);
  auto parsed = task::load_candidate(path_, contest().task);
  if (!parsed) {
    facts_.error = parsed.error().message;
    return false;
  }
  for (const auto& mistake : parsed->mistakes)
    facts_.manifest.emplace_back(task::to_text(mistake), "");
  if (!parsed->value) return false;
  verdict_.expected = parsed->value->expect.value_or("");
  not_runnable_ = task::not_runnable(contest().task, *parsed->value);
  const task::Chosen overrides(contest().options.params.begin(), contest().options.params.end());
  auto params = task::choose_params(*parsed->value, overrides);
  if (!params) {
    for (const auto& problem : params.error())
      facts_.manifest.emplace_back(task::to_text(problem), problem.hint);
    return false;
  }
  compiled_.emplace(contest(), std::move(*parsed->value), std::move(*params), false);
  return not_runnable_.empty();
}

/// Ctrl-C: what is judged stays judged, the rest says so.
bool Trial::stopped() {
  if (interrupted()) facts_.error = "interrupted";
  return interrupted();
}

/// Builds for the first case, so that a candidate that does not compile never starts a worker.
bool Trial::build() {
  if (standard_.golden.runs.empty()) return false;
  auto built = compiled_->at(standard_.golden.runs.front().point.at);
  if (!built) {
    for (const auto& problem : built.error())
      facts_.manifest.emplace_back(task::to_text(problem), problem.hint);
    return false;
  }
  if (!*built) facts_.error = compiled_->failure()->message;
  return *built && (*built)->ok;
}

/// True when the build alone decides (hidden state, forbidden references).
bool Trial::settled() {
  check::Facts so_far = facts_;
  so_far.builds = judged_builds(*compiled_);
  return check::decide(so_far).outcome == record::Outcome::rejected;
}

void Trial::run_all() {
  runner_.emplace(contest(), *compiled_, host_threads_);
  for (const auto& golden : standard_.golden.runs) {
    if (stopped() || !run_one(golden)) return;
  }
}

/// Problems of the manifest, failed builds, missing operations, errors: nothing ran. True if the
/// trial goes on.
bool Trial::note_failure(const PointResult& result, const std::string& case_name) {
  for (const auto& problem : result.problems) {
    facts_.manifest.emplace_back(case_name + ": " + task::to_text(problem), problem.hint);
  }
  if (result.error) facts_.error = result.error->message;
  facts_.unsupported = result.unsupported;
  return false;
}

/// False when the remaining runs can add nothing.
bool Trial::run_one(const TrustedRun& golden) {
  const auto& at = contest().case_of(golden.point);
  const auto& limits = contest().task.limits;
  const RunOptions options{
      0, {golden.counters.steps, limits.steps}, limits.seconds.value_or(watchdog_seconds), false};
  PointResult result = runner_->run(golden.point, options);
  if (!result.run && !result.too_slow) return note_failure(result, at.name);
  if (result.too_slow && !limits.seconds) {
    facts_.error = "the worker gave no answer in time";
    return false;
  }
  const std::string family = task::family_label(contest().task, at, golden.point.family);
  if (result.too_slow) {
    facts_.runs.push_back({at.name, family, false, true, {}, {}, {}, {}, false, {}});
    return false;
  }
  check::RunFacts facts = check::facts_of(*result.run, at.name, family);
  add_case(verdict_, contest(), golden.point, result.run->counters);
  if (result.run->completed) {
    facts.checks = check_outputs(standard_, golden, *result.run, facts);
    repeat(*runner_, golden, *result.run, options, facts);
    dump_if_wrong(*runner_, golden, facts, options);
  }
  const bool faulty = std::any_of(facts.faults.begin(), facts.faults.end(),
                                  [](const auto& fault) { return fault.severity == "reject"; });
  const bool completed = facts.completed;
  facts_.runs.push_back(std::move(facts));
  if (faulty) ++faulty_runs_;
  return completed && faulty_runs_ < enough_faulty_runs;
}

/// The same run under other noise and another schedule: docs/decisions/two-runs.md.
void Trial::repeat(Runner& runner, const TrustedRun& golden, const record::RunAnswer& first,
                   const RunOptions& options, check::RunFacts& facts) {
  const bool uninitialised =
      std::any_of(facts.faults.begin(), facts.faults.end(),
                  [](const auto& fault) { return fault.code == "memory.uninitialised"; });
  const bool is_first = &golden == &standard_.golden.runs.front();
  if (!uninitialised && !is_first && !requires_property(contest().task, "deterministic")) return;
  RunOptions again = options;
  again.attempt = 1;
  const PointResult second = runner.run(golden.point, again);
  if (!second.run || !second.run->completed) return;
  bool same = same_outputs(first, *second.run);
  if (uninitialised && same) {
    again.ones = true;
    const PointResult third = runner.run(golden.point, again);
    same = !third.run || same_outputs(first, *third.run);
  }
  facts.noise_reaches_output = uninitialised && !same;
  if (!uninitialised) compare_repeats(contest(), first, *second.run, facts);
}

void Trial::dump_if_wrong(Runner& runner, const TrustedRun& golden, const check::RunFacts& facts,
                          const RunOptions& options) {
  const bool wrong = !facts.unwritten.empty() ||
                     std::any_of(facts.checks.begin(), facts.checks.end(),
                                 [](const record::Check& check) { return !check.passed; });
  if (!contest().options.dump || dumped_ || !wrong) return;
  dumped_ = true;
  RunOptions with_inputs = options;
  with_inputs.want_inputs = true;
  const PointResult result = runner.run(golden.point, with_inputs);
  if (!result.run) return;
  if (auto written = dump(contest(), path_, golden, *result.run); !written) {
    facts_.error = written.error().message;
  }
}

record::Verdict Trial::describe() {
  if (compiled_) facts_.builds = judged_builds(*compiled_);
  for (const auto& name : not_runnable_) {
    facts_.more.push_back(missing_reason(name));
  }
  const check::Decision decision = check::decide(facts_);
  verdict_.outcome = decision.outcome;
  verdict_.reasons = decision.reasons;
  verdict_.findings = decision.findings;
  verdict_.error = facts_.error;
  verdict_.builds = facts_.builds;
  for (const auto& run : facts_.runs) {
    verdict_.checks.insert(verdict_.checks.end(), run.checks.begin(), run.checks.end());
  }
  if (compiled_) describe_build(verdict_, *compiled_);
  describe_coverage(verdict_, standard_);
  return std::move(verdict_);
}

}  // namespace

record::Verdict try_candidate(const Standard& standard, const std::filesystem::path& path,
                              int host_threads) {
  const auto start = std::chrono::steady_clock::now();
  record::Verdict verdict = Trial(standard, path, host_threads).verdict();
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return verdict;
}

}  // namespace assay::flow
