// SPDX-License-Identifier: Apache-2.0
// What a worker is told to run and what it answers. A worker knows no golden result, no tolerance
// and no task: only code, buffers, launches and seeds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "num/dtype.hpp"
#include "num/tensor.hpp"
#include "num/values.hpp"
#include "record/finding.hpp"

namespace assay::record {

/// What stands in a buffer before a run.
struct Fill {
  enum class Kind : std::uint8_t { values, noise, zeros, bytes };
  Kind kind = Kind::noise;
  Values values;           ///< for `values`
  std::uint64_t seed = 0;  ///< for `values` and `noise`
  Bytes bytes;             ///< for `bytes`
};

struct JobBuffer {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<std::int64_t> shape;
  std::int64_t align = 16;
  bool writable = true;     ///< inputs and weights are mapped read-only
  bool initialised = true;  ///< false: noise; loads before stores are findings
  Fill fill;
  bool wanted = false;  ///< contents come back after the run
};

struct JobArgument {
  std::string buffer;  ///< name of a buffer, or "" for raw bytes
  Bytes bytes;
};

struct JobLaunch {
  std::string kernel;  ///< entry name
  std::array<std::int64_t, 3> grid{1, 1, 1};
  std::array<std::int64_t, 3> block{1, 1, 1};
  std::array<std::int64_t, 3> cluster{0, 0, 0};
  std::int64_t shared_bytes = 0;
  bool cooperative = false;
  std::vector<JobArgument> arguments;
};

/// The first message to a worker: what code it holds from now on.
struct LoadRequest {
  std::string device = "sim";
  std::string model = "h200";
  Bytes ptx;
  std::string source_name;  ///< to name places
  int host_threads = 1;
  std::vector<std::string> kernels;  ///< entries that will be launched
};

struct LoadAnswer {
  bool ok = false;
  std::string error;                 ///< ours or the machine's
  std::vector<Finding> unsupported;  ///< sim.unsupported, by operation and place
};

/// One run: the whole launch list once.
struct RunRequest {
  std::vector<JobBuffer> buffers;
  std::vector<JobLaunch> launches;
  std::vector<std::string> state_symbols;  ///< declared [[state]], restored before the run
  std::uint64_t schedule_seed = 0;
  std::int64_t step_limit = 0;
};

struct RunCounters {
  std::int64_t warp_instructions = 0, lane_instructions = 0, float_operations = 0,
               special_operations = 0;
  std::int64_t divergent_branches = 0;
  std::int64_t global_load_requests = 0, global_load_sectors = 0, global_load_bytes = 0;
  std::int64_t global_store_requests = 0, global_store_sectors = 0, global_store_bytes = 0;
  std::int64_t global_ideal_sectors = 0;
  std::int64_t shared_requests = 0, shared_wavefronts = 0, local_requests = 0;
  std::int64_t barriers = 0, atomics = 0, fences = 0, shuffles = 0, steps = 0;
};

struct RunOutput {
  std::string name;
  HostTensor tensor;
  std::int64_t unwritten_bytes = 0;   ///< bytes of an uninitialised buffer that no launch wrote
  std::int64_t first_unwritten = -1;  ///< byte offset
};

struct RunAnswer {
  bool ok = false;  ///< the run took place; else `error` (ours or the machine's)
  std::string error;
  bool completed = false;       ///< every launch ran to its end
  std::vector<Finding> faults;  ///< severity "reject", or "warn" for memory.uninitialised
  std::vector<Finding> notes;
  std::vector<RunOutput> outputs;
  std::vector<std::pair<std::string, std::string>>
      inputs_before;  ///< read-only buffer → content hash
  std::vector<std::pair<std::string, std::string>> inputs_after;
  RunCounters counters;
  std::string printed;
};

}  // namespace assay::record
