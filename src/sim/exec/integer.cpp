// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic, one function a lane; see PTX ISA 9.0, 9.7.1.
#include "sim/exec/integer_shapes.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

template <class T>
struct Add {
  static T apply(T a, T b) { return wrap_add(a, b); }
};
template <class T>
struct Sub {
  static T apply(T a, T b) { return wrap_sub(a, b); }
};
template <class T>
struct AddSat {
  static T apply(T a, T b) { return saturated<T>(s64(a) + s64(b)); }
};
template <class T>
struct SubSat {
  static T apply(T a, T b) { return saturated<T>(s64(a) - s64(b)); }
};
template <class T>
struct MulLo {
  static T apply(T a, T b) { return wrap_mul(a, b); }
};
template <class T>
struct MulHi {
  static T apply(T a, T b) { return high_mul(a, b); }
};
template <class T>
struct MulWide {
  static Wide<T> apply(T a, T b) { return static_cast<Wide<T>>(Wide<T>(a) * Wide<T>(b)); }
};
template <class T>
struct MadLo {
  static T apply(T a, T b, T c) { return wrap_add(wrap_mul(a, b), c); }
};
template <class T>
struct MadHi {
  static T apply(T a, T b, T c) { return wrap_add(high_mul(a, b), c); }
};
template <class T>
struct MadHiSat {
  static T apply(T a, T b, T c) { return saturated<T>(s64(high_mul(a, b)) + s64(c)); }
};
template <class T>
struct MadWide {
  static Wide<T> apply(T a, T b, Wide<T> c) {
    return wrap_add(Wide<T>(Wide<T>(a) * Wide<T>(b)), c);
  }
};
template <class T>
struct Mul24Lo {
  static T apply(T a, T b) { return static_cast<T>(product24(a, b)); }
};
template <class T>
struct Mul24Hi {
  static T apply(T a, T b) { return static_cast<T>(product24(a, b) >> 16); }
};
template <class T>
struct Mad24Lo {
  static T apply(T a, T b, T c) { return wrap_add(static_cast<T>(product24(a, b)), c); }
};
template <class T>
struct Mad24Hi {
  static T apply(T a, T b, T c) { return wrap_add(static_cast<T>(product24(a, b) >> 16), c); }
};
template <class T>
struct Mad24HiSat {
  static T apply(T a, T b, T c) { return saturated<T>(s64(product24(a, b) >> 16) + s64(c)); }
};
template <class T>
struct Sad {
  static T apply(T a, T b, T c) { return wrap_add(c, a < b ? wrap_sub(b, a) : wrap_sub(a, b)); }
};
// Division by zero is not defined in PTX; the hardware gives all ones, and the dividend as
// remainder.
template <class T>
struct Div {
  static T apply(T a, T b) {
    if (b == 0) return static_cast<T>(~T{0});
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return wrap_sub(T{0}, a);
    return static_cast<T>(a / b);
  }
};
template <class T>
struct Rem {
  static T apply(T a, T b) {
    if (b == 0) return a;
    if constexpr (std::is_signed_v<T>)
      if (b == T(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
template <class T>
struct Abs {
  static T apply(T a) { return a < 0 ? wrap_sub(T{0}, a) : a; }
};
template <class T>
struct Neg {
  static T apply(T a) { return wrap_sub(T{0}, a); }
};
template <class T>
struct Min {
  static T apply(T a, T b) { return a < b ? a : b; }
};
template <class T>
struct Max {
  static T apply(T a, T b) { return a > b ? a : b; }
};
template <class T>
struct MinRelu {
  static T apply(T a, T b) { return Max<T>::apply(Min<T>::apply(a, b), 0); }
};
template <class T>
struct MaxRelu {
  static T apply(T a, T b) { return Max<T>::apply(Max<T>::apply(a, b), 0); }
};
template <class A, class B>
struct Dp4a {
  static u32 apply(u32 a, u32 b, u32 c) {
    s32 sum = static_cast<s32>(c);
    for (int k = 0; k < 4; ++k) {
      sum = wrap_add(sum, s32(static_cast<A>(a >> (8 * k))) * s32(static_cast<B>(b >> (8 * k))));
    }
    return static_cast<u32>(sum);
  }
};
template <class A, class B, int Half>
struct Dp2a {
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

Handler mul_wide_for(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return binary<MulWide<u16>, u32, u16, u16>;
    case Kind::s16:
      return binary<MulWide<s16>, s32, s16, s16>;
    case Kind::u32:
      return binary<MulWide<u32>, u64, u32, u32>;
    case Kind::s32:
      return binary<MulWide<s32>, s64, s32, s32>;
    default:
      return nullptr;
  }
}
Handler mad_wide_for(Kind kind) {
  switch (kind) {
    case Kind::u16:
      return ternary<MadWide<u16>, u32, u16, u16, u32>;
    case Kind::s16:
      return ternary<MadWide<s16>, s32, s16, s16, s32>;
    case Kind::u32:
      return ternary<MadWide<u32>, u64, u32, u32, u64>;
    case Kind::s32:
      return ternary<MadWide<s32>, s64, s32, s32, s64>;
    default:
      return nullptr;
  }
}
template <class A>
Handler dot(IntOp op, bool second_signed) {
  switch (op) {
    case IntOp::dp4a:
      return second_signed ? ternary<Dp4a<A, s8>, u32, u32, u32, u32>
                           : ternary<Dp4a<A, u8>, u32, u32, u32, u32>;
    case IntOp::dp2a_lo:
      return second_signed ? ternary<Dp2a<A, s8, 0>, u32, u32, u32, u32>
                           : ternary<Dp2a<A, u8, 0>, u32, u32, u32, u32>;
    default:
      return second_signed ? ternary<Dp2a<A, s8, 1>, u32, u32, u32, u32>
                           : ternary<Dp2a<A, u8, 1>, u32, u32, u32, u32>;
  }
}

bool is_plain(Kind kind) {
  return kind != Kind::u8 && kind != Kind::s8;
}

}  // namespace

Handler select_integer(const IntKey& key) {
  const Kind kind = key.kind;
  if (!is_plain(kind) && key.op != IntOp::move) return nullptr;
  switch (key.op) {
    case IntOp::add:
      return any_binary<Add>(kind);
    case IntOp::sub:
      return any_binary<Sub>(kind);
    case IntOp::add_sat:
      return kind == Kind::s32 ? binary<AddSat<s32>, s32, s32, s32> : nullptr;
    case IntOp::sub_sat:
      return kind == Kind::s32 ? binary<SubSat<s32>, s32, s32, s32> : nullptr;
    case IntOp::mul_lo:
      return plain_binary<MulLo>(kind);
    case IntOp::mul_hi:
      return plain_binary<MulHi>(kind);
    case IntOp::mul_wide:
      return mul_wide_for(kind);
    case IntOp::mad_lo:
      return any_ternary<MadLo>(kind);
    case IntOp::mad_hi:
      return any_ternary<MadHi>(kind);
    case IntOp::mad_hi_sat:
      return kind == Kind::s32 ? ternary<MadHiSat<s32>, s32, s32, s32, s32> : nullptr;
    case IntOp::mad_wide:
      return mad_wide_for(kind);
    case IntOp::mul24_lo:
      return both32<Mul24Lo>(kind);
    case IntOp::mul24_hi:
      return both32<Mul24Hi>(kind);
    case IntOp::mad24_lo:
      return three32<Mad24Lo>(kind);
    case IntOp::mad24_hi:
      return three32<Mad24Hi>(kind);
    case IntOp::mad24_hi_sat:
      return kind == Kind::s32 ? ternary<Mad24HiSat<s32>, s32, s32, s32, s32> : nullptr;
    case IntOp::sad:
      return any_ternary<Sad>(kind);
    case IntOp::div:
      return slow_divide<Div>(kind);
    case IntOp::rem:
      return slow_divide<Rem>(kind);
    case IntOp::abs:
      return signed_unary<Abs>(kind);
    case IntOp::neg:
      return signed_unary<Neg>(kind);
    case IntOp::min:
      return any_binary<Min>(kind);
    case IntOp::max:
      return any_binary<Max>(kind);
    case IntOp::min_relu:
      return any_binary<MinRelu>(kind);
    case IntOp::max_relu:
      return any_binary<MaxRelu>(kind);
    case IntOp::dp4a:
    case IntOp::dp2a_lo:
    case IntOp::dp2a_hi:
      return kind == Kind::s32 ? dot<s8>(key.op, key.second == Kind::s32)
                               : dot<u8>(key.op, key.second == Kind::s32);
    default:
      break;
  }
  if (Handler h = select_carry(key)) return h;
  return select_bits(key);
}

}  // namespace assay::sim::ASSAY_ISA
