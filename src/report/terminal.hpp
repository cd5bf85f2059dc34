// SPDX-License-Identifier: Apache-2.0
// A report as text for a terminal or a log: one line a candidate, then why, then what was not
// checked. Pure; names, logs and sources of candidates are made safe to show.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

/// Ends in a newline. `style.quiet`: the table of candidates alone, without its heading.
[[nodiscard]] std::string render(const record::Report& report, const Style& style);

}  // namespace assay::report
