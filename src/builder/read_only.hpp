// SPDX-License-Identifier: Apache-2.0
// Proof that module storage is never written: wherever a variable's address can flow through
// registers, it reaches loads alone. Flow-insensitive and on the side of caution: what can't be
// followed counts as written.
//
// Not proved, because it can't be seen here: writes through the address of something else that
// reach beyond its end (the simulator checks bounds), and addresses guessed as plain numbers.
#pragma once

#include <set>
#include <string>

#include "ptx/module.hpp"

namespace assay::builder {

/// Names of the variables at module scope (or .global ones inside functions) whose address provably
/// reaches no store, no atomic, no call but printf and assert, no memory.
[[nodiscard]] std::set<std::string> read_only_variables(const ptx::Module& module);

}  // namespace assay::builder
