// SPDX-License-Identifier: Apache-2.0
// The commands: each file declares its options to the parser and, when chosen, calls one function
// and prints.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace assay::cli {

/// What `main` runs once the command line is understood; returns the exit code.
using Action = std::function<int()>;

void add_judge(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_doctor(CLI::App& app, Action& action);

}  // namespace assay::cli
