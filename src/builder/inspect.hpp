// SPDX-License-Identifier: Apache-2.0
// Artifacts to facts: kernels, module storage, foreign names, findings. Hostile PTX and ELF are
// parsed here, inside the sandbox; everyone else sees plain structs.
#pragma once

#include <string>
#include <vector>

#include "record/build.hpp"

namespace assay::builder {

/// Fills `build.kernels`, `writable_symbols`, `forbidden` and `findings` from `build.ptx` and
/// `build.cubin`. `lowered` names the entries of the request's kernels; empty: they are looked up.
/// A build that can't be used becomes one that failed. Without kernels in the request every entry
/// is listed.
void inspect(const record::BuildRequest& request, const std::vector<std::string>& lowered,
             record::Build& build);

}  // namespace assay::builder
