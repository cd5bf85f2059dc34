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

void convert_floats(const HostTensor& from, HostTensor& to) {
  std::array<double, chunk> values;
  const std::int64_t count = from.count();
  for (std::int64_t first = 0; first < count; first += chunk) {
    const auto part = std::span(values).first(
        static_cast<std::size_t>(std::min(chunk, count - first)));
    load(from, first, part);
    store_nearest(to, first, part);
  }
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
  assert(in_range(*this, index, 1));
  if (dtype == Dtype::i4) return nibble(*this, index);
  return with_element(dtype, [&]<class Element>(Element) {
    return Element::to_double(load_element<Element>(bytes, index));
  });
}

std::int64_t HostTensor::integer_at(std::int64_t index) const {
  assert(in_range(*this, index, 1));
  if (dtype == Dtype::i4) return nibble(*this, index);
  return with_element(dtype, [&]<class Element>(Element) -> std::int64_t {
    const auto stored = load_element<Element>(bytes, index);
    if constexpr (Element::is_integer) return static_cast<std::int64_t>(stored);
    return saturated(Element::to_double(stored), false);
  });
}

void HostTensor::set(std::int64_t index, double value) {
  assert(in_range(*this, index, 1));
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
    for (std::size_t i = 0; i < to.size(); ++i) {
      const auto index = first + static_cast<std::int64_t>(i);
      to[i] = Element::to_double(load_element<Element>(tensor.bytes, index));
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
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto index = first + static_cast<std::int64_t>(i);
      store_element<Element>(tensor.bytes, index, Element::from_double(from[i]));
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
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto index = first + static_cast<std::int64_t>(i);
      if constexpr (Element::is_integer) {
        const auto bits = static_cast<std::uint64_t>(from[i]);
        store_element<Element>(tensor.bytes, index, Element::wrapped(bits));
      } else if constexpr (sizeof(typename Element::Stored) == 8) {
        store_element<Element>(tensor.bytes, index, static_cast<double>(from[i]));
      } else {
        store_element<Element>(tensor.bytes, index, Element::from_double(to_odd(from[i])));
      }
    }
  });
}

void store_nearest(HostTensor& tensor, std::int64_t first, std::span<const double> from) {
  if (is_float(tensor.dtype)) return store(tensor, first, from);
  const bool wide = bits_of(tensor.dtype) == 64;  // its ends are no doubles
  const bool boolean = tensor.dtype == Dtype::boolean;
  for (const double value : from) {
    const double nearest = std::isnan(value) ? 0 : std::nearbyint(value);
    if (wide) {
      tensor.set_integer(first++, saturated(nearest, tensor.dtype == Dtype::u64));
    } else if (boolean) {
      tensor.set_integer(first++, nearest != 0 ? 1 : 0);
    } else {
      const double held = std::clamp(nearest, least_of(tensor.dtype), largest_of(tensor.dtype));
      tensor.set_integer(first++, static_cast<std::int64_t>(held));
    }
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
    return tensor;
  }
  for (std::int64_t i = 0; i < from.count(); ++i) {
    const std::int64_t value = from.integer_at(i);
    if (from.dtype == Dtype::u64 && value < 0 && is_float(to)) {
      // Half of it, with the lost bit kept sticky, fits int64; doubling is exact.
      const auto halved = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) >> 1);
      tensor.set(i, 2 * to_odd(halved | (value & 1)));
    } else {
      tensor.set_integer(i, value);
    }
  }
  return tensor;
}

}  // namespace assay
