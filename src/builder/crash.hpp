// SPDX-License-Identifier: Apache-2.0
// Turns a crash of the compiler into an exit code that says whether memory had run out.
#pragma once

#include <cstdint>

namespace assay::builder {

/// Signals of a crash end the process with an exit code of builder_protocol.hpp from now on. Memory
/// counts as having run out when no more can be had, or when more than half of `memory_bytes` was
/// in use.
void catch_crashes(std::uint64_t memory_bytes);

}  // namespace assay::builder
