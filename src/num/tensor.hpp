// SPDX-License-Identifier: Apache-2.0
// A tensor on the host: contiguous, row-major, last dimension fastest.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "num/dtype.hpp"

namespace assay {

struct HostTensor {
  Dtype dtype = Dtype::f32;
  std::vector<std::int64_t> shape;
  Bytes bytes;  ///< size_in_bytes(dtype, shape); i4 two a byte, low nibble first, rows padded to a byte

  [[nodiscard]] std::int64_t count() const;  ///< elements; 1 for a scalar shape {}
  /// Element by row-major index, exactly (i64 and u64 beyond 2^53 lose low bits: use `integer_at`).
  [[nodiscard]] double at(std::int64_t index) const;
  [[nodiscard]] std::int64_t integer_at(std::int64_t index) const;
  /// Rounded to the dtype (nearest even; integers: truncated and wrapped).
  void set(std::int64_t index, double value);
  void set_integer(std::int64_t index, std::int64_t value);
};

[[nodiscard]] HostTensor make_tensor(Dtype dtype, std::vector<std::int64_t> shape);

/// The golden rounded to another dtype (nearest even), element by element.
[[nodiscard]] HostTensor converted(const HostTensor& from, Dtype to);

}  // namespace assay
