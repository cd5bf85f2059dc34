// SPDX-License-Identifier: Apache-2.0
// [[require]] of a task: which metric or property, and the keys that go with it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_requirements = 64;

/// A metric or property and the keys that go with it; `needed` have no default.
struct Rule {
  std::string_view name;
  std::vector<std::string> needed;
  std::vector<std::string> optional;
};

const std::vector<Rule> metrics{
    {"max_abs", {"max"}, {"tensor", "per", "quantile"}},
    {"max_rel", {"max"}, {"tensor", "per", "quantile"}},
    {"rel_l2", {"max"}, {"tensor", "per", "quantile"}},
    {"rms", {"max"}, {"tensor", "per", "quantile"}},
    {"ulp", {"max"}, {"tensor", "per", "quantile"}},
    {"cosine", {"max"}, {"tensor", "per", "quantile"}},
    {"mismatch", {"atol", "rtol", "max"}, {"tensor", "per", "quantile"}},
    {"error_ratio", {"against", "max"}, {"tensor", "per", "quantile"}},
    {"bitwise", {}, {"tensor"}},
};

const std::vector<Rule> properties{
    {"deterministic", {}, {"tensor"}},
    {"batch_invariant", {"axis"}, {"tensor"}},
    {"bitwise", {}, {"tensor"}},
};

std::vector<std::string> names_of(const std::vector<Rule>& rules) {
  std::vector<std::string> names;
  for (const auto& rule : rules) names.emplace_back(rule.name);
  return names;
}

const std::vector<std::string> parameter_keys{"tensor", "per",  "quantile", "max",
                                              "atol",   "rtol", "against",  "axis"};

bool holds(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// Every key is known to the table, but only some go with this metric.
void check_keys(Fields& fields, const Rule& rule, Mistakes& mistakes) {
  for (const auto& key : rule.needed) {
    if (fields.has(key)) continue;
    mistakes.add(fields.at(), fmt::format("'{}' without '{}'", rule.name, key),
                 fmt::format("'{}'", fmt::join(rule.needed, "', '")));
  }
  for (const auto& key : parameter_keys) {
    (void)fields.find(key);
    if (!fields.has(key) || holds(rule.needed, key) || holds(rule.optional, key)) continue;
    auto going = rule.needed;
    going.insert(going.end(), rule.optional.begin(), rule.optional.end());
    mistakes.add(fields.spot_of(key), fmt::format("'{}' with '{}'", key, rule.name),
                 fmt::format("what goes with it ({})", join(going, ", ")));
  }
}

// A rule by name, from the table that the present key points to.
const Rule* rule_of(Fields& fields, Requirement& requirement, Mistakes& mistakes) {
  const bool metric = fields.has("metric");
  if (metric == fields.has("property")) {
    mistakes.add(fields.at(),
                 metric ? "a [[require]] with both 'metric' and 'property'"
                        : "a [[require]] without 'metric' and 'property'",
                 fmt::format("either metric = {} or property = {}", one_of(names_of(metrics)),
                             one_of(names_of(properties))));
    return nullptr;
  }
  const auto& rules = metric ? metrics : properties;
  const auto name = fields.choice(metric ? "metric" : "property", names_of(rules));
  if (!name) return nullptr;
  (metric ? requirement.metric : requirement.property) = *name;
  return &*std::find_if(rules.begin(), rules.end(),
                        [&](const Rule& rule) { return rule.name == *name; });
}

bool is_written(const Tensor& tensor) {
  return tensor.role == Role::out || tensor.role == Role::inout;
}

std::vector<std::string> written_tensors(const Task& task) {
  std::vector<std::string> names;
  for (const auto& tensor : task.tensors) {
    if (is_written(tensor)) names.push_back(tensor.name);
  }
  return names;
}

std::vector<std::string> axis_names(const Task& task) {
  std::vector<std::string> names;
  for (const auto& axis : task.axes) names.push_back(axis.name);
  return names;
}

// One value an index of the axis: it must be a whole dimension of each tensor that is meant.
void check_dimension(const std::string& axis, Spot at, const Requirement& requirement,
                     TaskReading& reading) {
  for (const auto& tensor : reading.task.tensors) {
    const bool meant =
        requirement.tensor.empty() ? is_written(tensor) : tensor.name == requirement.tensor;
    const bool has = std::any_of(tensor.shape.begin(), tensor.shape.end(),
                                 [&](const auto& size) { return trim(size.text()) == axis; });
    if (!meant || has) continue;
    reading.mistakes.add(at, fmt::format("axis '{}'", axis),
                         fmt::format("an axis that is a dimension of tensor '{}'", tensor.name));
  }
}

void read_per(Fields& fields, Requirement& requirement, TaskReading& reading) {
  std::vector<std::string> valid{"all", "row"};
  const auto axes = axis_names(reading.task);
  valid.insert(valid.end(), axes.begin(), axes.end());
  if (const auto per = fields.choice("per", valid)) {
    requirement.per = *per;
    if (holds(axes, *per) && *per != "row" && *per != "all") {
      check_dimension(*per, fields.find("per")->at, requirement, reading);
    }
  }
}

// The nearest rank of n values: 0 would be none of them.
void read_quantile(Fields& fields, Requirement& requirement, Mistakes& mistakes) {
  requirement.quantile = fields.real("quantile");
  if (!requirement.quantile) return;
  if (*requirement.quantile > 0 && *requirement.quantile <= 1) return;
  mistakes.add(fields.find("quantile")->at, fmt::format("quantile = {}", *requirement.quantile),
               "a share above 0 and up to 1");
}

// Errors and tolerances are magnitudes.
double read_limit(Fields& fields, const std::string& key, Mistakes& mistakes) {
  const auto value = fields.real(key);
  if (value && *value < 0) {
    mistakes.add(fields.find(key)->at, fmt::format("{} = {}", key, *value), "at least 0");
  }
  return value.value_or(0);
}

void read_against(Fields& fields, Requirement& requirement, TaskReading& reading) {
  const auto against = fields.choice("against", {"baseline"});
  if (!against) return;
  requirement.against = *against;
  if (reading.task.baseline) return;
  reading.mistakes.add(fields.find("against")->at, "'baseline' without a [baseline]",
                       "a table [baseline] with candidate = \"file.cu\"");
}

void read_axis_of(Fields& fields, Requirement& requirement, TaskReading& reading) {
  const auto axis = fields.choice("axis", axis_names(reading.task));
  if (!axis) return;
  requirement.axis = *axis;
  check_dimension(*axis, fields.find("axis")->at, requirement, reading);
}

// All keys are read even where they do not go with the rule, so that their own mistakes are told
// too.
void read_requirement(const Toml& table, TaskReading& reading) {
  Fields fields(table, "[[require]]", reading.mistakes);
  Requirement requirement;
  const auto* rule = rule_of(fields, requirement, reading.mistakes);
  (void)fields.find("metric");
  (void)fields.find("property");
  if (rule != nullptr) check_keys(fields, *rule, reading.mistakes);
  const auto written = written_tensors(reading.task);
  if (const auto tensor = fields.choice("tensor", written)) requirement.tensor = *tensor;
  read_per(fields, requirement, reading);
  read_quantile(fields, requirement, reading.mistakes);
  requirement.max = read_limit(fields, "max", reading.mistakes);
  requirement.atol = read_limit(fields, "atol", reading.mistakes);
  requirement.rtol = read_limit(fields, "rtol", reading.mistakes);
  read_against(fields, requirement, reading);
  read_axis_of(fields, requirement, reading);
  fields.finish();
  reading.task.requirements.push_back(std::move(requirement));
}

}  // namespace

// Without a [[require]], tolerance.md's default: no more than twice the error of the baseline.
void read_requirements(Fields& root, TaskReading& reading) {
  const auto tables = tables_of(root, "require", most_requirements, reading.mistakes);
  for (const auto* table : tables) read_requirement(*table, reading);
  if (root.has("require") && !tables.empty()) return;
  reading.task.default_requirement = true;
  if (reading.task.baseline) {
    reading.task.requirements.push_back({.metric = "error_ratio", .max = 2, .against = "baseline"});
  } else {
    reading.mistakes.add(root.at(), "a task without [[require]] and [baseline]",
                         "a [[require]] such as metric = \"rel_l2\", per = \"row\", max = 1e-5");
  }
}

}  // namespace assay::task
