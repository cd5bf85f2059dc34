// SPDX-License-Identifier: Apache-2.0
// [[case]] of a task, and what makes a binding of all axes possible.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_cases = 256;

std::vector<std::string> tensors_with_values(const Task& task) {
  std::vector<std::string> names;
  for (const auto& tensor : task.tensors) {
    if (tensor.role != Role::out) names.push_back(tensor.name);
  }
  return names;
}

// By tensor; one family then stands in for the tensor's whole list.
void read_override(const TomlEntry& entry, Case& at, TaskReading& reading) {
  const auto& tensors = reading.task.tensors;
  const auto tensor = std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& candidate) {
    return candidate.name == entry.key && candidate.role != Role::out;
  });
  if (tensor == tensors.end()) {
    const auto names = tensors_with_values(reading.task);
    reading.mistakes.add(entry.at, "values of " + in_quotes(entry.key),
                         fmt::format("a tensor that has values ({})", join(names, ", ")),
                         nearest_of(entry.key, names));
    return;
  }
  if (auto spec = values_of(entry.value, tensor->dtype, reading)) {
    at.values.emplace(entry.key, std::move(*spec));
  }
}

void read_overrides(Fields& fields, Case& at, TaskReading& reading) {
  const auto* values = fields.find("values");
  if (values == nullptr) return;
  if (values->kind != Toml::Kind::table) {
    reading.mistakes.add(values->at, shown(*values),
                         "a table such as { x = \"uniform(80, 100)\" }");
    return;
  }
  for (const auto& entry : values->entries) read_override(entry, at, reading);
}

// Every axis, and no other: a case that leaves one open would mean whatever the reader thinks.
bool read_sizes(Fields& fields, Case& at, TaskReading& reading) {
  bool all = true;
  for (const auto& axis : reading.task.axes) {
    const auto* value = fields.need(
        axis.name, fmt::format("every axis bound, such as {} = {}", axis.name, axis.min));
    const auto size = fields.integer(axis.name, 0, INT64_MAX);
    all = all && value != nullptr && size.has_value();
    if (size) at.axes[axis.name] = *size;
  }
  return all;
}

// Bounds like integers(0, "vocab") are checked where their axes are known.
void check_bounds(const Case& at, Spot spot, TaskReading& reading) {
  const Names names(at.axes.begin(), at.axes.end());
  const auto check = [&](const std::string& tensor, const ValuesSpec& spec) {
    const auto bound = spec.bind(names);
    if (bound) return;
    reading.mistakes.add(spot, fmt::format("values of '{}': {}", tensor, bound.error().message),
                         fmt::format("a range that holds in case {}", in_quotes(at.name)));
  };
  for (const auto& tensor : reading.task.tensors) {
    const auto own = at.values.find(tensor.name);
    if (own != at.values.end()) {
      check(tensor.name, own->second);
    } else {
      for (const auto& spec : tensor.values) check(tensor.name, spec);
    }
  }
}

std::optional<CaseFault> fault_of_axis(const Axis& axis, std::int64_t size) {
  if (size < axis.min || size > axis.max) {
    return CaseFault{fmt::format("{} = {}", axis.name, size),
                     fmt::format("{} to {}", axis.min, axis.max)};
  }
  if (size % axis.multiple_of != 0) {
    return CaseFault{fmt::format("{} = {}", axis.name, size),
                     fmt::format("a multiple of {}", axis.multiple_of)};
  }
  return {};
}

// A constraint that can't be evaluated (a division by an empty axis) does not hold.
std::optional<CaseFault> fault_of_constraint(const Expression& constraint, const Names& names) {
  const auto held = constraint.evaluate(names);
  if (held && *held != 0) return {};
  return CaseFault{held ? fmt::format("a case that breaks '{}'", escaped(constraint.text(), 200))
                        : held.error().message,
                   fmt::format("the constraint '{}' to hold", escaped(constraint.text(), 200))};
}

// A shape must be evaluable, non-negative and of a size that int64 holds.
std::optional<CaseFault> fault_of_tensor(const Tensor& tensor, const Names& names) {
  std::vector<std::int64_t> shape;
  for (const auto& dimension : tensor.shape) {
    const auto size = dimension.evaluate(names);
    if (!size || *size < 0) {
      return CaseFault{size ? fmt::format("dimension '{}' of '{}' as {}",
                                          escaped(dimension.text(), 200), tensor.name, *size)
                            : size.error().message,
                       "sizes of at least 0"};
    }
    shape.push_back(*size);
  }
  if (size_in_bytes(tensor.dtype, shape)) return {};
  return CaseFault{fmt::format("tensor '{}' with more than 2^63 bytes", tensor.name),
                   "a size that fits"};
}

// `sound`: nothing is wrong with the task above the cases, so that shapes and constraints mean
// something.
void check_case(Fields& fields, const Case& at, bool sound, TaskReading& reading) {
  const auto before = reading.mistakes.count();
  for (const auto& axis : reading.task.axes) {
    if (const auto fault = fault_of_axis(axis, at.axes.at(axis.name))) {
      reading.mistakes.add(fields.find(axis.name)->at, fault->found, fault->expected);
    }
  }
  if (!sound || reading.mistakes.count() > before) return;
  if (const auto fault = fault_of(reading.task, at.axes)) {
    reading.mistakes.add(fields.at(), fault->found, fault->expected);
    return;
  }
  check_bounds(at, fields.at(), reading);
}

void read_case(const Toml& table, bool sound, std::set<std::string>& taken, TaskReading& reading) {
  Fields fields(table, "[[case]]", reading.mistakes);
  Case at;
  if (const auto name = fields.needed_text("name", "a name such as \"ragged\"")) {
    at.name = *name;
    if (name->size() > 100) {
      reading.mistakes.add(fields.find("name")->at, fmt::format("a name of {} bytes", name->size()),
                           "at most 100");
    } else if (!taken.insert(*name).second) {
      reading.mistakes.add(fields.find("name")->at, "a second case " + in_quotes(*name),
                           "a name of its own");
    }
  }
  at.bench = fields.truth("bench", false);
  const bool whole = read_sizes(fields, at, reading);
  read_overrides(fields, at, reading);
  fields.finish();
  if (whole) check_case(fields, at, sound, reading);
  reading.task.cases.push_back(std::move(at));
}

}  // namespace

std::optional<CaseFault> fault_of(const Task& task,
                                  const std::map<std::string, std::int64_t>& axes) {
  const Names names(axes.begin(), axes.end());
  for (const auto& axis : task.axes) {
    if (auto fault = fault_of_axis(axis, axes.at(axis.name))) return fault;
  }
  for (const auto& constraint : task.constraints) {
    if (auto fault = fault_of_constraint(constraint, names)) return fault;
  }
  for (const auto& tensor : task.tensors) {
    if (auto fault = fault_of_tensor(tensor, names)) return fault;
  }
  return {};
}

void read_cases(Fields& root, TaskReading& reading) {
  const bool sound = reading.mistakes.count() == 0;
  std::set<std::string> taken;
  for (const auto* table : tables_of(root, "case", most_cases, reading.mistakes)) {
    read_case(*table, sound, taken, reading);
  }
}

}  // namespace assay::task
