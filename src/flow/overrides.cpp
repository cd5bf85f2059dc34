// SPDX-License-Identifier: Apache-2.0
#include "flow/overrides.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay::flow {
namespace {

bool has_param(const task::Candidate& candidate, const std::string& name) {
  return std::any_of(candidate.params.begin(), candidate.params.end(),
                     [&](const task::Param& param) { return param.name == name; });
}

tl::unexpected<Error> unknown(const std::string& name, const std::set<std::string>& known) {
  const std::vector<std::string> names(known.begin(), known.end());
  const auto near = nearest_name(name, names);
  std::string hint = names.empty() ? "none has [params]" : "parameters: " + join(names, ", ");
  if (near) hint = fmt::format("did you mean '{}'?", *near);
  return fail(fmt::format("--param {}: no judged candidate has a parameter of this name", name),
              std::move(hint), Blame::usage);
}

}  // namespace

task::Chosen overrides_for(const task::Candidate& candidate, const Contest& contest) {
  task::Chosen own;
  for (const auto& [name, value] : contest.options.params) {
    if (has_param(candidate, name)) own[name] = value;
  }
  return own;
}

Result<void> check_overrides(const Contest& contest,
                             const std::vector<std::filesystem::path>& candidates) {
  if (contest.options.params.empty()) return {};
  std::set<std::string> known;
  for (const auto& path : candidates) {
    const auto parsed = task::load_candidate(path, contest.task);
    if (!parsed || !parsed->value) return {};
    for (const auto& param : parsed->value->params) known.insert(param.name);
  }
  for (const auto& [name, value] : contest.options.params) {
    if (!known.contains(name)) return unknown(name, known);
  }
  return {};
}

}  // namespace assay::flow
