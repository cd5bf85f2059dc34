// SPDX-License-Identifier: Apache-2.0
// The table of reasons: a new one is a line here and a line in docs/reasons.md.
#include "record/reason.hpp"

#include <algorithm>
#include <array>

namespace assay::record {
namespace {

using enum ReasonClass;

constexpr auto kinds = std::to_array<ReasonKind>({
    {"manifest.invalid", refused, "the manifest names, sizes or launches something that can't be",
     "see the place named; docs/candidate.md lists what a manifest may say"},
    {"build.failed", refused,
     "the compiler turned the source away, or ran into a limit on time or memory",
     "read the compiler's log below; line numbers are those of the candidate's file"},
    {"code.forbidden", refused,
     "the compiled code uses what candidates may not (launches from the device)",
     "launch every kernel from the manifest; device code can't start others"},
    {"launch.failed", refused,
     "a launch was refused: too many threads, too much shared memory, wrong arguments",
     "compare the launch with the kernel's limits in the build section"},
    {"state.hidden", state,
     "module storage that no [[state]] names was written, so one run can lean on another",
     "keep it in a [[scratch]] buffer, or declare it with [[state]] so that it is restored before "
     "each run"},
    {"state.replay", state, "a second run on other inputs gave what belongs to an earlier one",
     "compute from the inputs of this run alone; nothing may be carried over"},
    {"run.timeout", timeout, "the run did not end within the task's seconds",
     "look for an endless loop, or for far more work than the task needs"},
    {"run.deadlock", timeout, "every thread waits for another, so nothing can go on",
     "a barrier or flag that not all of its threads reach; blocks may only wait for each other "
     "when cooperative"},
    {"run.step_limit", timeout,
     "the run took more steps than the limit (default: 50 times the golden's)",
     "look for an endless loop; raise [limits] steps in the task if so much work is right"},
    {"memory.out_of_bounds", memory, "memory outside of any buffer was read or written",
     "guard the access by the axes' sizes; sizes that no block divides are the usual cause"},
    {"memory.misaligned", memory, "an access was not aligned to its own size",
     "vector loads need a 16-byte base and a row length to match; fall back to scalars where it "
     "does not"},
    {"memory.input_modified", memory,
     "an input was written, though the task gives it to be read only",
     "write to a scratch buffer instead"},
    {"memory.uninitialised", memory,
     "memory was read that nothing had written, and the output depends on it",
     "write before reading; scratch and outputs hold noise before each run, and shared memory does "
     "too"},
    {"run.fault", memory, "the kernel trapped, or faulted in a way that can't be told apart",
     "an assert, a __trap or an illegal instruction; see the place named"},
    {"race.shared", race,
     "two threads touch one word of shared memory unordered, and one of them writes",
     "put __syncthreads (or __syncwarp, within a warp) between the two places named"},
    {"race.global", race,
     "two threads touch one word of global memory unordered, and one of them writes",
     "use atomics or fences, split the work by thread, or end the launch between the two"},
    {"barrier.divergent", race,
     "threads of a block reached different barriers, or not all of a warp reached one",
     "move the barrier out of the branch, so that every thread passes the same one"},
    {"result.unwritten", result, "part of an output was never written",
     "check the grid and the loop bounds against the output's shape; set init = \"zeros\" if zeros "
     "are meant"},
    {"result.nonfinite", result,
     "a NaN or an infinity stands where the golden has none, or the other way round",
     "subtract the maximum before exp, guard divisions, and keep the infinities that the inputs "
     "carry"},
    {"result.wrong", result, "an output is further from the golden than a requirement allows",
     "start with the worst elements and where they lie; --dump DIR writes inputs, golden and "
     "output"},
    {"precision.downgraded", result, "the error is that of a lower precision than the one declared",
     "accumulate in the declared type; look for tf32, half or fast-math where the task asks for "
     "f32"},
    {"property.batch_variant", result, "a row gives other bits alone than inside a batch",
     "let the order of sums depend on the row's own length only, never on the number of rows"},
    {"property.nondeterministic", result, "the same inputs gave different bits twice",
     "replace atomics on floats by a reduction in a fixed order"},
    {"timing.impossible", timing,
     "the time is below what the hardware can do for the least possible work",
     "the work was not done, or not within the timed span"},
    {"sim.unsupported", undecided, "the simulator can't run an operation of this kernel yet",
     "judge on a GPU, or use another instruction; the operation and its place are named"},
    {"check.no_baseline", undecided,
     "a requirement compares with a baseline that has no output here",
     "give the task a [baseline] candidate, or judge on a device that has the library"},
    {"judge.interrupted", undecided, "the judge was stopped before this candidate was done",
     "judge it again with the same --seed"},
    {"coverage.none", undecided, "no case was run to its end, so nothing is known",
     "add a small [[case]] to the task, or raise the budget"},
    {"code.printf", finding, "the kernel can print",
     "printing costs time and registers; remove it when done"},
    {"code.reads_timer", finding, "the kernel reads a clock",
     "a kernel's result must not depend on it"},
    {"code.reads_smid", finding, "the kernel asks which multiprocessor it runs on",
     "fine for persistent kernels; the result must not depend on it"},
    {"printf", finding, "the kernel printed in a run",
     "printing costs time and registers; remove it when done"},
    {"reads.timer", finding, "the kernel read a clock in a run",
     "a kernel's result must not depend on it"},
    {"reads.smid", finding, "the kernel asked in a run which multiprocessor it runs on",
     "fine for persistent kernels; the result must not depend on it"},
    {"shfl.inactive", finding, "a lane read a register of a lane that takes no part in the shuffle",
     "the value is undefined; let the mask name all lanes that are read"},
    {"sync.outside_mask", finding,
     "a lane ran a shuffle, vote, match or __syncwarp whose mask leaves it out",
     "the outcome is undefined; a lane's mask must name the lane itself"},
    {"exchange.shared", finding,
     "lanes of one warp pass a value on through shared memory by volatile or relaxed accesses "
     "alone",
     "put __syncwarp between the two places named: lanes need not run in step"},
    {"exchange.global", finding,
     "lanes of one warp pass a value on through global memory by volatile or relaxed accesses "
     "alone",
     "put __syncwarp between the two places named: lanes need not run in step"},
    {"race.same_value", finding, "several threads write the same value to one word unordered",
     "legal in practice, undefined by the letter; let one thread write"},
});

constexpr std::array<std::string_view, 9> group_names{
    "refused", "state", "timeout", "memory", "race", "result", "timing", "undecided", "finding"};

}  // namespace

std::span<const ReasonKind> reason_kinds() {
  return kinds;
}

std::size_t rank_of(std::string_view code) {
  const auto found = std::ranges::find(kinds, code, &ReasonKind::code);
  return static_cast<std::size_t>(found - kinds.begin());
}

const ReasonKind* find_reason(std::string_view code) {
  const std::size_t rank = rank_of(code);
  return rank < kinds.size() ? &kinds[rank] : nullptr;
}

bool rejects(std::string_view code) {
  const ReasonKind* kind = find_reason(code);
  return kind != nullptr && kind->group < undecided;
}

std::string_view name_of(ReasonClass group) {
  return group_names[static_cast<std::size_t>(group)];
}

}  // namespace assay::record
