// SPDX-License-Identifier: Apache-2.0
// f32 and f64 arithmetic: nearest rounding by the machine's own instructions, the directed ones by
// exact detours.
#include "sim/exec/approx.hpp"
#include "sim/exec/select.hpp"
#include "sim/exec/wide_rounding.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

/// An f32 operation of up to three operands, before flushing and clamping.
template <FloatOp Op, Round R>
[[gnu::always_inline]] inline float core32(float a, float b, float c) {
  constexpr bool near = R == Round::rn;
  if constexpr (Op == FloatOp::add) return near ? a + b : to_f32(add_odd(a, b), R);
  if constexpr (Op == FloatOp::sub)
    return near ? a - b : to_f32(add_odd(a, -static_cast<double>(b)), R);
  if constexpr (Op == FloatOp::mul) return near ? a * b : to_f32(static_cast<double>(a) * b, R);
  if constexpr (Op == FloatOp::fma) {
    return near ? __builtin_fmaf(a, b, c) : to_f32(add_odd(static_cast<double>(a) * b, c), R);
  }
  if constexpr (Op == FloatOp::div) return near ? a / b : to_f32(div_odd(a, b), R);
  if constexpr (Op == FloatOp::rcp) return near ? 1.0F / a : to_f32(div_odd(1.0, a), R);
  if constexpr (Op == FloatOp::sqrt) return near ? __builtin_sqrtf(a) : to_f32(sqrt_odd(a), R);
  if constexpr (Op == FloatOp::rsqrt) return rsqrt_of(a);
  if constexpr (Op == FloatOp::ex2) return ex2(a);
  if constexpr (Op == FloatOp::lg2) return lg2(a);
  if constexpr (Op == FloatOp::sin) return sine(a, 0);
  if constexpr (Op == FloatOp::cos) return sine(a, 1);
  if constexpr (Op == FloatOp::tanh) return tanh_of(a);
  return 0;
}

/// Rounding down makes an exact zero sum negative, which the detour through double can't see.
template <FloatOp Op, Round R>
[[gnu::always_inline]] inline float zero_signed(float r, float a, float b, float c) {
  if constexpr (R != Round::rm) return r;
  if constexpr (Op == FloatOp::add || Op == FloatOp::sub || Op == FloatOp::fma) {
    if (r != 0) return r;
    const double x = Op == FloatOp::fma ? static_cast<double>(a) * b : static_cast<double>(a);
    const double y = Op == FloatOp::fma ? c : Op == FloatOp::sub ? -b : b;
    const bool both_plus = !__builtin_signbit(x) && !__builtin_signbit(y);
    if (x + y == 0 && !both_plus) return -0.0F;
  }
  return r;
}

template <FloatOp Op, Round R, bool Ftz, bool Sat>
struct F32 {
  [[gnu::always_inline]] static float finish(float r) {
    return canonical(clamped<Sat>(flushed<Ftz>(r)));
  }
  [[gnu::always_inline]] static float apply(float a) {
    return finish(core32<Op, R>(flushed<Ftz>(a), 0, 0));
  }
  [[gnu::always_inline]] static float apply(float a, float b) { return apply(a, b, 0.0F); }
  [[gnu::always_inline]] static float apply(float a, float b, float c) {
    const float x = flushed<Ftz>(a), y = flushed<Ftz>(b), z = flushed<Ftz>(c);
    return finish(zero_signed<Op, R>(core32<Op, R>(x, y, z), x, y, z));
  }
};

/// Of two NaNs the hardware passes on b; of three, b, then c; a quotient passes on a
/// (tests/sim/vectors/payloads.txt).
template <FloatOp Op, Round R>
struct F64 {
  [[gnu::always_inline]] static double apply(double a) {
    constexpr bool near = R == Round::rn;
    if constexpr (Op == FloatOp::rcp)
      return with_payload(near ? 1.0 / a : div_directed(1.0, a, R), a, a);
    return with_payload(near ? __builtin_sqrt(a) : sqrt_directed(a, R), a, a);
  }
  [[gnu::always_inline]] static double apply(double a, double b) {
    constexpr bool near = R == Round::rn;
    if constexpr (Op == FloatOp::add)
      return with_payload(near ? a + b : add_directed(a, b, R), b, a);
    if constexpr (Op == FloatOp::sub)
      return with_payload(near ? a - b : add_directed(a, -b, R), b, a);
    if constexpr (Op == FloatOp::mul)
      return with_payload(near ? a * b : mul_directed(a, b, R), b, a);
    return with_payload(near ? a / b : div_directed(a, b, R), a, b);
  }
  [[gnu::always_inline]] static double apply(double a, double b, double c) {
    const double r = R == Round::rn ? __builtin_fma(a, b, c) : fma_directed(a, b, c, R);
    return with_payload(r, b, c == c ? a : c);
  }
};

/// rcp.approx.ftz.f64 and rsqrt.approx(.ftz).f64 flush subnormal operands and results; with .ftz
/// they see and give the high 32 bits alone.
double flushed64(double x) {
  const u64 b = std::bit_cast<u64>(x);
  return std::bit_cast<double>((b & 0x7ff0000000000000U) == 0 ? b & 0x8000000000000000U : b);
}
double high_of(double x) {
  return std::bit_cast<double>(std::bit_cast<u64>(x) & 0xffffffff00000000U);
}
struct Rcp64 {
  static double apply(double a) {
    const double r = flushed64(1.0 / flushed64(high_of(a)));
    return r == r ? high_of(r) : std::bit_cast<double>(0x7fffffff00000000U);
  }
};
template <bool Ftz>
struct Rsqrt64 {
  static double apply(double a) {
    const double x = Ftz ? flushed64(a) : a;
    const double r = with_payload(1.0 / __builtin_sqrt(x), x, x);
    return Ftz ? high_of(r) : r;
  }
};

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, u64, u32>;
template <class T>
constexpr Bits<T> sign_of = Bits<T>{1} << (sizeof(T) * 8 - 1);

/// min and max: a number wins over a NaN (or loses, with .NaN); −0 is below +0.
template <class T, bool Max, bool Ftz, bool Nan, bool Xor>
struct Extreme {
  [[gnu::always_inline]] static T flush(T x) {
    if constexpr (sizeof(T) == 4)
      return flushed<Ftz>(x);
    else
      return x;
  }
  [[gnu::always_inline]] static T apply(T p, T q) {
    T a = flush(p), b = flush(q);
    const Bits<T> sign = (std::bit_cast<Bits<T>>(a) ^ std::bit_cast<Bits<T>>(b)) & sign_of<T>;
    if constexpr (Xor) {
      a = std::bit_cast<T>(std::bit_cast<Bits<T>>(a) & ~sign_of<T>);
      b = std::bit_cast<T>(std::bit_cast<Bits<T>>(b) & ~sign_of<T>);
    }
    const Bits<T> ab = std::bit_cast<Bits<T>>(a), bb = std::bit_cast<Bits<T>>(b);
    const T equal = std::bit_cast<T>(Max ? ab & bb : ab | bb);
    T r = (Max ? a > b : a < b) ? a : (Max ? b > a : b < a) ? b : equal;
    r = a != a ? b : b != b ? a : r;
    if constexpr (Nan) r = (a != a || b != b) ? a + b : r;
    if constexpr (Xor) r = std::bit_cast<T>(std::bit_cast<Bits<T>>(r) | sign);
    return quieted(r);
  }
  [[gnu::always_inline]] static T apply(T a, T b, T c) { return apply(apply(a, b), c); }
};

template <class T, bool Ftz>
struct Abs {
  static T apply(T a) {
    if constexpr (sizeof(T) == 4) a = flushed<Ftz>(a);
    const T magnitude = std::bit_cast<T>(std::bit_cast<Bits<T>>(a) & ~sign_of<T>);
    return quieted(a == a ? magnitude : a);
  }
};
template <class T, bool Ftz>
struct Neg {
  static T apply(T a) {
    if constexpr (sizeof(T) == 4) a = flushed<Ftz>(a);
    const T negated = std::bit_cast<T>(std::bit_cast<Bits<T>>(a) ^ sign_of<T>);
    return quieted(a == a ? negated : a);
  }
};
template <class T>
struct Copysign {  // PTX: the sign of a on the magnitude of b
  static T apply(T a, T b) {
    return std::bit_cast<T>((std::bit_cast<Bits<T>>(b) & ~sign_of<T>) |
                            (std::bit_cast<Bits<T>>(a) & sign_of<T>));
  }
};

template <FloatOp Op, Round R, bool Ftz, bool Sat>
Handler shape32() {
  using F = F32<Op, R, Ftz, Sat>;
  constexpr bool near = R == Round::rn;
  if constexpr (Op == FloatOp::fma) {
    return near ? ternary<F, float, float, float, float>
                : slow_ternary<F, float, float, float, float>;
  } else if constexpr (Op == FloatOp::add || Op == FloatOp::sub || Op == FloatOp::mul ||
                       Op == FloatOp::div) {
    return near ? binary<F, float, float, float> : slow_binary<F, float, float, float>;
  } else {
    return near ? unary<F, float, float> : slow_unary<F, float, float>;
  }
}
template <FloatOp Op, Round R>
Handler flags32(const FloatKey& k) {
  if (k.sat) return k.ftz ? shape32<Op, R, true, true>() : shape32<Op, R, false, true>();
  return k.ftz ? shape32<Op, R, true, false>() : shape32<Op, R, false, false>();
}
template <FloatOp Op>
Handler rounded32(const FloatKey& k) {
  switch (k.round) {
    case Round::rz:
      return flags32<Op, Round::rz>(k);
    case Round::rm:
      return flags32<Op, Round::rm>(k);
    case Round::rp:
      return flags32<Op, Round::rp>(k);
    default:
      return flags32<Op, Round::rn>(k);
  }
}
template <FloatOp Op>
Handler approx32(const FloatKey& k) {
  return k.ftz ? shape32<Op, Round::rn, true, false>() : shape32<Op, Round::rn, false, false>();
}

template <FloatOp Op, Round R>
Handler shape64() {
  using F = F64<Op, R>;
  constexpr bool near = R == Round::rn;
  if constexpr (Op == FloatOp::fma) {
    return near ? ternary<F, double, double, double, double>
                : slow_ternary<F, double, double, double, double>;
  } else if constexpr (Op == FloatOp::rcp || Op == FloatOp::sqrt) {
    return near ? unary<F, double, double> : slow_unary<F, double, double>;
  } else {
    return near ? binary<F, double, double, double> : slow_binary<F, double, double, double>;
  }
}
template <FloatOp Op>
Handler rounded64(Round round) {
  switch (round) {
    case Round::rz:
      return shape64<Op, Round::rz>();
    case Round::rm:
      return shape64<Op, Round::rm>();
    case Round::rp:
      return shape64<Op, Round::rp>();
    default:
      return shape64<Op, Round::rn>();
  }
}

template <class T, bool Max, bool Ftz>
Handler extreme(const FloatKey& k) {
  if (k.xorsign) {
    return k.nan ? binary<Extreme<T, Max, Ftz, true, true>, T, T, T>
                 : binary<Extreme<T, Max, Ftz, false, true>, T, T, T>;
  }
  return k.nan ? binary<Extreme<T, Max, Ftz, true, false>, T, T, T>
               : binary<Extreme<T, Max, Ftz, false, false>, T, T, T>;
}
template <bool Max>
Handler extreme_for(const FloatKey& k) {
  if (k.relu) return nullptr;
  if (k.kind == Kind::f64) return k.xorsign || k.nan ? nullptr : extreme<double, Max, false>(k);
  return k.ftz ? extreme<float, Max, true>(k) : extreme<float, Max, false>(k);
}

Handler select64(const FloatKey& k) {
  switch (k.op) {
    case FloatOp::add:
      return rounded64<FloatOp::add>(k.round);
    case FloatOp::sub:
      return rounded64<FloatOp::sub>(k.round);
    case FloatOp::mul:
      return rounded64<FloatOp::mul>(k.round);
    case FloatOp::div:
      return rounded64<FloatOp::div>(k.round);
    case FloatOp::fma:
      return rounded64<FloatOp::fma>(k.round);
    case FloatOp::rcp:
      return rounded64<FloatOp::rcp>(k.round);
    case FloatOp::sqrt:
      return rounded64<FloatOp::sqrt>(k.round);
    case FloatOp::rcp_approx64:
      return unary<Rcp64, double, double>;
    case FloatOp::rsqrt_approx64:
      return k.ftz ? unary<Rsqrt64<true>, double, double> : unary<Rsqrt64<false>, double, double>;
    case FloatOp::abs:
      return unary<Abs<double, false>, double, double>;
    case FloatOp::neg:
      return unary<Neg<double, false>, double, double>;
    case FloatOp::copysign:
      return binary<Copysign<double>, double, double, double>;
    case FloatOp::min:
      return extreme_for<false>(k);
    case FloatOp::max:
      return extreme_for<true>(k);
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_float(const FloatKey& k) {
  if (k.kind == Kind::f64) return select64(k);
  if (k.kind != Kind::f32) return select_float_narrow(k);
  switch (k.op) {
    case FloatOp::add:
      return rounded32<FloatOp::add>(k);
    case FloatOp::sub:
      return rounded32<FloatOp::sub>(k);
    case FloatOp::mul:
      return rounded32<FloatOp::mul>(k);
    case FloatOp::fma:
      return rounded32<FloatOp::fma>(k);
    case FloatOp::div:
      return rounded32<FloatOp::div>(k);
    case FloatOp::rcp:
      return rounded32<FloatOp::rcp>(k);
    case FloatOp::sqrt:
      return rounded32<FloatOp::sqrt>(k);
    case FloatOp::rsqrt:
      return approx32<FloatOp::rsqrt>(k);
    case FloatOp::ex2:
      return approx32<FloatOp::ex2>(k);
    case FloatOp::lg2:
      return approx32<FloatOp::lg2>(k);
    case FloatOp::sin:
      return approx32<FloatOp::sin>(k);
    case FloatOp::cos:
      return approx32<FloatOp::cos>(k);
    case FloatOp::tanh:
      return approx32<FloatOp::tanh>(k);
    case FloatOp::abs:
      return k.ftz ? unary<Abs<float, true>, float, float> : unary<Abs<float, false>, float, float>;
    case FloatOp::neg:
      return k.ftz ? unary<Neg<float, true>, float, float> : unary<Neg<float, false>, float, float>;
    case FloatOp::copysign:
      return binary<Copysign<float>, float, float, float>;
    case FloatOp::min:
      return extreme_for<false>(k);
    case FloatOp::max:
      return extreme_for<true>(k);
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
