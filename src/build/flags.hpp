// SPDX-License-Identifier: Apache-2.0
// Which compiler flags a candidate may ask for: those that change code, none that reads or writes
// files, links, or hides what was built.
#pragma once

#include <optional>
#include <string>

#include "record/build.hpp"

namespace assay::build {

/// Why the request can't be built as asked (a flag, a define's name, the architecture, …), with
/// what would do; nothing when it can.
[[nodiscard]] std::optional<std::string> complaint(const record::BuildRequest& request);

[[nodiscard]] bool is_allowed_flag(std::string_view flag);

}  // namespace assay::build
