// SPDX-License-Identifier: Apache-2.0
// The decision: every code can be reached, each fact alone and in pairs gives what docs/reasons.md
// says, and nothing that is missing or ours ever becomes a score.
#include "check/decide.hpp"

#include <functional>
#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "check/reasons.hpp"
#include "record/reason.hpp"

namespace assay::check {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

record::Check a_check(const std::string& metric, bool passed) {
  record::Check check;
  check.case_name = "ragged";
  check.tensor = "y";
  check.metric = metric;
  check.passed = passed;
  check.value = passed ? 0 : 0.5;
  check.limit = 1e-4;
  check.failing = 3;
  check.compared = 10;
  check.unit = "elements";
  check.pattern = passed ? "" : "the last 3 elements (7 to 9)";
  return check;
}

record::Finding fault(const std::string& code, std::int64_t line = 7,
                      const std::string& severity = "reject") {
  record::Place place;
  place.file = "a.cu";
  place.line = line;
  return {code, severity, "a message of " + code, place, std::nullopt, 1};
}

RunFacts good_run(std::string case_name = "ragged") {
  RunFacts run;
  run.case_name = std::move(case_name);
  run.completed = true;
  run.checks = {a_check("max_abs", true), a_check("nonfinite", true)};
  return run;
}

Facts good() {
  Facts facts;
  facts.builds.emplace_back().ok = true;
  facts.runs = {good_run()};
  return facts;
}

using Change = std::function<void(Facts&)>;

Change with_fault(const std::string& code) {
  return [code](Facts& facts) { facts.runs[0].faults.push_back(fault(code)); };
}
Change with_check(const std::string& metric) {
  return [metric](Facts& facts) { facts.runs[0].checks.push_back(a_check(metric, false)); };
}
Change with_more(const std::string& code) {
  return [code](Facts& facts) { facts.more.push_back(reason(code, "seen elsewhere")); };
}

/// Each rejecting code, and facts that lead to it.
const std::map<std::string, Change> rejecting{
    {"manifest.invalid", [](Facts& f) { f.manifest = {{"grid is 0", "make it larger"}}; }},
    {"build.failed",
     [](Facts& f) {
       f.builds.push_back({.ok = false, .failure = "compile", .log = "a.cu(3): error: x"});
     }},
    {"code.forbidden", [](Facts& f) { f.builds[0].forbidden = {"cudaLaunchDeviceV2"}; }},
    {"launch.failed", with_more("launch.failed")},
    {"state.hidden", with_fault("state.hidden")},
    {"state.replay", with_more("state.replay")},
    {"run.timeout",
     [](Facts& f) {
       f.runs[0].too_slow = true;
       f.runs[0].completed = false;
     }},
    {"run.deadlock", with_fault("run.deadlock")},
    {"run.step_limit", with_fault("run.step_limit")},
    {"memory.out_of_bounds", with_fault("memory.out_of_bounds")},
    {"memory.misaligned", with_fault("memory.misaligned")},
    {"memory.input_modified", [](Facts& f) { f.runs[0].changed_inputs = {"x"}; }},
    {"memory.uninitialised",
     [](Facts& f) {
       f.runs[0].faults.push_back(fault("memory.uninitialised", 3, "warn"));
       f.runs[0].noise_reaches_output = true;
     }},
    {"run.fault", with_fault("run.fault")},
    {"race.shared", with_fault("race.shared")},
    {"race.global", with_fault("race.global")},
    {"barrier.divergent", with_fault("barrier.divergent")},
    {"result.unwritten", [](Facts& f) { f.runs[0].unwritten = {{"y", Dtype::f32, {10}, 12, 28}}; }},
    {"result.nonfinite", with_check("nonfinite")},
    {"result.wrong", with_check("rel_l2")},
    {"precision.downgraded", with_more("precision.downgraded")},
    {"property.batch_variant", with_check("batch_invariant")},
    {"property.nondeterministic", with_check("deterministic")},
    {"timing.impossible", with_more("timing.impossible")},
};

const std::map<std::string, Change> undeciding{
    {"sim.unsupported", [](Facts& f) { f.unsupported = {fault("sim.unsupported", 3)}; }},
    {"check.no_baseline",
     [](Facts& f) {
       f.runs[0].checks.push_back(a_check("error_ratio", false));
       f.runs[0].checks.back().undecided = "the baseline has no output here";
     }},
    {"judge.interrupted",
     [](Facts& f) { f.more.push_back(reason("judge.interrupted", "not judged: interrupted")); }},
    {"coverage.none", [](Facts& f) { f.runs.clear(); }},
};

std::vector<std::string> codes(const Decision& decision) {
  std::vector<std::string> all;
  for (const record::Reason& each : decision.reasons) all.push_back(each.code);
  return all;
}

TEST(Decide, what_ran_and_met_every_requirement_is_accepted) {
  const Decision decision = decide(good());
  EXPECT_EQ(decision.outcome, Outcome::accepted);
  EXPECT_THAT(decision.reasons, IsEmpty());
  EXPECT_THAT(decision.findings, IsEmpty());
}

TEST(Decide, every_code_of_the_table_can_be_reached) {
  for (const record::ReasonKind& kind : record::reason_kinds()) {
    if (kind.group == record::ReasonClass::finding) continue;
    const std::string code(kind.code);
    const auto& table = record::rejects(code) ? rejecting : undeciding;
    ASSERT_TRUE(table.contains(code)) << "no fact leads to " << code;
    Facts facts = good();
    table.at(code)(facts);
    const Decision decision = decide(facts);
    EXPECT_EQ(decision.outcome, record::rejects(code) ? Outcome::rejected : Outcome::undecided)
        << code;
    EXPECT_THAT(codes(decision), ElementsAre(code));
    EXPECT_FALSE(decision.reasons[0].message.empty()) << code;
    EXPECT_FALSE(decision.reasons[0].hint.empty()) << code;
  }
}

TEST(Decide, any_two_reasons_stand_in_the_order_of_the_table) {
  for (const auto& [one, change_one] : rejecting)
    for (const auto& [other, change_other] : rejecting) {
      if (one >= other) continue;
      Facts facts = good();
      change_one(facts);
      change_other(facts);
      const Decision decision = decide(facts);
      EXPECT_EQ(decision.outcome, Outcome::rejected) << one << " " << other;
      const std::vector<std::string> got = codes(decision);
      EXPECT_TRUE(
          std::ranges::is_sorted(got, {}, [](const auto& each) { return record::rank_of(each); }))
          << one << " " << other;
      const auto& first = record::rank_of(one) < record::rank_of(other) ? one : other;
      EXPECT_THAT(got, testing::Contains(first)) << one << " " << other;
    }
}

TEST(Decide, a_proven_fault_rejects_whatever_is_missing_or_broken) {
  for (const auto& [code, reject] : rejecting)
    for (const auto& [missing, lack] : undeciding) {
      if (missing == "coverage.none")
        continue;  // takes away the runs that the fault would stand in
      Facts facts = good();
      facts.error = "the worker could not be started";
      reject(facts);
      lack(facts);
      const Decision decision = decide(facts);
      EXPECT_EQ(decision.outcome, Outcome::rejected) << code << " " << missing;
      for (const record::Reason& each : decision.reasons)
        EXPECT_TRUE(record::rejects(each.code)) << each.code;
    }
}

TEST(Decide, an_error_of_ours_is_never_a_score) {
  Facts facts = good();
  facts.error = "the worker could not be started";
  EXPECT_EQ(decide(facts).outcome, Outcome::error);
  for (const auto& [code, lack] : undeciding) {
    Facts lacking = good();
    lacking.error = "disk full";
    lack(lacking);
    EXPECT_EQ(decide(lacking).outcome, Outcome::error) << code;
  }
}

TEST(Decide, a_run_without_a_check_proves_nothing) {
  Facts facts = good();
  facts.runs[0].checks.clear();
  EXPECT_EQ(decide(facts).outcome, Outcome::undecided);
  EXPECT_THAT(codes(decide(facts)), ElementsAre("coverage.none"));
  EXPECT_EQ(decide(Facts{}).outcome, Outcome::undecided);
}

TEST(Decide, storage_that_could_be_written_is_hidden_state_unless_proven_read_only) {
  Facts facts = good();
  facts.builds[0].writable_symbols = {{"table", 64, "global", true}};
  EXPECT_EQ(decide(facts).outcome, Outcome::accepted);
  facts.builds[0].writable_symbols.push_back({"cache", 4096, "global", false});
  facts.builds.push_back(facts.builds[0]);
  const Decision decision = decide(facts);
  ASSERT_THAT(codes(decision), ElementsAre("state.hidden"));
  EXPECT_EQ(decision.reasons[0].message,
            "'cache' (4,096 bytes of global storage) can be written and outlives a run");
}

TEST(Decide, an_uninitialised_load_that_reaches_no_output_is_a_finding) {
  Facts facts = good();
  facts.runs[0].faults = {fault("memory.uninitialised", 7, "warn")};
  const Decision decision = decide(facts);
  EXPECT_EQ(decision.outcome, Outcome::accepted);
  ASSERT_EQ(decision.findings.size(), 1U);
  EXPECT_EQ(decision.findings[0].code, "memory.uninitialised");
}

TEST(Decide, an_uninitialised_load_is_explained_by_the_race_on_its_line) {
  Facts facts = good();
  record::Finding race = fault("race.shared", 12);
  race.other = fault("", 7).place;
  facts.runs[0].faults = {fault("memory.uninitialised", 7, "warn"), race};
  facts.runs[0].noise_reaches_output = true;
  EXPECT_THAT(codes(decide(facts)), ElementsAre("race.shared"));
  facts.runs[0].faults[0].place->line = 8;
  EXPECT_THAT(codes(decide(facts)), ElementsAre("memory.uninitialised", "race.shared"));
}

TEST(Decide, a_race_is_a_pair_of_lines_whichever_came_first) {
  Facts facts = good();
  record::Finding there = fault("race.shared", 12), back = fault("race.shared", 7);
  there.other = fault("", 7).place;
  back.other = fault("", 12).place;
  back.place->ptx_line = 99;
  facts.runs[0].faults = {there, back};
  EXPECT_EQ(decide(facts).reasons.size(), 1u);
  facts.runs[0].faults[1].place->line = 8;
  EXPECT_EQ(decide(facts).reasons.size(), 2u);
}

TEST(Decide, warnings_and_notes_are_findings_told_once) {
  Facts facts = good();
  facts.builds[0].findings = {fault("code.printf", 1, "info")};
  facts.runs.push_back(good_run("bench"));
  facts.runs[0].notes = {fault("race.same_value", 5, "warn")};
  facts.runs[1].notes = {fault("race.same_value", 5, "warn"), fault("race.same_value", 6, "warn")};
  const Decision decision = decide(facts);
  EXPECT_EQ(decision.outcome, Outcome::accepted);
  ASSERT_EQ(decision.findings.size(), 3U);
  EXPECT_EQ(decision.findings[1].count, 2);
}

TEST(Decide, the_same_fault_in_several_cases_is_told_once_with_its_cases) {
  Facts facts = good();
  facts.runs = {good_run("one"), good_run("two"), good_run("three")};
  for (RunFacts& run : facts.runs) run.faults = {fault("race.shared")};
  facts.runs[2].faults.push_back(fault("race.shared", 99));
  const Decision decision = decide(facts);
  ASSERT_THAT(codes(decision), ElementsAre("race.shared", "race.shared"));
  EXPECT_EQ(decision.reasons[0].case_name, "one");
  EXPECT_THAT(decision.reasons[0].evidence, ElementsAre("also in 2 more cases: two, three"));
  EXPECT_EQ(decision.reasons[1].case_name, "three");
  EXPECT_THAT(decision.reasons[1].evidence, IsEmpty());
}

TEST(Decide, many_cases_are_counted_and_only_the_first_are_named) {
  Facts facts = good();
  facts.runs.clear();
  for (int i = 0; i < 10; ++i) {
    facts.runs.push_back(good_run("c" + std::to_string(i)));
    facts.runs.back().checks = {a_check("max_abs", false)};
    facts.runs.back().checks[0].case_name = facts.runs.back().case_name;
  }
  const Decision decision = decide(facts);
  ASSERT_EQ(decision.reasons.size(), 1U);
  EXPECT_EQ(decision.reasons[0].evidence.back(), "also in 9 more cases: c1, c2, c3, c4, c5, c6, …");
}

TEST(Decide, a_run_that_ends_early_without_a_fault_is_one) {
  Facts facts = good();
  facts.runs[0].completed = false;
  EXPECT_THAT(codes(decide(facts)), ElementsAre("run.fault"));
  facts.runs[0].faults = {fault("run.deadlock")};
  EXPECT_THAT(codes(decide(facts)), ElementsAre("run.deadlock")) << "explained";
}

TEST(Decide, what_did_not_end_has_nothing_unwritten) {
  Facts facts = good();
  facts.runs[0].completed = false;
  facts.runs[0].faults = {fault("memory.out_of_bounds")};
  facts.runs[0].unwritten = {{"y", Dtype::f32, {10}, 40, 0}};
  EXPECT_THAT(codes(decide(facts)), ElementsAre("memory.out_of_bounds"));
}

TEST(Decide, a_changed_input_that_a_fault_explains_is_told_once) {
  Facts facts = good();
  facts.runs[0].faults = {fault("memory.input_modified")};
  facts.runs[0].changed_inputs = {"x"};
  const Decision decision = decide(facts);
  ASSERT_THAT(codes(decision), ElementsAre("memory.input_modified"));
  EXPECT_TRUE(decision.reasons[0].place);
}

TEST(Decide, an_infinite_error_is_an_echo_of_a_value_out_of_place) {
  Facts facts = good();
  facts.runs[0].checks = {a_check("rel_l2", false), a_check("nonfinite", false),
                          a_check("mismatch", false)};
  facts.runs[0].checks[0].value = std::numeric_limits<double>::infinity();
  const Decision decision = decide(facts);
  EXPECT_THAT(codes(decision), ElementsAre("result.nonfinite", "result.wrong"));
  EXPECT_THAT(decision.reasons[1].message, HasSubstr("mismatch"));
  facts.runs[0].checks[1].tensor = "z";
  EXPECT_EQ(decide(facts).reasons.size(), 3U) << "another tensor's is its own";
}

/// Whatever the facts: accepted only if nothing is held against it, nothing is missing and nothing
/// broke.
TEST(Decide, accepted_means_nothing_at_all_was_wrong) {
  rc::check([] {
    Facts facts = good();
    std::vector<Change> all;
    for (const auto& [unused, change] : rejecting) all.push_back(change);
    for (const auto& [code, change] : undeciding)
      if (code != "coverage.none") all.push_back(change);
    int wrong = 0;
    for (const Change& change : all)
      if (*rc::gen::inRange(0, 20) == 0) {
        change(facts);
        ++wrong;
      }
    if (*rc::gen::inRange(0, 10) == 0) {
      facts.error = "x";
      ++wrong;
    }
    RC_ASSERT((decide(facts).outcome == Outcome::accepted) == (wrong == 0));
  });
}

TEST(FactsOf, an_answer_of_a_worker) {
  record::RunAnswer answer;
  answer.ok = answer.completed = true;
  answer.faults = {fault("race.shared")};
  answer.notes = {fault("code.printf", 1, "info")};
  answer.outputs = {{"y", make_tensor(Dtype::f32, {4}), 8, 8},
                    {"z", make_tensor(Dtype::f32, {4}), 0, -1}};
  answer.inputs_before = {{"x", "aa"}, {"w", "bb"}};
  answer.inputs_after = {{"w", "bb"}, {"x", "cc"}};
  const RunFacts facts = facts_of(answer, "ragged", "ones");
  EXPECT_EQ(facts.case_name, "ragged");
  EXPECT_EQ(facts.family, "ones");
  EXPECT_TRUE(facts.completed);
  EXPECT_EQ(facts.faults.size(), 1U);
  EXPECT_EQ(facts.notes.size(), 1U);
  ASSERT_EQ(facts.unwritten.size(), 1U);
  EXPECT_EQ(facts.unwritten[0].tensor, "y");
  EXPECT_THAT(facts.changed_inputs, ElementsAre("x"));
}

TEST(Exchange, rejects_nothing_beside_a_right_output) {
  Facts facts = good();
  facts.runs[0].notes = {fault("exchange.shared", 7, "info")};
  const Decision decision = decide(facts);
  EXPECT_EQ(decision.outcome, Outcome::accepted);
  ASSERT_EQ(decision.findings.size(), 1u);
  EXPECT_EQ(decision.findings[0].code, "exchange.shared");
}

TEST(Exchange, is_the_race_behind_a_wrong_output) {
  for (const std::string space : {"shared", "global"}) {
    Facts facts = good();
    facts.runs[0].notes = {fault("exchange." + space, 7, "info")};
    facts.runs[0].notes[0].other = fault("x", 9).place;
    facts.runs[0].checks.push_back(a_check("max_abs", false));
    const Decision decision = decide(facts);
    ASSERT_EQ(decision.reasons.size(), 2u);
    EXPECT_EQ(decision.reasons[0].code, "race." + space);
    ASSERT_TRUE(decision.reasons[0].other.has_value());
    EXPECT_EQ(decision.reasons[0].other->line, 9);
    EXPECT_EQ(decision.reasons[1].code, "result.wrong");
    EXPECT_THAT(decision.findings, IsEmpty());
  }
}

TEST(Exchange, explains_no_other_run_and_no_property) {
  Facts facts = good();
  facts.runs.push_back(good_run("other"));
  facts.runs[0].notes = {fault("exchange.shared", 7, "info")};
  facts.runs[1].checks.push_back(a_check("max_abs", false));
  facts.runs[0].checks.push_back(a_check("deterministic", false));
  for (const auto& reason : decide(facts).reasons) EXPECT_NE(reason.code, "race.shared");
}

}  // namespace
}  // namespace assay::check
