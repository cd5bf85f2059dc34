// SPDX-License-Identifier: Apache-2.0
// One list of fields for each record that travels between processes; reading and writing both walk
// it, so the two directions can't drift apart. What a field may hold beyond its type is said by
// `complaint`. No JSON here.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "record/build.hpp"
#include "record/job.hpp"

namespace assay::record {

template <class T, class Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

void fields(auto& a, Is<Place> auto& r) {
  a("file", r.file);
  a("line", r.line);
  a("kernel", r.kernel);
  a("launch", r.launch);
  a("ptx_line", r.ptx_line);
  a("instruction", r.instruction);
  a("block", r.block);
  a("thread", r.thread);
}

void fields(auto& a, Is<Finding> auto& r) {
  a("code", r.code);
  a("severity", r.severity);
  a("message", r.message);
  a("place", r.place);
  a("other", r.other);
  a("count", r.count);
}

void fields(auto& a, Is<BuildRequest> auto& r) {
  a("name", r.name);
  a("kind", r.kind);
  a("source", r.source);
  a("compiler", r.compiler);
  a("arch", r.arch);
  a("flags", r.flags);
  a("defines", r.defines);
  a("include_folders", r.include_folders);
  a("kernels", r.kernels);
  a("prelude", r.prelude);
}

void fields(auto& a, Is<KernelInfo> auto& r) {
  a("expression", r.expression);
  a("entry", r.entry);
  a("parameter_sizes", r.parameter_sizes);
  a("registers", r.registers);
  a("shared_bytes", r.shared_bytes);
  a("frame_bytes", r.frame_bytes);
  a("spill_bytes", r.spill_bytes);
  a("max_threads", r.max_threads);
  a("required_threads", r.required_threads);
  a("cluster", r.cluster);
  a("instruction_mix", r.instruction_mix);
}

void fields(auto& a, Is<Symbol> auto& r) {
  a("name", r.name);
  a("size", r.size);
  a("space", r.space);
  a("proven_read_only", r.proven_read_only);
}

void fields(auto& a, Is<Build> auto& r) {
  a("ok", r.ok);
  a("failure", r.failure);
  a("log", r.log);
  a("arch", r.arch);
  a("compiler", r.compiler);
  a("ptx", r.ptx);
  a("cubin", r.cubin);
  a("kernels", r.kernels);
  a("writable_symbols", r.writable_symbols);
  a("forbidden", r.forbidden);
  a("findings", r.findings);
  a("sandbox", r.sandbox);
  a("sandbox_missing", r.sandbox_missing);
  a("identity", r.identity);
  a("from_cache", r.from_cache);
}

void fields(auto& a, Is<Values> auto& r) {
  a("family", r.family);
  a("a", r.a);
  a("b", r.b);
  a("path", r.path);
}

void fields(auto& a, Is<Fill> auto& r) {
  a("kind", r.kind);
  a("values", r.values);
  a("seed", r.seed);
  a("bytes", r.bytes);
}

void fields(auto& a, Is<JobBuffer> auto& r) {
  a("name", r.name);
  a("dtype", r.dtype);
  a("shape", r.shape);
  a("align", r.align);
  a("writable", r.writable);
  a("initialised", r.initialised);
  a("fill", r.fill);
  a("wanted", r.wanted);
}

void fields(auto& a, Is<JobArgument> auto& r) {
  a("buffer", r.buffer);
  a("bytes", r.bytes);
}

void fields(auto& a, Is<JobLaunch> auto& r) {
  a("kernel", r.kernel);
  a("grid", r.grid);
  a("block", r.block);
  a("cluster", r.cluster);
  a("shared_bytes", r.shared_bytes);
  a("cooperative", r.cooperative);
  a("arguments", r.arguments);
}

void fields(auto& a, Is<LoadRequest> auto& r) {
  a("device", r.device);
  a("model", r.model);
  a("ptx", r.ptx);
  a("source_name", r.source_name);
  a("host_threads", r.host_threads);
  a("kernels", r.kernels);
}

void fields(auto& a, Is<LoadAnswer> auto& r) {
  a("ok", r.ok);
  a("error", r.error);
  a("unsupported", r.unsupported);
}

void fields(auto& a, Is<RunRequest> auto& r) {
  a("buffers", r.buffers);
  a("launches", r.launches);
  a("state_symbols", r.state_symbols);
  a("schedule_seed", r.schedule_seed);
  a("step_limit", r.step_limit);
}

void fields(auto& a, Is<RunCounters> auto& r) {
  a("warp_instructions", r.warp_instructions);
  a("lane_instructions", r.lane_instructions);
  a("float_operations", r.float_operations);
  a("special_operations", r.special_operations);
  a("divergent_branches", r.divergent_branches);
  a("global_load_requests", r.global_load_requests);
  a("global_load_sectors", r.global_load_sectors);
  a("global_load_bytes", r.global_load_bytes);
  a("global_store_requests", r.global_store_requests);
  a("global_store_sectors", r.global_store_sectors);
  a("global_store_bytes", r.global_store_bytes);
  a("global_ideal_sectors", r.global_ideal_sectors);
  a("shared_requests", r.shared_requests);
  a("shared_wavefronts", r.shared_wavefronts);
  a("local_requests", r.local_requests);
  a("barriers", r.barriers);
  a("atomics", r.atomics);
  a("fences", r.fences);
  a("shuffles", r.shuffles);
  a("steps", r.steps);
}

void fields(auto& a, Is<HostTensor> auto& r) {
  a("dtype", r.dtype);
  a("shape", r.shape);
  a("bytes", r.bytes);
}

void fields(auto& a, Is<RunOutput> auto& r) {
  a("name", r.name);
  a("tensor", r.tensor);
  a("unwritten_bytes", r.unwritten_bytes);
  a("first_unwritten", r.first_unwritten);
}

void fields(auto& a, Is<RunAnswer> auto& r) {
  a("ok", r.ok);
  a("error", r.error);
  a("completed", r.completed);
  a("faults", r.faults);
  a("notes", r.notes);
  a("outputs", r.outputs);
  a("inputs_before", r.inputs_before);
  a("inputs_after", r.inputs_after);
  a("counters", r.counters);
  a("printed", r.printed);
}

}  // namespace assay::record
