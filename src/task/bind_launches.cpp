// SPDX-License-Identifier: Apache-2.0
// [[launch]] entries to evaluated launches, each number within what CUDA takes (threats.md D16).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "num/tensor.hpp"
#include "task/binding.hpp"
#include "task/launch_limits.hpp"
#include "task/mistakes.hpp"

namespace assay::task {
namespace {

using record::JobArgument;
using record::JobLaunch;
using record::KernelInfo;

constexpr std::int64_t threads_in_a_block = 1024;
constexpr std::size_t most_arguments = 500'000;  // of all launches of a run
constexpr std::string_view axis_letters = "xyz";

std::int64_t product(const Dimensions& sizes) {
  return sizes[0] * sizes[1] * sizes[2];
}

/// All launches of one run, one [[launch]] after the other.
class Launcher {
 public:
  Launcher(Binding& binding, std::span<const KernelInfo> kernels, bool outputs_empty)
      : binding_(binding), kernels_(kernels), outputs_empty_(outputs_empty) {}

  std::vector<JobLaunch> all() {
    for (const auto& launch : binding_.candidate().launches) {
      ++number_;
      repeat(launch);
    }
    binding_.stand_at("");
    if (launches_.empty() && !outputs_empty_ && binding_.problems().empty()) {
      binding_.invalid(
          fmt::format("no launch is left in case {}", in_quotes(binding_.setting().at.name)),
          "a `when` or `repeat` leaves every one out");
    }
    return std::move(launches_);
  }

 private:
  std::string place(const Launch& launch) const {
    return fmt::format("launch {} {}", number_, in_quotes(launch.kernel));
  }

  // Steps that `when` leaves out count as well: they cost time to evaluate.
  void repeat(const Launch& launch) {
    binding_.stand_at(place(launch));
    const auto* kernel = find_kernel(launch);
    if (kernel == nullptr) return;
    const auto times = launch.repeat ? binding_.evaluate(*launch.repeat, "repeat") : 1;
    if (!times) return;
    if (*times < 0 || *times > launch_cap - evaluated_) {
      binding_.invalid(
          fmt::format("repeat {} is {}, expected 0 to {} (at most {} launches in a run)",
                      in_quotes(launch.repeat ? launch.repeat->text() : "1"), *times,
                      launch_cap - evaluated_, launch_cap));
      return;
    }
    evaluated_ += *times;
    const auto problems = binding_.problems().size();
    for (std::int64_t step = 0; step < *times; ++step) {
      if (launch.repeat) binding_.set_step(step);
      one(launch, *kernel);
      if (binding_.problems().size() > problems) break;  // each further step would say the same
    }
    binding_.clear_step();
  }

  // By the name expression of a .cu, or the entry of a .ptx.
  const KernelInfo* find_kernel(const Launch& launch) {
    std::vector<std::string> names;
    for (const auto& kernel : kernels_) {
      if (kernel.expression == launch.kernel || kernel.entry == launch.kernel) return &kernel;
      names.push_back(kernel.expression.empty() ? kernel.entry : kernel.expression);
    }
    const auto near = nearest_of(launch.kernel, names);
    binding_.invalid("the build has no kernel of this name" +
                         (names.empty() ? "" : ", it has " + escaped(join(names, ", "), 300)),
                     near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    return nullptr;
  }

  // Goes on after a problem, so that all of a launch are told at once.
  void one(const Launch& launch, const KernelInfo& kernel) {
    if (launch.when) {
      const auto wanted = binding_.evaluate(*launch.when, "when");
      if (!wanted || *wanted == 0) return;
    }
    const auto grid = dimensions(launch.grid, "grid");
    const auto block = dimensions(launch.block, "block");
    if (!grid || !block) return;
    // Nothing to write: a launch over nothing is what an honest kernel makes of it.
    const bool nothing = std::find(grid->begin(), grid->end(), 0) != grid->end() ||
                         std::find(block->begin(), block->end(), 0) != block->end();
    if (nothing && outputs_empty_) return;
    JobLaunch bound{.kernel = kernel.entry, .grid = *grid, .block = *block};
    bound.cooperative = launch.cooperative;
    check_range(launch.grid, *grid, grid_limits, "grid");
    check_range(launch.block, *block, block_limits, "block");
    if (*std::min_element(block->begin(), block->end()) >= 1) check_threads(bound, kernel);
    bind_shared(launch, kernel, bound);
    bind_cluster(launch, kernel, bound);
    bind_arguments(launch, kernel, bound);
    launches_.push_back(std::move(bound));
  }

  // Dimensions that are not given are 1.
  std::optional<Dimensions> dimensions(const std::vector<Expression>& sizes, const char* what) {
    Dimensions values{1, 1, 1};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const auto value = binding_.evaluate(sizes[i], fmt::format("{}.{}", what, axis_letters[i]));
      if (!value) return {};
      values[i] = *value;
    }
    return values;
  }

  void check_range(const std::vector<Expression>& sizes, const Dimensions& values,
                   const Dimensions& limits, std::string_view what) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (values[i] >= 1 && values[i] <= limits[i]) continue;
      const bool empty_grid = values[i] == 0 && what == "grid";
      binding_.invalid(fmt::format("{}.{} {} is {}, expected 1 to {}", what, axis_letters[i],
                                   in_quotes(sizes[i].text()), values[i], limits[i]),
                       empty_grid ? "the output is not empty; `when` leaves a launch out" : "");
    }
  }

  // What the kernel says of itself holds as well: a launch that breaks it would fail later, with
  // less to read.
  void check_threads(const JobLaunch& launch, const KernelInfo& kernel) {
    const auto limit = kernel.max_threads > 0 ? std::min(kernel.max_threads, threads_in_a_block)
                                              : threads_in_a_block;
    const bool in_range = std::equal(launch.block.begin(), launch.block.end(), block_limits.begin(),
                                     std::less_equal<>());
    if (in_range && product(launch.block) > limit) {
      binding_.invalid(
          fmt::format("a block of {} threads, expected at most {}", product(launch.block), limit),
          limit < threads_in_a_block ? "__launch_bounds__ of the kernel says so" : "");
    }
    const auto& required = kernel.required_threads;
    if (required[0] > 0 && required != launch.block) {
      binding_.invalid(fmt::format("a block of [{}], expected [{}], which the kernel requires",
                                   fmt::join(launch.block, ", "), fmt::join(required, ", ")));
    }
  }

  // The device's most is for static and dynamic shared memory together.
  void bind_shared(const Launch& launch, const KernelInfo& kernel, JobLaunch& bound) {
    const auto most = std::max<std::int64_t>(
        binding_.setting().device.smem_max - std::max<std::int64_t>(kernel.shared_bytes, 0), 0);
    if (!launch.shared) return;
    const auto bytes = binding_.evaluate(*launch.shared, "shared");
    if (!bytes) return;
    bound.shared_bytes = *bytes;
    if (*bytes >= 0 && *bytes <= most) return;
    binding_.invalid(
        fmt::format("shared {} is {}, expected 0 to {} bytes (a block has {}, {} are static)",
                    in_quotes(launch.shared->text()), *bytes, most,
                    binding_.setting().device.smem_max, kernel.shared_bytes));
  }

  // A kernel compiled for a cluster is launched with it, named or not.
  void bind_cluster(const Launch& launch, const KernelInfo& kernel, JobLaunch& bound) {
    auto cluster = dimensions(launch.cluster, "cluster");
    if (!cluster) return;
    const auto& required = kernel.cluster;
    if (launch.cluster.empty() && required[0] > 0) cluster = required;
    for (const auto size : *cluster) {
      if (size >= 1 && size <= blocks_in_a_cluster) continue;
      binding_.invalid(fmt::format("a cluster of [{}], expected 1 to {} in each direction",
                                   fmt::join(*cluster, ", "), blocks_in_a_cluster));
      return;
    }
    if (product(*cluster) > blocks_in_a_cluster) {
      binding_.invalid(fmt::format("a cluster of {} blocks, expected at most {}", product(*cluster),
                                   blocks_in_a_cluster));
    } else if (required[0] > 0 && required != *cluster) {
      binding_.invalid(fmt::format("a cluster of [{}], expected [{}], which the kernel requires",
                                   fmt::join(*cluster, ", "), fmt::join(required, ", ")));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (bound.grid[i] % (*cluster)[i] == 0) continue;
      binding_.invalid(fmt::format("grid.{} is {}, expected a multiple of the cluster's {}",
                                   axis_letters[i], bound.grid[i], (*cluster)[i]));
    }
    if (product(*cluster) > 1) bound.cluster = *cluster;
  }

  // The sizes come from the artifact: what the source calls int is known there as 4 bytes.
  void bind_arguments(const Launch& launch, const KernelInfo& kernel, JobLaunch& bound) {
    const auto& sizes = kernel.parameter_sizes;
    if (launch.args.size() != sizes.size()) {
      binding_.invalid(fmt::format("{} argument{}, expected {}, which the kernel takes",
                                   launch.args.size(), launch.args.size() == 1 ? "" : "s",
                                   sizes.size()));
      return;
    }
    arguments_ += sizes.size();
    if (arguments_ > most_arguments) {
      binding_.invalid(fmt::format("more than {} arguments in all launches",
                                   with_commas(static_cast<std::int64_t>(most_arguments))));
      return;
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      binding_.stand_at(fmt::format("{}, argument {}", place(launch), i + 1));
      const auto& argument = launch.args[i];
      bound.arguments.push_back(argument.expression ? integer(*argument.expression, sizes[i])
                                                    : named(argument.name, sizes[i]));
    }
    binding_.stand_at(place(launch));
  }

  // The sign of a 4-byte parameter is not known: what fits either is taken.
  JobArgument integer(const Expression& expression, std::int64_t size) {
    if (size != 4 && size != 8) {
      binding_.invalid(fmt::format("{} for a parameter of {} bytes, expected one of 4 or 8",
                                   in_quotes(expression.text()), size));
      return {};
    }
    const auto value = binding_.evaluate(expression, "value");
    if (!value) return {};
    if (size == 4 && (*value < INT32_MIN || *value > std::int64_t{UINT32_MAX})) {
      binding_.invalid(fmt::format("{} is {}, expected a value that fits the parameter's 4 bytes",
                                   in_quotes(expression.text()), *value),
                       "give the kernel a parameter of 8 bytes (long long)");
      return {};
    }
    const auto bits = static_cast<std::uint64_t>(*value);
    JobArgument argument;
    for (std::int64_t i = 0; i < size; ++i) {
      argument.bytes.push_back(static_cast<std::byte>(bits >> (8 * i)));
    }
    return argument;
  }

  // By value or by its address: who runs tensor maps will know.
  bool is_tensor_map(const std::string& name) const {
    const auto& maps = binding_.candidate().tensor_maps;
    return std::any_of(maps.begin(), maps.end(), [&](const auto& map) { return map.name == name; });
  }

  // Everything but a scalar is passed by its address.
  JobArgument named(const std::string& name, std::int64_t size) {
    for (const auto& scalar : binding_.task().scalars) {
      if (scalar.name == name) return passed_by_value(scalar, size);
    }
    if (size != 8 && !is_tensor_map(name)) {
      binding_.invalid(
          fmt::format("pointer '{}' for a parameter of {} bytes, expected 8", name, size));
    }
    return {.buffer = name, .bytes = {}};
  }

  // A scalar that does not fit its own dtype is the task's fault, one that meets another parameter
  // the manifest's.
  JobArgument passed_by_value(const Scalar& scalar, std::int64_t size) {
    const auto bytes = bits_of(scalar.dtype) / 8;
    if (size != bytes) {
      binding_.invalid(fmt::format("scalar '{}' ({}) for a parameter of {} bytes, expected {}",
                                   scalar.name, name_of(scalar.dtype), size, bytes));
      return {};
    }
    const auto value = scalar.value.evaluate(binding_.names());
    if (!value) {
      binding_.task_fault(fmt::format("scalar '{}': {}", scalar.name, value.error().message));
      return {};
    }
    auto held = make_tensor(scalar.dtype, {1});
    held.set(0, *value);
    if (!holds(scalar, *value, held.at(0))) {
      binding_.task_fault(fmt::format("scalar '{}' {} is {}, which does not fit {}", scalar.name,
                                      in_quotes(scalar.value.text()), *value,
                                      name_of(scalar.dtype)));
    }
    return {.buffer = "", .bytes = std::move(held.bytes)};
  }

  // A float may round but not overflow or saturate; an integer must be exact.
  static bool holds(const Scalar& scalar, double wanted, double held) {
    if (!is_float(scalar.dtype)) return held == wanted && is_in_range(scalar.dtype, wanted);
    const double unit = 2 * unit_roundoff(scalar.dtype);
    return std::isfinite(held) && (std::abs(held - wanted) <= unit * std::abs(wanted) ||
                                   std::abs(wanted) < 1);  // below 1 only underflow is left
  }

  // In powers of two, which double holds exactly also for 64 bits.
  static bool is_in_range(Dtype dtype, double value) {
    if (dtype == Dtype::boolean) return value == 0 || value == 1;
    const bool is_unsigned =
        dtype == Dtype::u8 || dtype == Dtype::u16 || dtype == Dtype::u32 || dtype == Dtype::u64;
    const int bits = bits_of(dtype) - (is_unsigned ? 0 : 1);
    return value >= (is_unsigned ? 0 : -std::ldexp(1.0, bits)) && value < std::ldexp(1.0, bits);
  }

  Binding& binding_;
  std::span<const KernelInfo> kernels_;
  bool outputs_empty_;
  int number_ = 0;
  std::int64_t evaluated_ = 0;
  std::size_t arguments_ = 0;
  std::vector<JobLaunch> launches_;
};

}  // namespace

std::vector<JobLaunch> bind_launches(Binding& binding, std::span<const KernelInfo> kernels,
                                     bool outputs_empty) {
  return Launcher(binding, kernels, outputs_empty).all();
}

}  // namespace assay::task
