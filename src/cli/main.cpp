// SPDX-License-Identifier: Apache-2.0
// assay: reads the command line, calls one function, prints. One file a command.
#include <csignal>
#include <cstdio>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "base/process.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/version.hpp"

namespace assay::cli {
namespace {

/// Help and versions go to stdout like any result, so that a full disk is an error there too.
int say(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = app.exit(error, out, err);
  std::fputs(err.str().c_str(), stderr);
  if (auto printed = print(out.str()); !printed) return complain(printed.error());
  return code == 0 ? accepted : usage;
}

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
    return say(app, error);
  }
  return action();
}

/// A closed stdin, stdout or stderr would give its number to the next file or pipe that is opened,
/// and what we print would end up there. Reading a closed one is empty, writing stdout still fails.
void take_closed_descriptors() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0) continue;
    (void)::open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace
}  // namespace assay::cli

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is a write that fails, not our end
  assay::cli::take_closed_descriptors();
  assay::catch_interrupts();
  return assay::cli::run(argc, argv);
}
