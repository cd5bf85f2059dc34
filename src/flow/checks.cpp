// SPDX-License-Identifier: Apache-2.0
#include "flow/checks.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "check/bits.hpp"
#include "check/question.hpp"

namespace assay::flow {
namespace {

const record::RunOutput* output_of(const record::RunAnswer& run, const std::string& name) {
  const auto found =
      std::find_if(run.outputs.begin(), run.outputs.end(),
                   [&](const record::RunOutput& output) { return output.name == name; });
  return found == run.outputs.end() ? nullptr : &*found;
}

const HostTensor* baseline_of(const Trusted& baseline, const Point& point,
                              const std::string& name) {
  for (const auto& run : baseline.runs) {
    if (run.point.at != point.at || run.point.family != point.family) continue;
    const auto found = run.outputs.find(name);
    return found == run.outputs.end() ? nullptr : &found->second;
  }
  return nullptr;
}

bool is_written(const task::Tensor& tensor) {
  return tensor.role == task::Role::out || tensor.role == task::Role::inout;
}

/// `deterministic` and `batch_invariant` compare runs, not an output with the golden.
bool compares_with_golden(const task::Requirement& requirement) {
  return !requirement.metric.empty() || requirement.property == "bitwise";
}

}  // namespace

bool requires_property(const task::Task& task, std::string_view property) {
  return std::any_of(task.requirements.begin(), task.requirements.end(),
                     [&](const task::Requirement& one) { return one.property == property; });
}

std::vector<record::Check> check_outputs(const Standard& standard, const TrustedRun& golden,
                                         const record::RunAnswer& run,
                                         const check::RunFacts& facts) {
  std::vector<record::Check> checks;
  for (const auto& tensor : standard.contest.task.tensors) {
    if (!is_written(tensor)) continue;
    const auto* output = output_of(run, tensor.name);
    const auto expected = golden.outputs.find(tensor.name);
    if (output == nullptr || expected == golden.outputs.end() || output->unwritten_bytes > 0)
      continue;
    const check::Label label{facts.case_name, facts.family, tensor.name};
    if (is_float(tensor.dtype)) {
      checks.push_back(check::answer_nonfinite(output->tensor, expected->second, label));
    }
    for (const auto& requirement : standard.contest.task.requirements) {
      if (!compares_with_golden(requirement) || !check::applies(requirement, tensor)) continue;
      const auto dimension = check::dimension_of(tensor, requirement.per);
      checks.push_back(check::answer({output->tensor, expected->second,
                                      baseline_of(standard.baseline, golden.point, tensor.name),
                                      requirement, dimension, label}));
    }
  }
  return checks;
}

bool same_outputs(const record::RunAnswer& first, const record::RunAnswer& second) {
  for (const auto& output : first.outputs) {
    const auto* other = output_of(second, output.name);
    if (other == nullptr || !check::same_bits(output.tensor, other->tensor)) return false;
  }
  return true;
}

void compare_repeats(const Contest& contest, const record::RunAnswer& first,
                     const record::RunAnswer& second, check::RunFacts& facts) {
  const bool required = requires_property(contest.task, "deterministic");
  for (const auto& output : first.outputs) {
    const auto* other = output_of(second, output.name);
    // Where something stayed unwritten the noise differs, and that is told already.
    if (other == nullptr || output.unwritten_bytes > 0) continue;
    auto compared = check::answer_same_bits(output.tensor, other->tensor, "deterministic",
                                            {facts.case_name, facts.family, output.name});
    if (required) {
      facts.checks.push_back(std::move(compared));
    } else if (!compared.passed) {
      facts.notes.push_back(
          {"property.nondeterministic",
           "info",
           fmt::format("'{}' differs between two orders of blocks and warps at case '{}'",
                       output.name, facts.case_name),
           {},
           {},
           1});
    }
  }
}

}  // namespace assay::flow
