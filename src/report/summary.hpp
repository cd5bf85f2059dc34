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

/// The case whose counts stand for a candidate: that of its estimate, else the one with most steps;
/// nullptr: none ran.
[[nodiscard]] const record::CaseResult* shown_case(const record::Verdict& verdict);

}  // namespace assay::report
