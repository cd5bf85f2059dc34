// SPDX-License-Identifier: Apache-2.0
// setp, set, testp, selp, slct: comparisons to predicates and choices by them.
#include "sim/exec/rounding.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

template <class T>
struct Reader {  ///< how a lane is compared: small floats as floats
  [[gnu::always_inline]] static T read(Cell<T> c) { return from_cell<T>(c); }
};
template <>
struct Reader<F16> {
  [[gnu::always_inline]] static float read(u32 c) { return widen(from_cell<F16>(c)); }
};
template <>
struct Reader<BF16> {
  [[gnu::always_inline]] static float read(u32 c) { return widen(from_cell<BF16>(c)); }
};

template <Compare C, class V>
[[gnu::always_inline]] inline bool holds(V a, V b) {
  constexpr bool is_real = std::is_floating_point_v<V>;
  [[maybe_unused]] const bool unordered = is_real && (a != a || b != b);
  if constexpr (C == Compare::eq) return a == b;
  if constexpr (C == Compare::ne) return a != b && !unordered;
  if constexpr (C == Compare::lt || C == Compare::lo) return a < b;
  if constexpr (C == Compare::le || C == Compare::ls) return a <= b;
  if constexpr (C == Compare::gt || C == Compare::hi) return a > b;
  if constexpr (C == Compare::ge || C == Compare::hs) return a >= b;
  if constexpr (C == Compare::equ) return a == b || unordered;
  if constexpr (C == Compare::neu) return a != b || unordered;
  if constexpr (C == Compare::ltu) return a < b || unordered;
  if constexpr (C == Compare::leu) return a <= b || unordered;
  if constexpr (C == Compare::gtu) return a > b || unordered;
  if constexpr (C == Compare::geu) return a >= b || unordered;
  if constexpr (C == Compare::num) return !unordered;
  return unordered;
}

/// In aux beside the way to combine: rare enough not to be worth a handler of its own.
constexpr u32 flushes_halves = 4;

/// What is subnormal as f16, zero of its sign.
[[gnu::always_inline]] inline float half_flushed(float x) {
  return __builtin_fabsf(x) < 0x1p-14F ? __builtin_copysignf(0.0F, x) : x;
}

/// One bit a lane. Of pairs, `Half` picks which element.
template <Compare C, class T, bool Ftz, int Half>
[[gnu::always_inline]] inline u32 compared(Warp& w, const Inst* i) {
  const auto* a = cells<T>(w, i->a);
  const auto* b = cells<T>(w, i->b);
  u32 r = 0;
  for (int l = 0; l < lanes; ++l) {
    auto x = Reader<T>::read(a[l] >> (16 * Half));
    auto y = Reader<T>::read(b[l] >> (16 * Half));
    if constexpr (std::is_same_v<T, float>) {
      x = flushed<Ftz>(x);
      y = flushed<Ftz>(y);
    }
    if constexpr (std::is_same_v<T, F16>) {
      if ((i->aux & flushes_halves) != 0) {
        x = half_flushed(x);
        y = half_flushed(y);
      }
    }
    r |= static_cast<u32>(holds<C>(x, y)) << l;
  }
  return r;
}

/// aux: 0 none, 1 and, 2 or, 3 xor with predicate c.
[[gnu::always_inline]] inline u32 combined(Warp& w, const Inst* i, u32 r) {
  const u32 way = i->aux & 3;
  if (way == 0) return r;
  const u32 q = predicate(w, i->c);
  return way == 1 ? r & q : way == 2 ? r | q : r ^ q;
}

template <Compare C, class T, bool Ftz>
const Inst* setp(Warp& w, const Inst* i) {
  const u32 r = compared<C, T, Ftz, 0>(w, i);
  const u32 yes = combined(w, i, r);
  if (i->e != no_row) {
    const u32 no = combined(w, i, ~r);
    set_predicate(w, i->e, no);
  }
  if (i->d != no_row) set_predicate(w, i->d, yes);
  return i + 1;
}
/// setp of pairs: p for the low elements, q for the high ones.
template <Compare C, class T>
const Inst* setp_pair(Warp& w, const Inst* i) {
  const u32 low = combined(w, i, compared<C, T, false, 0>(w, i));
  const u32 high = combined(w, i, compared<C, T, false, 1>(w, i));
  if (i->d != no_row) set_predicate(w, i->d, low);
  if (i->e != no_row) set_predicate(w, i->e, high);
  return i + 1;
}

/// set: a mask of ones or 1.0 where the comparison holds; `spare` is the value written.
template <Compare C, class T, bool Ftz>
const Inst* set(Warp& w, const Inst* i) {
  const u32 yes = combined(w, i, compared<C, T, Ftz, 0>(w, i));
  const u32 value = i->spare;
  each_lane(w, at<u32>(w, i->d), [=](int l) { return ((yes >> l) & 1U) != 0 ? value : 0U; });
  return i + 1;
}
template <Compare C, class T>
const Inst* set_pair(Warp& w, const Inst* i) {
  const u32 low = combined(w, i, compared<C, T, false, 0>(w, i));
  const u32 high = combined(w, i, compared<C, T, false, 1>(w, i));
  const u32 value = i->spare & 0xffff;
  each_lane(w, at<u32>(w, i->d), [=](int l) {
    return (((low >> l) & 1U) != 0 ? value : 0U) | (((high >> l) & 1U) != 0 ? value << 16 : 0U);
  });
  return i + 1;
}

template <class T, bool Ftz, bool Set, Compare C>
constexpr Handler pick() {
  return Set ? set<C, T, Ftz> : setp<C, T, Ftz>;
}

template <class T, bool Ftz, bool Set>
Handler integers(Compare c) {
  switch (c) {
    case Compare::eq:
      return pick<T, Ftz, Set, Compare::eq>();
    case Compare::ne:
      return pick<T, Ftz, Set, Compare::ne>();
    case Compare::lt:
      return pick<T, Ftz, Set, Compare::lt>();
    case Compare::le:
      return pick<T, Ftz, Set, Compare::le>();
    case Compare::gt:
      return pick<T, Ftz, Set, Compare::gt>();
    case Compare::ge:
      return pick<T, Ftz, Set, Compare::ge>();
    case Compare::lo:
      return pick<T, Ftz, Set, Compare::lo>();
    case Compare::ls:
      return pick<T, Ftz, Set, Compare::ls>();
    case Compare::hi:
      return pick<T, Ftz, Set, Compare::hi>();
    case Compare::hs:
      return pick<T, Ftz, Set, Compare::hs>();
    default:
      return nullptr;
  }
}
template <class T, bool Ftz, bool Set>
Handler reals(Compare c) {
  switch (c) {
    case Compare::equ:
      return pick<T, Ftz, Set, Compare::equ>();
    case Compare::neu:
      return pick<T, Ftz, Set, Compare::neu>();
    case Compare::ltu:
      return pick<T, Ftz, Set, Compare::ltu>();
    case Compare::leu:
      return pick<T, Ftz, Set, Compare::leu>();
    case Compare::gtu:
      return pick<T, Ftz, Set, Compare::gtu>();
    case Compare::geu:
      return pick<T, Ftz, Set, Compare::geu>();
    case Compare::num:
      return pick<T, Ftz, Set, Compare::num>();
    case Compare::nan:
      return pick<T, Ftz, Set, Compare::nan>();
    default:
      return c >= Compare::lo && c <= Compare::hs ? nullptr : integers<T, Ftz, Set>(c);
  }
}
template <class T, bool Set, Compare C>
constexpr Handler pick_pair() {
  return Set ? set_pair<C, T> : setp_pair<C, T>;
}
template <class T, bool Set>
Handler pairs(Compare c) {
  switch (c) {
    case Compare::eq:
      return pick_pair<T, Set, Compare::eq>();
    case Compare::ne:
      return pick_pair<T, Set, Compare::ne>();
    case Compare::lt:
      return pick_pair<T, Set, Compare::lt>();
    case Compare::le:
      return pick_pair<T, Set, Compare::le>();
    case Compare::gt:
      return pick_pair<T, Set, Compare::gt>();
    case Compare::ge:
      return pick_pair<T, Set, Compare::ge>();
    case Compare::equ:
      return pick_pair<T, Set, Compare::equ>();
    case Compare::neu:
      return pick_pair<T, Set, Compare::neu>();
    case Compare::ltu:
      return pick_pair<T, Set, Compare::ltu>();
    case Compare::leu:
      return pick_pair<T, Set, Compare::leu>();
    case Compare::gtu:
      return pick_pair<T, Set, Compare::gtu>();
    case Compare::geu:
      return pick_pair<T, Set, Compare::geu>();
    case Compare::num:
      return pick_pair<T, Set, Compare::num>();
    case Compare::nan:
      return pick_pair<T, Set, Compare::nan>();
    default:
      return nullptr;
  }
}

template <bool Set>
Handler by_kind(const CompareKey& k) {
  switch (k.kind) {
    case Kind::u16:
      return integers<u16, false, Set>(k.compare);
    case Kind::s16:
      return integers<s16, false, Set>(k.compare);
    case Kind::u32:
      return integers<u32, false, Set>(k.compare);
    case Kind::s32:
      return integers<s32, false, Set>(k.compare);
    case Kind::u64:
      return integers<u64, false, Set>(k.compare);
    case Kind::s64:
      return integers<s64, false, Set>(k.compare);
    case Kind::f32:
      return k.ftz ? reals<float, true, Set>(k.compare) : reals<float, false, Set>(k.compare);
    case Kind::f64:
      return reals<double, false, Set>(k.compare);
    case Kind::f16:
      return reals<F16, false, Set>(k.compare);
    case Kind::bf16:
      return reals<BF16, false, Set>(k.compare);
    case Kind::f16x2:
      return pairs<F16, Set>(k.compare);
    case Kind::bf16x2:
      return pairs<BF16, Set>(k.compare);
    default:
      return nullptr;
  }
}

template <class T, int Mant, u64 Exponents>
const Inst* testp(Warp& w, const Inst* i) {
  const auto* a = cells<T>(w, i->a);
  u32 r = 0;
  for (int l = 0; l < lanes; ++l) {
    const u64 bits = a[l], e = bits & Exponents;
    const u64 m = bits & ((u64{1} << Mant) - 1);
    bool yes = false;
    switch (static_cast<Test>(i->aux)) {
      case Test::finite:
        yes = e != Exponents;
        break;
      case Test::infinite:
        yes = e == Exponents && m == 0;
        break;
      case Test::number:
        yes = e != Exponents || m == 0;
        break;
      case Test::notanumber:
        yes = e == Exponents && m != 0;
        break;
      case Test::normal:  // zero is
        yes = e != Exponents && (e != 0 || m == 0);
        break;
      case Test::subnormal:
        yes = e == 0 && m != 0;
        break;
    }
    r |= u32{yes} << l;
  }
  set_predicate(w, i->d, r);
  return i + 1;
}

template <class T>
const Inst* selp(Warp& w, const Inst* i) {
  const T* a = at<T>(w, i->a);
  const T* b = at<T>(w, i->b);
  const u32 p = predicate(w, i->c);
  each_lane(w, at<T>(w, i->d), [=](int l) { return ((p >> l) & 1U) != 0 ? a[l] : b[l]; });
  return i + 1;
}
/// slct: c ≥ 0 picks a. aux: 1 when c is f32 (a NaN picks b), 2 with .ftz, where a negative
/// subnormal is −0.
template <class T>
const Inst* slct(Warp& w, const Inst* i) {
  const T* a = at<T>(w, i->a);
  const T* b = at<T>(w, i->b);
  const u32* c = at<u32>(w, i->c);
  const u32 mode = i->aux;
  each_lane(w, at<T>(w, i->d), [=](int l) {
    const float x = std::bit_cast<float>(c[l]);
    const float y = mode == 2 ? flushed<true>(x) : x;
    const bool first = mode == 0 ? static_cast<s32>(c[l]) >= 0 : y >= 0.0F;
    return first ? a[l] : b[l];
  });
  return i + 1;
}

}  // namespace

Handler select_compare(const CompareKey& key) {
  return by_kind<false>(key);
}
Handler select_compare_set(const CompareKey& key) {
  return by_kind<true>(key);
}

Handler select_test(Kind kind) {
  if (kind == Kind::f64) return testp<u64, 52, 0x7ff0000000000000U>;
  if (kind == Kind::f32) return testp<u32, 23, 0x7f800000U>;
  if (kind == Kind::f16) return testp<u16, 10, 0x7c00U>;
  return kind == Kind::bf16 ? testp<u16, 7, 0x7f80U> : nullptr;
}
Handler select_choice(bool wide, bool by_value) {
  if (by_value) return wide ? slct<u64> : slct<u32>;
  return wide ? selp<u64> : selp<u32>;
}

}  // namespace assay::sim::ASSAY_ISA
