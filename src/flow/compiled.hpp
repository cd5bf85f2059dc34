// SPDX-License-Identifier: Apache-2.0
// The builds of one candidate: one, or one a case where `[build] define` uses axes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "flow/contest.hpp"
#include "record/build.hpp"

namespace assay::flow {

class Compiled {
 public:
  Compiled(const Contest& contest, task::Candidate candidate, task::Chosen params, bool golden);

  /// The build for a case, made on first use. Problems: the manifest does not hold there.
  [[nodiscard]] task::Bound<const record::Build*> at(std::size_t case_index);
  /// A machine's failure while building (no compiler, no builder), if there was one.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

  [[nodiscard]] task::Setting setting(std::size_t case_index) const;
  [[nodiscard]] const task::Candidate& candidate() const { return candidate_; }
  [[nodiscard]] const task::Chosen& params() const { return params_; }
  [[nodiscard]] std::vector<const record::Build*> all() const;

 private:
  [[nodiscard]] task::Bound<const record::Build*> checked(const record::Build& build) const;

  const Contest& contest_;
  task::Candidate candidate_;
  task::Chosen params_;
  bool golden_;
  bool by_case_;
  std::map<std::size_t, record::Build> builds_;
  std::optional<Error> failure_;
};

}  // namespace assay::flow
