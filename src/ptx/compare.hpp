// SPDX-License-Identifier: Apache-2.0
// Do two modules say the same? Layout does not count: places in the text and Instruction::text may
// differ.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace assay::ptx {

/// "" if they do, else where they first differ: "function 'f', instruction 3".
[[nodiscard]] std::string difference(const Module& left, const Module& right);
[[nodiscard]] inline bool same(const Module& left, const Module& right) {
  return difference(left, right).empty();
}

[[nodiscard]] bool same(const Operand& left, const Operand& right);

}  // namespace assay::ptx
