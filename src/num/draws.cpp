// SPDX-License-Identifier: Apache-2.0
// No logarithm, sine or cosine of a library: their last bits differ between machines. Polynomials
// made of fma, +, * and sqrt, which IEEE 754 rounds correctly everywhere, give the same bits on any
// CPU and GPU. Each loop below is compiled for several instruction sets and the best one is picked
// at run time; as every operation is exact or correctly rounded, that changes the speed only.
#include "num/draws.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t blocks_at_once = 512;

// A chunk of Philox blocks; each gives two numbers of 64 bits, the elements 2j and 2j + 1.
struct Blocks {
  alignas(64) std::array<std::uint64_t, blocks_at_once> even;
  alignas(64) std::array<std::uint64_t, blocks_at_once> odd;
};

// Coefficients, lowest power first: interpolation at the Chebyshev nodes in 60 digits, then
// rounded. ln(1 + t) = t + t² Q(t) for |t| ≤ 1/3, to 2.6e-16.
constexpr std::array log_terms = {
    -0x1.000000000000ep-1, 0x1.5555555555571p-2, -0x1.ffffffffebba8p-3, 0x1.9999999986411p-3,
    -0x1.555555684705bp-3, 0x1.24924936a674ep-3, -0x1.fffff2685aa16p-4, 0x1.c71c64ce7c491p-4,
    -0x1.999c0894727a3p-4, 0x1.745f69c23d592p-4, -0x1.551705d5272a6p-4, 0x1.3ad83c421c2e9p-4,
    -0x1.2832ffde678adp-4, 0x1.1487294ad8da8p-4, -0x1.c2152e4f324c7p-5, 0x1.a6d10853dff56p-5,
    -0x1.6bcf35c943f63p-4, 0x1.59830f20005eep-4,
};
// sin(π/2 f) = f S(f²) and cos(π/2 f) = C(f²) for |f| ≤ 1/2, to 6e-17 and 1e-16.
constexpr std::array sin_terms = {
    0x1.921fb54442d18p+0,  -0x1.4abbce625be41p-1,  0x1.466bc677587f8p-4,  -0x1.32d2cce2e5b19p-8,
    0x1.50782fda12d96p-13, -0x1.e30071afc3e59p-19, 0x1.e3f38399551bfp-25,
};
constexpr std::array cos_terms = {
    0x1.0000000000000p+0,  -0x1.3bd3cc9be458bp+0,  0x1.03c1f081b0780p-2,  -0x1.55d3c7dbfd139p-6,
    0x1.e1f4fb60281f6p-11, -0x1.a6c9c1be9eb49p-16, 0x1.f3dbcea61b1a4p-22,
};
constexpr double ln2 = 0x1.62e42fefa39efp-1;

#define ASSAY_INLINE [[gnu::always_inline]] inline

template <std::size_t N>
ASSAY_INLINE double polynomial(const std::array<double, N>& terms, double x) {
  double sum = terms[N - 1];
  for (std::size_t i = N - 1; i > 0; --i) sum = std::fma(sum, x, terms[i - 1]);
  return sum;
}

// (2k + 1) 2^-53 for the upper 52 bits k: inside (0, 1), exact, and symmetric about 1/2.
ASSAY_INLINE double open_unit(std::uint64_t bits) {
  return std::bit_cast<double>(bits >> 12 | std::uint64_t{1023} << 52) - (1 - 0x1p-53);
}

// Natural logarithm of a positive normal number below 1.
ASSAY_INLINE double log_below_one(double value) {
  // value = 2^e m with m in [2/3, 4/3): subtracting the bits of 2/3 leaves e in the exponent field.
  constexpr auto two_thirds = std::bit_cast<std::uint64_t>(2.0 / 3.0);
  constexpr std::uint64_t bias = 1023;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t biased = (bits - two_thirds + (bias << 52)) >> 52;
  const double m = std::bit_cast<double>(bits - (biased << 52) + (bias << 52));
  // An integer below 2^52 as a double, by its bits: vector units convert no 64-bit integers.
  const double e = std::bit_cast<double>(biased | std::uint64_t{0x433} << 52) - (0x1p52 + bias);
  const double t = m - 1;
  return std::fma(e, ln2, std::fma(t * t, polynomial(log_terms, t), t));
}

ASSAY_INLINE double with_sign(double value, std::uint64_t sign) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) ^ sign);
}

ASSAY_INLINE void normal_pair(std::uint64_t even, std::uint64_t odd, double& first,
                              double& second) {
  const double radius = std::sqrt(-2 * log_below_one(open_unit(even)));
  // The angle is π/2 (quadrant + f + 1/2): two bits, and 52 more for f in (-1/2, 1/2).
  const double f = open_unit(odd << 2) - 0.5;
  const double s = f * polynomial(sin_terms, f * f);
  const double c = polynomial(cos_terms, f * f);
  // cos and sin of a quarter turn more: (c, s) → (-s, c).
  const std::uint64_t quadrant = odd >> 62;
  const std::uint64_t swap = 0 - (quadrant & 1);
  const auto s_bits = std::bit_cast<std::uint64_t>(s);
  const auto c_bits = std::bit_cast<std::uint64_t>(c);
  const double cosine = std::bit_cast<double>((c_bits & ~swap) | (s_bits & swap));
  const double sine = std::bit_cast<double>((s_bits & ~swap) | (c_bits & swap));
  const std::uint64_t upper = quadrant >> 1;
  first = radius * with_sign(cosine, ((quadrant ^ upper) & 1) << 63);
  second = radius * with_sign(sine, upper << 63);
}

ASSAY_INLINE void fill_blocks(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                              std::size_t count, Blocks& blocks) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t block = first + i;
    auto key0 = static_cast<std::uint32_t>(seed);
    auto key1 = static_cast<std::uint32_t>(seed >> 32);
    auto a = static_cast<std::uint32_t>(block);
    auto b = static_cast<std::uint32_t>(block >> 32);
    auto c = static_cast<std::uint32_t>(stream);
    auto d = static_cast<std::uint32_t>(stream >> 32);
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t ab = std::uint64_t{0xD2511F53} * a;
      const std::uint64_t cd = std::uint64_t{0xCD9E8D57} * c;
      a = static_cast<std::uint32_t>(cd >> 32) ^ b ^ key0;
      c = static_cast<std::uint32_t>(ab >> 32) ^ d ^ key1;
      b = static_cast<std::uint32_t>(cd);
      d = static_cast<std::uint32_t>(ab);
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
    blocks.even[i] = std::uint64_t{b} << 32 | a;
    blocks.odd[i] = std::uint64_t{d} << 32 | c;
  }
}

// The two of a pair go to arrays of their own first: a loop with interleaved stores is not
// vectorised.
ASSAY_INLINE void fill_normal(const Blocks& blocks, std::size_t count, double* to) {
  alignas(64) std::array<double, blocks_at_once> even;
  alignas(64) std::array<double, blocks_at_once> odd;
  for (std::size_t i = 0; i < count; ++i) {
    normal_pair(blocks.even[i], blocks.odd[i], even[i], odd[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    to[2 * i] = even[i];
    to[2 * i + 1] = odd[i];
  }
}

ASSAY_INLINE void scale_each(double* values, std::size_t count, double offset, double factor) {
  for (std::size_t i = 0; i < count; ++i) values[i] = std::fma(factor, values[i], offset);
}

ASSAY_INLINE void interpolate_each(double* values, std::size_t count, double low, double high) {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = std::fma(high, values[i], low * (1 - values[i]));  // 1 - u is exact
  }
}

}  // namespace

struct DrawKernels {
  void (*blocks)(std::uint64_t, std::uint64_t, std::uint64_t, std::size_t, Blocks&);
  void (*normal)(const Blocks&, std::size_t, double*);
  void (*scale)(double*, std::size_t, double, double);
  void (*interpolate)(double*, std::size_t, double, double);
};

namespace {

#define ASSAY_KERNELS(name, ...)                                                                \
  __VA_ARGS__ void blocks_##name(std::uint64_t seed, std::uint64_t stream, std::uint64_t first, \
                                 std::size_t count, Blocks& blocks) {                           \
    fill_blocks(seed, stream, first, count, blocks);                                            \
  }                                                                                             \
  __VA_ARGS__ void normal_##name(const Blocks& blocks, std::size_t count, double* to) {         \
    fill_normal(blocks, count, to);                                                             \
  }                                                                                             \
  __VA_ARGS__ void scale_##name(double* values, std::size_t count, double a, double b) {        \
    scale_each(values, count, a, b);                                                            \
  }                                                                                             \
  __VA_ARGS__ void interpolate_##name(double* values, std::size_t count, double a, double b) {  \
    interpolate_each(values, count, a, b);                                                      \
  }                                                                                             \
  constexpr DrawKernels name{blocks_##name, normal_##name, scale_##name, interpolate_##name};

ASSAY_KERNELS(plain)
#if defined(__x86_64__)
ASSAY_KERNELS(avx2, [[gnu::target("avx2,fma")]])
ASSAY_KERNELS(avx512, [[gnu::target("avx512f,avx512dq,avx512vl,fma")]])
#endif

// Calls `each(blocks, count, at)` for chunks of whole blocks that cover [first, first + size).
template <class Each>
void in_chunks(const DrawKernels& kernels, std::uint64_t seed, std::uint64_t stream,
               std::uint64_t first, std::size_t size, const Each& each) {
  assert(first % 2 == 0);
  Blocks blocks;
  for (std::size_t at = 0; at < size; at += 2 * blocks_at_once) {
    const std::size_t count = std::min(blocks_at_once, (size - at + 1) / 2);
    kernels.blocks(seed, stream, (first + at) / 2, count, blocks);
    each(blocks, count, at);
  }
}

}  // namespace

std::span<const DrawKernels* const> usable_draw_kernels() {
  static const std::vector<const DrawKernels*> usable = [] {
    std::vector<const DrawKernels*> found = {&plain};
#if defined(__x86_64__)
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool has_avx512 =
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (has_avx2) found.push_back(&avx2);
    if (has_avx2 && has_avx512) found.push_back(&avx512);
#endif
    return found;
  }();
  return usable;
}

void draw_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
               std::span<std::uint64_t> to, const DrawKernels& kernels) {
  in_chunks(kernels, seed, stream, first, to.size(),
            [&](const Blocks& blocks, std::size_t count, std::size_t at) {
              const std::size_t end = std::min(at + 2 * count, to.size());
              for (std::size_t i = at; i < end; ++i) {
                to[i] = (i - at) % 2 == 0 ? blocks.even[(i - at) / 2] : blocks.odd[(i - at) / 2];
              }
            });
}

void draw_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                  std::span<double> to, const DrawKernels& kernels) {
  const auto unit = [](std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; };
  in_chunks(kernels, seed, stream, first, to.size(),
            [&](const Blocks& blocks, std::size_t count, std::size_t at) {
              const std::size_t end = std::min(at + 2 * count, to.size());
              for (std::size_t i = at; i < end; ++i) {
                const auto& half = (i - at) % 2 == 0 ? blocks.even : blocks.odd;
                to[i] = unit(half[(i - at) / 2]);
              }
            });
}

void draw_normal(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                 std::span<double> to, const DrawKernels& kernels) {
  in_chunks(kernels, seed, stream, first, to.size(),
            [&](const Blocks& blocks, std::size_t count, std::size_t at) {
              const std::size_t whole = std::min(count, (to.size() - at) / 2);
              kernels.normal(blocks, whole, to.data() + at);
              if (whole == count) return;
              double unused = 0;
              normal_pair(blocks.even[whole], blocks.odd[whole], to[at + 2 * whole], unused);
            });
}

void scale(std::span<double> values, double offset, double factor, const DrawKernels& kernels) {
  kernels.scale(values.data(), values.size(), offset, factor);
}

void interpolate(std::span<double> values, double low, double high, const DrawKernels& kernels) {
  kernels.interpolate(values.data(), values.size(), low, high);
}

}  // namespace assay
