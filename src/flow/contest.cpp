// SPDX-License-Identifier: Apache-2.0
#include "flow/contest.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "num/random.hpp"

namespace assay::flow {

Result<std::vector<task::Case>> choose_cases(const task::Task& task, const JudgeOptions& options) {
  std::vector<task::Case> all = task::cases_of(task, options.seed);
  if (options.cases.empty()) return all;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const auto& one : all) names.push_back(one.name);
  for (const auto& wanted : options.cases) {
    if (std::find(names.begin(), names.end(), wanted) != names.end()) continue;
    const auto near = nearest_name(wanted, names);
    return fail(fmt::format("the task has no case '{}'", wanted),
                near ? fmt::format("did you mean '{}'?", *near) : "cases: " + join(names, ", "),
                Blame::usage);
  }
  std::erase_if(all, [&](const task::Case& one) {
    return std::find(options.cases.begin(), options.cases.end(), one.name) == options.cases.end();
  });
  return all;
}

std::vector<Point> points_of(const task::Task& task, const std::vector<task::Case>& cases) {
  std::vector<Point> points;
  for (std::size_t at = 0; at < cases.size(); ++at) {
    for (std::size_t family = 0; family < task::family_count(task, cases[at]); ++family) {
      points.push_back({at, family});
    }
  }
  return points;
}

task::Seeds seeds_of(std::uint64_t seed, const std::string& case_name, std::size_t family,
                     std::uint64_t attempt) {
  const auto here = [&](const char* use) {
    const auto of_case = derived_seed(derived_seed(seed, use, attempt), case_name.c_str());
    return derived_seed(of_case, "family", family);
  };
  return {derived_seed(seed, "inputs"), here("noise"), here("schedule")};
}

std::string label_of(const Contest& contest, const Point& point) {
  const auto& at = contest.case_of(point);
  return fmt::format("{}, {}", at.name, task::family_label(contest.task, at, point.family));
}

}  // namespace assay::flow
