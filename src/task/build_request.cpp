// SPDX-License-Identifier: Apache-2.0
// What the builder is asked for: the source with parameters and axes as compile-time constants.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "task/binding.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

namespace fs = std::filesystem;

/// A number that means the same inside any expression; the least one has no literal in C++.
std::string macro_value(std::int64_t value) {
  if (value == INT64_MIN) return "(-9223372036854775807-1)";
  return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

// The builder runs in another folder.
std::string absolute_folder(const Candidate& candidate, const std::string& include) {
  std::error_code error;
  auto path = fs::weakly_canonical(candidate.path.parent_path() / include, error);
  return error ? (candidate.path.parent_path() / include).string() : path.string();
}

void add_params(const Setting& setting, record::BuildRequest& request) {
  for (const auto& param : setting.candidate.params) {
    const auto chosen = setting.params.find(param.name);
    request.defines.emplace_back(
        param.name, chosen == setting.params.end() ? param.values.front() : chosen->second);
  }
}

// Each once, in the order of the launches: name expressions cost the compiler an instantiation
// each.
void add_kernels(const Candidate& candidate, record::BuildRequest& request) {
  auto& kernels = request.kernels;
  for (const auto& launch : candidate.launches) {
    if (std::find(kernels.begin(), kernels.end(), launch.kernel) == kernels.end()) {
      kernels.push_back(launch.kernel);
    }
  }
}

}  // namespace

bool build_depends_on_case(const Task& task, const Candidate& candidate) {
  for (const auto& [name, value] : candidate.build.define) {
    const auto used = value.names();
    for (const auto& axis : task.axes) {
      if (std::find(used.begin(), used.end(), axis.name) != used.end()) return true;
    }
  }
  return false;
}

// Sorted, so that the same constants make the same identity in the cache.
Bound<record::BuildRequest> build_request(const Setting& setting, const std::string& arch) {
  const auto& candidate = setting.candidate;
  auto names = names_for(setting);
  if (!names) return tl::unexpected(std::move(names.error()));
  Binding binding(setting, std::move(*names));
  record::BuildRequest request{.name = candidate.path.filename().string(),
                               .kind = candidate.kind,
                               .compiler = candidate.build.compiler,
                               .arch = candidate.build.arch.value_or(arch),
                               .flags = candidate.build.flags};
  const auto source = bytes_of(candidate.source);
  request.source.assign(source.begin(), source.end());
  request.prelude = candidate.kind == "cu" && candidate.build.compiler == "nvrtc";
  add_params(setting, request);
  for (const auto& [name, value] : candidate.build.define) {
    binding.stand_at(fmt::format("[build] define '{}'", name));
    if (const auto number = binding.evaluate(value, "value")) {
      request.defines.emplace_back(name, macro_value(*number));
    }
  }
  std::sort(request.defines.begin(), request.defines.end());
  for (const auto& include : candidate.build.include) {
    request.include_folders.push_back(absolute_folder(candidate, include));
  }
  add_kernels(candidate, request);
  if (!binding.problems().empty()) return tl::unexpected(binding.problems());
  return request;
}

}  // namespace assay::task
