// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay::cli {

inline constexpr const char* version = ASSAY_VERSION;

}  // namespace assay::cli
