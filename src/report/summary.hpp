// SPDX-License-Identifier: Apache-2.0
// One line a candidate: its verdict, why, and what it takes.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

[[nodiscard]] std::string summary(const record::Report& report, const Style& style);

/// What the numbers of the table are.
[[nodiscard]] std::string caption(const record::Report& report, const Style& style);

/// The colour of an outcome.
[[nodiscard]] Ink ink_of(record::Outcome outcome);

/// The one case whose counts the table shows, so that rows compare: the last that the candidate
/// which got furthest ran (cases ascend by cost). "": none ran.
[[nodiscard]] std::string shown_case(const record::Report& report);

}  // namespace assay::report
