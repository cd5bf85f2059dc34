// SPDX-License-Identifier: Apache-2.0
// The builder's life in order: load the compiler, lock up, read one request, compile, take apart,
// answer.
#pragma once

#include "base/result.hpp"
#include "build/builder_protocol.hpp"

namespace assay::builder {

/// Reads a BuildRequest frame from `input` and writes one Build frame to `output`. Error: ours or
/// the machine's.
[[nodiscard]] Result<void> serve_one(const build::BuilderArguments& arguments, int input,
                                     int output);

}  // namespace assay::builder
