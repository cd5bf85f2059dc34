// SPDX-License-Identifier: Apache-2.0
#include "flow/trusted.hpp"

#include <fmt/format.h>

#include "base/process.hpp"
#include "base/text.hpp"
#include "flow/budget.hpp"
#include "flow/runner.hpp"

namespace assay::flow {
namespace {

constexpr double golden_patience_seconds = 600;

/// "t.out" is the written copy of an inout tensor `t`.
std::string task_name_of(const std::string& buffer) {
  const auto dot = buffer.find('.');
  return dot == std::string::npos ? buffer : buffer.substr(0, dot);
}

/// Why a trusted run can't be trusted; empty when it can.
std::optional<Error> distrust(const PointResult& result, const std::string& what) {
  const auto unsound = [&](std::string message, std::string hint = {}) {
    return Error{fmt::format("{}: {}", what, message), std::move(hint), Blame::usage, {}};
  };
  if (result.error) return Error(*result.error).within(what + " could not be run");
  if (!result.problems.empty()) {
    const auto& problem = result.problems.front();
    return unsound(task::to_text(problem), problem.hint);
  }
  if (result.failed_build) {
    Error error = unsound("it does not compile");
    error.causes.push_back(result.failed_build->log);
    return error;
  }
  if (!result.unsupported.empty()) {
    return unsound(result.unsupported.front().message, "write the golden without this operation");
  }
  if (result.too_slow)
    return unsound("it did not end in time", "smaller cases, or a quicker golden");
  if (!result.run->faults.empty()) {
    const auto& fault = result.run->faults.front();
    return unsound(fmt::format("{}: {} (line {})", fault.code, fault.message,
                               fault.place ? fault.place->line : 0));
  }
  for (const auto& output : result.run->outputs) {
    if (output.unwritten_bytes > 0) {
      return unsound(
          fmt::format("it leaves {} bytes of '{}' unwritten", output.unwritten_bytes, output.name));
    }
  }
  return std::nullopt;
}

TrustedRun kept(const Point& point, record::RunAnswer answer) {
  TrustedRun run{point, {}, answer.counters};
  for (auto& output : answer.outputs)
    run.outputs[task_name_of(output.name)] = std::move(output.tensor);
  return run;
}

/// Decides, before a point is run, whether its case still fits into the budget.
class Budget {
 public:
  explicit Budget(std::int64_t steps) : left_(steps) {}

  [[nodiscard]] std::int64_t expected(double elements) const {
    return expected_steps(last_steps_, last_elements_, elements);
  }
  [[nodiscard]] bool allows(double elements) const {
    return last_steps_ == 0 || expected(elements) <= left_;
  }
  [[nodiscard]] std::int64_t left() const { return std::max<std::int64_t>(left_, 0); }
  void spend(std::int64_t steps, double elements) {
    left_ -= steps;
    last_steps_ = steps;
    last_elements_ = elements;
  }

 private:
  std::int64_t left_;
  std::int64_t last_steps_ = 0;
  double last_elements_ = 0;
};

}  // namespace

Result<Trusted> run_golden(const Contest& contest, Progress& progress) {
  Trusted trusted;
  const auto params = task::choose_params(*contest.task.golden.source);
  if (!params) return fail(task::to_text(params.error().front()), {}, Blame::usage);
  Compiled compiled(contest, *contest.task.golden.source, *params, true);
  Runner runner(contest, compiled, contest.options.jobs);
  const std::string what = "the golden " + contest.task.golden.source->path.filename().string();
  Budget budget(contest.options.step_budget > 0 ? contest.options.step_budget
                                                : default_step_budget);
  int done = 0;
  for (const Point& point : contest.points) {
    if (interrupted()) return fail("interrupted");
    progress.step("golden", contest.case_of(point).name, done++,
                  static_cast<int>(contest.points.size()));
    if (trusted.left_out.count(point.at) > 0) continue;
    const double elements = runner.elements_at(point);
    if (!budget.allows(elements)) {
      trusted.left_out[point.at] =
          fmt::format("budget: needs about {} steps of the golden, {} are left",
                      with_commas(budget.expected(elements)), with_commas(budget.left()));
      continue;
    }
    PointResult result =
        runner.run(point, {0, {0, golden_step_limit}, golden_patience_seconds, false});
    if (auto reason = distrust(result, what)) return fail(std::move(*reason));
    budget.spend(result.run->counters.steps, result.elements);
    trusted.runs.push_back(kept(point, std::move(*result.run)));
  }
  for (const auto* build : compiled.all()) trusted.build = *build;
  return trusted;
}

Result<Trusted> run_baseline(const Contest& contest, const Trusted& golden) {
  Trusted trusted;
  const auto& baseline = contest.task.baseline;
  if (!baseline || !baseline->candidate) return trusted;
  auto parsed = task::load_candidate(*baseline->candidate, contest.task);
  if (!parsed) return fail(std::move(parsed.error()));
  if (!parsed->value)
    return fail("the baseline's manifest is wrong: " + task::to_text(parsed->mistakes.front()), {},
                Blame::usage);
  const auto params = task::choose_params(*parsed->value);
  if (!params) return fail(task::to_text(params.error().front()), {}, Blame::usage);
  Compiled compiled(contest, *parsed->value, *params, false);
  Runner runner(contest, compiled, contest.options.jobs);
  for (const auto& run : golden.runs) {
    if (interrupted()) return fail("interrupted");
    PointResult result = runner.run(
        run.point,
        {0, {run.counters.steps, contest.task.limits.steps}, golden_patience_seconds, false});
    if (result.run) trusted.runs.push_back(kept(run.point, std::move(*result.run)));
  }
  return trusted;
}

}  // namespace assay::flow
