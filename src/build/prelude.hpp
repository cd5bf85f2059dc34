// SPDX-License-Identifier: Apache-2.0
// The small header that NVRTC builds see first, and stand-ins for the standard headers that NVRTC
// lacks. What they offer is documented in docs/prelude.md.
#pragma once

#include <span>
#include <string_view>

namespace assay::build {

struct Header {
  std::string_view name;  ///< as it stands in #include <…>
  std::string_view text;
};

/// The prelude first, then the stand-ins.
[[nodiscard]] std::span<const Header> prelude_headers();

inline constexpr std::string_view prelude_name = "assay_prelude.h";

}  // namespace assay::build
