// SPDX-License-Identifier: Apache-2.0
// assay judge TASK [CANDIDATE…]
#include <algorithm>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include <unistd.h>

#include <CLI/CLI.hpp>

#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "flow/judge.hpp"
#include "record/message.hpp"

namespace assay::cli {
namespace {

constexpr std::size_t longest_message = std::size_t{1} << 16;

struct Arguments {
  flow::JudgeOptions options;
  std::vector<std::string> params;
  std::string seed;
  bool json = false, expect = false, quiet = false, no_color = false;
};

std::uint64_t seed_from_system() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

/// "0x1234" or "1234" → a seed; else the command line is wrong.
Result<std::uint64_t> seed_of(const std::string& text) {
  if (text.empty()) return seed_from_system();
  std::size_t used = 0;
  try {
    const std::uint64_t seed = std::stoull(text, &used, 0);
    if (used == text.size() && text[0] != '-') return seed;
  } catch (const std::exception&) {
    // falls through to the message below
  }
  return fail("--seed is '" + text + "', expected a whole number of 64 bits, such as 7 or 0x1f", {},
              Blame::usage);
}

Result<std::vector<std::pair<std::string, std::string>>> params_of(
    const std::vector<std::string>& given) {
  std::vector<std::pair<std::string, std::string>> params;
  for (const auto& one : given) {
    const auto equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail("--param is '" + one + "', expected NAME=VALUE", {}, Blame::usage);
    }
    params.emplace_back(one.substr(0, equals), one.substr(equals + 1));
  }
  return params;
}

Result<flow::JudgeOptions> options_of(const Arguments& arguments) {
  flow::JudgeOptions options = arguments.options;
  auto seed = seed_of(arguments.seed);
  if (!seed) return fail(std::move(seed.error()));
  options.seed = *seed;
  auto params = params_of(arguments.params);
  if (!params) return fail(std::move(params.error()));
  options.params = std::move(*params);
  if (options.jobs <= 0)
    options.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return options;
}

/// What a shell expects of a program that a signal ended.
int exit_code_of_signal() {
  return 128 + interrupting_signal();
}

std::size_t not_judged(const record::Report& report) {
  return static_cast<std::size_t>(
      std::count_if(report.verdicts.begin(), report.verdicts.end(), [](const auto& verdict) {
        return std::any_of(verdict.reasons.begin(), verdict.reasons.end(),
                           [](const auto& reason) { return reason.code == "judge.interrupted"; });
      }));
}

/// What the report itself can't say, on stderr; the exit code where it outdoes the verdicts'.
std::optional<int> say_what_is_missing(const record::Report& report) {
  std::optional<int> code;
  for (const auto& verdict : report.verdicts) {
    if (verdict.dump_error.empty()) continue;
    std::fputs(escaped(verdict.dump_error, longest_message).c_str(), stderr);
    code = machine;
  }
  if (const auto count = not_judged(report); count > 0) {
    std::fprintf(stderr, "interrupted: %zu of %zu candidates were not judged\n", count,
                 report.verdicts.size());
    code = exit_code_of_signal();
  }
  return code;
}

int judge(const Arguments& arguments) {
  auto options = options_of(arguments);
  if (!options) return complain(options.error());
  TerminalProgress progress(!arguments.quiet && isatty(STDERR_FILENO) != 0);
  auto report = flow::judge(*options, progress);
  progress.clear();
  if (!report) {
    const int code = complain(report.error());
    return interrupted() ? exit_code_of_signal() : code;
  }
  const auto missing = say_what_is_missing(*report);
  if (auto printed = print(*report, {arguments.json, arguments.quiet, arguments.no_color});
      !printed) {
    return complain(printed.error());
  }
  return missing.value_or(exit_code_of(*report, arguments.expect));
}

}  // namespace

void add_judge(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "judge", "say which candidates of a task are right, which are wrong, and why");
  auto arguments = std::make_shared<Arguments>();
  auto& options = arguments->options;
  command->add_option("task", options.task, "folder of the task, or its task.toml")->required();
  command->add_option("candidates", options.candidates,
                      ".cu, .ptx or .cubin files; none: all below the folder");
  command->add_option("--device", options.device, "auto, sim or cuda:N")->capture_default_str();
  command->add_option("--case", options.cases, "judge on this case alone (may be given again)")
      ->allow_extra_args(false);
  command
      ->add_option("--param", arguments->params,
                   "NAME=VALUE: a compile-time parameter of the candidates that have it")
      ->allow_extra_args(false);
  command->add_option("--arch", options.arch, "architecture to build for, such as 75, 90a or 120")
      ->capture_default_str();
  command->add_option("--seed", arguments->seed,
                      "repeats the verdict of this seed; default: from the system");
  command
      ->add_option("--budget", options.step_budget,
                   "steps that the golden may take over all cases; default 6,000,000")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--dump", options.dump,
                      "folder for inputs, golden and output of a failing case, as .npy; a folder a "
                      "candidate, named after its path below the task's");
  command->add_option("-j,--jobs", options.jobs, "host threads; default: all")
      ->default_val(0)
      ->check(CLI::Range(0, 256));
  command->add_flag("--json", arguments->json,
                    "print the verdicts as JSON (docs/verdict.schema.json)");
  command->add_flag("--expect", arguments->expect,
                    "exit 0 when every candidate gets what its manifest expects");
  command->add_flag("--quiet", arguments->quiet, "the table alone, no reasons, no progress");
  command->add_flag("--no-color", arguments->no_color,
                    "no colours, also on a terminal (as NO_COLOR does)");
  command->callback([arguments, &action] { action = [arguments] { return judge(*arguments); }; });
}

}  // namespace assay::cli
