// SPDX-License-Identifier: Apache-2.0
#include "flow/compiled.hpp"

#include "build/build.hpp"

namespace assay::flow {

Compiled::Compiled(const Contest& contest, task::Candidate candidate, task::Chosen params,
                   bool golden)
    : contest_(contest),
      candidate_(std::move(candidate)),
      params_(std::move(params)),
      golden_(golden),
      by_case_(task::build_depends_on_case(contest.task, candidate_)) {}

task::Setting Compiled::setting(std::size_t case_index) const {
  return {contest_.task, candidate_, contest_.cases[case_index], params_, contest_.facts, golden_};
}

task::Bound<const record::Build*> Compiled::at(std::size_t case_index) {
  const std::size_t key = by_case_ ? case_index : 0;
  if (const auto found = builds_.find(key); found != builds_.end()) return checked(found->second);
  auto request = task::build_request(setting(case_index), contest_.options.arch);
  if (!request) return tl::unexpected(std::move(request.error()));
  auto built = build::build(*request, contest_.toolkit, {}, contest_.builder);
  if (!built) {
    failure_ = std::move(built.error());
    return nullptr;
  }
  return checked(builds_.emplace(key, std::move(*built)).first->second);
}

/// What the manifest says of the module can be told only now.
task::Bound<const record::Build*> Compiled::checked(const record::Build& build) const {
  if (!build.ok) return &build;
  auto problems = task::state_problems(candidate_, build.writable_symbols);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return &build;
}

std::vector<const record::Build*> Compiled::all() const {
  std::vector<const record::Build*> builds;
  builds.reserve(builds_.size());
  for (const auto& [key, one] : builds_) builds.push_back(&one);
  return builds;
}

}  // namespace assay::flow
