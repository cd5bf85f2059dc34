// SPDX-License-Identifier: Apache-2.0
// What the formats allow and this version can't run yet, by name: a verdict over it is `undecided`,
// never a guess.
#include <fmt/format.h>

#include <algorithm>

#include "task/bind.hpp"

namespace assay::task {
namespace {

bool is_plain(const Launch& launch) {
  return std::all_of(launch.cluster.begin(), launch.cluster.end(),
                     [](const Expression& size) { return size.literal() == 1; });
}

template <class List, class Condition>
void note_if_any(std::vector<std::string>& names, const List& list, Condition condition,
                 const char* name) {
  if (std::any_of(list.begin(), list.end(), condition)) names.emplace_back(name);
}

}  // namespace

std::vector<std::string> not_runnable(const Task& task) {
  std::vector<std::string> names;
  if (task.golden.file) names.emplace_back("[golden] file");
  if (task.baseline && !task.baseline->library.empty()) {
    names.push_back(fmt::format("[baseline] library = \"{}\"", task.baseline->library));
  }
  note_if_any(
      names, task.requirements, [](const auto& r) { return r.property == "batch_invariant"; },
      "[[require]] property = \"batch_invariant\"");
  return names;
}

std::vector<std::string> not_runnable(const Task& task, const Candidate& candidate) {
  auto names = not_runnable(task);
  if (candidate.kind == "cubin") names.emplace_back("a .cubin (the simulator runs PTX)");
  if (!candidate.tensor_maps.empty()) names.emplace_back("[[tensor_map]]");
  note_if_any(
      names, candidate.launches, [](const auto& l) { return !is_plain(l); }, "[[launch]] cluster");
  note_if_any(names, candidate.launches, [](const auto& l) { return l.setup; }, "[[launch]] setup");
  if (candidate.build.compiler != "nvrtc") {
    names.push_back(fmt::format("[build] compiler = \"{}\"", candidate.build.compiler));
  }
  return names;
}

}  // namespace assay::task
