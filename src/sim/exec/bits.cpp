// SPDX-License-Identifier: Apache-2.0
// Bit operations, shifts, fields and permutations, one function a lane; see PTX ISA 9.0, 9.7.1
// and 9.7.8.
#include "sim/exec/integer_shapes.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

template <class T>
struct And {
  static T apply(T a, T b) { return static_cast<T>(a & b); }
};
template <class T>
struct Or {
  static T apply(T a, T b) { return static_cast<T>(a | b); }
};
template <class T>
struct Xor {
  static T apply(T a, T b) { return static_cast<T>(a ^ b); }
};
template <class T>
struct Not {
  static T apply(T a) { return static_cast<T>(~a); }
};
template <class T>
struct Cnot {
  static T apply(T a) { return a == 0 ? T{1} : T{0}; }
};
template <class T>
struct Move {
  static T apply(T a) { return a; }
};
// Shift counts above the width are clamped to it.
template <class T>
struct Shl {
  static T apply(T a, u32 b) {
    return b >= u32(bits<T>) ? T{0} : static_cast<T>(Safe<T>(a) << (b & (bits<T> - 1)));
  }
};
template <class T>
struct Shr {
  static T apply(T a, u32 b) {
    const T shifted = static_cast<T>(a >> (b & (bits<T> - 1)));
    return b >= u32(bits<T>) ? static_cast<T>(a < 0 ? -1 : 0) : shifted;
  }
};
template <class T>
struct Popc {
  static u32 apply(T a) { return u32(__builtin_popcountll(a)); }
};
template <class T>
struct Clz {
  static u32 apply(T a) { return a == 0 ? u32(bits<T>) : u32(__builtin_clzll(a) - (64 - bits<T>)); }
};
template <class T>
struct Bfind {
  static u32 apply(T a) {
    Unsigned<T> u = static_cast<Unsigned<T>>(a);
    if (a < 0) u = static_cast<Unsigned<T>>(~u);
    return u == 0 ? ~u32{0} : u32(63 - __builtin_clzll(u));
  }
};
template <class T>
struct BfindShift {
  static u32 apply(T a) {
    const u32 at = Bfind<T>::apply(a);
    return at == ~u32{0} ? at : u32(bits<T> - 1) - at;
  }
};
template <class T>
struct Brev {
  static T apply(T a) {
    u64 v = a;
    v = ((v >> 1) & 0x5555555555555555U) | ((v & 0x5555555555555555U) << 1);
    v = ((v >> 2) & 0x3333333333333333U) | ((v & 0x3333333333333333U) << 2);
    v = ((v >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((v & 0x0f0f0f0f0f0f0f0fU) << 4);
    return static_cast<T>(__builtin_bswap64(v) >> (64 - bits<T>));
  }
};
template <class T>
struct Bfe {
  static T apply(T a, u32 b, u32 c) {
    const u32 pos = b & 0xff, len = c & 0xff;
    constexpr u32 top = u32(bits<T> - 1);
    Unsigned<T> value =
        pos > top ? 0 : static_cast<Unsigned<T>>(static_cast<Unsigned<T>>(a) >> pos);
    if (len > top) {
      if (std::is_signed_v<T> && pos > 0 && a < 0) {
        value = pos > top ? ~Unsigned<T>{0}
                          : value | static_cast<Unsigned<T>>(~(~Unsigned<T>{0} >> pos));
      }
      return static_cast<T>(value);
    }
    const Unsigned<T> keep = static_cast<Unsigned<T>>((Unsigned<T>{1} << len) - 1);
    const u32 last = pos + len - 1 > top ? top : pos + len - 1;
    const bool sign =
        std::is_signed_v<T> && len != 0 && ((static_cast<Unsigned<T>>(a) >> last) & 1) != 0;
    value &= keep;
    if (sign) {
      const u32 have = pos > top ? 0 : (last - pos + 1);
      value |= have >= u32(bits<T>) ? 0 : static_cast<Unsigned<T>>(~Unsigned<T>{0} << have);
    }
    return static_cast<T>(value);
  }
};
template <class T>
struct Fns {
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
template <bool Wrap>
struct Bmsk {
  static u32 apply(u32 a, u32 b) {
    if (Wrap) {
      a &= 31;
      b &= 31;
    }
    const u64 ones = b >= 32 ? 0xffffffffU : (u64{1} << b) - 1;
    return a >= 32 ? 0 : static_cast<u32>(ones << a);
  }
};
template <class T, bool Wrap>
struct Szext {
  static T apply(T a, u32 b) {
    const u32 n = Wrap ? (b & 31) : b;
    if (n >= 32) return a;
    const u32 keep = (u32{1} << n) - 1;
    const bool sign = std::is_signed_v<T> && n > 0 && ((u32(a) >> (n - 1)) & 1) != 0;
    return static_cast<T>(sign ? (u32(a) | ~keep) : (u32(a) & keep));
  }
};
template <bool Left, bool Wrap>
struct Shf {
  static u32 apply(u32 a, u32 b, u32 c) {
    const u32 n = Wrap ? (c & 31) : (c > 32 ? 32 : c);
    const u64 both = (u64{b} << 32) | a;
    return Left ? static_cast<u32>((both << n) >> 32) : static_cast<u32>(both >> n);
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

/// lop3: the truth table in `aux` is applied as eight minterms; the usual tables get no shortcut,
/// since and, or and not cost next to nothing here.
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
    const u32 low =
        (~y & ((~z & term[0]) | (z & term[1]))) | (y & ((~z & term[2]) | (z & term[3])));
    const u32 high =
        (~y & ((~z & term[4]) | (z & term[5]))) | (y & ((~z & term[6]) | (z & term[7])));
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
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
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

Handler bfe_for(Kind kind) {
  switch (kind) {
    case Kind::u32:
      return ternary<Bfe<u32>, u32, u32, u32, u32>;
    case Kind::s32:
      return ternary<Bfe<s32>, s32, s32, u32, u32>;
    case Kind::u64:
      return ternary<Bfe<u64>, u64, u64, u32, u32>;
    case Kind::s64:
      return ternary<Bfe<s64>, s64, s64, u32, u32>;
    default:
      return nullptr;
  }
}
}  // namespace

Handler select_bits(const IntKey& key) {
  const Kind kind = key.kind;
  switch (key.op) {
    case IntOp::and_:
      return bits_binary<And>(kind);
    case IntOp::or_:
      return bits_binary<Or>(kind);
    case IntOp::xor_:
      return bits_binary<Xor>(kind);
    case IntOp::not_:
      return bits_unary<Not>(kind);
    case IntOp::cnot:
      return bits_unary<Cnot>(kind);
    case IntOp::move:
      return bits_unary<Move>(kind);
    case IntOp::shl:
      return shift<Shl>(kind);
    case IntOp::shr:
      return shift<Shr>(kind);
    case IntOp::shf_l_clamp:
      return ternary<Shf<true, false>, u32, u32, u32, u32>;
    case IntOp::shf_l_wrap:
      return ternary<Shf<true, true>, u32, u32, u32, u32>;
    case IntOp::shf_r_clamp:
      return ternary<Shf<false, false>, u32, u32, u32, u32>;
    case IntOp::shf_r_wrap:
      return ternary<Shf<false, true>, u32, u32, u32, u32>;
    case IntOp::lop3:
      return lop3;
    case IntOp::prmt:
      return prmt;
    case IntOp::popc:
      return wide_only<Popc>(kind);
    case IntOp::clz:
      return wide_only<Clz>(kind);
    case IntOp::bfind:
      return wide_only<Bfind>(kind);
    case IntOp::bfind_shift:
      return wide_only<BfindShift>(kind);
    case IntOp::brev:
      return kind == Kind::u64 ? unary<Brev<u64>, u64, u64> : unary<Brev<u32>, u32, u32>;
    case IntOp::bfe:
      return bfe_for(kind);
    case IntOp::bfi:
      return kind == Kind::u64 ? bfi<u64> : bfi<u32>;
    case IntOp::fns:
      return slow_ternary<Fns<u32>, u32, u32, u32, s32>;
    case IntOp::bmsk_clamp:
      return binary<Bmsk<false>, u32, u32, u32>;
    case IntOp::bmsk_wrap:
      return binary<Bmsk<true>, u32, u32, u32>;
    case IntOp::szext_clamp:
      return kind == Kind::s32 ? binary<Szext<s32, false>, s32, s32, u32>
                               : binary<Szext<u32, false>, u32, u32, u32>;
    case IntOp::szext_wrap:
      return kind == Kind::s32 ? binary<Szext<s32, true>, s32, s32, u32>
                               : binary<Szext<u32, true>, u32, u32, u32>;
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
