// SPDX-License-Identifier: Apache-2.0
// A place in a candidate: file and line, the line itself with a mark, the PTX instruction, block
// and thread.
#pragma once

#include <string>

#include "record/verdict.hpp"
#include "report/style.hpp"

namespace assay::report {

/// `label` stands before the first line ("at", "and"). The source is the verdict's own; a line of
/// another file isn't shown.
[[nodiscard]] std::string place_text(std::string_view label, const record::Place& place,
                                     const record::Verdict& verdict, const Style& style,
                                     std::size_t indent);

}  // namespace assay::report
