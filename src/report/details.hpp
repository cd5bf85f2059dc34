// SPDX-License-Identifier: Apache-2.0
// Why a candidate got its verdict, and what else was found in it.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

/// "" for a candidate that there is nothing to say about.
[[nodiscard]] std::string details(const record::Verdict& verdict, const Style& style);

}  // namespace assay::report
