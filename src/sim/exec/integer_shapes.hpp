// SPDX-License-Identifier: Apache-2.0
// What integer handlers are built from: wrapping arithmetic, and tables from a kind to the handler
// of its C++ type.
#pragma once

#include "sim/exec/lane.hpp"

namespace assay::sim::ASSAY_ISA {

template <class T>
using Unsigned = std::make_unsigned_t<T>;
template <class T>
constexpr int bits = static_cast<int>(sizeof(T) * 8);
/// The type of twice the width.
template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, s32, u32>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, s64, u64>, T>>;
__extension__ typedef __int128 S128;
__extension__ typedef unsigned __int128 U128;

// Wrapping arithmetic is done unsigned: signed overflow is not defined in C++, but it is in PTX.
// 16-bit products are made in 32 bits for the same reason.
template <class T>
using Safe = std::conditional_t<(sizeof(T) < 4), u32, Unsigned<T>>;
template <class T>
T wrap_add(T a, T b) {
  return static_cast<T>(Safe<T>(a) + Safe<T>(b));
}
template <class T>
T wrap_sub(T a, T b) {
  return static_cast<T>(Safe<T>(a) - Safe<T>(b));
}
template <class T>
T wrap_mul(T a, T b) {
  return static_cast<T>(Safe<T>(a) * Safe<T>(b));
}
template <class T>
T high_mul(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    if constexpr (std::is_signed_v<T>)
      return static_cast<T>((S128(a) * b) >> 64);
    else
      return static_cast<T>((U128(a) * b) >> 64);
  } else {
    using Product = std::conditional_t<std::is_signed_v<T>, s64, u64>;
    return static_cast<T>((Product{a} * Product{b}) >> bits<T>);
  }
}
template <class T>
T saturated(s64 v) {
  constexpr s64 top = (s64{1} << (bits<T> - 1)) - 1;
  return static_cast<T>(v > top ? top : v < -top - 1 ? -top - 1 : v);
}
/// The 48-bit product of two 24-bit factors.
template <class T>
s64 product24(T a, T b) {
  if constexpr (std::is_signed_v<T>)
    return s64((a << 8) >> 8) * ((b << 8) >> 8);
  else
    return static_cast<s64>(u64(a & 0xffffffU) * (b & 0xffffffU));
}

template <class T, template <class> class F>
struct Pair16 {  ///< the same for both halves of a register
  static u32 apply(u32 a, u32 b) {
    const u16 low = static_cast<u16>(F<T>::apply(static_cast<T>(a), static_cast<T>(b)));
    const u16 high =
        static_cast<u16>(F<T>::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return (u32{high} << 16) | low;
  }
};

template <template <class> class F>
Handler any_binary(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return binary<F<u16>, u16, u16, u16>;
    case Kind::s16:
      return binary<F<s16>, s16, s16, s16>;
    case Kind::u32:
      return binary<F<u32>, u32, u32, u32>;
    case Kind::s32:
      return binary<F<s32>, s32, s32, s32>;
    case Kind::u64:
      return binary<F<u64>, u64, u64, u64>;
    case Kind::s64:
      return binary<F<s64>, s64, s64, s64>;
    case Kind::u16x2:
      return binary<Pair16<u16, F>, u32, u32, u32>;
    case Kind::s16x2:
      return binary<Pair16<s16, F>, u32, u32, u32>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler plain_binary(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return binary<F<u16>, u16, u16, u16>;
    case Kind::s16:
      return binary<F<s16>, s16, s16, s16>;
    case Kind::u32:
      return binary<F<u32>, u32, u32, u32>;
    case Kind::s32:
      return binary<F<s32>, s32, s32, s32>;
    case Kind::u64:
      return binary<F<u64>, u64, u64, u64>;
    case Kind::s64:
      return binary<F<s64>, s64, s64, s64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler slow_divide(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return slow_binary<F<u16>, u16, u16, u16>;
    case Kind::s16:
      return slow_binary<F<s16>, s16, s16, s16>;
    case Kind::u32:
      return slow_binary<F<u32>, u32, u32, u32>;
    case Kind::s32:
      return slow_binary<F<s32>, s32, s32, s32>;
    case Kind::u64:
      return slow_binary<F<u64>, u64, u64, u64>;
    case Kind::s64:
      return slow_binary<F<s64>, s64, s64, s64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler any_ternary(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return ternary<F<u16>, u16, u16, u16, u16>;
    case Kind::s16:
      return ternary<F<s16>, s16, s16, s16, s16>;
    case Kind::u32:
      return ternary<F<u32>, u32, u32, u32, u32>;
    case Kind::s32:
      return ternary<F<s32>, s32, s32, s32, s32>;
    case Kind::u64:
      return ternary<F<u64>, u64, u64, u64, u64>;
    case Kind::s64:
      return ternary<F<s64>, s64, s64, s64, s64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler signed_unary(Kind kind) {
  switch (kind) {
    case Kind::s16:
      return unary<F<s16>, s16, s16>;
    case Kind::s32:
      return unary<F<s32>, s32, s32>;
    case Kind::s64:
      return unary<F<s64>, s64, s64>;
    default:
      return nullptr;
  }
}
/// Bit operations don't care for the sign.
template <template <class> class F>
Handler bits_binary(Kind kind) {
  switch (kind) {
    case Kind::u16:
    case Kind::s16:
      return binary<F<u16>, u16, u16, u16>;
    case Kind::u32:
    case Kind::s32:
      return binary<F<u32>, u32, u32, u32>;
    case Kind::u64:
    case Kind::s64:
      return binary<F<u64>, u64, u64, u64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler bits_unary(Kind kind) {
  switch (kind) {
    case Kind::u8:
    case Kind::s8:
    case Kind::u16:
    case Kind::s16:
      return unary<F<u16>, u16, u16>;
    case Kind::u32:
    case Kind::s32:
      return unary<F<u32>, u32, u32>;
    case Kind::u64:
    case Kind::s64:
      return unary<F<u64>, u64, u64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler wide_only(Kind kind) {
  switch (kind) {
    case Kind::u32:
      return unary<F<u32>, u32, u32>;
    case Kind::s32:
      return unary<F<s32>, u32, s32>;
    case Kind::u64:
      return unary<F<u64>, u32, u64>;
    case Kind::s64:
      return unary<F<s64>, u32, s64>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler shift(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return binary<F<u16>, u16, u16, u32>;
    case Kind::s16:
      return binary<F<s16>, s16, s16, u32>;
    case Kind::u32:
      return binary<F<u32>, u32, u32, u32>;
    case Kind::s32:
      return binary<F<s32>, s32, s32, u32>;
    case Kind::u64:
      return binary<F<u64>, u64, u64, u32>;
    case Kind::s64:
      return binary<F<s64>, s64, s64, u32>;
    default:
      return nullptr;
  }
}
template <template <class> class F>
Handler both32(Kind kind) {
  if (kind == Kind::u32) return binary<F<u32>, u32, u32, u32>;
  return kind == Kind::s32 ? binary<F<s32>, s32, s32, s32> : nullptr;
}
template <template <class> class F>
Handler three32(Kind kind) {
  if (kind == Kind::u32) return ternary<F<u32>, u32, u32, u32, u32>;
  return kind == Kind::s32 ? ternary<F<s32>, s32, s32, s32, s32> : nullptr;
}

}  // namespace assay::sim::ASSAY_ISA
