// SPDX-License-Identifier: Apache-2.0
// Register spills, counted from the machine code: the assembler marks each spilling load and store
// in .nv.info.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "binary/info.hpp"

namespace assay::binary {

/// Bytes that the marked instructions move for one thread, each counted once.
[[nodiscard]] std::int64_t spill_bytes(ByteView code, std::span<const InfoRecord> info);

}  // namespace assay::binary
