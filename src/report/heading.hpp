// SPDX-License-Identifier: Apache-2.0
// What was judged, on what.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

[[nodiscard]] std::string heading(const record::Report& report, const Style& style);

}  // namespace assay::report
