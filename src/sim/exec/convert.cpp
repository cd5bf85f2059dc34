// SPDX-License-Identifier: Apache-2.0
// cvt between integers and floats of every width. Float to integer clamps, as PTX says; NaN gives
// 0, or the lowest (highest bit alone) where 64 bits are involved.
#include "sim/exec/rounding.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

template <class T>
constexpr bool is_small = std::is_same_v<T, F16> || std::is_same_v<T, BF16>;
template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || is_small<T>;

template <class T>
[[gnu::always_inline]] inline double as_double(T x) {
  if constexpr (is_small<T>)
    return widen(x);
  else
    return static_cast<double>(x);
}

// ---- integer to integer
template <class D, class S>
struct IntInt {
  static D apply(S a) { return static_cast<D>(a); }
};
template <class D, class S>
struct IntIntSat {
  static D apply(S a) {
    __extension__ typedef __int128 Big;
    const Big low = std::is_signed_v<D> ? -(Big{1} << (sizeof(D) * 8 - 1)) : Big{0};
    const Big high = (Big{1} << (sizeof(D) * 8 - (std::is_signed_v<D> ? 1 : 0))) - 1;
    const Big v = a;
    return static_cast<D>(v < low ? low : v > high ? high : v);
  }
};

// ---- float to integer
[[gnu::always_inline]] inline double integral(double x, Round round) {
  switch (round) {
    case Round::rz:
      return __builtin_trunc(x);
    case Round::rm:
      return __builtin_floor(x);
    case Round::rp:
      return __builtin_ceil(x);
    default:
      return __builtin_rint(x);  // the mode is always nearest here
  }
}
template <class D, class S, Round R, bool Ftz>
struct RealInt {
  static D apply(S a) {
    if constexpr (std::is_same_v<S, float>) a = flushed<Ftz>(a);
    const double x = as_double(a);
    constexpr int width = static_cast<int>(sizeof(D) * 8);
    if (x != x)
      return sizeof(S) == 8 || sizeof(D) == 8 ? static_cast<D>(u64{1} << (width - 1)) : D{0};
    const double r = integral(x, R);
    constexpr double above = std::is_signed_v<D> ? static_cast<double>(u64{1} << (width - 1))
                                                 : 2.0 * static_cast<double>(u64{1} << (width - 1));
    constexpr D top = static_cast<D>(std::is_signed_v<D> ? (u64{1} << (width - 1)) - 1 : ~u64{0});
    constexpr D bottom = std::is_signed_v<D> ? static_cast<D>(u64{1} << (width - 1)) : D{0};
    if (r >= above) return top;
    if (r < (std::is_signed_v<D> ? -above : 0.0)) return bottom;
    return static_cast<D>(r);
  }
};

// ---- integer to float
/// An integer as a double rounded to odd, which any narrower rounding can start from.
template <class S>
[[gnu::always_inline]] inline double odd_double(S a) {
  if constexpr (sizeof(S) < 8) {
    return static_cast<double>(a);
  } else {
    const bool minus = a < 0;
    const u64 m = minus ? u64{0} - static_cast<u64>(a) : static_cast<u64>(a);
    if (m < (u64{1} << 53)) return minus ? -static_cast<double>(m) : static_cast<double>(m);
    const int drop = 11 - __builtin_clzll(m);
    u64 kept = m >> drop;
    if ((kept << drop) != m) kept |= 1;
    const double r = static_cast<double>(kept) * static_cast<double>(u64{1} << drop);
    return minus ? -r : r;
  }
}
template <class S>
double int_to_double(S a, Round round) {
  if constexpr (sizeof(S) < 8) return static_cast<double>(a);
  const double near = static_cast<double>(a);
  __extension__ typedef __int128 Big;
  const Big rest = Big(a) - Big(near);
  if (rest == 0 || round == Round::rn) return near;
  const bool minus = a < 0;
  const bool floor = round == Round::rm || (round == Round::rz && !minus);
  const u64 b = std::bit_cast<u64>(near);
  if (floor && rest < 0) return std::bit_cast<double>(minus ? b + 1 : b - 1);
  if (!floor && rest > 0) return std::bit_cast<double>(minus ? b - 1 : b + 1);
  return near;
}
template <class D, class S, Round R, bool Sat>
struct IntReal {
  static D apply(S a) {
    if constexpr (std::is_same_v<D, double>) {
      const double r = int_to_double(a, R);
      return Sat ? (r > 0 ? (r < 1 ? r : 1.0) : 0.0) : r;
    } else if constexpr (std::is_same_v<D, float>) {
      const float r = R == Round::rn ? static_cast<float>(a) : to_f32(odd_double(a), R);
      return clamped<Sat>(r);
    } else {
      const double odd = odd_double(a);
      return rounded_small<D>(Sat ? (odd > 0 ? (odd < 1 ? odd : 1.0) : 0.0) : odd, R);
    }
  }
};

// ---- float to float
template <bool Sat>
[[gnu::always_inline]] inline double clamped64(double x) {
  if constexpr (!Sat) return x;
  const double low = x > 0.0 ? x : 0.0;
  return low < 1.0 ? low : 1.0;
}
template <class T>
[[gnu::always_inline]] inline T relu_of(T r) {
  if constexpr (is_small<T>) {
    const bool nan = (r.bits & 0x7fff) > (std::is_same_v<T, F16> ? 0x7c00 : 0x7f80);
    return T{static_cast<u16>(!nan && (r.bits & 0x8000) != 0 ? 0 : r.bits)};
  } else {
    return r < 0 ? T{0} : r;
  }
}
/// A NaN's sign and payload pass to and from f64, quiet, as far as there is room; the narrower
/// types know one NaN, but for bf16 as f32, which only moves bits (tests/sim/vectors/payloads.txt).
template <class D>
[[gnu::always_inline]] inline D narrowed_nan(double nan) {
  const u64 bits = std::bit_cast<u64>(nan) | u64{1} << 51;
  if constexpr (std::is_same_v<D, double>) {
    return std::bit_cast<double>(bits);
  } else if constexpr (std::is_same_v<D, float>) {
    return std::bit_cast<float>(
        static_cast<u32>(bits >> 63 << 31 | 0x7f800000U | (bits >> 29 & 0x7fffffU)));
  } else {
    constexpr int fraction = std::is_same_v<D, F16> ? 10 : 7;
    return D{static_cast<u16>(bits >> 63 << 15 | (std::is_same_v<D, F16> ? 0x7c00U : 0x7f80U) |
                              (bits >> (52 - fraction) & ((1U << fraction) - 1)))};
  }
}
/// The f64 NaN of another type's.
template <class S>
[[gnu::always_inline]] inline double widened_nan(S a) {
  u64 bits;
  if constexpr (std::is_same_v<S, double>)
    bits = std::bit_cast<u64>(a);
  else if constexpr (std::is_same_v<S, float>)
    bits = u64{std::bit_cast<u32>(a)} >> 31 << 63 | u64{std::bit_cast<u32>(a) & 0x7fffffU} << 29;
  else if constexpr (std::is_same_v<S, F16>)
    bits = u64{a.bits} >> 15 << 63 | u64{a.bits & 0x3ffU} << 42;
  else
    bits = u64{a.bits} >> 15 << 63 | u64{a.bits & 0x7fU} << 45;
  return std::bit_cast<double>(bits | 0x7ff8000000000000U);
}

template <class D, class S, Round R, bool Integral, bool Ftz, bool Sat>
struct RealReal {
  static constexpr bool keeps_payload = std::is_same_v<D, double> || std::is_same_v<S, double>;
  [[gnu::always_inline]] static D apply(S a) {
    if constexpr (std::is_same_v<S, float>) a = flushed<Ftz>(a);
    if constexpr (std::is_same_v<S, BF16> && std::is_same_v<D, float> && !Integral && !Sat &&
                  !Ftz) {
      return widen(a);
    } else if constexpr (std::is_same_v<S, float> && is_small<D> && R == Round::rn && !Integral) {
      return nearest<D>(clamped<Sat>(a));
    } else {
      const double x = as_double(a);
      if constexpr (keeps_payload && !Sat) {
        if constexpr (std::is_same_v<S, float> && Ftz) a = canonical(a);  // so recorded
        if (x != x) return narrowed_nan<D>(widened_nan(a));
      }
      return rounded(x);
    }
  }
  [[gnu::always_inline]] static D rounded(double x) {
    if constexpr (Integral) x = integral(x, R);
    x = clamped64<Sat>(x);
    if constexpr (std::is_same_v<D, double>)
      return x;
    else if constexpr (std::is_same_v<D, float>)
      return canonical(
          flushed<Ftz>(R == Round::rn || Integral ? static_cast<float>(x) : to_f32(x, R)));
    else if constexpr (std::is_same_v<S, F16> && std::is_same_v<D, F16>)
      return nearest<F16>(static_cast<float>(x));  // exact
    else
      return rounded_small<D>(x, R);
  }
};
template <class D, class S, Round R>
struct RealRelu {
  static D apply(S a) { return relu_of(RealReal<D, S, R, false, false, false>::apply(a)); }
};

template <class D, class S>
Handler ints(const ConvertKey& k) {
  return k.sat ? unary<IntIntSat<D, S>, D, S> : unary<IntInt<D, S>, D, S>;
}

template <class D, class S, bool Ftz>
Handler real_int(Round round) {
  switch (round) {
    case Round::rz:
      return unary<RealInt<D, S, Round::rz, Ftz>, D, S>;
    case Round::rm:
      return unary<RealInt<D, S, Round::rm, Ftz>, D, S>;
    case Round::rp:
      return unary<RealInt<D, S, Round::rp, Ftz>, D, S>;
    default:
      return unary<RealInt<D, S, Round::rn, Ftz>, D, S>;
  }
}
template <class D, class S, bool Sat>
Handler int_real(Round round) {
  switch (round) {
    case Round::rz:
      return slow_unary<IntReal<D, S, Round::rz, Sat>, D, S>;
    case Round::rm:
      return slow_unary<IntReal<D, S, Round::rm, Sat>, D, S>;
    case Round::rp:
      return slow_unary<IntReal<D, S, Round::rp, Sat>, D, S>;
    default:
      return unary<IntReal<D, S, Round::rn, Sat>, D, S>;
  }
}
template <class D, class S, bool Integral, bool Ftz, bool Sat>
Handler real_real(Round round) {
  switch (round) {
    case Round::rz:
      return unary<RealReal<D, S, Round::rz, Integral, Ftz, Sat>, D, S>;
    case Round::rm:
      return unary<RealReal<D, S, Round::rm, Integral, Ftz, Sat>, D, S>;
    case Round::rp:
      return unary<RealReal<D, S, Round::rp, Integral, Ftz, Sat>, D, S>;
    default:
      return unary<RealReal<D, S, Round::rn, Integral, Ftz, Sat>, D, S>;
  }
}
template <class D, class S>
Handler reals(const ConvertKey& k) {
  constexpr bool f32_involved = std::is_same_v<D, float> || std::is_same_v<S, float>;
  if (k.relu) {
    if constexpr (is_small<D>) {
      if (k.round == Round::rz) return unary<RealRelu<D, S, Round::rz>, D, S>;
      return k.round == Round::rn ? unary<RealRelu<D, S, Round::rn>, D, S> : nullptr;
    }
    return nullptr;
  }
  if (k.ftz) {
    if constexpr (f32_involved) {
      if (k.to_integral)
        return k.sat ? real_real<D, S, true, true, true>(k.round)
                     : real_real<D, S, true, true, false>(k.round);
      return k.sat ? real_real<D, S, false, true, true>(k.round)
                   : real_real<D, S, false, true, false>(k.round);
    }
  }
  if (k.to_integral)
    return k.sat ? real_real<D, S, true, false, true>(k.round)
                 : real_real<D, S, true, false, false>(k.round);
  return k.sat ? real_real<D, S, false, false, true>(k.round)
               : real_real<D, S, false, false, false>(k.round);
}

template <class D, class S>
Handler pair_of(const ConvertKey& k) {
  if constexpr (is_real<D> && is_real<S>) {
    return reals<D, S>(k);
  } else if constexpr (is_real<S>) {
    if constexpr (std::is_same_v<S, float>) {
      if (k.ftz) return real_int<D, S, true>(k.round);
    }
    return real_int<D, S, false>(k.round);
  } else if constexpr (is_real<D>) {
    return k.sat ? int_real<D, S, true>(k.round) : int_real<D, S, false>(k.round);
  } else {
    return ints<D, S>(k);
  }
}
template <class D>
Handler from_kind(const ConvertKey& k) {
  switch (k.from) {
    case Kind::u8:
      return pair_of<D, u8>(k);
    case Kind::s8:
      return pair_of<D, s8>(k);
    case Kind::u16:
      return pair_of<D, u16>(k);
    case Kind::s16:
      return pair_of<D, s16>(k);
    case Kind::u32:
      return pair_of<D, u32>(k);
    case Kind::s32:
      return pair_of<D, s32>(k);
    case Kind::u64:
      return pair_of<D, u64>(k);
    case Kind::s64:
      return pair_of<D, s64>(k);
    case Kind::f16:
      return pair_of<D, F16>(k);
    case Kind::bf16:
      return pair_of<D, BF16>(k);
    case Kind::f32:
      return pair_of<D, float>(k);
    case Kind::f64:
      return pair_of<D, double>(k);
    default:
      return nullptr;
  }
}

/// cvt.f16x2.f32 d, a, b: a goes to the high half.
template <class T, Round R, bool Relu>
struct Packed {
  [[gnu::always_inline]] static T one(float x) {
    T r = R == Round::rn ? nearest<T>(x) : rounded_small<T>(x, R);
    return Relu ? relu_of(r) : r;
  }
  [[gnu::always_inline]] static u32 apply(float a, float b) {
    return (u32{one(a).bits} << 16) | one(b).bits;
  }
};
template <class T>
Handler packed(const ConvertKey& k) {
  if (k.round == Round::rn) {
    return k.relu ? binary<Packed<T, Round::rn, true>, u32, float, float>
                  : binary<Packed<T, Round::rn, false>, u32, float, float>;
  }
  if (k.round != Round::rz) return nullptr;
  return k.relu ? binary<Packed<T, Round::rz, true>, u32, float, float>
                : binary<Packed<T, Round::rz, false>, u32, float, float>;
}

}  // namespace

/// cvt.rna.tf32.f32 and its kin: a float whose low 13 bits are zero.
template <Round R, bool Relu>
struct Tf32 {
  static u32 apply(float x) {
    const u32 b = std::bit_cast<u32>(x);
    if (x != x) return R == Round::rna ? b & 0xffffe000U : 0x7fffe000U;
    u32 r = narrow<11, 8>(x, R) << 13;
    if (Relu && (b >> 31) != 0) r = 0;
    return r;
  }
};
Handler select_tf32(const ConvertKey& k) {
  if (k.round == Round::rna)
    return k.relu ? unary<Tf32<Round::rna, true>, u32, float>
                  : unary<Tf32<Round::rna, false>, u32, float>;
  if (k.round == Round::rz)
    return k.relu ? unary<Tf32<Round::rz, true>, u32, float>
                  : unary<Tf32<Round::rz, false>, u32, float>;
  return k.relu ? unary<Tf32<Round::rn, true>, u32, float>
                : unary<Tf32<Round::rn, false>, u32, float>;
}

Handler select_convert(const ConvertKey& k) {
  switch (k.to) {
    case Kind::u8:
      return from_kind<u8>(k);
    case Kind::s8:
      return from_kind<s8>(k);
    case Kind::u16:
      return from_kind<u16>(k);
    case Kind::s16:
      return from_kind<s16>(k);
    case Kind::u32:
      return from_kind<u32>(k);
    case Kind::s32:
      return from_kind<s32>(k);
    case Kind::u64:
      return from_kind<u64>(k);
    case Kind::s64:
      return from_kind<s64>(k);
    case Kind::f16:
      return from_kind<F16>(k);
    case Kind::bf16:
      return from_kind<BF16>(k);
    case Kind::f32:
      return from_kind<float>(k);
    case Kind::f64:
      return from_kind<double>(k);
    case Kind::f16x2:
      return k.from == Kind::f32 ? packed<F16>(k) : nullptr;
    case Kind::bf16x2:
      return k.from == Kind::f32 ? packed<BF16>(k) : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
