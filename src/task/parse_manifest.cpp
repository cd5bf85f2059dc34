// SPDX-License-Identifier: Apache-2.0
// The TOML of a candidate to a validated Candidate: the order of the steps, parameters, scratch,
// tensor maps.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "record/reason.hpp"
#include "task/manifest_reading.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_params = 64;
constexpr std::size_t most_param_values = 1024;
constexpr std::size_t most_param_length = 200;
constexpr std::size_t most_buffers = 64;
constexpr std::size_t most_dimensions = 8;
constexpr std::size_t most_box = 5;  // of a TMA descriptor

// The task's names come first, so that a candidate can't take one of them for something else.
void import_names(const Task& task, Namespace& names) {
  const auto place = fmt::format("in task {}", in_quotes(task.name));
  for (const auto& axis : task.axes) names.import(axis.name, kind::axis, place);
  for (const auto& tensor : task.tensors) names.import(tensor.name, kind::tensor, place);
  for (const auto& scalar : task.scalars) names.import(scalar.name, kind::scalar, place);
}

// A reason code means: rejected, and that reason first.
void read_expect(Fields& root, ManifestReading& reading) {
  std::vector<std::string> valid{"accepted", "rejected", "undecided", "error"};
  for (const auto& reason : record::reason_kinds()) {
    if (reason.group != record::ReasonClass::finding) valid.emplace_back(reason.code);
  }
  const auto* value = root.find("expect");
  if (value == nullptr) return;
  if (value->kind == Toml::Kind::text &&
      std::find(valid.begin(), valid.end(), value->text) != valid.end()) {
    reading.candidate.expect = value->text;
    return;
  }
  reading.mistakes.add(value->at, shown(*value) + " as 'expect'",
                       "one of accepted, rejected, undecided, error, or a reason code such as "
                       "race.shared",
                       value->kind == Toml::Kind::text ? nearest_of(value->text, valid) : "");
}

/// One value of a parameter as -DNAME=value takes it.
std::optional<std::string> param_value(const Toml& value, Mistakes& mistakes) {
  if (value.kind == Toml::Kind::integer) return std::to_string(value.integer);
  if (value.kind == Toml::Kind::boolean) return value.truth ? "true" : "false";
  if (value.kind != Toml::Kind::text) {
    mistakes.add(value.at, shown(value), "an integer, true, false or a string");
    return {};
  }
  if (value.text.empty() || value.text.size() > most_param_length || !is_printable(value.text)) {
    mistakes.add(value.at, in_quotes(value.text),
                 fmt::format("1 to {} printable characters", most_param_length));
    return {};
  }
  return value.text;
}

// One type, or the same name would be usable in expressions with one value and not with the next.
void read_param_values(const std::vector<Toml>& values, Param& param, Mistakes& mistakes) {
  std::set<std::string> taken;
  for (const auto& value : values) {
    if (value.kind != values.front().kind) {
      mistakes.add(value.at, shown(value),
                   fmt::format("values of one type (the first is {})", shown(values.front())));
      continue;
    }
    const auto text = param_value(value, mistakes);
    if (!text) continue;
    if (taken.insert(*text).second) {
      param.values.push_back(*text);
    } else {
      mistakes.add(value.at, fmt::format("{} again", shown(value)), "each value once");
    }
  }
}

// The first value is the default, the list is the space that tuning searches.
void read_param(const TomlEntry& entry, ManifestReading& reading) {
  auto& mistakes = reading.mistakes;
  reading.names.declare(entry.key, kind::param, entry.at, mistakes);
  const bool list = entry.value.kind == Toml::Kind::list;
  const auto values = list ? entry.value.items : std::vector<Toml>{entry.value};
  if (values.empty() || values.size() > most_param_values) {
    mistakes.add(entry.value.at, fmt::format("{} values", values.size()),
                 fmt::format("1 to {}", most_param_values));
    return;
  }
  if (values.size() > 1 && reading.source.kind != "cu") {
    mistakes.add(entry.value.at, fmt::format("{} values", values.size()),
                 fmt::format("one: a .{} is compiled already", reading.source.kind));
  }
  Param param{.name = entry.key, .integer = values.front().kind == Toml::Kind::integer};
  param.text = values.front().kind == Toml::Kind::text;
  read_param_values(values, param, mistakes);
  reading.candidate.params.push_back(std::move(param));
}

bool uses_param(const Expression& expression, const Candidate& candidate) {
  const auto names = expression.names();
  return std::any_of(candidate.params.begin(), candidate.params.end(), [&](const Param& param) {
    return std::find(names.begin(), names.end(), param.name) != names.end();
  });
}

// A candidate can't narrow the domain, so a condition on axes alone is the task's to make.
void read_param_constraint(const Toml& table, ManifestReading& reading) {
  Fields fields(table, "[[constraint]]", reading.mistakes);
  if (const auto* that = fields.need("that", "a condition such as \"BLOCK <= 1024\"")) {
    const auto before = reading.mistakes.count();
    auto condition = expression_of(*that, reading.sizes(), reading.expressions());
    if (condition && reading.mistakes.count() == before &&
        !uses_param(*condition, reading.candidate)) {
      reading.mistakes.add(that->at, in_quotes(condition->text()),
                           "a condition on [params] (relations between axes are the task's)");
    }
    if (condition) reading.candidate.constraints.push_back(std::move(*condition));
  }
  fields.finish();
}

void read_one_scratch(const Toml& table, ManifestReading& reading) {
  Fields fields(table, "[[scratch]]", reading.mistakes);
  Scratch scratch;
  if (const auto name = fields.needed_text("name", "a name such as \"partial\"")) {
    scratch.name = *name;
    reading.names.declare(*name, kind::scratch, fields.find("name")->at, reading.mistakes);
  }
  if (fields.need("dtype", "dtype = " + one_of(dtype_names())) != nullptr) {
    if (const auto dtype = fields.choice("dtype", dtype_names())) {
      scratch.dtype = *dtype_from(*dtype);
    }
  }
  if (const auto* shape = fields.need("shape", "a shape such as [\"rows\", 2]")) {
    scratch.shape =
        expressions_of(*shape, 0, most_dimensions, reading.sizes(), reading.expressions());
  }
  fields.finish();
  reading.candidate.scratch.push_back(std::move(scratch));
}

/// Dimensions of a tensor or scratch buffer that a map may describe.
std::optional<std::size_t> rank_of(const std::string& name, const ManifestReading& reading) {
  for (const auto& tensor : reading.task.tensors) {
    if (tensor.name == name) return tensor.shape.size();
  }
  for (const auto& scratch : reading.candidate.scratch) {
    if (scratch.name == name) return scratch.shape.size();
  }
  return {};
}

// As many dimensions as what it maps, as TMA has it.
void read_box(Fields& fields, TensorMap& map, std::size_t rank, ManifestReading& reading) {
  const auto* box = fields.need("box", "a box such as [64, 64]");
  if (box == nullptr) return;
  map.box = expressions_of(*box, 1, most_box, reading.sizes(), reading.expressions());
  if (map.box.empty() || map.box.size() == rank) return;
  reading.mistakes.add(box->at, fmt::format("a box of {} dimensions", map.box.size()),
                       fmt::format("{}, as many as '{}' has", rank, map.tensor));
}

void read_tensor_map(const Toml& table, ManifestReading& reading) {
  Fields fields(table, "[[tensor_map]]", reading.mistakes);
  TensorMap map;
  if (const auto name = fields.needed_text("name", "a name such as \"x_map\"")) {
    map.name = *name;
    reading.names.declare(*name, kind::tensor_map, fields.find("name")->at, reading.mistakes);
  }
  const auto tensors = reading.names.of_kinds({kind::tensor, kind::scratch});
  if (fields.need("tensor", "tensor = " + one_of(tensors)) != nullptr) {
    if (const auto tensor = fields.choice("tensor", tensors)) map.tensor = *tensor;
  }
  if (const auto rank = rank_of(map.tensor, reading)) {
    read_box(fields, map, *rank, reading);
  } else {
    (void)fields.find("box");
  }
  if (const auto swizzle = fields.choice("swizzle", {"none", "32B", "64B", "128B"})) {
    map.swizzle = *swizzle;
  }
  fields.finish();
  reading.candidate.tensor_maps.push_back(std::move(map));
}

// Later steps lean on earlier ones: expressions on params, launches on scratch and tensor maps.
Candidate read_candidate(const Toml& tree, const ManifestSource& source, const Task& task,
                         Mistakes& mistakes) {
  Candidate candidate;
  candidate.kind = source.kind;
  Namespace names;
  import_names(task, names);
  ManifestReading reading{candidate, task, source, names, mistakes};
  Fields root(tree, "the manifest", mistakes);
  read_expect(root, reading);
  read_params(root, reading);  // first, since everything else may use them
  read_param_constraints(root, reading);
  read_scratch(root, reading);
  read_tensor_maps(root, reading);
  read_launches(root, reading);
  read_state(root, reading);
  read_build(root, reading);
  root.finish();
  return candidate;
}

}  // namespace

Scope ManifestReading::sizes() const {
  Scope scope{{}, "an axis, an integer parameter, sm_count or smem_max"};
  for (const auto& axis : task.axes) scope.names.push_back(axis.name);
  for (const auto& param : candidate.params) {
    if (param.integer) scope.names.push_back(param.name);
  }
  scope.names.insert(scope.names.end(), {"sm_count", "smem_max"});
  return scope;
}

void read_params(Fields& root, ManifestReading& reading) {
  const auto* params = root.find("params");
  if (params == nullptr) return;
  if (params->kind != Toml::Kind::table) {
    reading.mistakes.add(params->at, shown(*params), "a table [params]");
    return;
  }
  for (const auto& entry : params->entries) {
    if (reading.candidate.params.size() == most_params) {
      reading.mistakes.add(entry.at, "one parameter too many",
                           fmt::format("at most {}", most_params));
      return;
    }
    read_param(entry, reading);
  }
}

void read_param_constraints(Fields& root, ManifestReading& reading) {
  for (const auto* table : tables_of(root, "constraint", most_params, reading.mistakes)) {
    read_param_constraint(*table, reading);
  }
}

void read_scratch(Fields& root, ManifestReading& reading) {
  for (const auto* table : tables_of(root, "scratch", most_buffers, reading.mistakes)) {
    read_one_scratch(*table, reading);
  }
}

void read_tensor_maps(Fields& root, ManifestReading& reading) {
  for (const auto* table : tables_of(root, "tensor_map", most_buffers, reading.mistakes)) {
    read_tensor_map(*table, reading);
  }
}

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

Parsed<Candidate> parse_manifest(std::string_view text, const ManifestSource& source,
                                 const Task& task) {
  Mistakes mistakes(source.name);
  Parsed<Candidate> parsed;
  const auto tree = read_toml(text, source.first_line);
  if (tree) {
    auto candidate = read_candidate(*tree, source, task, mistakes);
    parsed.expect = candidate.expect;
    if (mistakes.count() == 0) parsed.value = std::move(candidate);
  } else {
    mistakes.add(tree.error().at, tree.error().description, "");
  }
  parsed.mistakes = mistakes.sorted();
  return parsed;
}

Parsed<Candidate> parse_candidate(std::string_view manifest, const std::string& name,
                                  std::uint32_t first_line, const Task& task) {
  return parse_manifest(manifest, {.name = name, .first_line = first_line}, task);
}

}  // namespace assay::task
