// SPDX-License-Identifier: Apache-2.0
#include "builder/kernel_info.hpp"

#include <algorithm>
#include <map>
#include <string_view>

namespace assay::builder {
namespace {

/// All ones where the compiler noted none, so that a missing bound and a bound stay apart.
std::int64_t product(const std::array<std::int64_t, 3>& sizes) {
  if (std::ranges::all_of(sizes, [](std::int64_t size) { return size == 0; })) return 0;
  std::int64_t total = 1;
  for (const auto size : sizes) total *= std::clamp<std::int64_t>(size, 1, 1 << 20);
  return total;
}

std::array<std::int64_t, 3> widened(const std::uint32_t (&sizes)[3]) {
  return {sizes[0], sizes[1], sizes[2]};
}

std::vector<std::pair<std::string, std::int64_t>> mix_of(const ptx::Function& function) {
  std::map<std::string_view, std::int64_t> counts;
  for (const auto& instruction : function.body) ++counts[ptx::name_of(instruction.op)];
  std::vector<std::pair<std::string, std::int64_t>> mix(counts.begin(), counts.end());
  std::ranges::stable_sort(mix, std::ranges::greater(),
                           [](const auto& each) { return each.second; });
  return mix;
}

void take(const binary::Kernel& kernel, record::KernelInfo& info) {
  for (const auto& parameter : kernel.parameters) info.parameter_sizes.push_back(parameter.size);
  info.registers = kernel.registers;
  info.shared_bytes = kernel.shared_bytes;
  info.frame_bytes = std::max(kernel.frame_bytes, kernel.stack_bytes);
  info.spill_bytes = kernel.spill_bytes;
  info.max_threads = product(kernel.max_threads);
  info.required_threads = kernel.required_threads;
  info.cluster = kernel.cluster;
}

/// Of the PTX what a cubin would say better: sizes and bounds, no registers.
void take(const ptx::Function& function, record::KernelInfo& info) {
  for (const auto& parameter : function.parameters) {
    info.parameter_sizes.push_back(static_cast<std::int64_t>(parameter.size));
  }
  for (const auto& variable : function.variables) {
    const bool shared =
        variable.space == ptx::Space::shared || variable.space == ptx::Space::shared_cta;
    if (shared && !variable.is_extern)
      info.shared_bytes += static_cast<std::int64_t>(variable.size);
    if (variable.space == ptx::Space::local)
      info.frame_bytes += static_cast<std::int64_t>(variable.size);
  }
  info.max_threads = product(widened(function.directives.max_threads));
  info.required_threads = widened(function.directives.required_threads);
  info.cluster = widened(function.directives.cluster);
}

}  // namespace

record::KernelInfo kernel_info(std::string expression, std::string entry,
                               const binary::Cubin* cubin, const ptx::Module* module) {
  record::KernelInfo info;
  info.expression = std::move(expression);
  info.entry = std::move(entry);
  const auto* function = module != nullptr ? module->find_function(info.entry) : nullptr;
  if (cubin != nullptr) {
    const auto found = std::ranges::find(cubin->kernels, info.entry, &binary::Kernel::name);
    if (found != cubin->kernels.end()) take(*found, info);
  } else if (function != nullptr) {
    take(*function, info);
  }
  if (function != nullptr) info.instruction_mix = mix_of(*function);
  return info;
}

}  // namespace assay::builder
