// SPDX-License-Identifier: Apache-2.0
#include "cli/exit_code.hpp"

#include <algorithm>

namespace assay::cli {
namespace {

using record::Outcome;

bool any(const record::Report& report, Outcome outcome) {
  return std::any_of(report.verdicts.begin(), report.verdicts.end(),
                     [&](const record::Verdict& verdict) { return verdict.outcome == outcome; });
}

/// A manifest that expects nothing expects to be accepted.
bool met(const record::Verdict& verdict) {
  return record::as_expected(verdict).value_or(verdict.outcome == Outcome::accepted);
}

}  // namespace

ExitCode exit_code_of(const Error& error) {
  return error.blame == Blame::usage ? usage : machine;
}

ExitCode exit_code_of(const record::Report& report, bool expect) {
  if (any(report, Outcome::error)) return machine;
  if (expect) {
    const bool all = std::all_of(report.verdicts.begin(), report.verdicts.end(), met);
    return all ? accepted : rejected;
  }
  if (any(report, Outcome::rejected)) return rejected;
  return any(report, Outcome::undecided) ? undecided : accepted;
}

}  // namespace assay::cli
