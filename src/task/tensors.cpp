// SPDX-License-Identifier: Apache-2.0
// [axes], [[constraint]], [[tensor]] and [[scalar]] of a task.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_axes = 16;
constexpr std::size_t most_tensors = 64;
constexpr std::size_t most_families = 16;
constexpr std::size_t most_dimensions = 8;
constexpr std::int64_t most_align = std::int64_t{2} << 20;  // a page of the GPU

const std::vector<std::string> role_names{"in", "out", "inout", "weight"};
constexpr std::array roles{Role::in, Role::out, Role::inout, Role::weight};

// Keys of a [[case]], and words that stand beside axes in `per`: an axis of that name could not be
// told apart.
const std::vector<std::string> words_of_the_format{"name", "bench", "values", "row", "all"};

// An axis with a mistake is kept with the widest range: those who use it should not be blamed for
// it.
void read_axis(const TomlEntry& entry, TaskReading& reading) {
  auto& mistakes = reading.mistakes;
  reading.names.declare(entry.key, kind::axis, entry.at, mistakes);
  if (std::find(words_of_the_format.begin(), words_of_the_format.end(), entry.key) !=
      words_of_the_format.end()) {
    mistakes.add(entry.at, fmt::format("axis '{}'", entry.key),
                 "another name: it is a word of [[case]] or [[require]]");
  }
  Axis axis{.name = entry.key};
  if (entry.value.kind != Toml::Kind::table) {
    mistakes.add(entry.value.at, shown(entry.value), "a range such as { min = 1, max = 4096 }");
    axis.min = 0;
    axis.max = INT64_MAX;
  } else {
    Fields fields(entry.value, fmt::format("axis {}", in_quotes(entry.key)), mistakes);
    axis.min = fields.integer("min", 0, INT64_MAX).value_or(1);
    (void)fields.need("max", "a range such as { min = 1, max = 4096 }");
    // Without a bound no case is out of range: one mistake, not one for each case.
    axis.max = fields.integer("max", axis.min, INT64_MAX).value_or(INT64_MAX);
    axis.multiple_of = fields.integer("multiple_of", 1, INT64_MAX).value_or(1);
    if (axis.max - axis.max % axis.multiple_of < axis.min) {
      mistakes.add(
          fields.spot_of("multiple_of"),
          fmt::format("no multiple of {} from {} to {}", axis.multiple_of, axis.min, axis.max),
          "a range that holds one");
    }
    fields.finish();
  }
  reading.task.axes.push_back(std::move(axis));
}

// An empty shape is a single element.
std::vector<Expression> read_shape(Fields& fields, TaskReading& reading) {
  const auto* shape = fields.need("shape", "a shape such as [\"rows\", \"cols\"]");
  if (shape == nullptr) return {};
  return expressions_of(*shape, 0, most_dimensions, reading.axes(), reading.expressions());
}

// A kernel writes an out tensor; every other one needs something to stand in it.
void read_values(Fields& fields, Tensor& tensor, TaskReading& reading) {
  if (tensor.role == Role::out) {
    if (fields.find("values") == nullptr) return;
    reading.mistakes.add(fields.spot_of("values"), "'values' of an out tensor",
                         "none: a kernel writes it (role = \"inout\" has an initial value)");
    return;
  }
  const auto* value = fields.need("values", "values such as \"normal(0, 1)\"");
  if (value == nullptr) return;
  const bool list = value->kind == Toml::Kind::list;
  if (list && (value->items.empty() || value->items.size() > most_families)) {
    reading.mistakes.add(value->at, fmt::format("{} input families", value->items.size()),
                         fmt::format("1 to {}", most_families));
    return;
  }
  const auto add = [&](const Toml& one) {
    if (auto spec = values_of(one, tensor.dtype, reading)) {
      tensor.values.push_back(std::move(*spec));
    }
  };
  if (!list) return add(*value);
  for (const auto& item : value->items) add(item);
}

// Powers of two, as every allocator and vector load takes them.
void read_align(Fields& fields, Tensor& tensor, TaskReading& reading) {
  const auto align = fields.integer("align", 16, most_align);
  if (!align) return;
  if ((*align & (*align - 1)) != 0) {
    reading.mistakes.add(fields.find("align")->at, fmt::format("align = {}", *align),
                         "a power of two");
  }
  tensor.align = *align;
}

void read_init(Fields& fields, Tensor& tensor, TaskReading& reading) {
  if (!fields.choice("init", {"zeros"})) return;
  tensor.init_zeros = true;
  if (tensor.role == Role::out) return;
  reading.mistakes.add(fields.spot_of("init"), "'init' of a tensor that has values",
                       "'init' on out tensors only");
}

// Strides are a thing people look for: say that they are not there rather than "unknown key".
void refuse_strides(Fields& fields, TaskReading& reading) {
  for (const auto* key : {"strides", "stride", "layout"}) {
    if (!fields.has(key)) continue;
    (void)fields.find(key);
    reading.mistakes.add(fields.spot_of(key), fmt::format("'{}'", key),
                         "contiguous row-major tensors: schema 1 has no other layout");
  }
}

// What a tensor must hold hangs on its role: with a role that is wrong, only the rest is checked.
void read_tensor(const Toml& table, TaskReading& reading) {
  Fields fields(table, "[[tensor]]", reading.mistakes);
  Tensor tensor;
  if (const auto name = fields.needed_text("name", "a name such as \"x\"")) {
    tensor.name = *name;
    reading.names.declare(*name, kind::tensor, fields.find("name")->at, reading.mistakes);
  }
  bool sound = fields.need("role", "role = " + one_of(role_names)) != nullptr;
  if (const auto role = fields.choice("role", role_names)) {
    const auto at = std::find(role_names.begin(), role_names.end(), *role) - role_names.begin();
    tensor.role = roles[static_cast<std::size_t>(at)];
  } else {
    sound = false;
  }
  if (fields.need("dtype", "dtype = " + one_of(dtype_names())) != nullptr) {
    if (const auto dtype = fields.choice("dtype", dtype_names())) {
      tensor.dtype = *dtype_from(*dtype);
    }
  }
  tensor.shape = read_shape(fields, reading);
  if (sound) {
    read_values(fields, tensor, reading);
  } else {
    (void)fields.find("values");  // what it must be hangs on the role
  }
  read_align(fields, tensor, reading);
  read_init(fields, tensor, reading);
  refuse_strides(fields, reading);
  fields.finish();
  reading.task.tensors.push_back(std::move(tensor));
}

std::vector<std::string> scalar_dtypes() {
  auto names = dtype_names();
  std::erase(names, "i4");  // no kernel parameter is half a byte
  return names;
}

void read_scalar_value(const Toml& value, Scalar& scalar, TaskReading& reading) {
  const bool number = value.kind == Toml::Kind::integer || value.kind == Toml::Kind::real;
  if (!number && value.kind != Toml::Kind::text) {
    reading.mistakes.add(value.at, shown(value), "a number or a string with an expression");
    return;
  }
  auto parsed = RealExpression::parse_or_fault(number ? shown(value) : value.text);
  if (!parsed) {
    reading.mistakes.add(value, parsed.error());
    return;
  }
  check_uses(parsed->uses(), value, reading.axes(), reading.names, reading.mistakes);
  scalar.value = std::move(*parsed);
}

void read_scalar(const Toml& table, TaskReading& reading) {
  Fields fields(table, "[[scalar]]", reading.mistakes);
  Scalar scalar;
  if (const auto name = fields.needed_text("name", "a name such as \"scale\"")) {
    scalar.name = *name;
    reading.names.declare(*name, kind::scalar, fields.find("name")->at, reading.mistakes);
  }
  if (fields.need("dtype", "dtype = " + one_of(scalar_dtypes())) != nullptr) {
    if (const auto dtype = fields.choice("dtype", scalar_dtypes())) {
      scalar.dtype = *dtype_from(*dtype);
    }
  }
  if (const auto* value = fields.need("value", "a value such as \"1 / sqrt(cols)\"")) {
    read_scalar_value(*value, scalar, reading);
  }
  fields.finish();
  reading.task.scalars.push_back(std::move(scalar));
}

// A bool is 0 or 1 and nothing else; rounded normal draws are neither.
bool fills(Values::Family family, Dtype dtype) {
  using Family = Values::Family;
  if (dtype != Dtype::boolean) return true;
  return family == Family::zeros || family == Family::ones || family == Family::integers ||
         family == Family::file;
}

}  // namespace

Scope TaskReading::axes() const {
  Scope scope{{}, "an axis"};
  for (const auto& axis : task.axes) scope.names.push_back(axis.name);
  return scope;
}

std::optional<ValuesSpec> values_of(const Toml& value, Dtype dtype, const TaskReading& reading) {
  auto& mistakes = reading.mistakes;
  if (value.kind != Toml::Kind::text) {
    mistakes.add(value.at, shown(value), "a string such as \"normal(0, 1)\"");
    return {};
  }
  auto spec = ValuesSpec::parse_or_fault(value.text);
  if (!spec) {
    mistakes.add(value, spec.error());
    return {};
  }
  check_uses(spec->uses(), value, reading.axes(), reading.names, mistakes);
  if (!fills(spec->values.family, dtype)) {
    mistakes.add(value.at, in_quotes(value.text) + " for a bool tensor",
                 "zeros, ones, integers(0, 2) or a file");
  }
  if (spec->values.family == Values::Family::file) {
    const Toml path{.kind = Toml::Kind::text, .at = value.at, .text = spec->values.path};
    if (!inner_path(path, {".npy"}, mistakes)) return {};
  }
  return std::move(*spec);
}

void read_axes(Fields& root, TaskReading& reading) {
  const auto* axes = root.find("axes");
  if (axes == nullptr) return;
  if (axes->kind != Toml::Kind::table) {
    reading.mistakes.add(axes->at, shown(*axes), "a table [axes]");
    return;
  }
  for (const auto& entry : axes->entries) {
    if (reading.task.axes.size() == most_axes) {
      reading.mistakes.add(entry.at, "one axis too many", fmt::format("at most {}", most_axes));
      return;
    }
    read_axis(entry, reading);
  }
}

void read_constraints(Fields& root, TaskReading& reading) {
  for (const auto* table : tables_of(root, "constraint", most_tensors, reading.mistakes)) {
    Fields fields(*table, "[[constraint]]", reading.mistakes);
    if (const auto* that = fields.need("that", "a condition such as \"K % 8 == 0\"")) {
      if (auto condition = expression_of(*that, reading.axes(), reading.expressions())) {
        reading.task.constraints.push_back(std::move(*condition));
      }
    }
    fields.finish();
  }
}

void read_tensors(Fields& root, TaskReading& reading) {
  for (const auto* table : tables_of(root, "tensor", most_tensors, reading.mistakes)) {
    read_tensor(*table, reading);
  }
  const auto& tensors = reading.task.tensors;
  const bool written = std::any_of(tensors.begin(), tensors.end(), [](const Tensor& tensor) {
    return tensor.role == Role::out || tensor.role == Role::inout;
  });
  // A role that was misspelt has its own mistake already.
  if (!written && reading.mistakes.count() == 0) {
    reading.mistakes.add(root.at(), "no tensor that a kernel writes",
                         "at least one [[tensor]] with role = \"out\" or \"inout\"");
  }
}

void read_scalars(Fields& root, TaskReading& reading) {
  for (const auto* table : tables_of(root, "scalar", most_tensors, reading.mistakes)) {
    read_scalar(*table, reading);
  }
}

}  // namespace assay::task
