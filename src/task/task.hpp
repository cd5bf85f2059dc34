// SPDX-License-Identifier: Apache-2.0
// A task and its candidates as validated values: docs/task.md and docs/candidate.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "num/dtype.hpp"
#include "num/values.hpp"
#include "task/expression.hpp"

namespace assay::task {

/// One mistake in a file, as shown: "task.toml:12:9: found 'f31', expected a dtype (…); did you
/// mean 'f32'?".
struct Mistake {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string found, expected, nearest;
};
[[nodiscard]] std::string to_text(const Mistake& mistake);

struct Axis {
  std::string name;
  std::int64_t min = 1, max = 1, multiple_of = 1;
};

enum class Role : std::uint8_t { in, out, inout, weight };

struct Tensor {
  std::string name;
  Role role = Role::in;
  Dtype dtype = Dtype::f32;
  std::vector<Expression> shape;
  std::vector<ValuesSpec> values;  ///< families; empty for `out`
  std::int64_t align = 16;
  bool init_zeros = false;
};

struct Scalar {
  std::string name;
  Dtype dtype = Dtype::f32;
  RealExpression value;
};

struct Requirement {
  std::string metric;    ///< max_abs max_rel rel_l2 rms ulp cosine mismatch error_ratio bitwise; ""
                         ///< for a property
  std::string property;  ///< deterministic batch_invariant bitwise; "" for a metric
  std::string tensor;    ///< "" = each out and inout
  std::string per = "all";
  std::optional<double> quantile;
  double max = 0, atol = 0, rtol = 0;
  std::string against;  ///< error_ratio
  std::string axis;     ///< batch_invariant
};

/// A binding of all axes.
struct Case {
  std::string name;
  std::map<std::string, std::int64_t> axes;
  std::map<std::string, ValuesSpec> values;  ///< override by tensor
  bool bench = false;
  bool drawn = false;
};

struct Limits {
  std::optional<std::int64_t> steps;
  std::optional<double> seconds;
};

struct Launch {
  std::string kernel;
  std::vector<Expression> grid, block;  ///< 1 to 3
  std::vector<Expression> cluster;      ///< 0 to 3
  std::optional<Expression> shared;
  struct Argument {
    std::string name;  ///< tensor, scalar, scratch or tensor map; "" for an expression
    std::optional<Expression> expression;
  };
  std::vector<Argument> args;
  std::optional<Expression> repeat;
  std::optional<Expression> when;
  bool cooperative = false;
  bool setup = false;  ///< prepares `weight` tensors alone, outside the timed span
};

struct Scratch {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<Expression> shape;
};

struct TensorMap {
  std::string name, tensor, swizzle = "none";
  std::vector<Expression> box;
};

struct Param {
  std::string name;
  std::vector<std::string> values;  ///< as -DNAME=value takes them; the first is the default
  bool integer = true;              ///< usable in expressions
  bool text = false;                ///< strings (type names), as opposed to integers and booleans
};

struct BuildOptions {
  std::string compiler = "nvrtc";
  std::optional<std::string> arch;
  std::vector<std::string> flags;
  std::vector<std::pair<std::string, Expression>> define;
  std::vector<std::string> include;
};

/// The manifest of a candidate (or of a golden), and the file it stands in.
struct Candidate {
  std::filesystem::path path;
  std::string kind;    ///< "cu" | "ptx" | "cubin"
  std::string source;  ///< content of the file
  std::optional<std::string> expect;
  std::vector<Launch> launches;
  std::vector<Scratch> scratch;
  std::vector<TensorMap> tensor_maps;
  std::vector<Param> params;
  std::vector<Expression> constraints;
  std::vector<std::string> state;
  BuildOptions build;
};

struct Golden {
  std::optional<Candidate> source;
  std::optional<std::filesystem::path> file;
};

struct Baseline {
  std::optional<std::filesystem::path> candidate;
  std::string library, op;
};

struct Task {
  std::filesystem::path path;  ///< task.toml
  std::filesystem::path folder;
  std::string text;  ///< content of task.toml
  std::string name, summary;
  std::vector<Axis> axes;  ///< in the order of the file
  std::vector<Expression> constraints;
  std::vector<Tensor> tensors;
  std::vector<Scalar> scalars;
  Golden golden;
  std::vector<Requirement> requirements;
  bool default_requirement = false;  ///< no [[require]] in the file: tolerance.md's default
  std::optional<Expression> work_flops, work_bytes;
  std::vector<Case> cases;  ///< those of the file
  std::optional<Baseline> baseline;
  Limits limits;
};

template <class T>
struct Parsed {
  std::optional<T> value;             ///< set when there is no mistake
  std::vector<Mistake> mistakes;      ///< all of the file
  std::optional<std::string> expect;  ///< of a candidate, also where the rest has mistakes
};

/// TASK is a folder or its task.toml. The golden's manifest is parsed too; its mistakes are among
/// these. Error only where the file can't be read.
[[nodiscard]] Result<Parsed<Task>> load_task(const std::filesystem::path& path);

/// A candidate's manifest, validated against the task's names.
[[nodiscard]] Result<Parsed<Candidate>> load_candidate(const std::filesystem::path& path,
                                                       const Task& task);

/// The same from text (fuzzing, scaffolds): `name` is what messages call the file.
[[nodiscard]] Parsed<Task> parse_task(std::string_view text, const std::string& name);
[[nodiscard]] Parsed<Candidate> parse_candidate(std::string_view manifest, const std::string& name,
                                                std::uint32_t first_line, const Task& task);

/// Every `.cu`, `.ptx` and `.cubin` below the task's folder, golden and baseline apart, sorted by
/// path.
[[nodiscard]] Result<std::vector<std::filesystem::path>> find_candidates(const Task& task);

/// The task's own cases and those drawn from `seed`: 1, primes, powers of two ± 1, each axis at its
/// maximum alone, all at once; constraints and multiples hold; ascending by elements touched. Same
/// seed, same cases.
[[nodiscard]] std::vector<Case> cases_of(const Task& task, std::uint64_t seed);

}  // namespace assay::task
