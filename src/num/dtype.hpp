// SPDX-License-Identifier: Apache-2.0
// Element types of tensors, their sizes and names, and conversion of single elements to and from
// double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

enum class Dtype : std::uint8_t {
  f64,
  f32,
  tf32,
  f16,
  bf16,
  f8e4m3,
  f8e5m2,
  i64,
  i32,
  i16,
  i8,
  i4,
  u64,
  u32,
  u16,
  u8,
  boolean,
};

[[nodiscard]] std::string_view name_of(Dtype dtype);  ///< "f32", "bool", …
[[nodiscard]] std::optional<Dtype> dtype_from(std::string_view name);
[[nodiscard]] std::vector<std::string> dtype_names();
/// Stored bits of an element: 4 for i4, 32 for tf32, 8 for bool.
[[nodiscard]] int bits_of(Dtype dtype);
[[nodiscard]] bool is_float(Dtype dtype);

/// Unit roundoff u of a float dtype: f64 2^-53, f32 2^-24, tf32 and f16 2^-11, bf16 2^-8, e4m3
/// 2^-4, e5m2 2^-3.
[[nodiscard]] double unit_roundoff(Dtype dtype);

/// Bytes of a row-major tensor; i4 rows (last dimension) are padded to a byte.
/// nullopt when the size overflows int64 or a dimension is negative.
[[nodiscard]] std::optional<std::int64_t> size_in_bytes(Dtype dtype,
                                                        const std::vector<std::int64_t>& shape);

}  // namespace assay
