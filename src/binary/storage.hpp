// SPDX-License-Identifier: Apache-2.0
// Module storage of a cubin: what could remember something from one launch to the next.
#pragma once

#include <vector>

#include "binary/cubin.hpp"
#include "binary/elf.hpp"

namespace assay::binary {

/// By name. Bytes of a writable section that no symbol covers are named after the section, so that
/// a stripped file hides nothing.
[[nodiscard]] Result<std::vector<Storage>> read_storage(const Elf& elf);

}  // namespace assay::binary
