// SPDX-License-Identifier: Apache-2.0
// The verdict, field by field. Written as JSON by `to_json`; schema in docs/verdict.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/build.hpp"
#include "record/finding.hpp"
#include "record/job.hpp"

namespace assay::record {

enum class Outcome : std::uint8_t { accepted, rejected, undecided, error };

struct WorstElement {
  std::string tensor;
  std::vector<std::int64_t> index;
  double got = 0, expected = 0;
};

struct Reason {
  std::string code;       ///< "result.wrong", "race.shared", …
  std::string case_name;  ///< "" when it is not about one case
  std::string message;    ///< what was found and what was expected, one line
  std::string hint;       ///< what to do, "" if nothing sensible
  std::optional<Place> place;
  std::optional<Place> other;
  std::vector<std::string> evidence;  ///< further lines: compiler log, inputs, other cases, …
  std::vector<WorstElement> worst;    ///< of a wrong result: the worst few elements, worst first
};

/// One requirement on one case and input family.
struct Check {
  std::string case_name;
  std::string family;  ///< "normal(0, 1)"
  std::string tensor;
  std::string metric;  ///< "rel_l2 per row, quantile 0.99"
  double value = 0, limit = 0;
  bool passed = false;
  std::string undecided;  ///< why this one can't be told ("no baseline output to compare with"); ""
                          ///< when it can
  std::optional<WorstElement> worst;
  std::vector<WorstElement> examples;  ///< of a failed check: the worst few, worst first
  std::int64_t failing = 0,
               compared = 0;  ///< values beyond the limit, of how many (elements, rows, …)
  std::string unit;     ///< what `failing` counts: "elements", "rows", "values of axis 'cols'"
  std::string pattern;  ///< where the failing ones are: "rows 1, 3, 5, … (every 2nd)"; "" when
                        ///< nowhere or no pattern
};

struct CaseResult {
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> axes;
  bool drawn = false;  ///< from the secret seed, not from the task file
  bool ran = false;
  std::string why_not;  ///< "budget: needs about 1,200 M steps of 200 M"
  RunCounters counters;
};

/// An estimate, never a measurement: bytes and operations of the work or of the counters over the
/// model's rates.
struct Estimate {
  std::string model;  ///< "h200 roofline: 4.0 TB/s, 60 TFLOP/s f32"
  std::string case_name;
  double seconds = 0;
  double fraction_of_roofline = 0;  ///< least time of the task's [work] over `seconds`, 0 … 1
};

struct Coverage {
  std::vector<std::string> checked;      ///< "sizes: 14 of 16 cases", "races: shared, global", …
  std::vector<std::string> not_checked;  ///< "case 'bench': budget", "timing: simulator", …
};

struct Verdict {
  std::string candidate;  ///< path as given
  std::string name;       ///< file name
  bool baseline = false;  ///< the task's own: what candidates must beat
  Outcome outcome = Outcome::error;
  std::string expected;  ///< from the manifest: "accepted" | "rejected" | ""
  std::vector<Reason> reasons;
  std::vector<Finding> findings;
  std::vector<Build>
      builds;  ///< one an architecture; artifacts are not part of the JSON, their hashes are
  std::vector<Check> checks;
  std::vector<CaseResult> cases;
  std::optional<Estimate> estimate;
  Coverage coverage;
  std::string error;   ///< for Outcome::error
  std::string source;  ///< text of the candidate
  std::vector<std::pair<std::string, std::string>>
      provenance;          ///< compiler, versions, hashes, flags, seed
  std::string dump_error;  ///< why its arrays could not be written; no part of the JSON
  double seconds = 0;      ///< wall time spent on it
};

struct Report {
  std::string task;
  std::string task_path;
  std::vector<std::string> arguments;  ///< of the command line after the task, seed apart: what is
                                       ///< needed for the same again
  std::uint64_t seed = 0;
  std::string device;
  std::vector<std::pair<std::string, std::string>>
      task_sources;  ///< file name → text: task.toml, golden, baseline
  std::string date;  ///< ISO 8601, UTC
  std::vector<Verdict> verdicts;
  std::vector<std::pair<std::string, std::string>> provenance;
  double seconds = 0;
};

[[nodiscard]] std::string_view name_of(Outcome outcome);

/// Whether a candidate got what its manifest says; nothing when the manifest says nothing.
[[nodiscard]] std::optional<bool> as_expected(const Verdict& verdict);

}  // namespace assay::record
