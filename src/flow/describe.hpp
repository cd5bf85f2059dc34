// SPDX-License-Identifier: Apache-2.0
// What a verdict says besides right or wrong: builds, cases, counts, an estimate, coverage,
// provenance.
#pragma once

#include <string>
#include <vector>

#include "flow/compiled.hpp"
#include "flow/trial.hpp"
#include "record/verdict.hpp"

namespace assay::flow {

/// Notes that a case ran and what it cost; further families add nothing but are counted once.
void add_case(record::Verdict& verdict, const Contest& contest, const Point& point,
              const record::RunCounters& counters);

/// The builds as a judge sees them: storage that the manifest declares as `[[state]]` is no longer
/// held against them.
[[nodiscard]] std::vector<record::Build> judged_builds(const Compiled& compiled);

/// `undecided`: something valid that can't be run yet.
[[nodiscard]] record::Reason missing_reason(const std::string& name);

void describe_build(record::Verdict& verdict, const Compiled& compiled);

/// Cases that didn't run, the estimate, and what was and was not checked.
void describe_coverage(record::Verdict& verdict, const Standard& standard);

}  // namespace assay::flow
