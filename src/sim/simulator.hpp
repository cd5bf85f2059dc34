// SPDX-License-Identifier: Apache-2.0
// The simulator's front door: load a PTX module, allocate checked buffers, launch, read back.
// Exact and deterministic: the same module, buffers, launches and seed give the same bits, faults
// and counters with any number of host threads. Not a cycle model.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "ptx/module.hpp"

namespace assay::sim {

/// The GPU whose limits and special registers a kernel sees.
struct Model {
  std::string name = "h200";
  int sm_count = 132;
  int warps_per_sm = 64;
  int blocks_per_sm = 32;
  std::int64_t shared_per_block = 232448;  ///< with opt-in, bytes
  std::int64_t shared_per_sm = 233472;
  std::int64_t registers_per_sm = 65536;
  int threads_per_block = 1024;
};

enum class Access : std::uint8_t { read_only, read_write };

struct BufferSpec {
  std::string name;         ///< for messages
  std::int64_t size = 0;    ///< bytes; 0 is allowed and has a valid address
  std::int64_t align = 16;  ///< bytes; the base is a multiple of it and of no more than it needs
  Access access = Access::read_write;
  bool initialised =
      true;  ///< false: bytes hold noise and a load of one not written in this run is a finding
  int element_size = 4;  ///< bytes, for messages ("element 37 of y")
};

using BufferId = std::uint32_t;

/// Where something happened: the launch, the instruction in PTX and in the source, the thread.
struct Site {
  int launch = 0;  ///< index into the run's launches
  std::string kernel;
  std::string source_file;  ///< "" when the PTX has no .loc
  std::uint32_t source_line = 0;
  std::uint32_t ptx_line = 0;
  std::string instruction;  ///< the PTX statement
  std::array<std::uint32_t, 3> block{};
  std::array<std::uint32_t, 3> thread{};
};

/// Something a kernel must not do. `code` is one of docs/reasons.md: memory.out_of_bounds,
/// memory.misaligned, memory.input_modified, memory.uninitialised (a finding until the output is
/// shown to depend on it), race.shared, race.global, barrier.divergent, run.deadlock,
/// run.step_limit, run.fault (trap, assert), state.hidden (a store into module storage that was not
/// declared).
struct Fault {
  std::string code;
  std::string message;  ///< "store of 4 bytes at 4 bytes past the end of 'y' (148,148 bytes)"
  Site site;
  std::optional<Site> other;  ///< the second party of a race
  std::uint64_t count = 1;    ///< how often the same pair of instructions did it
};

/// Something worth telling that rejects nothing by itself: printf used, a timer read, lanes racing
/// with equal values, …
struct Note {
  std::string code;  ///< "printf", "reads.timer", "reads.smid", "race.same_value", "shfl.inactive",
                     ///< "sync.outside_mask", "exchange.shared", …
  std::string message;
  Site site;
  std::optional<Site> other;  ///< the second party of an exchange
  std::uint64_t count = 1;
};

/// Exact counts over a run; totals always add up.
struct Counters {
  std::uint64_t warp_instructions = 0;
  std::uint64_t lane_instructions = 0;   ///< Σ active lanes
  std::uint64_t float_operations = 0;    ///< add, mul 1; fma 2; per active lane (f16x2 pairs twice)
  std::uint64_t special_operations = 0;  ///< ex2, lg2, rcp, sqrt, sin, cos, rsqrt, tanh
  std::uint64_t divergent_branches = 0;
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_load_bytes = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0, global_store_bytes = 0;
  std::uint64_t global_ideal_sectors = 0;  ///< ceil(bytes used / 32) for each request
  std::uint64_t shared_requests = 0,
                shared_wavefronts = 0;  ///< wavefronts − requests = bank conflicts
  std::uint64_t local_requests = 0;
  std::uint64_t barriers = 0, atomics = 0, fences = 0, shuffles = 0;
  std::uint64_t steps = 0;  ///< what the step limit counts: warp instructions
};

struct Launch {
  std::string kernel;  ///< entry name in the PTX
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamic_shared = 0;  ///< bytes
  bool cooperative = false;          ///< all blocks must be co-resident (grid barriers)
  /// One entry a kernel parameter: a buffer (its 64-bit address is passed) or raw bytes of the
  /// parameter's size.
  struct Argument {
    std::optional<BufferId> buffer;
    Bytes bytes;
  };
  std::vector<Argument> arguments;
};

struct Limits {
  std::uint64_t steps = 50'000'000;  ///< warp instructions a run, over all launches
  int host_threads = 1;
  std::size_t max_faults = 8;  ///< distinct faults kept; a fault that stops a block stops the run
  std::size_t printf_bytes = 4096;
};

struct RunSpec {
  std::vector<Launch> launches;
  std::uint64_t schedule_seed =
      0;  ///< order of blocks, warps and time slices; addresses; shared-memory noise
  Limits limits;
  /// Module variables that may be written (declared state); any other store into module storage is
  /// state.hidden.
  std::vector<std::string> writable_symbols;
};

struct RunOutcome {
  std::vector<Fault>
      faults;  ///< in order of severity, then of first occurrence in the seeded order
  std::vector<Note> notes;
  Counters counters;
  std::string printed;     ///< printf and assert output, cut at the limit, unescaped
  bool completed = false;  ///< every launch ran to its end
};

/// What the simulator can't run yet, found before any run: by operation and place.
struct Unsupported {
  std::string operation;  ///< "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16"
  Site site;
};

class Simulator {
 public:
  /// Decodes every function of the module. Unsupported operations are reported by `unsupported`,
  /// not as an Error.
  [[nodiscard]] static Result<Simulator> load(ptx::Module module, Model model = {});
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;
  ~Simulator();

  /// Operations reachable from this kernel that can't be run; empty means it runs.
  [[nodiscard]] std::vector<Unsupported> unsupported(std::string_view kernel) const;

  /// Buffers live until `reset`; contents and "written" marks are set by `write`.
  [[nodiscard]] Result<BufferId> allocate(const BufferSpec& spec, std::uint64_t address_seed);
  void write(BufferId buffer, ByteView content);
  [[nodiscard]] ByteView read(BufferId buffer) const;
  /// Bytes of a not-initialised buffer that no launch has written since `write`, and the first such
  /// offset.
  struct Unwritten {
    std::int64_t bytes = 0;
    std::int64_t first = 0;
  };
  [[nodiscard]] Unwritten unwritten(BufferId buffer) const;
  void reset();

  /// Module variables get their initial values, then all launches run in order.
  /// Error only for misuse (unknown kernel, wrong number or size of arguments, block too large, no
  /// memory).
  [[nodiscard]] Result<RunOutcome> run(const RunSpec& spec);

 private:
  struct State;
  [[nodiscard]] Result<RunOutcome> run_all(const RunSpec& spec);
  explicit Simulator(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::sim
