// SPDX-License-Identifier: Apache-2.0
// A candidate's source through NVRTC: options in, artifacts or a readable log out.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "build/builder_protocol.hpp"
#include "build/nvrtc.hpp"
#include "record/build.hpp"

namespace assay::builder {

struct Compiled {
  record::Build build;               ///< artifacts and log, or the failure
  std::vector<std::string> lowered;  ///< entry names, one for each of the request's kernels
};

[[nodiscard]] Result<Compiled> compile(const build::Nvrtc& nvrtc,
                                       const record::BuildRequest& request,
                                       const build::BuilderArguments& arguments);

/// A file name fit for a compiler's command line and a line table: no folders, no quotes, no
/// control bytes.
[[nodiscard]] std::string plain_name(std::string_view name);

}  // namespace assay::builder
