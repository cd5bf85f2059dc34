// SPDX-License-Identifier: Apache-2.0
// task.toml to a validated Task: the order of the steps, and the small tables.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

// A later format gets a later number; this version must not guess at it.
constexpr std::int64_t schema = 1;

void read_schema(Fields& root, Mistakes& mistakes) {
  if (root.need("schema", "schema = 1") == nullptr) return;
  const auto* value = root.find("schema");
  if (value->kind == Toml::Kind::integer && value->integer == schema) return;
  mistakes.add(value->at, fmt::format("schema {}", shown(*value)),
               "schema = 1, the one this version reads");
}

void read_name(Fields& root, Task& task, Mistakes& mistakes) {
  if (const auto name = root.needed_text("name", "a name such as \"softmax\"")) task.name = *name;
  if (const auto summary = root.text("summary")) task.summary = *summary;
  if (task.name.size() > 100) {
    mistakes.add(root.find("name")->at, fmt::format("a name of {} bytes", task.name.size()),
                 "at most 100");
  }
}

// Later steps lean on earlier ones: expressions on the axes, requirements on tensors and baseline,
// cases on all.
Task read_task(const Toml& tree, Mistakes& mistakes) {
  Task task;
  Namespace names;
  TaskReading reading{task, names, mistakes};
  Fields root(tree, "the task", mistakes);
  read_schema(root, mistakes);
  read_name(root, task, mistakes);
  read_axes(root, reading);
  read_constraints(root, reading);
  read_tensors(root, reading);
  read_scalars(root, reading);
  read_golden(root, reading);
  read_baseline(root, reading);  // before the requirements, which may lean on it
  read_requirements(root, reading);
  read_work(root, reading);
  read_cases(root, reading);
  read_limits(root, reading);
  root.finish();
  return task;
}

/// A table of the root: nothing and a mistake where something else stands there.
const Toml* table_of(Fields& root, const std::string& key, Mistakes& mistakes) {
  const auto* value = root.find(key);
  if (value == nullptr || value->kind == Toml::Kind::table) return value;
  mistakes.add(value->at, fmt::format("{} as '{}'", shown(*value), key),
               fmt::format("a table [{}]", key));
  return nullptr;
}

}  // namespace

// A check of the text alone; loading checks where links lead.
std::optional<std::string> inner_path(const Toml& value, const std::vector<std::string>& endings,
                                      Mistakes& mistakes) {
  const auto& path = value.text;
  const auto wrong = [&](std::string expected) {
    mistakes.add(value.at, "path " + in_quotes(path), std::move(expected));
    return std::nullopt;
  };
  if (path.empty() || path.size() > 255 || path.find('\0') != std::string::npos) {
    return wrong("1 to 255 bytes");
  }
  const auto parts = split(path, '/');
  const bool climbs = std::find(parts.begin(), parts.end(), "..") != parts.end();
  if (path.front() == '/' || climbs) {
    return wrong("a relative path without '..', below the folder of this file");
  }
  const bool ends =
      endings.empty() ||
      std::any_of(endings.begin(), endings.end(), [&](const auto& e) { return path.ends_with(e); });
  if (!ends) return wrong("a name that ends in " + join(endings, ", "));
  return path;
}

// Kept as written: loading puts the folder before it and reads the manifest.
void read_golden(Fields& root, TaskReading& reading) {
  auto& mistakes = reading.mistakes;
  if (root.need("golden", "a table [golden] with source = \"golden.cu\"") == nullptr) return;
  const auto* table = table_of(root, "golden", mistakes);
  if (table == nullptr) return;
  Fields fields(*table, "[golden]", mistakes);
  if (fields.has("source") == fields.has("file")) {
    mistakes.add(fields.at(),
                 fields.has("source") ? "a [golden] with both 'source' and 'file'"
                                      : "a [golden] without 'source' and 'file'",
                 "either source = \"golden.cu\" or file = \"recorded.safetensors\"");
  }
  if (fields.text("source")) {
    if (const auto path = inner_path(*fields.find("source"), {".cu", ".ptx"}, mistakes)) {
      reading.task.golden.source = Candidate{.path = *path};
    }
  }
  if (fields.text("file")) {
    reading.task.golden.file = inner_path(*fields.find("file"), {".safetensors"}, mistakes);
  }
  fields.finish();
}

void read_work(Fields& root, TaskReading& reading) {
  const auto* table = table_of(root, "work", reading.mistakes);
  if (table == nullptr) return;
  Fields fields(*table, "[work]", reading.mistakes);
  if (const auto* flops = fields.find("flops")) {
    reading.task.work_flops = expression_of(*flops, reading.axes(), reading.expressions());
  }
  if (const auto* bytes = fields.find("bytes")) {
    reading.task.work_bytes = expression_of(*bytes, reading.axes(), reading.expressions());
  }
  fields.finish();
}

void read_baseline(Fields& root, TaskReading& reading) {
  auto& mistakes = reading.mistakes;
  const auto* table = table_of(root, "baseline", mistakes);
  if (table == nullptr) return;
  Fields fields(*table, "[baseline]", mistakes);
  Baseline baseline;
  if (fields.has("candidate") == fields.has("library")) {
    mistakes.add(fields.at(),
                 fields.has("library") ? "a [baseline] with both 'candidate' and 'library'"
                                       : "a [baseline] without 'candidate' and 'library'",
                 "either candidate = \"naive.cu\" or library = \"cublas\" with op = \"gemm\"");
  }
  if (fields.text("candidate")) {
    baseline.candidate = inner_path(*fields.find("candidate"), {".cu", ".ptx", ".cubin"}, mistakes);
  }
  if (const auto library = fields.choice("library", {"cublas", "cublaslt", "cudnn"})) {
    baseline.library = *library;
    if (const auto op = fields.needed_text("op", "op = \"gemm\"")) baseline.op = *op;
  } else if (fields.find("op") != nullptr && !fields.has("library")) {
    mistakes.add(fields.spot_of("op"), "'op' without 'library'", "library = \"cublas\" beside it");
  }
  fields.finish();
  reading.task.baseline = std::move(baseline);
}

void read_limits(Fields& root, TaskReading& reading) {
  const auto* table = table_of(root, "limits", reading.mistakes);
  if (table == nullptr) return;
  Fields fields(*table, "[limits]", reading.mistakes);
  reading.task.limits.steps = fields.integer("steps", 1, INT64_MAX);
  reading.task.limits.seconds = fields.real("seconds");
  if (reading.task.limits.seconds && *reading.task.limits.seconds <= 0) {
    reading.mistakes.add(fields.find("seconds")->at,
                         fmt::format("seconds = {}", *reading.task.limits.seconds), "more than 0");
  }
  fields.finish();
}

// A text that is no TOML has one mistake: what follows it can't be trusted to mean anything.
Parsed<Task> parse_task(std::string_view text, const std::string& name) {
  Mistakes mistakes(name);
  Parsed<Task> parsed;
  const auto tree = read_toml(text);
  if (tree) {
    auto task = read_task(*tree, mistakes);
    task.text = std::string(text);
    if (mistakes.count() == 0) parsed.value = std::move(task);
  } else {
    mistakes.add(tree.error().at, tree.error().description, "");
  }
  parsed.mistakes = mistakes.sorted();
  return parsed;
}

}  // namespace assay::task
