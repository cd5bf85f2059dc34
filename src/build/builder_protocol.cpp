// SPDX-License-Identifier: Apache-2.0
#include "build/builder_protocol.hpp"

#include <charconv>

namespace assay::build {
namespace {

tl::unexpected<Error> unknown(std::string_view argument) {
  return fail("unknown argument '" + std::string(argument) + "'",
              "assay-builder is started by assay; it is no command of its own", Blame::usage);
}

bool take(BuilderArguments& into, std::string_view name, std::string_view value) {
  if (name == "--kind")
    into.kind = value;
  else if (name == "--nvrtc")
    into.toolkit.nvrtc = value;
  else if (name == "--toolkit-include")
    into.toolkit.includes.emplace_back(value);
  else if (name == "--ptxas")
    into.toolkit.ptxas = value;
  else if (name == "--toolkit-version")
    into.toolkit.version = value;
  else if (name == "--include")
    into.include_folders.emplace_back(value);
  else if (name == "--temporary")
    into.temporary = value;
  else if (name == "--memory") {
    const auto [end, failed] =
        std::from_chars(value.data(), value.data() + value.size(), into.memory_bytes);
    return failed == std::errc{} && end == value.data() + value.size();
  } else
    return false;
  return true;
}

}  // namespace

std::vector<std::string> to_argv(const BuilderArguments& arguments) {
  std::vector<std::string> argv;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) argv.push_back(std::string(name) + '=' + value);
  };
  add("--kind", arguments.kind);
  add("--nvrtc", arguments.toolkit.nvrtc.string());
  for (const auto& folder : arguments.toolkit.includes) add("--toolkit-include", folder.string());
  add("--ptxas", arguments.toolkit.ptxas.string());
  add("--toolkit-version", arguments.toolkit.version);
  for (const auto& folder : arguments.include_folders) add("--include", folder.string());
  add("--temporary", arguments.temporary.string());
  add("--memory", std::to_string(arguments.memory_bytes));
  return argv;
}

Result<BuilderArguments> from_argv(std::span<const char* const> arguments) {
  BuilderArguments parsed;
  for (const std::string_view argument : arguments) {
    const auto equals = argument.find('=');
    if (equals == std::string_view::npos) return unknown(argument);
    if (!take(parsed, argument.substr(0, equals), argument.substr(equals + 1)))
      return unknown(argument);
  }
  if (parsed.temporary.empty() || parsed.kind.empty()) return unknown("(none)");
  return parsed;
}

}  // namespace assay::build
