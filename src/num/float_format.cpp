// SPDX-License-Identifier: Apache-2.0
#include "num/float_format.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace assay {

const FloatFormat& format_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return f64_format;
    case Dtype::f32:
      return f32_format;
    case Dtype::tf32:
      return tf32_format;
    case Dtype::f16:
      return f16_format;
    case Dtype::bf16:
      return bf16_format;
    case Dtype::f8e4m3:
      return e4m3_format;
    default:
      assert(dtype == Dtype::f8e5m2);
      return e5m2_format;
  }
}

double ulp_at(Dtype dtype, double value) {
  if (std::isnan(value)) return value;
  if (!is_float(dtype)) return 1;
  const FloatFormat& format = format_of(dtype);
  int exponent = format.max_exponent;
  if (value == 0) exponent = format.min_exponent;
  if (value != 0 && std::isfinite(value)) {
    exponent = std::clamp(std::ilogb(value), format.min_exponent, format.max_exponent);
  }
  return std::ldexp(1.0, exponent - format.mantissa);
}

double largest_of(Dtype dtype) {
  if (dtype == Dtype::boolean) return 1;
  if (!is_float(dtype)) {
    const bool is_signed = name_of(dtype).front() == 'i';
    return std::ldexp(1.0, bits_of(dtype) - (is_signed ? 1 : 0)) - 1;
  }
  const FloatFormat& format = format_of(dtype);
  const double steps = std::ldexp(2.0, format.mantissa) - 1;
  // E4M3 spends its topmost pattern on NaN.
  const double unused = dtype == Dtype::f8e4m3 ? 1 : 0;
  return std::ldexp(steps - unused, format.max_exponent - format.mantissa);
}

double least_of(Dtype dtype) {
  if (is_float(dtype)) return -largest_of(dtype);
  return name_of(dtype).front() == 'i' ? -std::ldexp(1.0, bits_of(dtype) - 1) : 0;
}

}  // namespace assay
