// SPDX-License-Identifier: Apache-2.0
// Input families: what stands in a tensor before a run. The generator uses integer operations and
// correctly rounded fma and sqrt alone, so host, simulator and GPU make the same bits.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "num/tensor.hpp"

namespace assay {

struct Values {
  enum class Family : std::uint8_t {
    zeros,
    ones,
    normal,
    uniform,
    integers,
    spikes,
    permutation,
    file,
  };
  Family family = Family::zeros;
  double a = 0;  ///< normal: mean; uniform, integers: low (inclusive); spikes: probability
  double b =
      0;  ///< normal: deviation; uniform: high; integers: high (exclusive, as NumPy); spikes: size
  std::string path;  ///< file
};

/// "normal(0, 1)": what a person wrote, and what reports show.
[[nodiscard]] std::string to_text(const Values& values);

/// Fills a tensor; elements depend on (seed, index) only. Float dtypes are rounded once from the
/// f64 draw; integer dtypes take `integers`, `permutation` (of 0 … n−1 over all elements), zeros,
/// ones, and rounded draws of the others. `file` is an Error here (loaded by the parent).
[[nodiscard]] Result<HostTensor> generate(const Values& values, Dtype dtype,
                                          std::vector<std::int64_t> shape, std::uint64_t seed);

/// Finite noise outside any sensible value range, different for every seed, for outputs and scratch
/// before a run (floats: large magnitude of random sign and mantissa; integers: random bits; bool:
/// random bytes 2 … 255).
void fill_noise(HostTensor& tensor, std::uint64_t seed);

}  // namespace assay
