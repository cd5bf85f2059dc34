// SPDX-License-Identifier: Apache-2.0
// Sizes drawn from a seed (threats.md D8): those at which kernels that fit the task's own cases go
// wrong.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

#include "num/random.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

using Sizes = std::map<std::string, std::int64_t>;

constexpr std::int64_t small = 64;
constexpr std::int64_t many = 50;
constexpr std::int64_t middling = 2048;  // where primes and powers of two are drawn up to
constexpr std::int64_t most_bytes = std::int64_t{8} << 30;  // of all tensors of a drawn case
constexpr std::size_t most_attempts = 200;                  // until constraints hold
constexpr std::size_t most_text = std::size_t{16} << 20;    // read in all attempts of all cases
constexpr int random_cases = 3;

/// Counted draws from one seed: the same seed gives the same sizes everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : seed_(derived_seed(seed, "cases")) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    return low + static_cast<std::int64_t>(random_bits(seed_, 0, index_++) % span);
  }

  /// Every order of magnitude as likely as another.
  std::int64_t log_uniform(std::int64_t low, std::int64_t high) {
    const auto bits = between(std::bit_width(static_cast<std::uint64_t>(low)),
                              std::bit_width(static_cast<std::uint64_t>(high)));
    if (bits == 0) return 0;
    const auto least = std::int64_t{1} << (bits - 1);
    return between(std::max(low, least), std::min(high, least + (least - 1)));
  }

 private:
  std::uint64_t seed_;
  std::uint64_t index_ = 0;
};

/// The valid size nearest below `wanted`, else the least one above.
std::int64_t snapped(const Axis& axis, std::int64_t wanted) {
  const auto held = std::clamp(wanted, axis.min, axis.max);
  const auto below = held - held % axis.multiple_of;
  return below >= axis.min ? below : below + axis.multiple_of;
}

std::int64_t largest(const Axis& axis) {
  return snapped(axis, axis.max);
}
std::int64_t least(const Axis& axis) {
  return snapped(axis, std::max<std::int64_t>(axis.min, 1));
}

bool is_prime(std::int64_t value) {
  if (value < 2) return false;
  for (std::int64_t divisor = 2; divisor * divisor <= value; ++divisor) {
    if (value % divisor == 0) return false;
  }
  return true;
}

// Small beside a large axis, so that the case stays cheap to simulate.
std::int64_t small_size(const Axis& axis, Draw& draw) {
  const auto low = least(axis);
  return snapped(axis, draw.log_uniform(low, std::max(low, std::min(axis.max, small))));
}

// Tiles are multiples of a warp: a size that is one hides a missing bound.
std::int64_t odd_size(const Axis& axis, Draw& draw) {
  const auto low = least(axis);
  auto size = draw.log_uniform(low, std::max(low, axis.max));
  if (size % 32 == 0) size += size < axis.max ? 1 : -1;
  return snapped(axis, size);
}

// Whole tiles and blocks: a path of its own in many kernels, and one that odd sizes never take.
std::int64_t whole_size(const Axis& axis, Draw& draw) {
  return snapped(axis, 256 * draw.between(1, 4));
}

// Primes divide into no tile, vector or warp.
std::int64_t prime_size(const Axis& axis, Draw& draw) {
  const auto low = least(axis);
  auto size = draw.log_uniform(low, std::max(low, std::min(axis.max, middling)));
  while (size > low && !is_prime(size)) --size;
  return snapped(axis, size);
}

// One less and one more than what everybody tests.
std::int64_t near_power(const Axis& axis, Draw& draw, std::int64_t by) {
  const auto size = std::int64_t{1} << draw.between(1, 11);
  return snapped(axis, size + by);
}

/// A way to choose all sizes; `tighter` asks for the smallest where it has a choice.
using Recipe = std::function<Sizes(Draw& draw, bool tighter)>;

Sizes all(const Task& task, const std::function<std::int64_t(const Axis&)>& size) {
  Sizes sizes;
  for (const auto& axis : task.axes) sizes[axis.name] = size(axis);
  return sizes;
}

/// One axis fixed, the others small.
Recipe alone(const Task& task, const Axis& fixed, std::int64_t size) {
  return [&task, &fixed, size](Draw& draw, bool tighter) {
    auto sizes =
        all(task, [&](const Axis& axis) { return tighter ? least(axis) : small_size(axis, draw); });
    sizes[fixed.name] = size;
    return sizes;
  };
}

/// One axis of two or three, the others middling: a fault that hits a few rows in a hundred meets
/// many of them.
Recipe short_beside_many(const Task& task, const Axis& fixed) {
  return [&task, &fixed](Draw& draw, bool tighter) {
    auto sizes = all(task, [&](const Axis& axis) {
      return snapped(axis, tighter ? many : draw.between(many, 4 * many));
    });
    sizes[fixed.name] = snapped(fixed, std::max(least(fixed), draw.between(2, 3)));
    return sizes;
  };
}

// Relations such as rows == cols are hopeless for independent draws: every second time all are
// alike.
Recipe each(const Task& task, std::function<std::int64_t(const Axis&, Draw&)> size) {
  return [&task, size = std::move(size), odd = false](Draw& draw, bool) mutable {
    auto sizes = all(task, [&](const Axis& axis) { return size(axis, draw); });
    if (odd) {
      const auto like = sizes.at(task.axes.front().name);
      sizes = all(task, [&](const Axis& axis) { return snapped(axis, like); });
    }
    odd = !odd;
    return sizes;
  };
}

// Dozens would be no better than these: each stands for a way in which kernels are known to go
// wrong.
std::vector<Recipe> recipes_for(const Task& task) {
  std::vector<Recipe> recipes;
  for (const auto& axis : task.axes) {
    if (axis.min == 0) recipes.push_back(alone(task, axis, 0));
    recipes.push_back(alone(task, axis, least(axis)));
    if (task.axes.size() > 1) recipes.push_back(short_beside_many(task, axis));
  }
  recipes.push_back([&task](Draw&, bool) { return all(task, least); });
  recipes.push_back(each(task, prime_size));
  recipes.push_back(each(task, whole_size));
  for (const std::int64_t by : {-1, 1}) {
    recipes.push_back(
        each(task, [by](const Axis& axis, Draw& draw) { return near_power(axis, draw, by); }));
  }
  for (const auto& axis : task.axes) recipes.push_back(alone(task, axis, largest(axis)));
  recipes.push_back([&task](Draw&, bool) { return all(task, largest); });
  for (int i = 0; i < random_cases; ++i) recipes.push_back(each(task, odd_size));
  return recipes;
}

Names names_of(const Sizes& sizes) {
  return {sizes.begin(), sizes.end()};
}

/// Elements of all tensors, the cost of a case; the most there is where that is no int64.
std::int64_t elements_of(const Task& task, const Sizes& sizes) {
  const auto names = names_of(sizes);
  std::int64_t sum = 0;
  for (const auto& tensor : task.tensors) {
    std::int64_t count = 1;
    for (const auto& dimension : tensor.shape) {
      const auto size = dimension.evaluate(names);
      if (!size || __builtin_mul_overflow(count, *size, &count)) return INT64_MAX;
    }
    if (__builtin_add_overflow(sum, count, &sum)) return INT64_MAX;
  }
  return sum;
}

bool fits_in_memory(const Task& task, const Sizes& sizes) {
  const auto names = names_of(sizes);
  std::int64_t sum = 0;
  for (const auto& tensor : task.tensors) {
    std::vector<std::int64_t> shape;
    for (const auto& dimension : tensor.shape) shape.push_back(*dimension.evaluate(names));
    sum += std::min(size_in_bytes(tensor.dtype, shape).value_or(INT64_MAX), most_bytes + 1);
    if (sum > most_bytes) return false;
  }
  return true;
}

// integers(0, "vocab") has no value where vocab is 0.
bool bounds_hold(const Task& task, const Sizes& sizes) {
  const auto names = names_of(sizes);
  return std::all_of(task.tensors.begin(), task.tensors.end(), [&](const Tensor& tensor) {
    return std::all_of(tensor.values.begin(), tensor.values.end(),
                       [&](const ValuesSpec& spec) { return spec.bind(names).has_value(); });
  });
}

// Deterministic: attempts that fail have used up their draws.
std::optional<Sizes> first_valid(const Task& task, Recipe& recipe, Draw& draw,
                                 std::size_t attempts) {
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    auto sizes = recipe(draw, attempt > attempts / 2);
    if (!fault_of(task, sizes) && fits_in_memory(task, sizes) && bounds_hold(task, sizes)) {
      return sizes;
    }
  }
  return {};
}

// Every attempt evaluates all expressions of the task: a file made to cost time has fewer.
std::size_t attempts_for(const Task& task, std::size_t recipes) {
  return std::clamp<std::size_t>(most_text / (recipes * (task.text.size() + 1)), 5, most_attempts);
}

std::string name_of(const Task& task, const Sizes& sizes) {
  std::string name = "drawn";
  for (const auto& axis : task.axes) {
    name += fmt::format(" {}={}", axis.name, sizes.at(axis.name));
  }
  return name;
}

// Recorded data has the sizes that it has.
bool has_fixed_sizes(const Task& task) {
  return task.axes.empty() || task.golden.file ||
         std::any_of(task.tensors.begin(), task.tensors.end(), [](const Tensor& tensor) {
           return std::any_of(tensor.values.begin(), tensor.values.end(), [](const auto& spec) {
             return spec.values.family == Values::Family::file;
           });
         });
}

std::vector<Case> drawn_cases(const Task& task, std::uint64_t seed) {
  std::set<Sizes> taken;
  std::set<std::string> names;
  for (const auto& own : task.cases) {
    names.insert(own.name);
    if (own.values.empty()) taken.insert(own.axes);
  }
  std::vector<Case> drawn;
  Draw draw(seed);
  auto recipes = recipes_for(task);
  const auto attempts = attempts_for(task, recipes.size());
  for (auto& recipe : recipes) {
    const auto sizes = first_valid(task, recipe, draw, attempts);
    if (!sizes || !taken.insert(*sizes).second) continue;
    Case at{.name = name_of(task, *sizes), .axes = *sizes, .drawn = true};
    if (names.insert(at.name).second) drawn.push_back(std::move(at));
  }
  return drawn;
}

}  // namespace

std::vector<Case> cases_of(const Task& task, std::uint64_t seed) {
  auto cases = task.cases;
  if (!has_fixed_sizes(task)) {
    auto drawn = drawn_cases(task, seed);
    cases.insert(cases.end(), std::make_move_iterator(drawn.begin()),
                 std::make_move_iterator(drawn.end()));
  }
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (const auto& at : cases) order.emplace_back(elements_of(task, at.axes), order.size());
  std::sort(order.begin(), order.end());  // the place in the list breaks ties
  std::vector<Case> sorted;
  for (const auto& [elements, place] : order) sorted.push_back(std::move(cases[place]));
  return sorted;
}

}  // namespace assay::task
