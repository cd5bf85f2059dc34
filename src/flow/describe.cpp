// SPDX-License-Identifier: Apache-2.0
#include "flow/describe.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "check/estimate.hpp"
#include "check/reasons.hpp"

namespace assay::flow {
namespace {

constexpr const char* simulated_device = "h200";

std::vector<std::pair<std::string, std::int64_t>> axes_of(const task::Case& at) {
  return {at.axes.begin(), at.axes.end()};
}

std::optional<double> work_of(const std::optional<task::Expression>& expression,
                              const task::Case& at) {
  if (!expression) return std::nullopt;
  const auto value = expression->evaluate(at.axes);
  return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
}

/// The case whose counts say most of the kernel: the last that ran, since cases ascend by the
/// golden's cost. The same for every accepted candidate, so that estimates compare.
const record::CaseResult* largest(const record::Verdict& verdict) {
  const auto last = std::find_if(verdict.cases.rbegin(), verdict.cases.rend(),
                                 [](const auto& one) { return one.ran; });
  return last == verdict.cases.rend() ? nullptr : &*last;
}

void describe_estimate(record::Verdict& verdict, const Contest& contest) {
  const auto* best = largest(verdict);
  const auto* rates = check::device_rates(simulated_device);
  if (!best || !rates || verdict.outcome != record::Outcome::accepted) return;
  for (const auto& at : contest.cases) {
    if (at.name != best->name) continue;
    const check::Work work{work_of(contest.task.work_flops, at),
                           work_of(contest.task.work_bytes, at)};
    verdict.estimate = check::estimate(best->counters, work, *rates, at.name);
  }
}

void describe_left_out(record::Verdict& verdict, const Standard& standard) {
  const auto& contest = standard.contest;
  for (std::size_t index = 0; index < contest.cases.size(); ++index) {
    const auto& at = contest.cases[index];
    const auto known = std::any_of(verdict.cases.begin(), verdict.cases.end(),
                                   [&](const auto& one) { return one.name == at.name; });
    if (known) continue;
    const auto left_out = standard.golden.left_out.find(index);
    const std::string why = left_out == standard.golden.left_out.end()
                                ? "the verdict stood before it"
                                : left_out->second;
    verdict.cases.push_back({at.name, axes_of(at), at.drawn, false, why, {}});
  }
}

bool builds_without_fault(const record::Verdict& verdict) {
  return std::all_of(verdict.builds.begin(), verdict.builds.end(),
                     [](const auto& build) { return build.ok; });
}

}  // namespace

void add_case(record::Verdict& verdict, const Contest& contest, const Point& point,
              const record::RunCounters& counters) {
  const auto& at = contest.case_of(point);
  const bool known = std::any_of(verdict.cases.begin(), verdict.cases.end(),
                                 [&](const auto& one) { return one.name == at.name; });
  if (!known) verdict.cases.push_back({at.name, axes_of(at), at.drawn, true, {}, counters});
}

std::vector<record::Build> judged_builds(const Compiled& compiled) {
  const auto& declared = compiled.candidate().state;
  std::vector<record::Build> builds;
  for (const auto* build : compiled.all()) {
    builds.push_back(*build);
    std::erase_if(builds.back().writable_symbols, [&](const record::Symbol& symbol) {
      return std::find(declared.begin(), declared.end(), symbol.name) != declared.end();
    });
  }
  return builds;
}

record::Reason missing_reason(const std::string& name) {
  return check::reason("sim.unsupported", fmt::format("{} can't be run yet", name));
}

void describe_build(record::Verdict& verdict, const Compiled& compiled) {
  auto& provenance = verdict.provenance;
  for (const auto* build : compiled.all()) {
    provenance.emplace_back("compiler", build->compiler);
    provenance.emplace_back("architecture", build->arch);
    provenance.emplace_back("build", build->identity);
    provenance.emplace_back("ptx", hash_hex(build->ptx));
    provenance.emplace_back("cubin", hash_hex(build->cubin));
    provenance.emplace_back("builder limits", join(build->sandbox, ", "));
    if (!build->sandbox_missing.empty()) {
      provenance.emplace_back("builder limits missing", join(build->sandbox_missing, ", "));
    }
  }
  const auto& options = compiled.candidate().build;
  if (!options.flags.empty()) provenance.emplace_back("flags", join(options.flags, " "));
  for (const auto& [name, value] : compiled.params())
    provenance.emplace_back("param " + name, value);
}

void describe_coverage(record::Verdict& verdict, const Standard& standard) {
  describe_left_out(verdict, standard);
  const auto ran = std::count_if(verdict.cases.begin(), verdict.cases.end(),
                                 [](const auto& one) { return one.ran; });
  auto& coverage = verdict.coverage;
  coverage.checked.push_back(fmt::format("sizes: {} of {} cases", ran, verdict.cases.size()));
  if (ran > 0) {
    coverage.checked.push_back(
        "memory: bounds, alignment, read-only inputs, uninitialised loads (simulator)");
    coverage.checked.push_back("races: shared, global (simulator)");
  } else {
    coverage.not_checked.push_back("memory and races: nothing ran");
  }
  for (const auto& one : verdict.cases) {
    if (!one.ran)
      coverage.not_checked.push_back(fmt::format("case '{}': {}", one.name, one.why_not));
  }
  if (builds_without_fault(verdict) && !verdict.builds.empty()) {
    coverage.checked.push_back("architecture: sm_" + verdict.builds.front().arch);
  }
  coverage.not_checked.push_back("time: the simulator has no clock");
  describe_estimate(verdict, standard.contest);
}

}  // namespace assay::flow
