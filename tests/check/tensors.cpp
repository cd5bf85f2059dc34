// SPDX-License-Identifier: Apache-2.0
#include "check/tensors.hpp"

#include <limits>

namespace assay::check {

HostTensor tensor(Dtype dtype, std::vector<std::int64_t> shape, const std::vector<double>& values) {
  HostTensor made = make_tensor(dtype, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) made.set(static_cast<std::int64_t>(i), values[i]);
  return made;
}

task::Requirement require(std::string metric, double max, std::string per) {
  task::Requirement requirement;
  requirement.metric = std::move(metric);
  requirement.max = max;
  requirement.per = std::move(per);
  if (requirement.metric == "error_ratio") requirement.against = "baseline";
  return requirement;
}

record::Check ask(const HostTensor& got, const HostTensor& golden,
                  const task::Requirement& requirement, std::optional<std::size_t> dimension,
                  const HostTensor* baseline) {
  return answer({got, golden, baseline, requirement, dimension, {"ragged", "normal(0, 1)", "y"}});
}

double value_of(const std::string& metric, const HostTensor& got, const HostTensor& golden) {
  return ask(got, golden, require(metric, std::numeric_limits<double>::infinity())).value;
}

}  // namespace assay::check
