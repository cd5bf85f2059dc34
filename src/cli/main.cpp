// SPDX-License-Identifier: Apache-2.0
// assay: reads the command line, calls one function, prints. One file a command.
#include <csignal>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "base/process.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/version.hpp"

namespace assay::cli {
namespace {

int run(int argc, char** argv) {
  CLI::App app("assay judges GPU kernels: right or wrong, and why, on a machine without a GPU",
               "assay");
  app.set_version_flag("--version", std::string("assay ") + version);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 accepted, 1 rejected, 2 usage or an unsound task, 3 the machine, 4 "
      "undecided; 130 and 143 when Ctrl-C or SIGTERM ended it (what was judged is printed).");
  Action action;
  add_judge(app, action);
  add_check(app, action);
  add_doctor(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? accepted : usage;
  }
  return action();
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is a write that fails, not our end
  assay::catch_interrupts();
  return assay::cli::run(argc, argv);
}
