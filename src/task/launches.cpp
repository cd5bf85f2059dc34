// SPDX-License-Identifier: Apache-2.0
// [[launch]] of a manifest.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "task/grammar.hpp"
#include "task/launch_limits.hpp"
#include "task/manifest_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_launches = 256;
constexpr std::size_t most_arguments = 256;
constexpr std::size_t most_kernel_length = 1000;

// Its name goes to the compiler as a C++ name expression, and into messages.
void read_kernel(Fields& fields, Launch& launch, Mistakes& mistakes) {
  const auto kernel = fields.needed_text("kernel", "the name of a __global__ function");
  if (!kernel) return;
  launch.kernel = *kernel;
  if (kernel->size() <= most_kernel_length && is_printable(*kernel)) return;
  mistakes.add(fields.find("kernel")->at, in_quotes(*kernel),
               fmt::format("a C++ name of at most {} printable characters", most_kernel_length));
}

/// Sizes, and `step` where the launch is repeated.
Scope scope_of(Fields& fields, const ManifestReading& reading) {
  auto scope = reading.sizes();
  if (fields.has("repeat")) {
    scope.names.emplace_back("step");
    scope.what = "an axis, an integer parameter, sm_count, smem_max or step";
  }
  return scope;
}

std::vector<std::string> tensor_names(const ManifestReading& reading) {
  std::vector<std::string> names;
  for (const auto& tensor : reading.task.tensors) {
    names.push_back(tensor.name);
    if (reading.source.golden && tensor.role == Role::inout) names.push_back(tensor.name + ".out");
  }
  return names;
}

/// What an argument can be by its bare name.
std::vector<std::string> argument_names(const ManifestReading& reading) {
  auto names = tensor_names(reading);
  const auto others = reading.names.of_kinds({kind::scalar, kind::scratch, kind::tensor_map});
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

// What looks like one name is taken for one, so that its message lists names rather than operators.
bool is_bare(std::string_view text) {
  if (text.ends_with(".out")) text.remove_suffix(4);
  return grammar::is_identifier(text);
}

bool holds(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

void unknown_argument(const Toml& value, const std::string& name,
                      const std::vector<std::string>& arguments, const Scope& scope,
                      const ManifestReading& reading) {
  auto near = arguments;
  near.insert(near.end(), scope.names.begin(), scope.names.end());
  const auto kind = reading.names.kind_of(name);
  reading.mistakes.add(
      spot_inside(value, 0),
      kind.empty() ? in_quotes(name) : fmt::format("{}, {}", in_quotes(name), kind),
      fmt::format("a tensor, scalar, scratch or tensor map ({}), or an integer expression over {}",
                  join(arguments, ", "), join(scope.names, ", ")),
      nearest_of(name, near));
}

// A tensor, scalar, scratch or tensor map by its name; everything else is an integer expression.
std::optional<Launch::Argument> read_argument(const Toml& value, const Scope& scope,
                                              const ManifestReading& reading) {
  if (value.kind == Toml::Kind::real) {
    reading.mistakes.add(value.at, shown(value),
                         "an integer expression (a real number is a [[scalar]] of the task)");
    return {};
  }
  if (value.kind == Toml::Kind::text) {
    const auto arguments = argument_names(reading);
    const std::string name(trim(value.text));
    if (holds(arguments, name)) return Launch::Argument{name, {}};
    if (is_bare(name) && !holds(scope.names, name)) {
      unknown_argument(value, name, arguments, scope, reading);
      return {};
    }
  }
  auto expression = expression_of(value, scope, reading.expressions());
  if (!expression) return {};
  return Launch::Argument{"", std::move(expression)};
}

void read_arguments(Fields& fields, Launch& launch, const Scope& scope, ManifestReading& reading) {
  const auto* args =
      fields.need("args", "the kernel's arguments, such as [\"x\", \"y\", \"rows\"]");
  if (args == nullptr) return;
  const bool is_list = args->kind == Toml::Kind::list;
  if (!is_list || args->items.size() > most_arguments) {
    reading.mistakes.add(args->at,
                         is_list ? fmt::format("a list of {}", args->items.size()) : shown(*args),
                         fmt::format("a list of at most {} arguments", most_arguments));
    return;
  }
  for (const auto& item : args->items) {
    if (auto argument = read_argument(item, scope, reading)) {
      launch.args.push_back(std::move(*argument));
    }
  }
}

// A set-up runs outside the timed span, so it must see nothing but what is the same in every run.
void check_setup(Fields& fields, const Launch& launch, ManifestReading& reading) {
  if (!launch.setup) return;
  for (const auto& argument : launch.args) {
    for (const auto& tensor : reading.task.tensors) {
      if (tensor.name != argument.name || tensor.role == Role::weight) continue;
      reading.mistakes.add(fields.find("args")->at,
                           fmt::format("tensor '{}' in a set-up launch", tensor.name),
                           "weight tensors and scratch alone");
    }
  }
}

/// A number that no case can change is wrong here already, also for what can't be run yet. Those
/// with names in them are checked at each case.
void check_literal(const Toml& at, const Expression& expression, std::int64_t least,
                   std::int64_t most, ManifestReading& reading) {
  const auto value = expression.literal();
  if (!value || (*value >= least && *value <= most)) return;
  reading.mistakes.add(at.at, in_quotes(expression.text()), fmt::format("{} to {}", least, most));
}

// Without a key there is nothing; with one, a list of 1 to 3.
std::vector<Expression> read_dimensions(const Toml* value, const Dimensions& limits,
                                        const Scope& scope, ManifestReading& reading) {
  if (value == nullptr) return {};
  auto sizes = expressions_of(*value, 1, 3, scope, reading.expressions());
  const bool is_list = value->kind == Toml::Kind::list && value->items.size() == sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    check_literal(is_list ? value->items[i] : *value, sizes[i], 1, limits[i], reading);
  }
  return sizes;
}

std::optional<Expression> read_optional(Fields& fields, const std::string& key, const Scope& scope,
                                        ManifestReading& reading) {
  const auto* value = fields.find(key);
  if (value == nullptr) return {};
  auto expression = expression_of(*value, scope, reading.expressions());
  if (expression && key != "when") check_literal(*value, *expression, 0, INT64_MAX, reading);
  return expression;
}

// `repeat` is evaluated once, before there is a step.
void read_launch(const Toml& table, ManifestReading& reading) {
  Fields fields(table, "[[launch]]", reading.mistakes);
  const auto scope = scope_of(fields, reading);
  Launch launch;
  read_kernel(fields, launch, reading.mistakes);
  const auto* grid = fields.need("grid", "1 to 3 expressions such as [\"ceil_div(rows, 128)\"]");
  launch.grid = read_dimensions(grid, grid_limits, scope, reading);
  const auto* block = fields.need("block", "1 to 3 expressions such as [256]");
  launch.block = read_dimensions(block, block_limits, scope, reading);
  launch.cluster = read_dimensions(fields.find("cluster"), cluster_limits, scope, reading);
  launch.shared = read_optional(fields, "shared", scope, reading);
  launch.repeat = read_optional(fields, "repeat", reading.sizes(), reading);
  launch.when = read_optional(fields, "when", scope, reading);
  launch.cooperative = fields.truth("cooperative", false);
  launch.setup = fields.truth("setup", false);
  read_arguments(fields, launch, scope, reading);
  check_setup(fields, launch, reading);
  fields.finish();
  reading.candidate.launches.push_back(std::move(launch));
}

}  // namespace

void read_launches(Fields& root, ManifestReading& reading) {
  const auto tables = tables_of(root, "launch", most_launches, reading.mistakes);
  for (const auto* table : tables) read_launch(*table, reading);
  if (!tables.empty() || root.has("launch")) return;
  reading.mistakes.add(root.at(), "a manifest without [[launch]]",
                       "at least one, with kernel, grid, block and args");
}

}  // namespace assay::task
