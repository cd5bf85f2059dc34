// SPDX-License-Identifier: Apache-2.0
// The stable codes of reasons and findings, in the order in which reasons are given when several
// hold. docs/reasons.md says the same to readers. Which facts lead to which code is `check`'s.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace assay::record {

/// In the order in which reasons are given; what comes first may explain what comes later.
enum class ReasonClass : std::uint8_t {
  refused,    ///< never ran: does not build, or says something that can't be done
  state,      ///< results can't be trusted since something outlives a run
  timeout,    ///< did not end
  memory,     ///< touched what it must not
  race,       ///< the result depends on luck
  result,     ///< ran, and the answer is wrong
  timing,     ///< the time can't be true
  undecided,  ///< can't tell: something is missing
  finding,    ///< worth telling, rejects nothing by itself
};

struct ReasonKind {
  std::string_view code;
  ReasonClass group;
  std::string_view meaning;  ///< one line: what was seen
  std::string_view advice;   ///< one line: what to do about it
};

/// All of them; reasons in the order in which they are given, then findings.
[[nodiscard]] std::span<const ReasonKind> reason_kinds();
/// nullptr: not a code of ours.
[[nodiscard]] const ReasonKind* find_reason(std::string_view code);
/// Position in `reason_kinds`; unknown codes last.
[[nodiscard]] std::size_t rank_of(std::string_view code);
/// True for codes that reject a candidate.
[[nodiscard]] bool rejects(std::string_view code);

[[nodiscard]] std::string_view name_of(ReasonClass group);

}  // namespace assay::record
