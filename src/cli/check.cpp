// SPDX-License-Identifier: Apache-2.0
// assay check TASK [CANDIDATE…]: is what I wrote valid? Builds and runs nothing.
#include <string>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "flow/files.hpp"

namespace assay::cli {
namespace {

std::string text_of(const flow::FileCheck& check) {
  std::string text = fmt::format("{}: ", escaped(check.file));
  if (!check.mistakes.empty()) {
    text +=
        fmt::format("{} mistake{}\n", check.mistakes.size(), check.mistakes.size() == 1 ? "" : "s");
    for (const auto& mistake : check.mistakes) text += fmt::format("  {}\n", escaped(mistake));
    return text;
  }
  text += fmt::format("ok, {}\n", escaped(check.summary));
  for (const auto& name : check.not_yet)
    text += fmt::format("  can't be run yet: {}\n", escaped(name));
  return text;
}

int check(const flow::JudgeOptions& options) {
  auto checks = flow::check_files(options);
  if (!checks) return complain(checks.error());
  std::string text;
  bool valid = true;
  for (const auto& one : *checks) {
    text += text_of(one);
    valid = valid && one.mistakes.empty();
  }
  if (auto printed = print(text); !printed) return complain(printed.error());
  return valid ? accepted : usage;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("check", "read a task and its candidates and show every mistake");
  auto options = std::make_shared<flow::JudgeOptions>();
  command->add_option("task", options->task, "folder of the task, or its task.toml")->required();
  command->add_option("candidates", options->candidates, "files; none: all below the folder");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace assay::cli
