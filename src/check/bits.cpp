// SPDX-License-Identifier: Apache-2.0
#include "check/bits.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "check/fold.hpp"
#include "check/suspects.hpp"

namespace assay::check {
namespace {

bool same_element(const HostTensor& a, const HostTensor& b, std::int64_t index, std::size_t width) {
  if (width == 0) return a.at(index) == b.at(index);
  const std::size_t offset = static_cast<std::size_t>(index) * width;
  return std::memcmp(a.bytes.data() + offset, b.bytes.data() + offset, width) == 0;
}

/// Bits are kept, those of NaNs too; i4 is packed and goes one by one.
void copy_elements(const HostTensor& from, std::int64_t first, HostTensor& to, std::int64_t at,
                   std::int64_t count) {
  const int width = bits_of(from.dtype) / 8;
  if (width > 0 && count > 0)
    std::memcpy(to.bytes.data() + at * width, from.bytes.data() + first * width,
                static_cast<std::size_t>(count * width));
  for (std::int64_t i = 0; width == 0 && i < count; ++i)
    to.set_integer(at + i, from.integer_at(first + i));
}

}  // namespace

bool same_bits(const HostTensor& a, const HostTensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.bytes == b.bytes;
}

record::Check answer_same_bits(const HostTensor& first, const HostTensor& second,
                               std::string_view property, Label label) {
  assert(first.dtype == second.dtype && first.shape == second.shape);
  record::Check check{std::move(label.case_name), std::move(label.family), std::move(label.tensor),
                      std::string(property)};
  const Comparison comparison(second, first);
  Suspects suspects(comparison);
  const auto width = static_cast<std::size_t>(bits_of(first.dtype)) / 8;
  for (std::int64_t i = 0; first.bytes != second.bytes && i < first.count(); ++i)
    if (!same_element(first, second, i, width)) suspects.add(i, 1);
  check.unit = "elements";
  check.compared = first.count();
  conclude(check, suspects);
  return check;
}

HostTensor slice(const HostTensor& tensor, std::size_t dimension, std::int64_t begin,
                 std::int64_t count) {
  assert(dimension < tensor.shape.size() && begin >= 0 && count >= 0);
  const std::int64_t size = tensor.shape[dimension];
  assert(begin + count <= size);
  std::vector<std::int64_t> shape = tensor.shape;
  shape[dimension] = count;
  HostTensor part = make_tensor(tensor.dtype, shape);
  const Grouping runs = grouping_of(tensor.shape, "", dimension);
  const std::int64_t run = count * runs.inner;
  for (std::int64_t o = 0; o < runs.outer; ++o)
    copy_elements(tensor, (o * size + begin) * runs.inner, part, o * run, run);
  return part;
}

}  // namespace assay::check
