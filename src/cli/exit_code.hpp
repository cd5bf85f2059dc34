// SPDX-License-Identifier: Apache-2.0
// Exit codes: what a script learns of a judge; `assay --help` names them.
#pragma once

#include "base/result.hpp"
#include "record/verdict.hpp"

namespace assay::cli {

enum ExitCode : int {
  accepted = 0,
  rejected = 1,
  usage = 2,    ///< the command line, or an unsound task
  machine = 3,  ///< no device, no compiler, or a fault of ours
  undecided = 4,
};

[[nodiscard]] ExitCode exit_code_of(const Error& error);

/// 0 when all were accepted, or with `expect` when each got what its manifest expects; else the
/// worst verdict: error 3, rejected 1, undecided 4.
[[nodiscard]] ExitCode exit_code_of(const record::Report& report, bool expect);

}  // namespace assay::cli
