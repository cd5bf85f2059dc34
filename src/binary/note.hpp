// SPDX-License-Identifier: Apache-2.0
// The note in which the assembler leaves its version and its options (.note.nv.tkinfo).
#pragma once

#include <string_view>

#include "base/bytes.hpp"

namespace assay::binary {

struct ToolNote {
  std::string_view compiler;
  std::string_view options;
};

/// Empty fields where the note is missing or damaged: it informs, nothing depends on it.
[[nodiscard]] ToolNote read_tool_note(ByteView section);

/// "90a" of "-lineinfo  -arch sm_90a -m 64 ", "" when there is none.
[[nodiscard]] std::string_view arch_in(std::string_view options);

}  // namespace assay::binary
