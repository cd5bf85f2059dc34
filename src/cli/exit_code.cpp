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

}  // namespace

ExitCode exit_code_of(const Error& error) { return error.blame == Blame::usage ? usage : machine; }

bool as_expected(const record::Verdict& verdict) {
  if (verdict.expected.empty()) return verdict.outcome == Outcome::accepted;
  if (verdict.expected == record::name_of(verdict.outcome)) return true;
  return !verdict.reasons.empty() && verdict.reasons.front().code == verdict.expected;
}

ExitCode exit_code_of(const record::Report& report, bool expect) {
  if (any(report, Outcome::error)) return machine;
  if (expect) {
    const bool all = std::all_of(report.verdicts.begin(), report.verdicts.end(), as_expected);
    return all ? accepted : rejected;
  }
  if (any(report, Outcome::rejected)) return rejected;
  return any(report, Outcome::undecided) ? undecided : accepted;
}

}  // namespace assay::cli
