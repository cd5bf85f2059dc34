// SPDX-License-Identifier: Apache-2.0
#include "flow/trial.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "base/process.hpp"
#include "check/decide.hpp"
#include "check/reasons.hpp"
#include "flow/budget.hpp"
#include "flow/checks.hpp"
#include "flow/compiled.hpp"
#include "flow/describe.hpp"
#include "flow/dump.hpp"
#include "flow/overrides.hpp"
#include "flow/runner.hpp"

namespace assay::flow {
namespace {

/// After so many runs with a fault the rest would only repeat it.
constexpr int enough_faulty_runs = 3;

/// The watchdog of a run on the simulator, where the task names no seconds: there for faults of
/// ours.
constexpr double watchdog_seconds = 600;

constexpr const char* no_answer = "the worker gave no answer in time";

/// nvcc is not there yet, nor a header with the type of a tensor map.
bool can_be_built(const task::Candidate& candidate) {
  return candidate.build.compiler == "nvrtc" && candidate.tensor_maps.empty();
}

class Trial {
 public:
  Trial(const Standard& standard, const std::filesystem::path& path, int host_threads)
      : standard_(standard), path_(path), host_threads_(host_threads) {
    verdict_.candidate = path.string();
    verdict_.name = path.filename().string();
  }

  record::Verdict verdict() {
    if (read_manifest() && !stopped() && build() && !settled()) {
      not_runnable_.empty() ? run_all() : bind_all();
    }
    return describe();
  }

 private:
  const Contest& contest() const { return standard_.contest; }

  bool read_manifest();
  bool stopped();
  bool build();
  bool settled();
  void run_all();
  void bind_all();
  bool run_one(const TrustedRun& golden);
  void note_problems(const std::vector<task::Problem>& problems, const std::string& where);
  void give_up(const std::string& error);
  bool note_failure(const PointResult& result, const std::string& case_name);
  bool repeat(Runner& runner, const TrustedRun& golden, const record::RunAnswer& first,
              const RunOptions& options, check::RunFacts& facts);
  std::optional<record::RunAnswer> run_again(Runner& runner, const Point& point,
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

/// A file that can't be read is the candidate's fault, as a manifest in it would be; what the disk
/// itself refuses is the machine's.
bool Trial::read_manifest() {
  if (auto text = read_file(path_)) verdict_.source = std::move(*text);
  auto parsed = task::load_candidate(path_, contest().task);
  if (!parsed) {
    const Error& error = parsed.error();
    if (error.blame == Blame::usage)
      facts_.manifest.emplace_back(error.message, error.hint);
    else
      give_up(error.message);
    return false;
  }
  for (const auto& mistake : parsed->mistakes)
    facts_.manifest.emplace_back(task::to_text(mistake), "");
  verdict_.expected = parsed->expect.value_or("");
  if (!parsed->value) return false;
  not_runnable_ = task::not_runnable(contest().task, *parsed->value);
  auto params = task::choose_params(*parsed->value, overrides_for(*parsed->value, contest()));
  if (!params) {
    note_problems(params.error(), "");
    return false;
  }
  compiled_.emplace(contest(), std::move(*parsed->value), std::move(*params), false);
  return true;
}

/// Hints stand apart in a reason.
void Trial::note_problems(const std::vector<task::Problem>& problems, const std::string& where) {
  for (task::Problem problem : problems) {
    const std::string hint = std::exchange(problem.hint, {});
    facts_.manifest.emplace_back((where.empty() ? "" : where + ": ") + task::to_text(problem),
                                 hint);
  }
}

/// Nothing more can be found out: for an error of ours or the machine's, or because a person said
/// stop.
void Trial::give_up(const std::string& error) {
  if (interrupted())
    facts_.more.push_back(check::reason("judge.interrupted", "not judged: interrupted"));
  else
    facts_.error = error;
}

/// Ctrl-C: what is judged stays judged, the rest says so.
bool Trial::stopped() {
  if (interrupted()) give_up("");
  return interrupted();
}

/// Builds for the first case, so that a candidate that does not compile never starts a worker.
bool Trial::build() {
  if (standard_.golden.runs.empty() || !can_be_built(compiled_->candidate())) return false;
  auto built = compiled_->at(standard_.golden.runs.front().point.at);
  if (!built) {
    note_problems(built.error(), "");
    return false;
  }
  if (!*built) give_up(compiled_->failure()->message);
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

/// What can't be run yet is still wrong where its manifest is.
void Trial::bind_all() {
  runner_.emplace(contest(), *compiled_, host_threads_);
  for (const auto& golden : standard_.golden.runs) {
    if (stopped()) return;
    const PointResult result = runner_->bind(golden.point);
    note_failure(result, contest().case_of(golden.point).name);
    if (!result.problems.empty()) return;
  }
}

/// Problems of the manifest, failed builds, missing operations, errors: nothing ran. True if the
/// trial goes on.
bool Trial::note_failure(const PointResult& result, const std::string& case_name) {
  note_problems(result.problems, case_name);
  if (result.error) give_up(result.error->message);
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
    give_up(no_answer);
    return false;
  }
  const std::string family = task::family_label(contest().task, at, golden.point.family);
  if (result.too_slow) {
    facts_.runs.push_back({at.name, family, false, true, {}, {}, {}, {}, false, {}});
    return false;
  }
  check::RunFacts facts = check::facts_of(*result.run, at.name, family);
  add_case(verdict_, contest(), golden.point, result.run->counters);
  bool repeated = true;
  if (result.run->completed) {
    facts.checks = check_outputs(standard_, golden, *result.run, facts);
    repeated = repeat(*runner_, golden, *result.run, options, facts);
    dump_if_wrong(*runner_, golden, facts, options);
  }
  const bool faulty = std::any_of(facts.faults.begin(), facts.faults.end(),
                                  [](const auto& fault) { return fault.severity == "reject"; });
  const bool completed = facts.completed;
  facts_.runs.push_back(std::move(facts));
  if (faulty) ++faulty_runs_;
  return completed && repeated && faulty_runs_ < enough_faulty_runs;
}

/// The same run under other noise and another schedule: docs/decisions/two-runs.md. False: it was
/// due and came to no end, so this case is not checked.
bool Trial::repeat(Runner& runner, const TrustedRun& golden, const record::RunAnswer& first,
                   const RunOptions& options, check::RunFacts& facts) {
  const bool uninitialised =
      std::any_of(facts.faults.begin(), facts.faults.end(),
                  [](const auto& fault) { return fault.code == "memory.uninitialised"; });
  const bool is_first = &golden == &standard_.golden.runs.front();
  if (!uninitialised && !is_first && !requires_property(contest().task, "deterministic"))
    return true;
  RunOptions again = options;
  again.attempt = 1;
  const auto second = run_again(runner, golden.point, again, facts);
  if (!second) return false;
  bool same = same_outputs(first, *second);
  if (uninitialised && same) {
    again.ones = true;
    const auto third = run_again(runner, golden.point, again, facts);
    if (!third) return false;
    same = same_outputs(first, *third);
  }
  facts.noise_reaches_output = uninitialised && !same;
  if (!uninitialised) compare_repeats(contest(), first, *second, facts);
  return true;
}

/// Nothing where the repeat did not end: its faults count like those of the first run, and where
/// it has none, nobody knows.
std::optional<record::RunAnswer> Trial::run_again(Runner& runner, const Point& point,
                                                  const RunOptions& options,
                                                  check::RunFacts& facts) {
  PointResult result = runner.run(point, options);
  if (result.run && result.run->completed) return std::move(result.run);
  if (result.run) {
    facts.completed = false;
    facts.faults.insert(facts.faults.end(), result.run->faults.begin(), result.run->faults.end());
  } else if (result.too_slow && contest().task.limits.seconds) {
    facts.too_slow = true;
  } else {
    give_up(result.error ? result.error->message : no_answer);
  }
  return std::nullopt;
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
  if (auto written = dump(contest(), path_, golden, *result.run); !written)
    verdict_.dump_error = to_text(written.error());
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
