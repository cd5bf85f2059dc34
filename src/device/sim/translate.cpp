// SPDX-License-Identifier: Apache-2.0
#include "device/sim/translate.hpp"

namespace assay::device {

record::Place place_of(const sim::Site& site, const std::string& source_name) {
  record::Place place;
  place.file = site.source_file.empty() ? source_name : site.source_file;
  place.line = site.source_line;
  place.kernel = site.kernel;
  place.launch = site.launch;
  place.ptx_line = site.ptx_line;
  place.instruction = site.instruction;
  place.block = {site.block[0], site.block[1], site.block[2]};
  place.thread = {site.thread[0], site.thread[1], site.thread[2]};
  return place;
}

record::Finding finding_of(const sim::Fault& fault, const std::string& source_name) {
  record::Finding finding;
  finding.code = fault.code;
  // An uninitialised load rejects only once the output is shown to depend on it.
  finding.severity = fault.code == "memory.uninitialised" ? "warn" : "reject";
  finding.message = fault.message;
  finding.place = place_of(fault.site, source_name);
  if (fault.other) finding.other = place_of(*fault.other, source_name);
  finding.count = static_cast<std::int64_t>(fault.count);
  return finding;
}

record::Finding finding_of(const sim::Note& note, const std::string& source_name) {
  record::Finding finding;
  finding.code = note.code;
  finding.severity = "info";
  finding.message = note.message;
  finding.place = place_of(note.site, source_name);
  if (note.other) finding.other = place_of(*note.other, source_name);
  finding.count = static_cast<std::int64_t>(note.count);
  return finding;
}

record::RunCounters counters_of(const sim::Counters& c) {
  record::RunCounters out;
  const auto copy = [](std::uint64_t from, std::int64_t& to) {
    to = static_cast<std::int64_t>(from);
  };
  copy(c.warp_instructions, out.warp_instructions);
  copy(c.lane_instructions, out.lane_instructions);
  copy(c.float_operations, out.float_operations);
  copy(c.special_operations, out.special_operations);
  copy(c.divergent_branches, out.divergent_branches);
  copy(c.global_load_requests, out.global_load_requests);
  copy(c.global_load_sectors, out.global_load_sectors);
  copy(c.global_load_bytes, out.global_load_bytes);
  copy(c.global_store_requests, out.global_store_requests);
  copy(c.global_store_sectors, out.global_store_sectors);
  copy(c.global_store_bytes, out.global_store_bytes);
  copy(c.global_ideal_sectors, out.global_ideal_sectors);
  copy(c.shared_requests, out.shared_requests);
  copy(c.shared_wavefronts, out.shared_wavefronts);
  copy(c.local_requests, out.local_requests);
  copy(c.barriers, out.barriers);
  copy(c.atomics, out.atomics);
  copy(c.fences, out.fences);
  copy(c.shuffles, out.shuffles);
  copy(c.steps, out.steps);
  return out;
}

}  // namespace assay::device
