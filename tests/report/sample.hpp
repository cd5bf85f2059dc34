// SPDX-License-Identifier: Apache-2.0
// A report of four candidates, one an outcome, as a judge would make it.
#pragma once

#include "record/verdict.hpp"

namespace assay::report {

[[nodiscard]] record::Report sample_report();
[[nodiscard]] record::Verdict accepted_verdict();
[[nodiscard]] record::Verdict racy_verdict();

}  // namespace assay::report
