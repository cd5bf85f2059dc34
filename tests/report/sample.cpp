// SPDX-License-Identifier: Apache-2.0
#include "report/sample.hpp"

#include <limits>

namespace assay::report {
namespace {

record::Build build(std::int64_t registers, std::int64_t shared) {
  record::Build made;
  made.ok = true;
  made.kernels.emplace_back();
  made.kernels[0].registers = registers;
  made.kernels[0].shared_bytes = shared;
  return made;
}

record::CaseResult ran(std::int64_t instructions, std::int64_t sectors) {
  record::CaseResult one{"bench", {{"rows", 512}, {"cols", 1024}}, false, true, "", {}};
  one.counters.warp_instructions = one.counters.steps = instructions;
  one.counters.global_load_sectors = sectors;
  return one;
}

record::Coverage usual_coverage() {
  return {{"sizes: 14 of 16 cases", "races: shared, global"},
          {"case 'huge': budget", "time: the simulator has no clock"}};
}

record::Verdict wrong_verdict() {
  record::Verdict verdict;
  verdict.candidate = verdict.name = "drops_tail.cu";
  verdict.outcome = record::Outcome::rejected;
  verdict.expected = "accepted";
  verdict.builds = {build(24, 0)};
  verdict.cases = {ran(1'000, 2'000)};
  record::Reason reason{"result.wrong",
                        "ragged",
                        "'y': max_abs is 0.5, at most 0.0001 is allowed; 37 of 37,037 elements are "
                        "off: the last column (1000) of every row",
                        "start with the worst elements",
                        {},
                        {},
                        {"inputs: normal(0, 1)"}};
  reason.worst = {{"y", {3, 1000}, 0.5, 1},
                  {"y", {36, 1000}, std::numeric_limits<double>::quiet_NaN(), 0.25}};
  verdict.reasons = {reason};
  return verdict;
}

record::Verdict undecided_verdict() {
  record::Verdict verdict;
  verdict.candidate = verdict.name = "tensor_core.cu";
  verdict.outcome = record::Outcome::undecided;
  verdict.reasons = {{"sim.unsupported",
                      "",
                      "wgmma.mma_async.sync can't be run yet",
                      "judge on a GPU",
                      {},
                      {},
                      {},
                      {}}};
  verdict.coverage = {{}, {"memory and races: nothing ran"}};
  return verdict;
}

record::Verdict broken_verdict() {
  record::Verdict verdict;
  verdict.candidate = verdict.name = "unlucky.cu";
  verdict.error = "the worker could not be started: no memory";
  return verdict;
}

}  // namespace

record::Verdict accepted_verdict() {
  record::Verdict verdict;
  verdict.candidate = verdict.name = "honest_block.cu";
  verdict.outcome = record::Outcome::accepted;
  verdict.expected = "accepted";
  verdict.builds = {build(32, 1024)};
  verdict.cases = {ran(1'234'567, 131'072)};
  verdict.estimate = record::Estimate{"h200 model: 4.0 TB/s DRAM without caches; bound by DRAM",
                                      "bench", 1.05e-6, 0.5};
  verdict.findings = {
      {"code.printf", "info", "the kernel can print", record::Place{"honest_block.cu", 7}, {}, 3}};
  verdict.coverage = usual_coverage();
  return verdict;
}

record::Verdict racy_verdict() {
  record::Verdict verdict;
  verdict.candidate = verdict.name = "racy.cu";
  verdict.outcome = record::Outcome::rejected;
  verdict.expected = "rejected";
  verdict.builds = {build(40, 2048)};
  verdict.cases = {ran(900, 64)};
  verdict.source =
      "/* assay */\n__global__ void k(float* x) {\n  __shared__ float tile[32];\n"
      "  tile[threadIdx.x] = x[0];\n  x[1] = tile[31 - threadIdx.x];\n}\n";
  const std::array<std::int64_t, 3> zero{0, 0, 0}, three{3, 0, 0};
  const record::Place write{"racy.cu", 4, "k", 0, 31, "st.shared.f32 [%r1], %f1;", zero, three};
  const record::Place read{"racy.cu", 5, "k", 0, 35, "ld.shared.f32 %f2, [%r2];", zero, zero};
  verdict.reasons = {{"race.shared",
                      "ragged",
                      "a load of 4 bytes of shared memory races with a store",
                      "put __syncthreads between the two places named",
                      write,
                      read,
                      {"also in 1 more case: bench"},
                      {}}};
  return verdict;
}

record::Report sample_report() {
  record::Report report;
  report.task = "softmax";
  report.task_path = "tasks/softmax";
  report.device = "sim (h200)";
  report.seed = 0xabc123;
  report.seconds = 1.234;
  report.verdicts = {accepted_verdict(), racy_verdict(), wrong_verdict(), undecided_verdict(),
                     broken_verdict()};
  return report;
}

}  // namespace assay::report
