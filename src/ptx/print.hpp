// SPDX-License-Identifier: Apache-2.0
// A Module back to PTX text, such that parsing it gives the same module (compare.hpp). Scopes are
// flat in it, since names within a function are unique. Pragmas and debug sections other than names
// are gone; they mean nothing here.
#pragma once

#include <string>

#include "ptx/module.hpp"

namespace assay::ptx {

[[nodiscard]] std::string print(const Module& module);
/// One statement without its semicolon: "@!%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8]".
[[nodiscard]] std::string print(const Function& function, const Instruction& instruction);
/// One operand; names of labels and registers come from the function.
[[nodiscard]] std::string print(const Function& function, const Operand& operand);

}  // namespace assay::ptx
