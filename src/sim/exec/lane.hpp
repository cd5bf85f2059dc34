// SPDX-License-Identifier: Apache-2.0
// Loops over 32 lanes: how every arithmetic handler is built from a function of one lane. Compiled
// once for each instruction set into a namespace of its own (ASSAY_ISA); uses only what can't leak
// between them.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "sim/core/inst.hpp"
#include "sim/core/key.hpp"
#include "sim/core/warp.hpp"

#ifndef ASSAY_ISA
#define ASSAY_ISA isa_base
#endif

namespace assay::sim::ASSAY_ISA {

using u8 = std::uint8_t;
using s8 = std::int8_t;
using u16 = std::uint16_t;
using s16 = std::int16_t;
using u32 = std::uint32_t;
using s32 = std::int32_t;
using u64 = std::uint64_t;
using s64 = std::int64_t;

/// Bits of a 16-bit float, so that they aren't taken for an integer.
struct F16 {
  u16 bits;
};
struct BF16 {
  u16 bits;
};

/// A lane of a row takes 4 bytes, or 8 for 64-bit types. Narrow types use the low bits; what stands
/// above them is not defined, so reading always cuts. Signed results are extended, as wider
/// destinations demand.
template <class T>
using Cell = std::conditional_t<sizeof(T) == 8, u64, u32>;

template <class T>
[[gnu::always_inline]] inline T from_cell(Cell<T> cell) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return T{static_cast<u16>(cell)};
  else if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<T>(cell);
  else
    return static_cast<T>(cell);
}

template <class T>
[[gnu::always_inline]] inline Cell<T> to_cell(T value) {
  if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return value.bits;
  else if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<Cell<T>>(value);
  else if constexpr (std::is_signed_v<T> && sizeof(T) < 4)
    return static_cast<u32>(static_cast<s32>(value));
  else
    return static_cast<Cell<T>>(value);
}

template <class T>
[[gnu::always_inline]] inline T* at(Warp& w, Row row) {
  return reinterpret_cast<T*>(w.base[row & 1] + (row & ~1U));
}

template <class T>
[[gnu::always_inline]] inline Cell<T>* cells(Warp& w, Row row) {
  return at<Cell<T>>(w, row);
}

/// The mask a predicate operand stands for.
[[gnu::always_inline]] inline u32 predicate(const Warp& w, Row row) {
  u32 value;
  __builtin_memcpy(&value, w.base[0] + (row & ~1U), 4);
  return value ^ (u32{0} - (row & 1U));
}

/// Sets the active lanes of a predicate.
[[gnu::always_inline]] inline void set_predicate(Warp& w, Row row, u32 value) {
  u32* p = reinterpret_cast<u32*>(w.base[0] + row);
  *p = (*p & ~w.mask) | (value & w.mask);
}

/// d[lane] = f(lane) for active lanes. `f` is computed for all lanes, so it must be safe for any
/// operand.
template <class D, class F>
[[gnu::always_inline]] inline void each_lane(Warp& w, D* d, F f) {
  if (w.mask == all_lanes) {
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) d[l] = f(l);
  } else {
    const u32 mask = w.mask;
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      const D r = f(l);
      d[l] = ((mask >> l) & 1U) != 0 ? r : d[l];
    }
  }
}

/// The same for functions too long to be worth computing for lanes that are off.
template <class D, class F>
[[gnu::always_inline]] inline void each_active(Warp& w, D* d, F f) {
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = __builtin_ctz(rest);
    d[l] = f(l);
  }
}

template <class F, class D, class A>
const Inst* unary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  each_lane(w, cells<D>(w, i->d), [=](int l) { return to_cell<D>(F::apply(from_cell<A>(a[l]))); });
  return i + 1;
}

template <class F, class D, class A, class B>
const Inst* binary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  const auto* b = cells<B>(w, i->b);
  each_lane(w, cells<D>(w, i->d),
            [=](int l) { return to_cell<D>(F::apply(from_cell<A>(a[l]), from_cell<B>(b[l]))); });
  return i + 1;
}

template <class F, class D, class A, class B, class C>
const Inst* ternary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  const auto* b = cells<B>(w, i->b);
  const auto* c = cells<C>(w, i->c);
  each_lane(w, cells<D>(w, i->d), [=](int l) {
    return to_cell<D>(F::apply(from_cell<A>(a[l]), from_cell<B>(b[l]), from_cell<C>(c[l])));
  });
  return i + 1;
}

/// Long functions, lane by lane.
template <class F, class D, class A>
const Inst* slow_unary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  each_active(w, cells<D>(w, i->d),
              [=](int l) { return to_cell<D>(F::apply(from_cell<A>(a[l]))); });
  return i + 1;
}

template <class F, class D, class A, class B>
const Inst* slow_binary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  const auto* b = cells<B>(w, i->b);
  each_active(w, cells<D>(w, i->d),
              [=](int l) { return to_cell<D>(F::apply(from_cell<A>(a[l]), from_cell<B>(b[l]))); });
  return i + 1;
}

template <class F, class D, class A, class B, class C>
const Inst* slow_ternary(Warp& w, const Inst* i) {
  const auto* a = cells<A>(w, i->a);
  const auto* b = cells<B>(w, i->b);
  const auto* c = cells<C>(w, i->c);
  each_active(w, cells<D>(w, i->d), [=](int l) {
    return to_cell<D>(F::apply(from_cell<A>(a[l]), from_cell<B>(b[l]), from_cell<C>(c[l])));
  });
  return i + 1;
}

}  // namespace assay::sim::ASSAY_ISA
