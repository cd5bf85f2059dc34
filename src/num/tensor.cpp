// SPDX-License-Identifier: Apache-2.0
#include "num/tensor.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "num/element.hpp"
#include "num/float_format.hpp"

namespace assay {
namespace {

constexpr std::int64_t chunk = 1024;

// Where element `index` of a packed i4 tensor stands. Rows are padded, so index / 2 won't do.
struct Nibble {
  std::size_t byte;
  int shift;
};

Nibble nibble_of(const HostTensor& tensor, std::int64_t index) {
  const std::int64_t columns = tensor.shape.empty() ? 1 : tensor.shape.back();
  const std::int64_t row = index / columns;
  const std::int64_t column = index % columns;
  const std::int64_t byte = row * ((columns + 1) / 2) + column / 2;
  return {static_cast<std::size_t>(byte), column % 2 == 0 ? 0 : 4};
}

int nibble(const HostTensor& tensor, std::int64_t index) {
  const auto [byte, shift] = nibble_of(tensor, index);
  const int bits = std::to_integer<int>(tensor.bytes[byte]) >> shift & 15;
  return bits >= 8 ? bits - 16 : bits;
}

void set_nibble(HostTensor& tensor, std::int64_t index, std::int64_t value) {
  const auto [byte, shift] = nibble_of(tensor, index);
  const auto kept = tensor.bytes[byte] & std::byte(0xf0 >> shift);
  tensor.bytes[byte] = kept | std::byte((value & 15) << shift);
}

// int64 to double rounded to odd: a second rounding, to any shorter format, is then as good as one.
double to_odd(std::int64_t value) {
  const auto nearest = static_cast<double>(value);
  if (nearest == 0x1p63) return std::nextafter(0x1p63, 0);  // an odd significand
  const std::int64_t error = value - static_cast<std::int64_t>(nearest);
  auto bits = std::bit_cast<std::uint64_t>(nearest);
  if (error == 0 || bits % 2 == 1) return nearest;
  const bool towards_zero = (error < 0) == (nearest > 0);
  bits = towards_zero ? bits - 1 : bits + 1;
  return std::bit_cast<double>(bits);
}

bool in_range(const HostTensor& tensor, std::int64_t first, std::size_t count) {
  const std::int64_t all = tensor.count();
  return first >= 0 && first <= all && static_cast<std::int64_t>(count) <= all - first;
}

template <class Element>
auto* run_at(auto& bytes, std::int64_t first) {
  return bytes.data() + static_cast<std::size_t>(first) * sizeof(typename Element::Stored);
}

template <class Element>
typename Element::Stored from_integer(std::int64_t value) {
  if constexpr (Element::is_integer) return Element::wrapped(static_cast<std::uint64_t>(value));
  if constexpr (sizeof(typename Element::Stored) == 8) return static_cast<double>(value);
  return Element::from_double(to_odd(value));
}

// To whole numbers of one dtype, as bits for `store_integers`.
class Nearest {
 public:
  explicit Nearest(Dtype dtype)
      : least_(least_of(dtype)),
        largest_(largest_of(dtype)),
        boolean_(dtype == Dtype::boolean),
        wide_(bits_of(dtype) == 64),
        unsigned_(least_ == 0) {}

  std::int64_t operator()(double value) const {
    if (std::isnan(value)) return 0;
    // Adding 2^52 leaves no bits for a fraction; from there on there are none anyway.
    const double magnitude = std::fabs(value);
    const double nearest =
        magnitude < 0x1p52 ? std::copysign((magnitude + 0x1p52) - 0x1p52, value) : value;
    if (boolean_) return nearest != 0;
    if (wide_) return saturated(nearest, unsigned_);  // its ends are no doubles
    return static_cast<std::int64_t>(std::clamp(nearest, least_, largest_));
  }

 private:
  double least_, largest_;
  bool boolean_, wide_, unsigned_;
};

// Calls `part(first, size)` for chunks that cover all elements.
template <class Part>
void in_chunks(const HostTensor& tensor, const Part& part) {
  const std::int64_t count = tensor.count();
  for (std::int64_t first = 0; first < count; first += chunk) {
    part(first, static_cast<std::size_t>(std::min(chunk, count - first)));
  }
}

void convert_floats(const HostTensor& from, HostTensor& to) {
  std::array<double, chunk> values;
  in_chunks(from, [&](std::int64_t first, std::size_t size) {
    const auto part = std::span(values).first(size);
    load(from, first, part);
    store_nearest(to, first, part);
  });
}

void convert_integers(const HostTensor& from, HostTensor& to) {
  std::array<std::int64_t, chunk> values;
  in_chunks(from, [&](std::int64_t first, std::size_t size) {
    const auto part = std::span(values).first(size);
    load_integers(from, first, part);
    store_integers(to, first, part);
    if (from.dtype != Dtype::u64 || !is_float(to.dtype)) return;
    for (std::size_t i = 0; i < size; ++i) {
      if (part[i] >= 0) continue;
      // From 2^63 on: half of it, with the lost bit kept sticky, fits int64, and doubling is exact.
      const auto halved = static_cast<std::int64_t>(static_cast<std::uint64_t>(part[i]) >> 1);
      to.set(first + static_cast<std::int64_t>(i), 2 * to_odd(halved | (part[i] & 1)));
    }
  });
}

}  // namespace

std::int64_t HostTensor::count() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) {
    if (extent == 0) return 0;  // also where the other extents would overflow
  }
  for (const std::int64_t extent : shape) product *= extent;
  return product;
}

double HostTensor::at(std::int64_t index) const {
  double value = 0;
  load(*this, index, std::span(&value, 1));
  return value;
}

std::int64_t HostTensor::integer_at(std::int64_t index) const {
  std::int64_t value = 0;
  load_integers(*this, index, std::span(&value, 1));
  return value;
}

void HostTensor::set(std::int64_t index, double value) {
  store(*this, index, std::span(&value, 1));
}

void HostTensor::set_integer(std::int64_t index, std::int64_t value) {
  store_integers(*this, index, std::span(&value, 1));
}

void load(const HostTensor& tensor, std::int64_t first, std::span<double> to) {
  assert(in_range(tensor, first, to.size()));
  if (tensor.dtype == Dtype::i4) {
    for (double& value : to) value = nibble(tensor, first++);
    return;
  }
  with_element(tensor.dtype, [&]<class Element>(Element) {
    const std::byte* const run = run_at<Element>(tensor.bytes, first);
    for (std::size_t i = 0; i < to.size(); ++i) {
      to[i] = Element::to_double(element_at<Element>(run, i));
    }
  });
}

void load_integers(const HostTensor& tensor, std::int64_t first, std::span<std::int64_t> to) {
  assert(in_range(tensor, first, to.size()));
  if (tensor.dtype == Dtype::i4) {
    for (std::int64_t& value : to) value = nibble(tensor, first++);
    return;
  }
  with_element(tensor.dtype, [&]<class Element>(Element) {
    const std::byte* const run = run_at<Element>(tensor.bytes, first);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const auto stored = element_at<Element>(run, i);
      if constexpr (Element::is_integer) {
        to[i] = static_cast<std::int64_t>(stored);
      } else {
        to[i] = saturated(Element::to_double(stored), false);
      }
    }
  });
}

void store(HostTensor& tensor, std::int64_t first, std::span<const double> from) {
  assert(in_range(tensor, first, from.size()));
  if (tensor.dtype == Dtype::i4) {
    for (const double value : from) {
      set_nibble(tensor, first++, static_cast<std::int64_t>(wrapped_bits(value)));
    }
    return;
  }
  with_element(tensor.dtype, [&]<class Element>(Element) {
    std::byte* const run = run_at<Element>(tensor.bytes, first);
    for (std::size_t i = 0; i < from.size(); ++i) {
      put_element<Element>(run, i, Element::from_double(from[i]));
    }
  });
}

void store_integers(HostTensor& tensor, std::int64_t first, std::span<const std::int64_t> from) {
  assert(in_range(tensor, first, from.size()));
  if (tensor.dtype == Dtype::i4) {
    for (const std::int64_t value : from) set_nibble(tensor, first++, value);
    return;
  }
  with_element(tensor.dtype, [&]<class Element>(Element) {
    std::byte* const run = run_at<Element>(tensor.bytes, first);
    for (std::size_t i = 0; i < from.size(); ++i) {
      put_element<Element>(run, i, from_integer<Element>(from[i]));
    }
  });
}

void store_nearest(HostTensor& tensor, std::int64_t first, std::span<const double> from) {
  if (is_float(tensor.dtype)) return store(tensor, first, from);
  const Nearest nearest(tensor.dtype);
  std::array<std::int64_t, chunk> whole;
  while (!from.empty()) {
    const std::size_t size = std::min(from.size(), whole.size());
    for (std::size_t i = 0; i < size; ++i) whole[i] = nearest(from[i]);
    store_integers(tensor, first, std::span(whole).first(size));
    from = from.subspan(size);
    first += static_cast<std::int64_t>(size);
  }
}

HostTensor make_tensor(Dtype dtype, std::vector<std::int64_t> shape) {
  HostTensor tensor{dtype, std::move(shape), {}};
  const std::optional<std::int64_t> size = size_in_bytes(dtype, tensor.shape);
  assert(size && "a shape is validated before a tensor is made of it");
  tensor.bytes.resize(static_cast<std::size_t>(size.value()));
  return tensor;
}

HostTensor converted(const HostTensor& from, Dtype to) {
  if (from.dtype == to) return from;
  HostTensor tensor = make_tensor(to, from.shape);
  if (is_float(from.dtype)) {
    convert_floats(from, tensor);
  } else {
    convert_integers(from, tensor);
  }
  return tensor;
}

}  // namespace assay
