// SPDX-License-Identifier: Apache-2.0
// What stands in outputs and scratch before a run. Each pattern comes from the random bits of the
// same width that stand at its place, so an element depends on the seed and its index alone.
#include <algorithm>
#include <array>
#include <cstring>

#include "num/draws.hpp"
#include "num/values.hpp"

namespace assay {
namespace {

// Exponents 100 … 119: a float in ±[2^100, 2^120). Its square overflows f32, so no sum hides it.
constexpr std::uint32_t least_exponent = 100;
constexpr std::uint32_t exponents = 20;

std::uint64_t f64_noise(std::uint64_t bits) {
  const std::uint64_t exponent = 1023 + least_exponent + ((bits >> 52 & 0x7ff) * exponents >> 11);
  return (bits & ~(std::uint64_t{0x7ff} << 52)) | exponent << 52;
}

std::uint32_t f32_noise(std::uint32_t bits) {
  const std::uint32_t exponent = 127 + least_exponent + ((bits >> 23 & 0xff) * exponents >> 8);
  return (bits & ~(0xffU << 23)) | exponent << 23;
}

std::uint32_t tf32_noise(std::uint32_t bits) {
  return f32_noise(bits) & ~0x1fffU;
}

std::uint16_t bf16_noise(std::uint16_t bits) {
  return static_cast<std::uint16_t>(f32_noise(std::uint32_t{bits} << 16) >> 16);
}

// ±[2^13, 2^15).
std::uint16_t f16_noise(std::uint16_t bits) {
  return static_cast<std::uint16_t>((bits & 0x83ff) | (bits & 0x0400 ? 28 : 29) << 10);
}

// ±[128, 448]: the pattern 0x7f would be NaN.
std::uint8_t e4m3_noise(std::uint8_t bits) {
  const int magnitude = 0x70 + (bits & 0x0f);
  return static_cast<std::uint8_t>((bits & 0x80) | (magnitude == 0x7f ? 0x77 : magnitude));
}

// ±[4096, 57344].
std::uint8_t e5m2_noise(std::uint8_t bits) {
  return static_cast<std::uint8_t>((bits & 0x80) | (0x6c + (bits & 0x0f)));
}

std::uint8_t bool_noise(std::uint8_t bits) {
  return bits < 2 ? bits + 0x80 : bits;
}

template <class T>
void in_place(Bytes& bytes, T (*pattern)(T)) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T element;
    std::memcpy(&element, bytes.data() + at, sizeof element);
    element = pattern(element);
    std::memcpy(bytes.data() + at, &element, sizeof element);
  }
}

void fill_random_bytes(Bytes& bytes, std::uint64_t seed) {
  constexpr std::uint64_t stream = 0x6e6f697365;  // "noise"
  std::array<std::uint64_t, 1024> words;
  std::uint64_t first = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof words) {
    draw_bits(seed, stream, first, words);
    std::memcpy(bytes.data() + at, words.data(), std::min(sizeof words, bytes.size() - at));
    first += words.size();
  }
}

}  // namespace

void fill_noise(HostTensor& tensor, std::uint64_t seed) {
  fill_random_bytes(tensor.bytes, seed);
  switch (tensor.dtype) {
    case Dtype::f64:
      return in_place(tensor.bytes, f64_noise);
    case Dtype::f32:
      return in_place(tensor.bytes, f32_noise);
    case Dtype::tf32:
      return in_place(tensor.bytes, tf32_noise);
    case Dtype::bf16:
      return in_place(tensor.bytes, bf16_noise);
    case Dtype::f16:
      return in_place(tensor.bytes, f16_noise);
    case Dtype::f8e4m3:
      return in_place(tensor.bytes, e4m3_noise);
    case Dtype::f8e5m2:
      return in_place(tensor.bytes, e5m2_noise);
    case Dtype::boolean:
      return in_place(tensor.bytes, bool_noise);
    default:
      return;  // integers: every pattern is as good as another
  }
}

}  // namespace assay
