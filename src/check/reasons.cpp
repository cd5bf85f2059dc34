// SPDX-License-Identifier: Apache-2.0
#include "check/reasons.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "check/suspects.hpp"
#include "record/reason.hpp"

namespace assay::check {
namespace {

constexpr std::size_t most_log_lines = 12;

/// Checks that are no metric of the task have codes of their own.
std::string code_of(const record::Check& check) {
  if (!check.undecided.empty()) return "check.no_baseline";
  if (check.metric == "nonfinite") return "result.nonfinite";
  if (check.metric == "deterministic") return "property.nondeterministic";
  if (check.metric == "batch_invariant") return "property.batch_variant";
  return "result.wrong";
}

std::string share(std::int64_t part, std::int64_t whole, const std::string& unit) {
  return fmt::format("{} of {} {}", with_commas(part), with_commas(whole), unit);
}

std::string where(const record::Check& check) {
  return check.pattern.empty() ? "" : ": " + check.pattern;
}

std::string message_of(const record::Check& check, std::string_view code) {
  const std::string failing = share(check.failing, check.compared, check.unit);
  if (code == "check.no_baseline")
    return fmt::format("'{}': {} can't be told: {}", check.tensor, check.metric, check.undecided);
  if (code == "result.nonfinite")
    return fmt::format(
        "'{}' has a NaN or infinity where the golden has none, or lacks one, in {}{}", check.tensor,
        failing, where(check));
  if (code == "property.nondeterministic")
    return fmt::format("'{}' has other bits in a second run on the same inputs, in {}{}",
                       check.tensor, failing, where(check));
  if (code == "property.batch_variant")
    return fmt::format("'{}' has other bits in a smaller batch, in {}{}", check.tensor, failing,
                       where(check));
  return fmt::format("'{}': {} is {:.3g}, at most {:.3g} is allowed; {} are off{}", check.tensor,
                     check.metric, check.value, check.limit, failing, where(check));
}

std::string number(double value, int digits) {
  return fmt::format("{:.{}g}", value, digits);
}

std::string_view what_stopped(std::string_view failure) {
  if (failure == "timeout") return "the compiler did not end within its limit of time";
  if (failure == "memory") return "the compiler asked for more memory than its limit";
  if (failure == "crash") return "the compiler crashed on this source";
  if (failure == "output") return "the compiler made more output than its limit";
  return "the compiler turned the source away";
}

bool is_error_line(std::string_view line) {
  return line.find("error") != std::string_view::npos ||
         line.find("fatal") != std::string_view::npos;
}

std::vector<std::string> head_of_log(std::string_view log) {
  std::vector<std::string> kept;
  const std::vector<std::string_view> lines = lines_of(log);
  for (const std::string_view line : lines)
    if (!trim(line).empty() && kept.size() < most_log_lines) kept.emplace_back(line);
  if (kept.size() == most_log_lines && lines.size() > most_log_lines)
    kept.push_back(fmt::format("… {} more lines", lines.size() - most_log_lines));
  return kept;
}

/// Elements in so many bytes, and the element at a byte offset; i4 rows are padded to a byte.
std::int64_t elements_in(const Unwritten& part, std::int64_t bytes) {
  const int bits = bits_of(part.dtype);
  return bits >= 8 ? bytes / (bits / 8) : bytes * 2;
}

std::int64_t element_at_byte(const Unwritten& part, std::int64_t byte) {
  if (bits_of(part.dtype) >= 8) return byte / (bits_of(part.dtype) / 8);
  const std::int64_t columns = part.shape.empty() ? 1 : part.shape.back();
  const std::int64_t row_bytes = std::max<std::int64_t>((columns + 1) / 2, 1);
  return byte / row_bytes * columns + byte % row_bytes * 2;
}

}  // namespace

record::Reason reason(std::string code, std::string message, std::string case_name) {
  record::Reason made;
  const record::ReasonKind* kind = record::find_reason(code);
  made.hint = kind != nullptr ? kind->advice : "";
  made.code = std::move(code);
  made.message = std::move(message);
  made.case_name = std::move(case_name);
  return made;
}

std::string text_of(const record::WorstElement& element) {
  // Values that differ in their last bits alone are shown in full.
  const bool alike = number(element.got, 9) == number(element.expected, 9);
  const int digits = alike ? 17 : 9;
  const std::string index =
      element.index.empty() ? "" : fmt::format("[{}]", fmt::join(element.index, ", "));
  return fmt::format("{}{} is {}, expected {}", element.tensor, index, number(element.got, digits),
                     number(element.expected, digits));
}

record::Reason reason_of(const record::Check& check) {
  std::string code = code_of(check);
  std::string message = message_of(check, code);
  record::Reason made = reason(std::move(code), std::move(message), check.case_name);
  if (!check.family.empty()) made.evidence.push_back("inputs: " + check.family);
  made.worst = check.examples;
  return made;
}

record::Reason reason_of(const record::Finding& fault, const std::string& case_name) {
  record::Reason made = reason(fault.code, fault.message, case_name);
  made.place = fault.place;
  made.other = fault.other;
  if (fault.count > 1)
    made.evidence.push_back(fmt::format("seen {} times", with_commas(fault.count)));
  return made;
}

record::Reason reason_of(const Unwritten& part, const std::string& case_name) {
  const auto size = size_in_bytes(part.dtype, part.shape).value_or(0);
  const std::int64_t all = element_at_byte(part, size),
                     missing = std::min(elements_in(part, part.bytes), all);
  const std::string first =
      fmt::format("{}[{}]", part.tensor,
                  fmt::join(multi_index(part.shape, std::min(element_at_byte(part, part.first),
                                                             std::max<std::int64_t>(all - 1, 0))),
                            ", "));
  std::string message;
  if (part.bytes == size)
    message = fmt::format("nothing of '{}' was ever written ({} element{})", part.tensor,
                          with_commas(all), all == 1 ? "" : "s");
  else if (part.first + part.bytes == size)
    message = fmt::format("the last {} of {} elements of '{}' were never written, from {} on",
                          with_commas(missing), with_commas(all), part.tensor, first);
  else
    message = fmt::format("{} of {} elements of '{}' were never written, the first is {}",
                          with_commas(missing), with_commas(all), part.tensor, first);
  return reason("result.unwritten", std::move(message), case_name);
}

record::Reason reason_of(const record::Build& build) {
  if (!build.forbidden.empty() || build.failure == "forbidden") {
    record::Reason made = reason("code.forbidden", fmt::format("the compiled code refers to {}",
                                                               fmt::join(build.forbidden, ", ")));
    if (build.forbidden.empty()) made.message = "the compiled code uses what a candidate may not";
    return made;
  }
  const std::vector<std::string_view> lines = lines_of(build.log);
  if (build.failure == "format" && !lines.empty()) {
    record::Reason made = reason("build.failed", fmt::format("the file is {}", lines.front()));
    made.hint = "a cubin is what `nvcc -cubin` writes";
    return made;
  }
  std::string message(what_stopped(build.failure));
  const auto error = std::ranges::find_if(lines, is_error_line);
  if (error != lines.end()) message += fmt::format(": {}", trim(*error));
  record::Reason made = reason("build.failed", std::move(message));
  made.evidence = head_of_log(build.log);
  return made;
}

record::Reason reason_of(const record::Symbol& symbol) {
  return reason("state.hidden",
                fmt::format("'{}' ({} bytes of {} storage) can be written and outlives a run",
                            symbol.name, with_commas(symbol.size), symbol.space));
}

record::Reason reason_of_changed_input(const std::string& tensor, const std::string& case_name) {
  return reason(
      "memory.input_modified",
      fmt::format("'{}' is an input, and holds other bytes after the run than before", tensor),
      case_name);
}

}  // namespace assay::check
