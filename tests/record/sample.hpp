// SPDX-License-Identifier: Apache-2.0
// A report in which every field is set to something, for tests of what is written from it.
#pragma once

#include "record/verdict.hpp"

namespace assay::record {

[[nodiscard]] Report full_report();

}  // namespace assay::record
