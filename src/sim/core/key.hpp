// SPDX-License-Identifier: Apache-2.0
// What names a handler: operation × element kind × modifiers. The decoder fills it in, exec/ finds
// the handler.
#pragma once

#include <cstdint>

namespace assay::sim {

/// How the bits of a lane are read.
enum class Kind : std::uint8_t {
  none,
  u8,
  s8,
  u16,
  s16,
  u32,
  s32,
  u64,
  s64,
  f16,
  bf16,
  f32,
  f64,
  f16x2,
  bf16x2,
  f32x2,
  u16x2,
  s16x2,
};

enum class Round : std::uint8_t { rn, rz, rm, rp, rna };

enum class IntOp : std::uint8_t {
  add,
  sub,
  mul_lo,
  mul_hi,
  mul_wide,
  mad_lo,
  mad_hi,
  mad_wide,
  mul24_lo,
  mul24_hi,
  mad24_lo,
  mad24_hi,
  sad,
  div,
  rem,
  abs,
  neg,
  min,
  max,
  popc,
  clz,
  bfind,
  bfind_shift,
  brev,
  bfe,
  bfi,
  fns,
  bmsk_clamp,
  bmsk_wrap,
  szext_clamp,
  szext_wrap,
  add_sat,
  sub_sat,
  mad_hi_sat,
  mad24_hi_sat,
  min_relu,
  max_relu,
  and_,
  or_,
  xor_,
  not_,
  cnot,
  shl,
  shr,
  shf_l_clamp,
  shf_l_wrap,
  shf_r_clamp,
  shf_r_wrap,
  lop3,
  prmt,
  move,
  dp4a,
  dp2a_lo,
  dp2a_hi,
  add_cc,
  addc,
  addc_cc,
  sub_cc,
  subc,
  subc_cc,
  mad_lo_cc,
  mad_hi_cc,
  madc_lo,
  madc_hi,
  madc_lo_cc,
  madc_hi_cc,
};

enum class FloatOp : std::uint8_t {
  add,
  sub,
  mul,
  fma,
  div,
  rcp,
  sqrt,
  rsqrt,
  ex2,
  lg2,
  sin,
  cos,
  tanh,
  abs,
  neg,
  min,
  max,
  copysign,
  rcp_approx64,
  rsqrt_approx64,
};

enum class Compare : std::uint8_t {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  lo,
  ls,
  hi,
  hs,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan,
};

enum class Test : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };

struct IntKey {
  IntOp op;
  Kind kind;
  Kind second = Kind::none;  ///< dp4a: kind of the second factor
};

struct FloatKey {
  FloatOp op;
  Kind kind;
  Round round = Round::rn;
  bool ftz = false, sat = false, relu = false;
  bool nan = false;      ///< min, max: NaN wins
  bool xorsign = false;  ///< min, max: .xorsign.abs
  bool oob = false;
};

struct CompareKey {
  Compare compare;
  Kind kind;
  bool ftz = false;
};

struct ConvertKey {
  Kind to, from;
  Round round = Round::rn;
  bool to_integral = false;  ///< .rni and friends: round to an integral value
  bool ftz = false, sat = false, relu = false;
};

}  // namespace assay::sim
