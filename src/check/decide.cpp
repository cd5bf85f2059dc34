// SPDX-License-Identifier: Apache-2.0
#include "check/decide.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.hpp"
#include "check/reasons.hpp"
#include "record/reason.hpp"

namespace assay::check {
namespace {

constexpr std::size_t most_cases_named = 6;

std::string key_of(const std::optional<record::Place>& place) {
  return place
             ? fmt::format("{}:{}:{}:{}", place->file, place->line, place->kernel, place->ptx_line)
             : "";
}

bool is_race(const record::Finding& fault) {
  return fault.code.starts_with("race.");
}

/// What makes two faults the same. A race is a pair of source lines, whichever came first: an
/// unrolled loop has many pairs of instructions and one mistake.
std::string key_of(const record::Finding& fault) {
  if (!is_race(fault) || !fault.place || !fault.other || fault.place->line == 0)
    return key_of(fault.place) + key_of(fault.other);
  const auto [low, high] = std::minmax(fault.place->line, fault.other->line);
  return fmt::format("{}:{}:{}", fault.place->file, low, high);
}

/// Reasons gathered so that the same thing found in several cases is told once, with its first
/// case.
class Gathered {
 public:
  void add(record::Reason reason, const std::string& about) {
    const auto [at, is_new] = index_.try_emplace(reason.code + "|" + about, reasons_.size());
    if (is_new) {
      reasons_.push_back({std::move(reason), {}});
      return;
    }
    Kept& kept = reasons_[at->second];
    const bool told = reason.case_name.empty() || reason.case_name == kept.reason.case_name;
    if (!told && std::ranges::find(kept.also, reason.case_name) == kept.also.end())
      kept.also.push_back(reason.case_name);
  }

  /// Those that reject, or those that leave it open, in the order of the table.
  [[nodiscard]] std::vector<record::Reason> take(bool rejecting) {
    std::vector<record::Reason> taken;
    for (Kept& kept : reasons_) {
      if (record::rejects(kept.reason.code) != rejecting) continue;
      if (!kept.also.empty()) kept.reason.evidence.push_back(also(kept.also));
      taken.push_back(std::move(kept.reason));
    }
    std::ranges::stable_sort(taken, {},
                             [](const auto& each) { return record::rank_of(each.code); });
    return taken;
  }

 private:
  struct Kept {
    record::Reason reason;
    std::vector<std::string> also;
  };

  static std::string also(const std::vector<std::string>& cases) {
    const std::size_t named = std::min(cases.size(), most_cases_named);
    const std::string names = join(std::span(cases).first(named), ", ");
    return fmt::format("also in {} more case{}: {}{}", cases.size(), cases.size() > 1 ? "s" : "",
                       names, named < cases.size() ? ", …" : "");
  }

  std::vector<Kept> reasons_;
  std::map<std::string, std::size_t> index_;
};

/// A load that came before the store it races with finds nothing written: the race is the cause.
bool follows_from_race(const record::Finding& fault, const RunFacts& run) {
  const auto same_line = [&](const std::optional<record::Place>& place) {
    return place && fault.place && place->line == fault.place->line &&
           place->file == fault.place->file;
  };
  return std::ranges::any_of(run.faults, [&](const record::Finding& other) {
    return is_race(other) && (same_line(other.place) || same_line(other.other));
  });
}

/// A fault rejects, but for one that is only suspected: what was read before it was written may not
/// matter.
bool rejects(const record::Finding& fault, const RunFacts& run) {
  if (fault.code == "memory.uninitialised")
    return run.noise_reaches_output && !follows_from_race(fault, run);
  return fault.severity == "reject";
}

void add_faults(Gathered& gathered, const RunFacts& run) {
  bool explained = run.too_slow;
  for (const record::Finding& fault : run.faults) {
    if (!rejects(fault, run)) continue;
    gathered.add(reason_of(fault, run.case_name), key_of(fault));
    explained = true;
  }
  if (run.too_slow)
    gathered.add(
        reason("run.timeout", "the run did not end in time and was stopped", run.case_name), "");
  if (!run.completed && !explained)
    gathered.add(reason("run.fault", "the run ended before all launches had, without saying why",
                        run.case_name),
                 "");
}

bool has_fault(const RunFacts& run, std::string_view code) {
  return std::ranges::find(run.faults, code, &record::Finding::code) != run.faults.end();
}

/// What a run left behind; it means something only where the run came to its end.
void add_outputs(Gathered& gathered, const RunFacts& run) {
  for (const std::string& name : run.changed_inputs)
    if (!has_fault(run, "memory.input_modified"))
      gathered.add(reason_of_changed_input(name, run.case_name), name);
  if (!run.completed) return;
  for (const Unwritten& part : run.unwritten)
    if (part.bytes > 0) gathered.add(reason_of(part, run.case_name), part.tensor);
}

/// An infinite error of a tensor that has a NaN or infinity out of place says nothing new.
bool is_echo(const record::Check& check, const RunFacts& run) {
  if (check.metric == "nonfinite" || !std::isinf(check.value)) return false;
  return std::ranges::any_of(run.checks, [&](const record::Check& other) {
    return other.metric == "nonfinite" && !other.passed && other.tensor == check.tensor;
  });
}

void add_checks(Gathered& gathered, const RunFacts& run) {
  for (const record::Check& check : run.checks) {
    const bool open = !check.undecided.empty();
    if ((!check.passed || open) && !is_echo(check, run))
      gathered.add(reason_of(check), check.tensor + "|" + check.metric);
  }
}

/// A value that lanes of a warp hand on without an order is legal, as a flag that one of them waits
/// for. Beside a wrong output it is the likely cause, and goes before it.
bool is_exchange(const record::Finding& note) {
  return note.code.starts_with("exchange.");
}

bool is_wrong(const RunFacts& run) {
  return std::ranges::any_of(run.checks, [](const record::Check& check) {
    return !check.passed && check.undecided.empty() && check.metric != "deterministic" &&
           check.metric != "batch_invariant";
  });
}

bool explains(const record::Finding& note, const RunFacts& run) {
  return is_exchange(note) && is_wrong(run);
}

void add_exchanges(Gathered& gathered, const RunFacts& run) {
  for (record::Finding race : run.notes) {
    if (!explains(race, run)) continue;
    race.code = "race." + race.code.substr(race.code.find('.') + 1);
    race.message += ", and the output is wrong: lanes need not run in step";
    gathered.add(reason_of(race, run.case_name), key_of(race));
  }
}

Gathered gather(const Facts& facts) {
  Gathered gathered;
  for (const auto& [message, hint] : facts.manifest) {
    record::Reason made = reason("manifest.invalid", message);
    if (!hint.empty()) made.hint = hint;
    gathered.add(std::move(made), message);
  }
  for (const record::Build& build : facts.builds)
    for (const record::Symbol& symbol : build.writable_symbols)
      if (!symbol.proven_read_only) gathered.add(reason_of(symbol), symbol.name);
  for (const record::Build& build : facts.builds)
    if (!build.ok || !build.forbidden.empty())
      gathered.add(reason_of(build), build.arch + build.log);
  for (const RunFacts& run : facts.runs) {
    add_faults(gathered, run);
    add_outputs(gathered, run);
    add_exchanges(gathered, run);
    add_checks(gathered, run);
  }
  for (const record::Finding& operation : facts.unsupported)
    gathered.add(reason_of(operation, ""), operation.message + key_of(operation.place));
  for (const record::Reason& each : facts.more)
    gathered.add(each, each.message + key_of(each.place));
  return gathered;
}

bool anything_checked(const Facts& facts) {
  return std::ranges::any_of(
      facts.runs, [](const RunFacts& run) { return run.completed && !run.checks.empty(); });
}

class Findings {
 public:
  void add(const record::Finding& finding) {
    const std::string key = finding.code + "|" + key_of(finding.place) + "|" + finding.message;
    const auto [at, is_new] = index_.try_emplace(key, all.size());
    if (is_new)
      all.push_back(finding);
    else
      all[at->second].count += finding.count;
  }
  std::vector<record::Finding> all;

 private:
  std::map<std::string, std::size_t> index_;
};

std::vector<record::Finding> findings_of(const Facts& facts) {
  Findings findings;
  for (const record::Build& build : facts.builds)
    for (const record::Finding& finding : build.findings) findings.add(finding);
  for (const RunFacts& run : facts.runs) {
    for (const record::Finding& fault : run.faults)
      if (!rejects(fault, run)) findings.add(fault);
    for (const record::Finding& note : run.notes)
      if (!explains(note, run)) findings.add(note);
  }
  return std::move(findings.all);
}

}  // namespace

RunFacts facts_of(const record::RunAnswer& answer, std::string case_name, std::string family) {
  RunFacts facts;
  facts.case_name = std::move(case_name);
  facts.family = std::move(family);
  facts.completed = answer.completed;
  facts.faults = answer.faults;
  facts.notes = answer.notes;
  for (const record::RunOutput& output : answer.outputs)
    if (output.unwritten_bytes > 0)
      facts.unwritten.push_back({output.name, output.tensor.dtype, output.tensor.shape,
                                 output.unwritten_bytes,
                                 std::max<std::int64_t>(output.first_unwritten, 0)});
  const std::map<std::string, std::string> after(answer.inputs_after.begin(),
                                                 answer.inputs_after.end());
  for (const auto& [name, hash] : answer.inputs_before)
    if (const auto now = after.find(name); now != after.end() && now->second != hash)
      facts.changed_inputs.push_back(name);
  return facts;
}

Decision decide(const Facts& facts) {
  using enum record::Outcome;
  Decision decision;
  decision.findings = findings_of(facts);
  Gathered gathered = gather(facts);
  decision.reasons = gathered.take(true);
  if (!decision.reasons.empty()) {
    decision.outcome = rejected;
  } else if (!facts.error.empty()) {
    decision.outcome = error;
  } else if (decision.reasons = gathered.take(false); !decision.reasons.empty()) {
    decision.outcome = undecided;
  } else if (!anything_checked(facts)) {
    decision.outcome = undecided;
    decision.reasons = {
        reason("coverage.none", "no case was run to its end and compared with the golden")};
  } else {
    decision.outcome = accepted;
  }
  return decision;
}

}  // namespace assay::check
