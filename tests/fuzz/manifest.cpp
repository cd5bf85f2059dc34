// SPDX-License-Identifier: Apache-2.0
// A manifest on any bytes, then bound to small sizes: mistakes or problems, and launches within
// CUDA's limits.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "task/bind.hpp"
#include "task/manifest_text.hpp"

namespace {

using namespace assay;
using namespace assay::task;

constexpr std::string_view task_text = R"toml(
schema = 1
name = "fuzzed"
[axes]
rows = { min = 0, max = 64 }
cols = { min = 1, max = 64 }
[[tensor]]
name = "x"
role = "in"
dtype = "f32"
shape = ["rows", "cols"]
values = ["normal(0, 1)", "zeros"]
[[tensor]]
name = "y"
role = "out"
dtype = "f32"
shape = ["rows", "cols"]
[[tensor]]
name = "w"
role = "weight"
dtype = "i4"
shape = ["cols"]
values = "ones"
[[scalar]]
name = "scale"
dtype = "f32"
value = "1 / sqrt(cols)"
[golden]
source = "golden.cu"
[[require]]
metric = "rel_l2"
max = 1
)toml";

void require(bool condition) {
  if (!condition) std::abort();
}

/// A build in which every kernel takes what the manifest passes.
std::vector<record::KernelInfo> kernels_of(const Candidate& candidate) {
  std::vector<record::KernelInfo> kernels;
  for (const auto& launch : candidate.launches) {
    record::KernelInfo kernel{.expression = launch.kernel, .entry = launch.kernel};
    for (const auto& argument : launch.args) {
      kernel.parameter_sizes.push_back(argument.name == "scale" ? 4 : 8);
    }
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

void check_launches(const record::RunRequest& request) {
  require(static_cast<std::int64_t>(request.launches.size()) <= launch_cap);
  for (const auto& launch : request.launches) {
    std::int64_t threads = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      require(launch.grid[i] >= 1 && launch.grid[i] <= (i == 0 ? 2'147'483'647 : 65'535));
      require(launch.block[i] >= 1 && launch.block[i] <= 1024);
      threads *= launch.block[i];
    }
    require(threads <= 1024 && launch.shared_bytes >= 0 && launch.shared_bytes <= 232448);
  }
}

void bind(const Task& task, const Candidate& candidate) {
  const auto params = choose_params(candidate);
  require(params.has_value());
  for (const std::int64_t rows : {0, 7}) {
    const Case at{.name = "small", .axes = {{"rows", rows}, {"cols", 5}}};
    const Setting setting{.task = task, .candidate = candidate, .at = at, .params = *params};
    const auto request = bind_run(setting, kernels_of(candidate), 0, {1, 2, 3});
    if (request) check_launches(*request);
    (void)build_request(setting, "90");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto task = parse_task(task_text, "task.toml");
  require(task.value.has_value());
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto inside = manifest_in(text);
  const auto parsed = parse_candidate(inside ? std::string_view(inside->toml) : text, "k.cu",
                                      inside ? inside->first_line : 1, *task.value);
  require(parsed.value.has_value() == parsed.mistakes.empty());
  if (parsed.value) bind(*task.value, *parsed.value);
  return 0;
}
