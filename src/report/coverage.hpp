// SPDX-License-Identifier: Apache-2.0
// What was checked and what was not: said once for all candidates that have the same. Not for
// rejected ones: a proven fault stands, whatever else was left out.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

[[nodiscard]] std::string coverage(const record::Report& report, const Style& style);

}  // namespace assay::report
