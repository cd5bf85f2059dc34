// SPDX-License-Identifier: Apache-2.0
// Facts as reasons: what a person reads. One function a kind of fact; which of them rejects is
// `decide`'s.
#pragma once

#include <string>

#include "check/decide.hpp"

namespace assay::check {

/// A failed check (result.wrong, result.nonfinite, property.*), or one that can't be told
/// (check.no_baseline).
[[nodiscard]] record::Reason reason_of(const record::Check& check);
/// A fault of a run, or an operation that the simulator can't run.
[[nodiscard]] record::Reason reason_of(const record::Finding& fault, const std::string& case_name);
[[nodiscard]] record::Reason reason_of(const Unwritten& unwritten, const std::string& case_name);
/// A build that failed (build.failed) or holds what it may not (code.forbidden).
[[nodiscard]] record::Reason reason_of(const record::Build& build);
/// Module storage that could carry something from one run into the next (state.hidden).
[[nodiscard]] record::Reason reason_of(const record::Symbol& symbol);
[[nodiscard]] record::Reason reason_of_changed_input(const std::string& tensor,
                                                     const std::string& case_name);
/// A code of record/reason.hpp with a message of its own; the hint is the table's.
[[nodiscard]] record::Reason reason(std::string code, std::string message,
                                    std::string case_name = {});

/// "y[3, 4] is nan, expected 0.25".
[[nodiscard]] std::string text_of(const record::WorstElement& element);

}  // namespace assay::check
