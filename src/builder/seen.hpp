// SPDX-License-Identifier: Apache-2.0
// What a compiled module does that a judge should know: it prints, reads clocks, asks where it
// runs, or calls what a candidate may not call.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.hpp"
#include "record/finding.hpp"

namespace assay::builder {

/// "code.printf", "code.reads_timer", "code.reads_smid": one each, at its first place, with a
/// count.
[[nodiscard]] std::vector<record::Finding> findings_in(const ptx::Module& module,
                                                       std::string_view file);

/// Names that another module would have to bring; those that every GPU's driver brings are allowed.
[[nodiscard]] std::vector<std::string> forbidden_among(std::span<const std::string> undefined);

/// Functions that the module calls but does not define.
[[nodiscard]] std::vector<std::string> undefined_in(const ptx::Module& module);

}  // namespace assay::builder
