// SPDX-License-Identifier: Apache-2.0
// Between the simulator's words and those of records.
#pragma once

#include "record/finding.hpp"
#include "record/job.hpp"
#include "sim/simulator.hpp"

namespace assay::device {

[[nodiscard]] record::Place place_of(const sim::Site& site, const std::string& source_name);
[[nodiscard]] record::Finding finding_of(const sim::Fault& fault, const std::string& source_name);
[[nodiscard]] record::Finding finding_of(const sim::Note& note, const std::string& source_name);
[[nodiscard]] record::RunCounters counters_of(const sim::Counters& counters);

}  // namespace assay::device
