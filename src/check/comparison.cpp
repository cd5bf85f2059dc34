// SPDX-License-Identifier: Apache-2.0
#include "check/comparison.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

#include "num/float_format.hpp"

namespace assay::check {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_wide_integer(Dtype dtype) {
  return dtype == Dtype::i64 || dtype == Dtype::u64;
}

Element finite(double got, double golden) {
  return {got, golden, std::fabs(got - golden), false, false};
}

constexpr Element in_place{};
constexpr Element out_of_place{0, 0, infinity, true, false};

}  // namespace

Comparison::Comparison(const HostTensor& got, const HostTensor& golden, bool bits)
    : got_(got),
      golden_(golden),
      count_(got.count()),
      rounded_(bits ? converted(golden, got.dtype) : HostTensor{}),
      bits_(bits),
      saturates_(got.dtype == Dtype::f8e4m3 || got.dtype == Dtype::f8e5m2),
      largest_(is_float(got.dtype) ? largest_of(got.dtype) : infinity),
      overflow_(is_float(got.dtype) ? largest_ + ulp_at(got.dtype, largest_) : infinity) {
  assert(got.shape == golden.shape && "an output has the shape of its golden");
}

/// Anything but two finite numbers well within the range of the dtype.
Element Comparison::odd(double got, double golden) const {
  if (std::isnan(golden) || std::isnan(got))
    return std::isnan(golden) && std::isnan(got) ? in_place : out_of_place;
  if (saturates_) golden = std::clamp(golden, -largest_, largest_);
  if (std::isfinite(got)) {
    const bool allowed = saturates_ || std::fabs(golden) < overflow_;
    return allowed && std::isfinite(golden) ? finite(got, golden) : out_of_place;
  }
  const bool same_sign = std::signbit(got) == std::signbit(golden);
  return !saturates_ && same_sign && std::fabs(golden) >= largest_ ? in_place : out_of_place;
}

void Comparison::fill(std::int64_t first, std::span<Element> elements) const {
  std::array<double, block> got, golden;
  load(got_, first, std::span(got).first(elements.size()));
  load(golden_, first, std::span(golden).first(elements.size()));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const bool plain = std::fabs(got[i]) < infinity && std::fabs(golden[i]) < largest_;
    elements[i] = plain ? finite(got[i], golden[i]) : odd(got[i], golden[i]);
  }
  if (is_wide_integer(got_.dtype) && golden_.dtype == got_.dtype) fill_exact(first, elements);
  if (bits_) compare_bits(first, elements);
}

/// Differences of 64-bit integers, taken before they are rounded to double.
void Comparison::fill_exact(std::int64_t first, std::span<Element> elements) const {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int64_t index = first + static_cast<std::int64_t>(i);
    const std::int64_t a = got_.integer_at(index), b = golden_.integer_at(index);
    const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
    const bool less = got_.dtype == Dtype::u64 ? ua < ub : a < b;
    elements[i].error = static_cast<double>(less ? ub - ua : ua - ub);
  }
}

void Comparison::compare_bits(std::int64_t first, std::span<Element> elements) const {
  const auto width = static_cast<std::size_t>(bits_of(got_.dtype)) / 8;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int64_t index = first + static_cast<std::int64_t>(i);
    const std::size_t offset = static_cast<std::size_t>(index) * width;
    const bool same = width == 0 ? got_.at(index) == rounded_.at(index)
                                 : std::memcmp(got_.bytes.data() + offset,
                                               rounded_.bytes.data() + offset, width) == 0;
    elements[i].differs = !same && !(std::isnan(got_.at(index)) && std::isnan(rounded_.at(index)));
  }
}

}  // namespace assay::check
