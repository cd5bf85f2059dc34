// SPDX-License-Identifier: Apache-2.0
// Special registers. WARP_SZ is a constant in PTX, so the parser makes it the integer 32.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ptx/special_list.hpp"

namespace assay::ptx {

enum class Special : std::uint8_t {
  none,
#define ASSAY_ENUMERATOR(id, name, vector) id,
  ASSAY_PTX_SPECIALS(ASSAY_ENUMERATOR)
#undef ASSAY_ENUMERATOR
};

/// With the percent sign: "%tid".
[[nodiscard]] std::string_view name_of(Special special);
/// Must it be followed by .x, .y or .z?
[[nodiscard]] bool is_vector(Special special);
[[nodiscard]] std::optional<Special> special_from_name(std::string_view name);

}  // namespace assay::ptx
