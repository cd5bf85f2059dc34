// SPDX-License-Identifier: Apache-2.0
#include "num/dtype.hpp"

#include <array>
#include <cassert>
#include <limits>

namespace assay {
namespace {

struct Row {
  Dtype dtype;
  std::string_view name;
  int bits;
  double roundoff;  ///< 0: no float
};

constexpr std::array<Row, 17> rows = {{
    {Dtype::f64, "f64", 64, 0x1p-53},
    {Dtype::f32, "f32", 32, 0x1p-24},
    {Dtype::tf32, "tf32", 32, 0x1p-11},
    {Dtype::f16, "f16", 16, 0x1p-11},
    {Dtype::bf16, "bf16", 16, 0x1p-8},
    {Dtype::f8e4m3, "f8e4m3", 8, 0x1p-4},
    {Dtype::f8e5m2, "f8e5m2", 8, 0x1p-3},
    {Dtype::i64, "i64", 64, 0},
    {Dtype::i32, "i32", 32, 0},
    {Dtype::i16, "i16", 16, 0},
    {Dtype::i8, "i8", 8, 0},
    {Dtype::i4, "i4", 4, 0},
    {Dtype::u64, "u64", 64, 0},
    {Dtype::u32, "u32", 32, 0},
    {Dtype::u16, "u16", 16, 0},
    {Dtype::u8, "u8", 8, 0},
    {Dtype::boolean, "bool", 8, 0},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].dtype) != i) return false;
  }
  return true;
}
static_assert(in_order(), "row i describes the dtype of value i");

const Row& row_of(Dtype dtype) {
  assert(static_cast<std::size_t>(dtype) < rows.size());
  return rows[static_cast<std::size_t>(dtype)];
}

}  // namespace

std::string_view name_of(Dtype dtype) {
  return row_of(dtype).name;
}

std::optional<Dtype> dtype_from(std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return row.dtype;
  }
  return std::nullopt;
}

std::vector<std::string> dtype_names() {
  std::vector<std::string> names;
  for (const Row& row : rows) names.emplace_back(row.name);
  return names;
}

int bits_of(Dtype dtype) {
  return row_of(dtype).bits;
}

bool is_float(Dtype dtype) {
  return row_of(dtype).roundoff != 0;
}

double unit_roundoff(Dtype dtype) {
  return row_of(dtype).roundoff;
}

std::optional<std::int64_t> size_in_bytes(Dtype dtype, const std::vector<std::int64_t>& shape) {
  std::int64_t bytes = 1;
  bool overflow = false;
  bool empty = false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::int64_t extent = shape[i];
    if (extent < 0) return std::nullopt;
    empty = empty || extent == 0;
    const bool packed = dtype == Dtype::i4 && i + 1 == shape.size();
    if (packed) extent = extent / 2 + extent % 2;
    overflow = __builtin_mul_overflow(bytes, extent, &bytes) || overflow;
  }
  const int element = dtype == Dtype::i4 ? 1 : bits_of(dtype) / 8;
  overflow = __builtin_mul_overflow(bytes, element, &bytes) || overflow;
  if (empty) return 0;  // whatever the other extents are
  if (overflow) return std::nullopt;
  return bytes;
}

}  // namespace assay
