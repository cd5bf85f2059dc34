// SPDX-License-Identifier: Apache-2.0
#include "num/small_float.hpp"

#include "num/element.hpp"

namespace assay {

// Each of these is exact: f32 holds every value of every small format.
float f16_to_f32(std::uint16_t bits) {
  return static_cast<float>(F16Element::to_double(bits));
}
float bf16_to_f32(std::uint16_t bits) {
  return static_cast<float>(Bf16Element::to_double(bits));
}
float e4m3_to_f32(std::uint8_t bits) {
  return static_cast<float>(E4m3Element::to_double(bits));
}
float e5m2_to_f32(std::uint8_t bits) {
  return static_cast<float>(E5m2Element::to_double(bits));
}

std::uint16_t f16_from(double value) {
  return F16Element::from_double(value);
}
std::uint16_t bf16_from(double value) {
  return Bf16Element::from_double(value);
}
std::uint8_t e4m3_from(double value) {
  return E4m3Element::from_double(value);
}
std::uint8_t e5m2_from(double value) {
  return E5m2Element::from_double(value);
}
float tf32_from(double value) {
  return Tf32Element::from_double(value);
}

}  // namespace assay
