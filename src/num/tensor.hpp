// SPDX-License-Identifier: Apache-2.0
// A tensor on the host: contiguous, row-major, last dimension fastest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "num/dtype.hpp"

namespace assay {

struct HostTensor {
  Dtype dtype = Dtype::f32;
  std::vector<std::int64_t> shape;
  Bytes bytes;  ///< size_in_bytes(dtype, shape); i4 two a byte, low nibble first, rows padded to a
                ///< byte

  [[nodiscard]] std::int64_t count() const;  ///< elements; 1 for a scalar shape {}
  /// Element by row-major index, exactly (i64 and u64 beyond 2^53 lose low bits: use `integer_at`).
  /// A bool is the byte that stands there, also where that is neither 0 nor 1.
  [[nodiscard]] double at(std::int64_t index) const;
  /// u64 from 2^63 on wraps; floats are truncated and saturate, NaN is 0.
  [[nodiscard]] std::int64_t integer_at(std::int64_t index) const;
  /// Rounded to the dtype (nearest even; integers: truncated and wrapped, NaN and infinity are 0;
  /// bool: 1 where not 0).
  void set(std::int64_t index, double value);
  void set_integer(std::int64_t index, std::int64_t value);
};

/// `at`, `integer_at`, `set` and `set_integer` for runs of elements from `first` on, fast.
void load(const HostTensor& tensor, std::int64_t first, std::span<double> to);
void load_integers(const HostTensor& tensor, std::int64_t first, std::span<std::int64_t> to);
void store(HostTensor& tensor, std::int64_t first, std::span<const double> from);
void store_integers(HostTensor& tensor, std::int64_t first, std::span<const std::int64_t> from);
/// As `store`, but integer dtypes get the nearest whole number (even at ties), saturated; NaN gives
/// 0; bool is 1 where the nearest whole number is not 0.
void store_nearest(HostTensor& tensor, std::int64_t first, std::span<const double> from);

[[nodiscard]] HostTensor make_tensor(Dtype dtype, std::vector<std::int64_t> shape);

/// The golden rounded once to another dtype (nearest even), element by element. Where that is an
/// integer type, floats saturate and NaN is 0, and integers wrap.
[[nodiscard]] HostTensor converted(const HostTensor& from, Dtype to);

}  // namespace assay
