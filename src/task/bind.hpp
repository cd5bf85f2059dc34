// SPDX-License-Identifier: Apache-2.0
// A validated manifest at one case: every expression evaluated, every limit checked, and the result
// laid out as records for the builder and the worker. Pure: nothing is built or run here; only
// `file("x.npy")` values are read. A problem is a value (`manifest.invalid`, or a fault of the
// task), never an Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "record/build.hpp"
#include "record/job.hpp"
#include "task/task.hpp"

namespace assay::task {

/// What expressions may ask of the device, or of the simulator's named model (default: H200).
struct DeviceFacts {
  std::int64_t sm_count = 132;
  std::int64_t smem_max = 232448;  ///< most shared memory that one block can ask for, bytes
};

/// Parameter name → the value as -DNAME=value takes it.
using Chosen = std::map<std::string, std::string>;

/// Why a manifest does not hold at a case: reason `manifest.invalid`, unless the task itself is at
/// fault.
struct Problem {
  std::string
      message;       ///< "grid[0] 'rows / 128' is 0, expected at least 1 (the output is not empty)"
  std::string hint;  ///< what to do, "" if nothing sensible
  std::string
      place;  ///< "launch 1 'softmax_block', argument 3"; "" when it is about the whole manifest
  bool of_task =
      false;  ///< the task is unsound at this case (exit 2), the candidate has no part in it
};
[[nodiscard]] std::string to_text(const Problem& problem);

template <class T>
using Bound = tl::expected<T, std::vector<Problem>>;

/// The first value of each parameter, or what `overrides` (--param NAME=VALUE) says. Problems: an
/// unknown name (with the nearest), a value of another type, for .ptx and .cubin another value than
/// the only one.
[[nodiscard]] Bound<Chosen> choose_params(const Candidate& candidate, const Chosen& overrides = {});

/// Everything that a bound expression can depend on.
struct Setting {
  const Task& task;
  const Candidate& candidate;
  const Case& at;
  Chosen params;  ///< from choose_params
  DeviceFacts device;
  bool golden =
      false;  ///< float outs become f64; an inout `t` is read-only and `t.out` beside it is written
};

/// Axes, integer params, sm_count and smem_max, after the candidate's constraints were checked.
[[nodiscard]] Bound<Names> names_for(const Setting& setting);

/// True when `[build] define` uses an axis: then each case has a build of its own.
[[nodiscard]] bool build_depends_on_case(const Task& task, const Candidate& candidate);

/// Defines are params and `[build] define`, sorted by name. `arch` is the device's; the manifest's
/// own wins.
[[nodiscard]] Bound<record::BuildRequest> build_request(const Setting& setting,
                                                        const std::string& arch);

/// How many runs the input families of a case need: the longest list among its tensors (at least
/// 1).
[[nodiscard]] std::size_t family_count(const Task& task, const Case& at);
/// "normal(0, 1)", or "x normal(0, 1), w ones" where several tensors have values.
[[nodiscard]] std::string family_label(const Task& task, const Case& at, std::size_t family);

struct Seeds {
  std::uint64_t inputs =
      0;  ///< same for golden and candidates: an input depends on it, case name, tensor and family
  std::uint64_t noise = 0;  ///< outputs and scratch before the run
  std::uint64_t schedule = 0;
};

/// Buffers (tensors in the task's order, then scratch) and evaluated launches. `kernels` are those
/// of the build. `step_limit` stays 0: the caller sets it.
[[nodiscard]] Bound<record::RunRequest> bind_run(const Setting& setting,
                                                 std::span<const record::KernelInfo> kernels,
                                                 std::size_t family, const Seeds& seeds);

/// `[[state]]` symbols that a build lacks; `symbols` are its storage, constants included. One that
/// is there but never written is no problem: restoring it changes nothing.
[[nodiscard]] std::vector<Problem> state_problems(const Candidate& candidate,
                                                  std::span<const record::Symbol> symbols);

/// What is valid but can't be run yet, by name ("[[tensor_map]]", "[build] compiler = \"nvcc\""):
/// the verdict is `undecided` and lists them. The task's own part alone: `not_runnable(task)`.
[[nodiscard]] std::vector<std::string> not_runnable(const Task& task, const Candidate& candidate);
[[nodiscard]] std::vector<std::string> not_runnable(const Task& task);

/// Most bytes of scratch that a candidate gets, and most launches of one run.
inline constexpr std::int64_t scratch_cap = std::int64_t{4} << 30;
inline constexpr std::int64_t launch_cap = 10'000;

}  // namespace assay::task
