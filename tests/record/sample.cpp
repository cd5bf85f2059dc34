// SPDX-License-Identifier: Apache-2.0
#include "record/sample.hpp"

#include <limits>

namespace assay::record {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Bytes bytes(std::string_view text) {
  const ByteView view = bytes_of(text);
  return {view.begin(), view.end()};
}

Build good_build() {
  Build build;
  build.ok = true;
  build.arch = "90";
  build.compiler = "nvrtc 12.9";
  build.log = "a.cu(3): warning: caf\xc3\xa9 \xff";
  build.ptx = bytes("ptx");
  build.cubin = bytes("cubin");
  build.kernels = {
      {"k", "_Z1k", {8, 4}, 32, 1024, 16, 8, 256, {256, 1, 1}, {}, {{"ld", 5}, {"st", 2}}}};
  build.writable_symbols = {{"count", 4, "global", false}};
  build.findings = {{"code.printf", "info", "prints", std::nullopt, std::nullopt, 1}};
  build.sandbox = {"seccomp"};
  build.sandbox_missing = {"landlock: kernel too old"};
  build.identity = "abc";
  return build;
}

Verdict rejected() {
  Verdict verdict;
  verdict.candidate = "softmax/racy.cu";
  verdict.name = "racy.cu";
  verdict.outcome = Outcome::rejected;
  verdict.expected = "rejected";
  const Place place{"racy.cu",
                    12,
                    "k",
                    0,
                    99,
                    "st.shared.f32 [%r1], %f1;",
                    std::array<std::int64_t, 3>{1, 0, 0},
                    std::array<std::int64_t, 3>{3, 0, 0}};
  verdict.reasons = {{"race.shared",
                      "ragged",
                      "a race",
                      "add a barrier",
                      place,
                      Place{},
                      {"line"},
                      {{"y", {3, 4}, nan, 0.25}}}};
  verdict.findings = {{"race.same_value", "warn", "same value", place, std::nullopt, 3}};
  verdict.builds = {good_build()};
  Check check{"ragged", "normal(0, 1)", "y",     "max_abs", infinity, 1e-4, false, "", {}, {}, 3,
              10,       "elements",     "rows 1"};
  check.worst = WorstElement{"y", {3, 4}, nan, 0.25};
  check.examples = {*check.worst};
  verdict.checks = {check};
  verdict.cases = {{"ragged", {{"rows", 37}, {"cols", 1001}}, false, true, "", {}},
                   {"bench", {{"rows", 4096}, {"cols", 4096}}, false, false, "budget", {}}};
  verdict.estimate = Estimate{"h200", "ragged", 1e-5, 0.5};
  verdict.coverage = {{"sizes: 1 of 2"}, {"timing: simulator"}};
  verdict.source = "/* assay */\n__global__ void k() {}\n";
  verdict.provenance = {{"compiler", "nvrtc 12.9"},
                        {"compiler", "nvrtc 12.9"},
                        {"compiler", "nvcc 13.0"},
                        {"source", "a fact that must not hide the source"}};
  verdict.seconds = 0.5;
  return verdict;
}

}  // namespace

Report full_report() {
  Report report;
  report.task = "softmax";
  report.task_path = "tasks/softmax/task.toml";
  report.seed = 0xfedc'ba98'7654'3210;
  report.device = "sim";
  report.date = "2026-01-02T03:04:05Z";
  report.task_sources = {{"task.toml", "schema = 1\n"}, {"golden.cu", "__global__"}};
  report.provenance = {{"version", "0.1.0"}};
  report.seconds = 1.5;
  Verdict failed;
  failed.name = failed.candidate = "x.cu";
  failed.error = "no memory";
  Verdict good;
  good.name = good.candidate = "good.cu";
  good.outcome = Outcome::accepted;
  report.verdicts = {rejected(), failed, good};
  return report;
}

}  // namespace assay::record
