// SPDX-License-Identifier: Apache-2.0
#include "num/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "num/draws.hpp"
#include "num/element.hpp"
#include "num/permutation.hpp"

namespace assay {
namespace {

using Family = Values::Family;

constexpr std::size_t chunk = 1024;
constexpr std::uint64_t draw_stream = 0;
constexpr std::uint64_t spike_stream = 1;  // whether an element is one: independent of its draw

tl::unexpected<Error> wrong(const Values& values, std::string_view what, std::string hint = {}) {
  return fail(fmt::format("values {}: {}", to_text(values), what), std::move(hint), Blame::usage);
}

Result<void> check_finite(const Values& values) {
  if (std::isfinite(values.a) && std::isfinite(values.b)) return {};
  return wrong(values, "both numbers must be finite");
}

Result<void> check_integers(const Values& values, Dtype dtype) {
  if (auto finite = check_finite(values); !finite) return finite;
  if (values.a != std::floor(values.a) || values.b != std::floor(values.b)) {
    return wrong(values, "both bounds must be whole numbers");
  }
  if (values.a >= values.b) {
    return wrong(values, "the range is empty",
                 "the upper bound is exclusive: integers(0, 2) draws 0 and 1");
  }
  // Of floats, only what they hold exactly would be wanted; rounding is the task's choice.
  const double least = is_float(dtype) ? -0x1p63 : least_of(dtype);
  const double end = is_float(dtype) ? 0x1p63 : std::ceil(largest_of(dtype) + 0.5);
  if (values.a < least || values.b > end) {
    return wrong(values, fmt::format("the range does not fit {}", name_of(dtype)));
  }
  return {};
}

Result<void> check_permutation(const Values& values, Dtype dtype, std::int64_t count) {
  if (is_float(dtype) || count == 0) return {};
  if (static_cast<double>(count - 1) <= largest_of(dtype)) return {};
  return wrong(values, fmt::format("{} elements do not fit {}", count, name_of(dtype)));
}

Result<void> check(const Values& values, Dtype dtype, std::int64_t count) {
  switch (values.family) {
    case Family::zeros:
    case Family::ones:
      return {};
    case Family::normal:
      if (values.b < 0) return wrong(values, "the deviation must not be negative");
      return check_finite(values);
    case Family::uniform:
      if (values.a > values.b) return wrong(values, "the lower bound is above the upper");
      return check_finite(values);
    case Family::spikes:
      if (!(values.a >= 0 && values.a <= 1))
        return wrong(values, "the probability is not in [0, 1]");
      return check_finite(values);
    case Family::integers:
      return check_integers(values, dtype);
    case Family::permutation:
      return check_permutation(values, dtype, count);
    case Family::file:
      return fail("a file of values was not loaded", {}, Blame::assay);
  }
  return fail("an unknown family of values", {}, Blame::assay);
}

// Each fills the draws from `first` (even) on.
void draw_normal_values(const Values& values, std::uint64_t seed, std::uint64_t first,
                        std::span<double> to) {
  draw_normal(seed, draw_stream, first, to);
  scale(to, values.a, values.b);
}

void draw_uniform_values(const Values& values, std::uint64_t seed, std::uint64_t first,
                         std::span<double> to) {
  draw_uniform(seed, draw_stream, first, to);
  interpolate(to, values.a, values.b);
}

// A normal(0, 1) background in which a share of elements is ±size: the outliers of activations.
void draw_spikes(const Values& values, std::uint64_t seed, std::uint64_t first,
                 std::span<double> to) {
  std::array<std::uint64_t, chunk> choices;
  const auto part = std::span(choices).first(to.size());
  draw_normal(seed, draw_stream, first, to);
  draw_bits(seed, spike_stream, first, part);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double u = static_cast<double>(part[i] >> 11) * 0x1p-53;
    if (u < values.a) to[i] = std::copysign(values.b, to[i]);
  }
}

void fill_floats(const Values& values, std::uint64_t seed, HostTensor& tensor) {
  std::array<double, chunk> draws;
  const auto count = static_cast<std::size_t>(tensor.count());
  for (std::size_t first = 0; first < count; first += chunk) {
    const auto part = std::span(draws).first(std::min(chunk, count - first));
    if (values.family == Family::normal) draw_normal_values(values, seed, first, part);
    if (values.family == Family::uniform) draw_uniform_values(values, seed, first, part);
    if (values.family == Family::spikes) draw_spikes(values, seed, first, part);
    store_nearest(tensor, static_cast<std::int64_t>(first), part);
  }
}

std::uint64_t upper(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}

// The upper word of bits × width: a share of the range, with a bias of at most width / 2^64.
void fill_integers(const Values& values, std::uint64_t seed, HostTensor& tensor) {
  const std::uint64_t low = wrapped_bits(values.a);
  const std::uint64_t width = wrapped_bits(values.b) - low;  // 0: all of 2^64
  std::array<std::uint64_t, chunk> bits;
  std::array<std::int64_t, chunk> integers;
  const auto count = static_cast<std::size_t>(tensor.count());
  for (std::size_t first = 0; first < count; first += chunk) {
    const auto part = std::span(bits).first(std::min(chunk, count - first));
    draw_bits(seed, draw_stream, first, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      integers[i] = static_cast<std::int64_t>(low + (width == 0 ? part[i] : upper(part[i], width)));
    }
    store_integers(tensor, static_cast<std::int64_t>(first),
                   std::span(integers).first(part.size()));
  }
}

template <class Value>
void fill_each(HostTensor& tensor, const Value& value) {
  std::array<std::int64_t, chunk> integers;
  const auto count = static_cast<std::size_t>(tensor.count());
  for (std::size_t first = 0; first < count; first += chunk) {
    const auto part = std::span(integers).first(std::min(chunk, count - first));
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i] = static_cast<std::int64_t>(value(first + i));
    }
    store_integers(tensor, static_cast<std::int64_t>(first), part);
  }
}

}  // namespace

std::string to_text(const Values& values) {
  const auto with_two = [&](std::string_view name) {
    return fmt::format("{}({}, {})", name, values.a, values.b);
  };
  switch (values.family) {
    case Family::zeros:
      return "zeros";
    case Family::ones:
      return "ones";
    case Family::normal:
      return with_two("normal");
    case Family::uniform:
      return with_two("uniform");
    case Family::integers:
      return with_two("integers");
    case Family::spikes:
      return with_two("spikes");
    case Family::permutation:
      return "permutation";
    case Family::file:
      return fmt::format("file(\"{}\")", values.path);
  }
  return "unknown";
}

Result<HostTensor> generate(const Values& values, Dtype dtype, std::vector<std::int64_t> shape,
                            std::uint64_t seed) {
  if (!size_in_bytes(dtype, shape)) {
    return fail("a tensor's shape is negative or too large to count", {}, Blame::usage);
  }
  HostTensor tensor{dtype, std::move(shape), {}};
  if (auto sound = check(values, dtype, tensor.count()); !sound) return fail(sound.error());
  tensor = make_tensor(dtype, std::move(tensor.shape));
  switch (values.family) {
    case Family::ones:
      fill_each(tensor, [](std::uint64_t) { return 1; });
      break;
    case Family::integers:
      fill_integers(values, seed, tensor);
      break;
    case Family::permutation:
      fill_each(tensor, Permutation(seed, static_cast<std::uint64_t>(tensor.count())));
      break;
    case Family::normal:
    case Family::uniform:
    case Family::spikes:
      fill_floats(values, seed, tensor);
      break;
    case Family::zeros:
    case Family::file:
      break;
  }
  return tensor;
}

}  // namespace assay
