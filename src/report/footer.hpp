// SPDX-License-Identifier: Apache-2.0
// Totals, and how to see the same again.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

[[nodiscard]] std::string footer(const record::Report& report, const Style& style);

}  // namespace assay::report
