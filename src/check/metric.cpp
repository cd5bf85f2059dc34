// SPDX-License-Identifier: Apache-2.0
#include "check/metric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "num/float_format.hpp"

namespace assay::check {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- one element -------------------------------------------------------------------------------

double absolute(const Element& e, const Context&) {
  return e.error;
}
double relative(const Element& e, const Context&) {
  return ratio(e.error, std::fabs(e.golden));
}
double in_ulps(const Element& e, const Context& c) {
  return e.error / ulp_at(c.dtype, e.golden);
}

/// The error over its tolerance. Rounding of the quotient must not move it over 1.
double over_tolerance(const Element& e, const Context& c) {
  const double tolerance = c.atol + c.rtol * std::fabs(e.golden);
  const double quotient = ratio(e.error, tolerance);
  constexpr double above = 1 + std::numeric_limits<double>::epsilon();
  return e.error <= tolerance ? std::min(quotient, 1.0) : std::max(quotient, above);
}

double bit_difference(const Element& e, const Context&) {
  return e.differs ? std::max(e.error, std::numeric_limits<double>::denorm_min()) : 0;
}

// ---- one unit ----------------------------------------------------------------------------------

double largest(const Unit& u, const Context&) {
  return u.largest;
}
double how_many(const Unit& u, const Context&) {
  return static_cast<double>(u.above);
}
double which_share(const Unit& u, const Context&) {
  return ratio(static_cast<double>(u.above), static_cast<double>(u.count));
}

double relative_norm(const Unit& u, const Context&) {
  if (u.largest == infinity) return infinity;
  return ratio(static_cast<double>(std::sqrt(u.squares)), static_cast<double>(std::sqrt(u.golden)));
}

double root_mean_square(const Unit& u, const Context&) {
  if (u.largest == infinity) return infinity;
  return static_cast<double>(std::sqrt(u.squares / static_cast<long double>(u.count)));
}

/// The cosine distance 1 − cos; two zero vectors are equal, one beside another is as far as can be
/// told apart.
double cosine_distance(const Unit& u, const Context&) {
  if (u.largest == infinity) return infinity;
  if (u.squares == 0) return 0;
  if (u.golden == 0 || u.got == 0) return 1;
  const long double cosine = u.dot / (std::sqrt(u.got) * std::sqrt(u.golden));
  return static_cast<double>(std::max(1 - cosine, 0.0L));
}

/// Half an ulp of the largest golden value: the error that a perfect kernel may have in this unit.
double allowed_unit(const Unit& u, const Context& c) {
  return std::max(u.baseline, ulp_at(c.dtype, u.largest_golden) / 2);
}

double over_baseline(const Unit& u, const Context& c) {
  return ratio(u.largest, allowed_unit(u, c));
}

// ---- an element's share of a limit
// ---------------------------------------------------------------

double the_limit(const Unit&, const Context&, double limit) {
  return limit;
}
double one(const Unit&, const Context&, double) {
  return 1;
}
double none(const Unit&, const Context&, double) {
  return 0;
}
double of_baseline(const Unit& u, const Context& c, double limit) {
  return limit * allowed_unit(u, c);
}

double mean_golden(const Unit& u) {
  return static_cast<double>(
      std::sqrt(u.golden / static_cast<long double>(std::max<std::int64_t>(u.count, 1))));
}
double of_norm(const Unit& u, const Context&, double limit) {
  return limit * mean_golden(u);
}
/// Where 1 − cos is small it is half the square of the relative error.
double of_angle(const Unit& u, const Context&, double limit) {
  return std::sqrt(2 * std::max(limit, 0.0)) * mean_golden(u);
}

constexpr Metric plain(std::string_view name, double (*badness)(const Element&, const Context&)) {
  return {.name = name, .badness = badness, .value = largest, .share = the_limit};
}

constexpr auto table = std::to_array<Metric>({
    plain("max_abs", absolute),
    plain("max_rel", relative),
    plain("ulp", in_ulps),
    {.name = "rel_l2",
     .badness = absolute,
     .value = relative_norm,
     .share = of_norm,
     .sums = Sums::norms},
    {.name = "rms",
     .badness = absolute,
     .value = root_mean_square,
     .share = the_limit,
     .sums = Sums::norms},
    {.name = "cosine",
     .badness = absolute,
     .value = cosine_distance,
     .share = of_angle,
     .sums = Sums::angle},
    {.name = "mismatch", .badness = over_tolerance, .value = which_share, .share = one, .bar = 1},
    {.name = "bitwise",
     .badness = bit_difference,
     .value = how_many,
     .share = none,
     .needs_bits = true},
    {.name = "error_ratio",
     .badness = absolute,
     .value = over_baseline,
     .share = of_baseline,
     .needs_baseline = true},
});

}  // namespace

double ratio(double x, double y) {
  return x == 0 ? 0 : x / y;
}

std::span<const Metric> metrics() {
  return table;
}

const Metric* find_metric(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Metric::name);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace assay::check
