// SPDX-License-Identifier: Apache-2.0
// Which of the compiled instruction sets this machine can run.
#include "sim/exec/handlers.hpp"

namespace assay::sim {
namespace {

bool has_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
         __builtin_cpu_supports("movbe");
}
bool has_v4() {
  return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

}  // namespace

const Handlers& best_handlers() {
  if (has_v4()) return handlers_v4;
  return has_v3() ? handlers_v3 : handlers_base;
}

const Handlers* handlers_named(std::string_view name) {
  if (name == "base") return &handlers_base;
  if (name == "v3" && has_v3()) return &handlers_v3;
  return name == "v4" && has_v4() ? &handlers_v4 : nullptr;
}

}  // namespace assay::sim
