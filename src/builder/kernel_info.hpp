// SPDX-License-Identifier: Apache-2.0
// One kernel's record from its cubin and its PTX; either may be missing, and the cubin is believed
// first.
#pragma once

#include <string>

#include "binary/cubin.hpp"
#include "ptx/module.hpp"
#include "record/build.hpp"

namespace assay::builder {

[[nodiscard]] record::KernelInfo kernel_info(std::string expression, std::string entry,
                                             const binary::Cubin* cubin, const ptx::Module* module);

}  // namespace assay::builder
