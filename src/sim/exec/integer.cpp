// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic and bit operations, one function a lane; see PTX ISA 9.0, 9.7.1, 9.7.2, 9.7.8.
#include "sim/exec/lane.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

template <class T> using Unsigned = std::make_unsigned_t<T>;
template <class T> constexpr int bits = static_cast<int>(sizeof(T) * 8);
/// The type of twice the width.
template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, s32, u32>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, s64, u64>, T>>;
__extension__ typedef __int128 S128;
__extension__ typedef unsigned __int128 U128;

// Wrapping arithmetic is done unsigned: signed overflow is not defined in C++, but it is in PTX. 16-bit
// products are made in 32 bits for the same reason.
template <class T> using Safe = std::conditional_t<(sizeof(T) < 4), u32, Unsigned<T>>;
template <class T> T wrap_add(T a, T b) { return static_cast<T>(Safe<T>(a) + Safe<T>(b)); }
template <class T> T wrap_sub(T a, T b) { return static_cast<T>(Safe<T>(a) - Safe<T>(b)); }
template <class T> T wrap_mul(T a, T b) { return static_cast<T>(Safe<T>(a) * Safe<T>(b)); }
template <class T> T high_mul(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>((S128(a) * b) >> 64);
    else return static_cast<T>((U128(a) * b) >> 64);
  } else {
    return static_cast<T>((s64(a) * s64(b)) >> bits<T>);
  }
}
template <> [[maybe_unused]] u32 high_mul<u32>(u32 a, u32 b) { return static_cast<u32>((u64(a) * b) >> 32); }
template <class T> T saturated(s64 v) {
  constexpr s64 top = (s64{1} << (bits<T> - 1)) - 1;
  return static_cast<T>(v > top ? top : v < -top - 1 ? -top - 1 : v);
}
/// The 48-bit product of two 24-bit factors.
template <class T> s64 product24(T a, T b) {
  if constexpr (std::is_signed_v<T>) return s64((a << 8) >> 8) * ((b << 8) >> 8);
  else return static_cast<s64>(u64(a & 0xffffffU) * (b & 0xffffffU));
}

template <class T> struct Add { static T apply(T a, T b) { return wrap_add(a, b); } };
template <class T> struct Sub { static T apply(T a, T b) { return wrap_sub(a, b); } };
template <class T> struct AddSat { static T apply(T a, T b) { return saturated<T>(s64(a) + s64(b)); } };
template <class T> struct SubSat { static T apply(T a, T b) { return saturated<T>(s64(a) - s64(b)); } };
template <class T> struct MulLo { static T apply(T a, T b) { return wrap_mul(a, b); } };
template <class T> struct MulHi { static T apply(T a, T b) { return high_mul(a, b); } };
template <class T> struct MulWide {
  static Wide<T> apply(T a, T b) { return static_cast<Wide<T>>(Wide<T>(a) * Wide<T>(b)); }
};
template <class T> struct MadLo { static T apply(T a, T b, T c) { return wrap_add(wrap_mul(a, b), c); } };
template <class T> struct MadHi { static T apply(T a, T b, T c) { return wrap_add(high_mul(a, b), c); } };
template <class T> struct MadHiSat {
  static T apply(T a, T b, T c) { return saturated<T>(s64(high_mul(a, b)) + s64(c)); }
};
template <class T> struct MadWide {
  static Wide<T> apply(T a, T b, Wide<T> c) { return wrap_add(Wide<T>(Wide<T>(a) * Wide<T>(b)), c); }
};
template <class T> struct Mul24Lo { static T apply(T a, T b) { return static_cast<T>(product24(a, b)); } };
template <class T> struct Mul24Hi { static T apply(T a, T b) { return static_cast<T>(product24(a, b) >> 16); } };
template <class T> struct Mad24Lo {
  static T apply(T a, T b, T c) { return wrap_add(static_cast<T>(product24(a, b)), c); }
};
template <class T> struct Mad24Hi {
  static T apply(T a, T b, T c) { return wrap_add(static_cast<T>(product24(a, b) >> 16), c); }
};
template <class T> struct Sad {
  static T apply(T a, T b, T c) { return wrap_add(c, a < b ? wrap_sub(b, a) : wrap_sub(a, b)); }
};
// Division by zero is not defined in PTX; the hardware gives all ones, and the dividend as remainder.
template <class T> struct Div {
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>) if (b == T(-1)) return wrap_sub(T{0}, a);
    return static_cast<T>(a / b);
  }
};
template <class T> struct Rem {
  static T apply(T a, T b) {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>) if (b == T(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
template <class T> struct Abs { static T apply(T a) { return a < 0 ? wrap_sub(T{0}, a) : a; } };
template <class T> struct Neg { static T apply(T a) { return wrap_sub(T{0}, a); } };
template <class T> struct Min { static T apply(T a, T b) { return a < b ? a : b; } };
template <class T> struct Max { static T apply(T a, T b) { return a > b ? a : b; } };
template <class T> struct MinRelu { static T apply(T a, T b) { return Max<T>::apply(Min<T>::apply(a, b), 0); } };
template <class T> struct MaxRelu { static T apply(T a, T b) { return Max<T>::apply(Max<T>::apply(a, b), 0); } };
template <class T> struct And { static T apply(T a, T b) { return static_cast<T>(a & b); } };
template <class T> struct Or { static T apply(T a, T b) { return static_cast<T>(a | b); } };
template <class T> struct Xor { static T apply(T a, T b) { return static_cast<T>(a ^ b); } };
template <class T> struct Not { static T apply(T a) { return static_cast<T>(~a); } };
template <class T> struct Cnot { static T apply(T a) { return a == 0 ? T{1} : T{0}; } };
template <class T> struct Move { static T apply(T a) { return a; } };
// Shift counts above the width are clamped to it.
template <class T> struct Shl {
  static T apply(T a, u32 b) { return b >= u32(bits<T>) ? T{0} : static_cast<T>(Safe<T>(a) << (b & (bits<T> - 1))); }
};
template <class T> struct Shr {
  static T apply(T a, u32 b) {
    const T shifted = static_cast<T>(a >> (b & (bits<T> - 1)));
    return b >= u32(bits<T>) ? static_cast<T>(a < 0 ? -1 : 0) : shifted;
  }
};
template <class T> struct Popc { static u32 apply(T a) { return u32(__builtin_popcountll(a)); } };
template <class T> struct Clz {
  static u32 apply(T a) { return a == 0 ? u32(bits<T>) : u32(__builtin_clzll(a) - (64 - bits<T>)); }
};
template <class T> struct Bfind {
  static u32 apply(T a) {
    Unsigned<T> u = static_cast<Unsigned<T>>(a);
    if (a < 0) u = static_cast<Unsigned<T>>(~u);
    return u == 0 ? ~u32{0} : u32(63 - __builtin_clzll(u));
  }
};
template <class T> struct BfindShift {
  static u32 apply(T a) {
    const u32 at = Bfind<T>::apply(a);
    return at == ~u32{0} ? at : u32(bits<T> - 1) - at;
  }
};
template <class T> struct Brev {
  static T apply(T a) {
    u64 v = a;
    v = ((v >> 1) & 0x5555555555555555U) | ((v & 0x5555555555555555U) << 1);
    v = ((v >> 2) & 0x3333333333333333U) | ((v & 0x3333333333333333U) << 2);
    v = ((v >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((v & 0x0f0f0f0f0f0f0f0fU) << 4);
    return static_cast<T>(__builtin_bswap64(v) >> (64 - bits<T>));
  }
};
template <class T> struct Bfe {
  static T apply(T a, u32 b, u32 c) {
    const u32 pos = b & 0xff, len = c & 0xff;
    constexpr u32 top = u32(bits<T> - 1);
    Unsigned<T> value = pos > top ? 0 : static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(a) >> pos);
    if (len > top) {
      if (std::is_signed_v<T> && pos > 0 && a < 0) {
        value = pos > top ? ~Unsigned<T>{0} : value | static_cast<Unsigned<T>>(~(~Unsigned<T>{0} >> pos));
      }
      return static_cast<T>(value);
    }
    const Unsigned<T> keep = static_cast<Unsigned<T>>((Unsigned<T>{1} << len) - 1);
    const u32 last = pos + len - 1 > top ? top : pos + len - 1;
    const bool sign = std::is_signed_v<T> && len != 0 && ((static_cast<Unsigned<T>>(a) >> last) & 1) != 0;
    value &= keep;
    if (sign) {
      const u32 have = pos > top ? 0 : (last - pos + 1);
      value |= have >= u32(bits<T>) ? 0 : static_cast<Unsigned<T>>(~Unsigned<T>{0} << have);
    }
    return static_cast<T>(value);
  }
};
template <class T> struct Fns {
  static u32 apply(u32 mask, u32 base, s32 offset) {
    if (base > 31) return ~u32{0};
    if (offset == 0) return ((mask >> base) & 1) != 0 ? base : ~u32{0};
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset - 1 : -(offset + 1);
    for (int pos = int(base); pos >= 0 && pos < 32; pos += step) {
      if (((mask >> pos) & 1) != 0 && left-- == 0) return u32(pos);
    }
    return ~u32{0};
  }
};
template <bool Wrap> struct Bmsk {
  static u32 apply(u32 a, u32 b) {
    if (Wrap) { a &= 31; b &= 31; }
    const u64 ones = b >= 32 ? 0xffffffffU : (u64{1} << b) - 1;
    return a >= 32 ? 0 : static_cast<u32>(ones << a);
  }
};
template <class T, bool Wrap> struct Szext {
  static T apply(T a, u32 b) {
    const u32 n = Wrap ? (b & 31) : b;
    if (n >= 32) return a;
    const u32 keep = (u32{1} << n) - 1;
    const bool sign = std::is_signed_v<T> && n > 0 && ((u32(a) >> (n - 1)) & 1) != 0;
    return static_cast<T>(sign ? (u32(a) | ~keep) : (u32(a) & keep));
  }
};
template <bool Left, bool Wrap> struct Shf {
  static u32 apply(u32 a, u32 b, u32 c) {
    const u32 n = Wrap ? (c & 31) : (c > 32 ? 32 : c);
    const u64 both = (u64{b} << 32) | a;
    return Left ? static_cast<u32>((both << n) >> 32) : static_cast<u32>(both >> n);
  }
};
template <class A, class B> struct Dp4a {
  static u32 apply(u32 a, u32 b, u32 c) {
    s32 sum = static_cast<s32>(c);
    for (int k = 0; k < 4; ++k) {
      sum = wrap_add(sum, s32(static_cast<A>(a >> (8 * k))) * s32(static_cast<B>(b >> (8 * k))));
    }
    return static_cast<u32>(sum);
  }
};
template <class A, class B, int Half> struct Dp2a {
  using A16 = std::conditional_t<std::is_signed_v<A>, s16, u16>;
  static u32 apply(u32 a, u32 b, u32 c) {
    u32 sum = c;
    for (int k = 0; k < 2; ++k) {
      sum += static_cast<u32>(s32(static_cast<A16>(a >> (16 * k))) *
                              s32(static_cast<B>(b >> (8 * k + 16 * Half))));
    }
    return sum;
  }
};

template <class T, template <class> class F>
struct Pair16 {  ///< the same for both halves of a register
  static u32 apply(u32 a, u32 b) {
    const u16 low = static_cast<u16>(F<T>::apply(static_cast<T>(a), static_cast<T>(b)));
    const u16 high = static_cast<u16>(F<T>::apply(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
    return (u32{high} << 16) | low;
  }
};

template <class T>
const Inst* bfi(Warp& w, const Inst* i) {
  const auto* a = cells<T>(w, i->a);
  const auto* b = cells<T>(w, i->b);
  const auto* c = at<u32>(w, i->c);
  const auto* e = at<u32>(w, i->e);
  each_lane(w, cells<T>(w, i->d), [=](int l) {
    const u32 pos = c[l] & 0xff, len = e[l] & 0xff;
    const T ones = len >= u32(bits<T>) ? ~T{0} : static_cast<T>((T{1} << len) - 1);
    const T field = pos >= u32(bits<T>) ? T{0} : static_cast<T>(ones << pos);
    const T moved = pos >= u32(bits<T>) ? T{0} : static_cast<T>(T(a[l]) << pos);
    return static_cast<Cell<T>>((T(b[l]) & ~field) | (moved & field));
  });
  return i + 1;
}

/// lop3: the truth table in `aux` is applied as eight minterms; the usual tables get no shortcut, since and, or
/// and not cost next to nothing here.
const Inst* lop3(Warp& w, const Inst* i) {
  const u32* a = at<u32>(w, i->a);
  const u32* b = at<u32>(w, i->b);
  const u32* c = at<u32>(w, i->c);
  const u32 table = i->aux;
  u32 term[8];
  for (u32 k = 0; k < 8; ++k) term[k] = u32{0} - ((table >> k) & 1U);
  u32 any = 0;
  u32 result[lanes];
  for (int l = 0; l < lanes; ++l) {
    const u32 x = a[l], y = b[l], z = c[l];
    const u32 low = (~y & ((~z & term[0]) | (z & term[1]))) | (y & ((~z & term[2]) | (z & term[3])));
    const u32 high = (~y & ((~z & term[4]) | (z & term[5]))) | (y & ((~z & term[6]) | (z & term[7])));
    result[l] = (~x & low) | (x & high);
  }
  for (int l = 0; l < lanes; ++l) any |= u32{result[l] != 0} << l;
  if (i->d != no_row) each_lane(w, at<u32>(w, i->d), [&](int l) { return result[l]; });
  if (i->e != no_row) {  // .and/.or: the predicate is (result != 0) combined with q
    const u32 q = predicate(w, i->spare);
    set_predicate(w, i->e, (i->imm != 0) ? (any & q) : (any | q));
  }
  return i + 1;
}

/// prmt: the mode stands in `aux` (0 default, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16).
u32 prmt_selector(u32 mode, u32 c) {
  static constexpr u32 table[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
      {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  return mode == 0 ? c : table[mode - 1][c & 3];
}
const Inst* prmt(Warp& w, const Inst* i) {
  const u32* a = at<u32>(w, i->a);
  const u32* b = at<u32>(w, i->b);
  const u32* c = at<u32>(w, i->c);
  each_lane(w, at<u32>(w, i->d), [=](int l) {
    const u64 from = (u64{b[l]} << 32) | a[l];
    const u32 select = prmt_selector(i->aux, c[l]);
    u32 r = 0;
    for (int k = 0; k < 4; ++k) {
      const u32 s = (select >> (4 * k)) & 15;
      u32 byte = static_cast<u32>(from >> (8 * (s & 7))) & 0xff;
      if ((s & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
      r |= byte << (8 * k);
    }
    return r;
  });
  return i + 1;
}

/// add.cc, addc, sub.cc, subc and the mad forms: a sum of up to three terms with carry in and out. Subtraction keeps
/// the borrow in the carry bit, as PTX says.
template <class T, IntOp Op>
const Inst* carry(Warp& w, const Inst* i) {
  const auto* a = cells<T>(w, i->a);
  const auto* b = cells<T>(w, i->b);
  const auto* c = i->c == no_row ? nullptr : cells<T>(w, i->c);
  auto* d = cells<T>(w, i->d);
  constexpr bool in = Op == IntOp::addc || Op == IntOp::addc_cc || Op == IntOp::subc || Op == IntOp::subc_cc ||
                      Op == IntOp::madc_lo || Op == IntOp::madc_hi || Op == IntOp::madc_lo_cc ||
                      Op == IntOp::madc_hi_cc;
  constexpr bool out = Op != IntOp::addc && Op != IntOp::subc && Op != IntOp::madc_lo && Op != IntOp::madc_hi;
  constexpr bool minus = Op == IntOp::sub_cc || Op == IntOp::subc || Op == IntOp::subc_cc;
  constexpr bool low = Op == IntOp::mad_lo_cc || Op == IntOp::madc_lo || Op == IntOp::madc_lo_cc;
  constexpr bool high = Op == IntOp::mad_hi_cc || Op == IntOp::madc_hi || Op == IntOp::madc_hi_cc;
  u32 carries = w.carry;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = __builtin_ctz(rest);
    const u32 bit = u32{1} << l;
    T x = T(a[l]), y = T(b[l]);
    if constexpr (low || high) {
      if constexpr (low) x = static_cast<T>(T(a[l]) * T(b[l]));
      else if (i->aux != 0) x = static_cast<T>(high_mul<std::make_signed_t<T>>(s64(a[l]), s64(b[l])));
      else x = high_mul<T>(T(a[l]), T(b[l]));
      y = T(c[l]);
    }
    const T ci = in && (carries & bit) != 0 ? 1 : 0;
    T r, s;
    bool co;
    if constexpr (minus) {
      co = __builtin_sub_overflow(x, y, &r);
      co |= __builtin_sub_overflow(r, ci, &s);
    } else {
      co = __builtin_add_overflow(x, y, &r);
      co |= __builtin_add_overflow(r, ci, &s);
    }
    d[l] = s;
    if (out) carries = co ? carries | bit : carries & ~bit;
  }
  w.carry = carries;
  return i + 1;
}

template <IntOp Op>
Handler carry_for(Kind kind) {
  return kind == Kind::u64 || kind == Kind::s64 ? carry<u64, Op> : carry<u32, Op>;
}

template <template <class> class F>
Handler any_binary(Kind kind) {
  switch (kind) {
    case Kind::u16: return binary<F<u16>, u16, u16, u16>;
    case Kind::s16: return binary<F<s16>, s16, s16, s16>;
    case Kind::u32: return binary<F<u32>, u32, u32, u32>;
    case Kind::s32: return binary<F<s32>, s32, s32, s32>;
    case Kind::u64: return binary<F<u64>, u64, u64, u64>;
    case Kind::s64: return binary<F<s64>, s64, s64, s64>;
    case Kind::u16x2: return binary<Pair16<u16, F>, u32, u32, u32>;
    case Kind::s16x2: return binary<Pair16<s16, F>, u32, u32, u32>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler plain_binary(Kind kind) {
  switch (kind) {
    case Kind::u16: return binary<F<u16>, u16, u16, u16>;
    case Kind::s16: return binary<F<s16>, s16, s16, s16>;
    case Kind::u32: return binary<F<u32>, u32, u32, u32>;
    case Kind::s32: return binary<F<s32>, s32, s32, s32>;
    case Kind::u64: return binary<F<u64>, u64, u64, u64>;
    case Kind::s64: return binary<F<s64>, s64, s64, s64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler slow_divide(Kind kind) {
  switch (kind) {
    case Kind::u16: return slow_binary<F<u16>, u16, u16, u16>;
    case Kind::s16: return slow_binary<F<s16>, s16, s16, s16>;
    case Kind::u32: return slow_binary<F<u32>, u32, u32, u32>;
    case Kind::s32: return slow_binary<F<s32>, s32, s32, s32>;
    case Kind::u64: return slow_binary<F<u64>, u64, u64, u64>;
    case Kind::s64: return slow_binary<F<s64>, s64, s64, s64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler any_ternary(Kind kind) {
  switch (kind) {
    case Kind::u16: return ternary<F<u16>, u16, u16, u16, u16>;
    case Kind::s16: return ternary<F<s16>, s16, s16, s16, s16>;
    case Kind::u32: return ternary<F<u32>, u32, u32, u32, u32>;
    case Kind::s32: return ternary<F<s32>, s32, s32, s32, s32>;
    case Kind::u64: return ternary<F<u64>, u64, u64, u64, u64>;
    case Kind::s64: return ternary<F<s64>, s64, s64, s64, s64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler signed_unary(Kind kind) {
  switch (kind) {
    case Kind::s16: return unary<F<s16>, s16, s16>;
    case Kind::s32: return unary<F<s32>, s32, s32>;
    case Kind::s64: return unary<F<s64>, s64, s64>;
    default: return nullptr;
  }
}
/// Bit operations don't care for the sign.
template <template <class> class F>
Handler bits_binary(Kind kind) {
  switch (kind) {
    case Kind::u16: case Kind::s16: return binary<F<u16>, u16, u16, u16>;
    case Kind::u32: case Kind::s32: return binary<F<u32>, u32, u32, u32>;
    case Kind::u64: case Kind::s64: return binary<F<u64>, u64, u64, u64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler bits_unary(Kind kind) {
  switch (kind) {
    case Kind::u8: case Kind::s8: case Kind::u16: case Kind::s16: return unary<F<u16>, u16, u16>;
    case Kind::u32: case Kind::s32: return unary<F<u32>, u32, u32>;
    case Kind::u64: case Kind::s64: return unary<F<u64>, u64, u64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler wide_only(Kind kind) {
  switch (kind) {
    case Kind::u32: return unary<F<u32>, u32, u32>;
    case Kind::s32: return unary<F<s32>, u32, s32>;
    case Kind::u64: return unary<F<u64>, u32, u64>;
    case Kind::s64: return unary<F<s64>, u32, s64>;
    default: return nullptr;
  }
}
template <template <class> class F>
Handler shift(Kind kind) {
  switch (kind) {
    case Kind::u16: return binary<F<u16>, u16, u16, u32>;
    case Kind::s16: return binary<F<s16>, s16, s16, u32>;
    case Kind::u32: return binary<F<u32>, u32, u32, u32>;
    case Kind::s32: return binary<F<s32>, s32, s32, u32>;
    case Kind::u64: return binary<F<u64>, u64, u64, u32>;
    case Kind::s64: return binary<F<s64>, s64, s64, u32>;
    default: return nullptr;
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

Handler bfe_for(Kind kind) {
  switch (kind) {
    case Kind::u32: return ternary<Bfe<u32>, u32, u32, u32, u32>;
    case Kind::s32: return ternary<Bfe<s32>, s32, s32, u32, u32>;
    case Kind::u64: return ternary<Bfe<u64>, u64, u64, u32, u32>;
    case Kind::s64: return ternary<Bfe<s64>, s64, s64, u32, u32>;
    default: return nullptr;
  }
}
Handler mul_wide_for(Kind kind) {
  switch (kind) {
    case Kind::u16: return binary<MulWide<u16>, u32, u16, u16>;
    case Kind::s16: return binary<MulWide<s16>, s32, s16, s16>;
    case Kind::u32: return binary<MulWide<u32>, u64, u32, u32>;
    case Kind::s32: return binary<MulWide<s32>, s64, s32, s32>;
    default: return nullptr;
  }
}
Handler mad_wide_for(Kind kind) {
  switch (kind) {
    case Kind::u16: return ternary<MadWide<u16>, u32, u16, u16, u32>;
    case Kind::s16: return ternary<MadWide<s16>, s32, s16, s16, s32>;
    case Kind::u32: return ternary<MadWide<u32>, u64, u32, u32, u64>;
    case Kind::s32: return ternary<MadWide<s32>, s64, s32, s32, s64>;
    default: return nullptr;
  }
}
template <class A>
Handler dot(IntOp op, bool second_signed) {
  switch (op) {
    case IntOp::dp4a:
      return second_signed ? ternary<Dp4a<A, s8>, u32, u32, u32, u32> : ternary<Dp4a<A, u8>, u32, u32, u32, u32>;
    case IntOp::dp2a_lo:
      return second_signed ? ternary<Dp2a<A, s8, 0>, u32, u32, u32, u32>
                           : ternary<Dp2a<A, u8, 0>, u32, u32, u32, u32>;
    default:
      return second_signed ? ternary<Dp2a<A, s8, 1>, u32, u32, u32, u32>
                           : ternary<Dp2a<A, u8, 1>, u32, u32, u32, u32>;
  }
}

bool is_plain(Kind kind) { return kind != Kind::u8 && kind != Kind::s8; }

Handler select_bits(const IntKey& key) {
  const Kind kind = key.kind;
  switch (key.op) {
    case IntOp::and_: return bits_binary<And>(kind);
    case IntOp::or_: return bits_binary<Or>(kind);
    case IntOp::xor_: return bits_binary<Xor>(kind);
    case IntOp::not_: return bits_unary<Not>(kind);
    case IntOp::cnot: return bits_unary<Cnot>(kind);
    case IntOp::move: return bits_unary<Move>(kind);
    case IntOp::shl: return shift<Shl>(kind);
    case IntOp::shr: return shift<Shr>(kind);
    case IntOp::shf_l_clamp: return ternary<Shf<true, false>, u32, u32, u32, u32>;
    case IntOp::shf_l_wrap: return ternary<Shf<true, true>, u32, u32, u32, u32>;
    case IntOp::shf_r_clamp: return ternary<Shf<false, false>, u32, u32, u32, u32>;
    case IntOp::shf_r_wrap: return ternary<Shf<false, true>, u32, u32, u32, u32>;
    case IntOp::lop3: return lop3;
    case IntOp::prmt: return prmt;
    case IntOp::popc: return wide_only<Popc>(kind);
    case IntOp::clz: return wide_only<Clz>(kind);
    case IntOp::bfind: return wide_only<Bfind>(kind);
    case IntOp::bfind_shift: return wide_only<BfindShift>(kind);
    case IntOp::brev: return kind == Kind::u64 ? unary<Brev<u64>, u64, u64> : unary<Brev<u32>, u32, u32>;
    case IntOp::bfe: return bfe_for(kind);
    case IntOp::bfi: return kind == Kind::u64 ? bfi<u64> : bfi<u32>;
    case IntOp::fns: return slow_ternary<Fns<u32>, u32, u32, u32, s32>;
    case IntOp::bmsk_clamp: return binary<Bmsk<false>, u32, u32, u32>;
    case IntOp::bmsk_wrap: return binary<Bmsk<true>, u32, u32, u32>;
    case IntOp::szext_clamp:
      return kind == Kind::s32 ? binary<Szext<s32, false>, s32, s32, u32> : binary<Szext<u32, false>, u32, u32, u32>;
    case IntOp::szext_wrap:
      return kind == Kind::s32 ? binary<Szext<s32, true>, s32, s32, u32> : binary<Szext<u32, true>, u32, u32, u32>;
    case IntOp::dp4a: case IntOp::dp2a_lo: case IntOp::dp2a_hi:
      return kind == Kind::s32 ? dot<s8>(key.op, key.second == Kind::s32) : dot<u8>(key.op, key.second == Kind::s32);
    default: return nullptr;
  }
}

Handler select_carry(const IntKey& key) {
  switch (key.op) {
    case IntOp::add_cc: return carry_for<IntOp::add_cc>(key.kind);
    case IntOp::addc: return carry_for<IntOp::addc>(key.kind);
    case IntOp::addc_cc: return carry_for<IntOp::addc_cc>(key.kind);
    case IntOp::sub_cc: return carry_for<IntOp::sub_cc>(key.kind);
    case IntOp::subc: return carry_for<IntOp::subc>(key.kind);
    case IntOp::subc_cc: return carry_for<IntOp::subc_cc>(key.kind);
    case IntOp::mad_lo_cc: return carry_for<IntOp::mad_lo_cc>(key.kind);
    case IntOp::mad_hi_cc: return carry_for<IntOp::mad_hi_cc>(key.kind);
    case IntOp::madc_lo: return carry_for<IntOp::madc_lo>(key.kind);
    case IntOp::madc_hi: return carry_for<IntOp::madc_hi>(key.kind);
    case IntOp::madc_lo_cc: return carry_for<IntOp::madc_lo_cc>(key.kind);
    case IntOp::madc_hi_cc: return carry_for<IntOp::madc_hi_cc>(key.kind);
    default: return nullptr;
  }
}

}  // namespace

Handler select_integer(const IntKey& key) {
  const Kind kind = key.kind;
  if (!is_plain(kind) && key.op != IntOp::move) return nullptr;
  switch (key.op) {
    case IntOp::add: return any_binary<Add>(kind);
    case IntOp::sub: return any_binary<Sub>(kind);
    case IntOp::add_sat: return kind == Kind::s32 ? binary<AddSat<s32>, s32, s32, s32> : nullptr;
    case IntOp::sub_sat: return kind == Kind::s32 ? binary<SubSat<s32>, s32, s32, s32> : nullptr;
    case IntOp::mul_lo: return plain_binary<MulLo>(kind);
    case IntOp::mul_hi: return plain_binary<MulHi>(kind);
    case IntOp::mul_wide: return mul_wide_for(kind);
    case IntOp::mad_lo: return any_ternary<MadLo>(kind);
    case IntOp::mad_hi: return any_ternary<MadHi>(kind);
    case IntOp::mad_hi_sat: return kind == Kind::s32 ? ternary<MadHiSat<s32>, s32, s32, s32, s32> : nullptr;
    case IntOp::mad_wide: return mad_wide_for(kind);
    case IntOp::mul24_lo: return both32<Mul24Lo>(kind);
    case IntOp::mul24_hi: return both32<Mul24Hi>(kind);
    case IntOp::mad24_lo: return three32<Mad24Lo>(kind);
    case IntOp::mad24_hi: return three32<Mad24Hi>(kind);
    case IntOp::sad: return any_ternary<Sad>(kind);
    case IntOp::div: return slow_divide<Div>(kind);
    case IntOp::rem: return slow_divide<Rem>(kind);
    case IntOp::abs: return signed_unary<Abs>(kind);
    case IntOp::neg: return signed_unary<Neg>(kind);
    case IntOp::min: return any_binary<Min>(kind);
    case IntOp::max: return any_binary<Max>(kind);
    case IntOp::min_relu: return any_binary<MinRelu>(kind);
    case IntOp::max_relu: return any_binary<MaxRelu>(kind);
    default: break;
  }
  if (Handler h = select_carry(key)) return h;
  return select_bits(key);
}

}  // namespace assay::sim::ASSAY_ISA
