// SPDX-License-Identifier: Apache-2.0
// The header of an .npy file: the literal of a Python dictionary with three keys, and nothing more
// of Python. Hostile text gives an Error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace assay {

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace assay
