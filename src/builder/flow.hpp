// SPDX-License-Identifier: Apache-2.0
// Where the operands of one instruction go: what it reads as a value, as an address, and which
// registers it writes.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/module.hpp"

namespace assay::builder {

/// What an instruction may do with an address that reaches it.
enum class Role : std::uint8_t {
  computes,  ///< registers in, registers out: the address flows on
  loads,     ///< reads memory at its address operands; their values do not flow on
  copies,    ///< reads memory at its second operand and writes at its first
  escapes,   ///< anything else
};
[[nodiscard]] Role role_of(const ptx::Instruction& instruction);

/// Registers and names that an operand mentions, its own or those of its elements.
void mentions(const ptx::Operand& operand, std::vector<ptx::RegisterId>& registers,
              std::vector<std::string_view>& names);

/// Registers that a computing or loading instruction writes.
[[nodiscard]] std::vector<ptx::RegisterId> written(const ptx::Instruction& instruction);

}  // namespace assay::builder
