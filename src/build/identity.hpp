// SPDX-License-Identifier: Apache-2.0
// What makes two builds the same: a hash over all that can change what comes out.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "record/build.hpp"

namespace assay::build {

struct Toolkit;

/// "nvrtc 13.0.88", "ptxas 13.0.88", or "none" for code that is compiled already.
[[nodiscard]] std::string compiler_of(const record::BuildRequest& request, const Toolkit& toolkit);

/// 64 hex digits over source, name, kind, flags, defines, all files of the include folders,
/// architecture, compiler, prelude and our own format. Error (the user's): an include folder that
/// is missing, or holds more than `most_include_files` files or `most_include_bytes`.
[[nodiscard]] Result<std::string> identity_of(const record::BuildRequest& request,
                                              const Toolkit& toolkit);

inline constexpr std::size_t most_include_files = 4096;
inline constexpr std::size_t most_include_bytes = std::size_t{64} << 20;

}  // namespace assay::build
