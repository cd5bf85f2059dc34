// SPDX-License-Identifier: Apache-2.0
// f16 and bf16 arithmetic, single and in pairs. Everything is rounded once: products and sums are
// made exact or odd in a wider format first.
#include "sim/exec/approx.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

/// The result of an operation as a float that still rounds right to the small format.
template <FloatOp Op>
[[gnu::always_inline]] inline float wide_result(float a, float b, float c) {
  if constexpr (Op == FloatOp::add) return odd_float(add_odd(a, b));
  if constexpr (Op == FloatOp::sub) return odd_float(add_odd(a, -static_cast<double>(b)));
  if constexpr (Op == FloatOp::mul) return odd_float(static_cast<double>(a) * b);
  if constexpr (Op == FloatOp::fma) return odd_float(add_odd(static_cast<double>(a) * b, c));
  if constexpr (Op == FloatOp::ex2) return ex2(a);
  if constexpr (Op == FloatOp::tanh) return tanh_of(a);
  return 0;
}

template <FloatOp Op, class T, bool Ftz, bool Sat, bool Relu>
struct Small {
  [[gnu::always_inline]] static T apply(T a, T b, T c) {
    const float x = widen(flushed_small<Ftz>(a)), y = widen(flushed_small<Ftz>(b)),
                z = widen(flushed_small<Ftz>(c));
    T r = flushed_small<Ftz>(nearest<T>(clamped<Sat>(wide_result<Op>(x, y, z))));
    if constexpr (Relu) {  // negative results become +0, NaN stays
      const bool negative =
          (r.bits & 0x8000) != 0 && r.bits <= (std::is_same_v<T, F16> ? 0xfc00 : 0xff80);
      r = T{static_cast<u16>(negative ? 0 : r.bits)};
    }
    return r;
  }
  [[gnu::always_inline]] static T apply(T a, T b) { return apply(a, b, T{0}); }
  [[gnu::always_inline]] static T apply(T a) { return apply(a, T{0}, T{0}); }
};

/// The narrow types know one NaN, without a sign.
template <class T>
[[gnu::always_inline]] inline T canonical_small(u32 bits) {
  const u32 infinity = std::is_same_v<T, F16> ? 0x7c00 : 0x7f80;
  return T{static_cast<u16>((bits & 0x7fff) > infinity ? nan16 : bits)};
}
template <class T, bool Ftz>
struct SmallAbs {
  static T apply(T a) { return canonical_small<T>(flushed_small<Ftz>(a).bits & 0x7fffU); }
};
template <class T, bool Ftz>
struct SmallNeg {
  static T apply(T a) { return canonical_small<T>(flushed_small<Ftz>(a).bits ^ 0x8000U); }
};

template <class T, bool Max, bool Nan, bool Xor, bool Ftz>
struct SmallExtreme {
  [[gnu::always_inline]] static T apply(T p, T q) {
    T a = flushed_small<Ftz>(p), b = flushed_small<Ftz>(q);
    const u16 sign = (a.bits ^ b.bits) & 0x8000;
    if constexpr (Xor) {
      a.bits &= 0x7fff;
      b.bits &= 0x7fff;
    }
    const float x = widen(a), y = widen(b);
    const u16 equal = Max ? a.bits & b.bits : a.bits | b.bits;
    u16 r = (Max ? x > y : x < y) ? a.bits : (Max ? y > x : y < x) ? b.bits : equal;
    r = x != x ? b.bits : y != y ? a.bits : r;
    const bool nan = Nan ? (x != x || y != y) : (x != x && y != y);
    if constexpr (Xor) r = static_cast<u16>(r | sign);
    return T{static_cast<u16>(nan ? nan16 : r)};
  }
};

/// The same for both halves of a register.
template <class T, class F>
struct Both {
  [[gnu::always_inline]] static T low(u32 x) { return T{static_cast<u16>(x)}; }
  [[gnu::always_inline]] static T high(u32 x) { return T{static_cast<u16>(x >> 16)}; }
  [[gnu::always_inline]] static u32 pair(T l, T h) { return (u32{h.bits} << 16) | l.bits; }
  [[gnu::always_inline]] static u32 apply(u32 a) {
    return pair(F::apply(low(a)), F::apply(high(a)));
  }
  [[gnu::always_inline]] static u32 apply(u32 a, u32 b) {
    return pair(F::apply(low(a), low(b)), F::apply(high(a), high(b)));
  }
  [[gnu::always_inline]] static u32 apply(u32 a, u32 b, u32 c) {
    return pair(F::apply(low(a), low(b), low(c)), F::apply(high(a), high(b), high(c)));
  }
};

template <class T, class F>
Handler one(bool pair) {
  return pair ? unary<Both<T, F>, u32, u32> : unary<F, T, T>;
}
template <class T, class F>
Handler two(bool pair) {
  return pair ? binary<Both<T, F>, u32, u32, u32> : binary<F, T, T, T>;
}
template <class T, class F>
Handler three(bool pair) {
  return pair ? ternary<Both<T, F>, u32, u32, u32, u32> : ternary<F, T, T, T, T>;
}

template <FloatOp Op, class T, bool Ftz>
Handler arithmetic(const FloatKey& k, bool pair) {
  if constexpr (Op == FloatOp::ex2 || Op == FloatOp::tanh) {
    return one<T, Small<Op, T, Ftz, false, false>>(pair);
  } else if constexpr (Op == FloatOp::fma) {
    if (k.relu) return three<T, Small<Op, T, Ftz, false, true>>(pair);
    return k.sat ? three<T, Small<Op, T, Ftz, true, false>>(pair)
                 : three<T, Small<Op, T, Ftz, false, false>>(pair);
  } else {
    return k.sat ? two<T, Small<Op, T, Ftz, true, false>>(pair)
                 : two<T, Small<Op, T, Ftz, false, false>>(pair);
  }
}
template <FloatOp Op, class T>
Handler arithmetic_for(const FloatKey& k, bool pair) {
  return k.ftz ? arithmetic<Op, T, true>(k, pair) : arithmetic<Op, T, false>(k, pair);
}

template <class T, bool Max, bool Ftz>
Handler extreme_small(const FloatKey& k, bool pair) {
  if (k.xorsign) {
    return k.nan ? two<T, SmallExtreme<T, Max, true, true, Ftz>>(pair)
                 : two<T, SmallExtreme<T, Max, false, true, Ftz>>(pair);
  }
  return k.nan ? two<T, SmallExtreme<T, Max, true, false, Ftz>>(pair)
               : two<T, SmallExtreme<T, Max, false, false, Ftz>>(pair);
}
template <class T, bool Max>
Handler extreme_small_for(const FloatKey& k, bool pair) {
  return k.ftz ? extreme_small<T, Max, true>(k, pair) : extreme_small<T, Max, false>(k, pair);
}

template <class T>
Handler select_small(const FloatKey& k, bool pair) {
  switch (k.op) {
    case FloatOp::add:
      return arithmetic_for<FloatOp::add, T>(k, pair);
    case FloatOp::sub:
      return arithmetic_for<FloatOp::sub, T>(k, pair);
    case FloatOp::mul:
      return arithmetic_for<FloatOp::mul, T>(k, pair);
    case FloatOp::fma:
      return arithmetic_for<FloatOp::fma, T>(k, pair);
    case FloatOp::ex2:
      return arithmetic_for<FloatOp::ex2, T>(k, pair);
    case FloatOp::tanh:
      return arithmetic_for<FloatOp::tanh, T>(k, pair);
    case FloatOp::abs:
      return k.ftz ? one<T, SmallAbs<T, true>>(pair) : one<T, SmallAbs<T, false>>(pair);
    case FloatOp::neg:
      return k.ftz ? one<T, SmallNeg<T, true>>(pair) : one<T, SmallNeg<T, false>>(pair);
    case FloatOp::min:
      return extreme_small_for<T, false>(k, pair);
    case FloatOp::max:
      return extreme_small_for<T, true>(k, pair);
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_float_narrow(const FloatKey& k) {
  if (k.round != Round::rn || k.oob) return nullptr;
  switch (k.kind) {
    case Kind::f16:
      return select_small<F16>(k, false);
    case Kind::f16x2:
      return select_small<F16>(k, true);
    case Kind::bf16:
      return select_small<BF16>(k, false);
    case Kind::bf16x2:
      return select_small<BF16>(k, true);
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
