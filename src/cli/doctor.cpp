// SPDX-License-Identifier: Apache-2.0
// assay doctor: what this machine has, what is missing, what that costs, and the command that mends
// it.
#include <algorithm>
#include <string>

#include <unistd.h>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "flow/doctor.hpp"

namespace assay::cli {
namespace {

using State = flow::Ailment::State;

std::string mark(State state, bool color) {
  const char* text = state == State::good      ? "ok     "
                     : state == State::lacking ? "lacking"
                                               : "broken ";
  if (!color) return text;
  const int code = state == State::good ? 32 : state == State::lacking ? 33 : 31;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string text_of(const flow::Ailment& one, bool color) {
  std::string text =
      fmt::format("{}  {:<14} {}\n", mark(one.state, color), one.what, escaped(one.found));
  if (!one.costs.empty()) text += fmt::format("         {:<14} costs: {}\n", "", one.costs);
  if (!one.mend.empty()) text += fmt::format("         {:<14} mend:  {}\n", "", escaped(one.mend));
  return text;
}

int doctor(bool no_color) {
  const auto ailments = flow::examine();
  const bool color = wants_color(STDOUT_FILENO, no_color);
  std::string text;
  for (const auto& one : ailments) text += text_of(one, color);
  if (auto printed = print(text); !printed) return complain(printed.error());
  const bool broken = std::any_of(ailments.begin(), ailments.end(),
                                  [](const auto& one) { return one.state == State::broken; });
  return broken ? machine : accepted;
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "doctor", "what this machine has, what is missing, and the command that mends it");
  auto no_color = std::make_shared<bool>(false);
  command->add_flag("--no-color", *no_color, "no colours, also on a terminal (as NO_COLOR does)");
  command->callback([no_color, &action] { action = [no_color] { return doctor(*no_color); }; });
}

}  // namespace assay::cli
