// SPDX-License-Identifier: Apache-2.0
// The verdict as JSON. The order of keys is the order of the lines here;
// docs/verdict.schema.json says the same to other programs, and a test holds the two together.
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.hpp"
#include "record/message.hpp"
#include "record/packed.hpp"
#include "record/verdict.hpp"

namespace assay::record {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity and no NaN.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

template <class T, class Convert>
Json list(const std::vector<T>& values, Convert convert) {
  Json all = Json::array();
  for (const T& value : values) all.push_back(convert(value));
  return all;
}

template <class T, class Convert>
Json or_null(const std::optional<T>& value, Convert convert) {
  return value ? convert(*value) : Json(nullptr);
}

template <class Value>
Json object_of(const std::vector<std::pair<std::string, Value>>& pairs) {
  Json object = Json::object();
  for (const auto& [name, value] : pairs) object[name] = value;
  return object;
}

Json coordinates(const std::array<std::int64_t, 3>& at) {
  return {at[0], at[1], at[2]};
}

Json json_of(const Place& place) {
  return {{"file", text_or_null(place.file)},
          {"line", place.line > 0 ? Json(place.line) : Json(nullptr)},
          {"kernel", text_or_null(place.kernel)},
          {"launch", place.launch},
          {"ptx_line", place.ptx_line > 0 ? Json(place.ptx_line) : Json(nullptr)},
          {"instruction", text_or_null(place.instruction)},
          {"block", or_null(place.block, coordinates)},
          {"thread", or_null(place.thread, coordinates)}};
}

Json place_or_null(const std::optional<Place>& place) {
  return or_null(place, [](const Place& each) { return json_of(each); });
}

Json json_of(const Finding& finding) {
  return {{"code", finding.code},
          {"severity", finding.severity},
          {"message", finding.message},
          {"place", place_or_null(finding.place)},
          {"other", place_or_null(finding.other)},
          {"count", finding.count}};
}

Json findings_of(const std::vector<Finding>& findings) {
  return list(findings, [](const Finding& each) { return json_of(each); });
}

Json json_of(const WorstElement& worst) {
  return {{"tensor", worst.tensor},
          {"index", worst.index},
          {"got", number(worst.got)},
          {"expected", number(worst.expected)}};
}

Json elements_of(const std::vector<WorstElement>& elements) {
  return list(elements, [](const WorstElement& each) { return json_of(each); });
}

Json json_of(const Reason& reason) {
  return {{"code", reason.code},
          {"case", text_or_null(reason.case_name)},
          {"message", reason.message},
          {"hint", text_or_null(reason.hint)},
          {"place", place_or_null(reason.place)},
          {"other", place_or_null(reason.other)},
          {"evidence", reason.evidence},
          {"worst", elements_of(reason.worst)}};
}

Json json_of(const KernelInfo& kernel) {
  return {{"expression", kernel.expression},
          {"entry", kernel.entry},
          {"parameter_sizes", kernel.parameter_sizes},
          {"registers", kernel.registers},
          {"shared_bytes", kernel.shared_bytes},
          {"frame_bytes", kernel.frame_bytes},
          {"spill_bytes", kernel.spill_bytes},
          {"max_threads", kernel.max_threads},
          {"required_threads", coordinates(kernel.required_threads)},
          {"cluster", coordinates(kernel.cluster)},
          {"instruction_mix", object_of(kernel.instruction_mix)}};
}

Json json_of(const Symbol& symbol) {
  return {{"name", symbol.name},
          {"size", symbol.size},
          {"space", symbol.space},
          {"proven_read_only", symbol.proven_read_only}};
}

Json artifact(const Bytes& bytes) {
  if (bytes.empty()) return nullptr;
  return {{"hash", hash_hex(bytes)}, {"bytes", bytes.size()}};
}

/// `from_cache` is left out: a verdict says what was judged, not how quickly.
Json json_of(const Build& build) {
  return {{"arch", build.arch},
          {"compiler", build.compiler},
          {"ok", build.ok},
          {"failure", text_or_null(build.failure)},
          {"log", build.log},
          {"identity", build.identity},
          {"artifacts", {{"ptx", artifact(build.ptx)}, {"cubin", artifact(build.cubin)}}},
          {"kernels", list(build.kernels, [](const KernelInfo& each) { return json_of(each); })},
          {"writable_symbols",
           list(build.writable_symbols, [](const Symbol& each) { return json_of(each); })},
          {"forbidden", build.forbidden},
          {"findings", findings_of(build.findings)},
          {"sandbox", {{"applied", build.sandbox}, {"missing", build.sandbox_missing}}}};
}

Json json_of(const Check& check) {
  return {{"case", check.case_name},
          {"family", check.family},
          {"tensor", check.tensor},
          {"metric", check.metric},
          {"value", number(check.value)},
          {"limit", number(check.limit)},
          {"passed", check.passed},
          {"undecided", text_or_null(check.undecided)},
          {"failing", check.failing},
          {"compared", check.compared},
          {"unit", check.unit},
          {"pattern", text_or_null(check.pattern)},
          {"worst", or_null(check.worst, [](const WorstElement& each) { return json_of(each); })},
          {"examples", elements_of(check.examples)}};
}

Json json_of(const RunCounters& counters) {
  return {{"warp_instructions", counters.warp_instructions},
          {"lane_instructions", counters.lane_instructions},
          {"float_operations", counters.float_operations},
          {"special_operations", counters.special_operations},
          {"divergent_branches", counters.divergent_branches},
          {"global_load_requests", counters.global_load_requests},
          {"global_load_sectors", counters.global_load_sectors},
          {"global_load_bytes", counters.global_load_bytes},
          {"global_store_requests", counters.global_store_requests},
          {"global_store_sectors", counters.global_store_sectors},
          {"global_store_bytes", counters.global_store_bytes},
          {"global_ideal_sectors", counters.global_ideal_sectors},
          {"shared_requests", counters.shared_requests},
          {"shared_wavefronts", counters.shared_wavefronts},
          {"local_requests", counters.local_requests},
          {"barriers", counters.barriers},
          {"atomics", counters.atomics},
          {"fences", counters.fences},
          {"shuffles", counters.shuffles},
          {"steps", counters.steps}};
}

Json json_of(const CaseResult& result) {
  return {{"name", result.name},
          {"axes", object_of(result.axes)},
          {"drawn", result.drawn},
          {"ran", result.ran},
          {"why_not", text_or_null(result.why_not)},
          {"counters", result.ran ? json_of(result.counters) : Json(nullptr)}};
}

Json json_of(const Estimate& estimate) {
  return {{"model", estimate.model},
          {"case", estimate.case_name},
          {"seconds", number(estimate.seconds)},
          {"fraction_of_roofline", number(estimate.fraction_of_roofline)}};
}

Json source_of(const std::string& name, const std::string& text) {
  return {{"name", name},
          {"hash", hash_hex(bytes_of(text))},
          {"encoding", packed_encoding},
          {"text", packed(text)}};
}

/// The facts that the flow gives stand beside what is kept to run it again; ours wins where names
/// collide. A name that comes several times (one build an architecture) has all of its values.
Json provenance(const char* name, Json kept,
                const std::vector<std::pair<std::string, std::string>>& facts) {
  Json all = Json::object();
  for (const auto& [fact, value] : facts) {
    if (!all.contains(fact))
      all[fact] = value;
    else if (all[fact] != value)
      all[fact] = all[fact].get<std::string>() + ", " + value;
  }
  all.erase(name);
  Json whole = Json::object();
  whole[name] = std::move(kept);
  whole.update(all);
  return whole;
}

Json json_of(const Verdict& verdict) {
  const auto met = as_expected(verdict);
  return {
      {"candidate", verdict.candidate},
      {"name", verdict.name},
      {"baseline", verdict.baseline},
      {"verdict", name_of(verdict.outcome)},
      {"expected", text_or_null(verdict.expected)},
      {"as_expected", met ? Json(*met) : Json(nullptr)},
      {"error", text_or_null(verdict.error)},
      {"reasons", list(verdict.reasons, [](const Reason& each) { return json_of(each); })},
      {"findings", findings_of(verdict.findings)},
      {"build", list(verdict.builds, [](const Build& each) { return json_of(each); })},
      {"checks", list(verdict.checks, [](const Check& each) { return json_of(each); })},
      {"cases", list(verdict.cases, [](const CaseResult& each) { return json_of(each); })},
      {"estimate", or_null(verdict.estimate, [](const Estimate& each) { return json_of(each); })},
      {"coverage",
       {{"checked", verdict.coverage.checked}, {"not_checked", verdict.coverage.not_checked}}},
      {"provenance",
       provenance("source", source_of(verdict.name, verdict.source), verdict.provenance)},
      {"seconds", number(verdict.seconds)}};
}

}  // namespace

std::string to_json(const Report& report) {
  Json sources = list(report.task_sources,
                      [](const auto& each) { return source_of(each.first, each.second); });
  const Json document = {
      {"schema", 1},
      {"task", report.task},
      {"task_path", report.task_path},
      {"device", report.device},
      {"seed", fmt::format("0x{:016x}", report.seed)},
      {"date", report.date},
      {"seconds", number(report.seconds)},
      {"provenance", provenance("sources", std::move(sources), report.provenance)},
      {"verdicts", list(report.verdicts, [](const Verdict& each) { return json_of(each); })}};
  // Names and logs of hostile origin need not be UTF-8; what is not becomes U+FFFD.
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::record
