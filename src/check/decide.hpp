// SPDX-License-Identifier: Apache-2.0
// From all that is known of a candidate to its outcome and the reasons, in the order of
// docs/reasons.md. The only place that knows which fact rejects. Pure: the flow gathers the facts,
// this decides.
//
// A proven fault rejects whatever else is missing. Else an error of ours or the machine's is
// `error`, never a score. Else what could not be told makes it `undecided`. Accepted is what ran,
// was checked and met every requirement.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "num/tensor.hpp"
#include "record/build.hpp"
#include "record/job.hpp"
#include "record/verdict.hpp"

namespace assay::check {

/// Part of an output that no thread wrote.
struct Unwritten {
  std::string tensor;
  Dtype dtype = Dtype::f32;
  std::vector<std::int64_t> shape;
  std::int64_t bytes = 0;
  std::int64_t first = 0;  ///< byte offset
};

/// What is known of one run: a case with one family of inputs.
struct RunFacts {
  std::string case_name;
  std::string family;
  bool completed = false;  ///< every launch ran to its end
  bool too_slow = false;   ///< the watchdog ended it
  std::vector<record::Finding> faults;
  std::vector<record::Finding> notes;
  std::vector<Unwritten> unwritten;
  std::vector<std::string>
      changed_inputs;  ///< read-only buffers whose hash is another after the run
  bool noise_reaches_output =
      false;  ///< another noise seed changed an output (memory.uninitialised rejects)
  std::vector<record::Check> checks;
};

/// What a worker's answer says: faults, notes, unwritten parts, changed inputs. Checks and
/// `noise_reaches_output` are the caller's to add.
[[nodiscard]] RunFacts facts_of(const record::RunAnswer& answer, std::string case_name,
                                std::string family);

struct Facts {
  std::vector<std::pair<std::string, std::string>>
      manifest;                       ///< message and hint of what does not hold
  std::vector<record::Build> builds;  ///< `writable_symbols`: without those that [[state]] declares
  std::vector<record::Finding> unsupported;  ///< sim.unsupported, by operation and place
  std::vector<RunFacts> runs;
  std::vector<record::Reason>
      more;           ///< found by others: launch.failed, state.replay, timing.impossible, …
  std::string error;  ///< ours or the machine's; "" when all went well
};

struct Decision {
  record::Outcome outcome = record::Outcome::error;
  std::vector<record::Reason>
      reasons;  ///< in the order of docs/reasons.md; what is found in several cases is told once
  std::vector<record::Finding> findings;  ///< what was seen and rejects nothing, each once
};

[[nodiscard]] Decision decide(const Facts& facts);

}  // namespace assay::check
