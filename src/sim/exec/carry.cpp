// SPDX-License-Identifier: Apache-2.0
// Sums and products with carry in and out; see PTX ISA 9.0, 9.7.2.
#include "sim/exec/integer_shapes.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

/// add.cc, addc, sub.cc, subc and the mad forms: a sum of up to three terms with carry in and out.
/// Subtraction keeps the borrow in the carry bit, as PTX says.
template <class T, IntOp Op>
const Inst* carry(Warp& w, const Inst* i) {
  const auto* a = cells<T>(w, i->a);
  const auto* b = cells<T>(w, i->b);
  const auto* c = i->c == no_row ? nullptr : cells<T>(w, i->c);
  auto* d = cells<T>(w, i->d);
  constexpr bool in = Op == IntOp::addc || Op == IntOp::addc_cc || Op == IntOp::subc ||
                      Op == IntOp::subc_cc || Op == IntOp::madc_lo || Op == IntOp::madc_hi ||
                      Op == IntOp::madc_lo_cc || Op == IntOp::madc_hi_cc;
  constexpr bool out =
      Op != IntOp::addc && Op != IntOp::subc && Op != IntOp::madc_lo && Op != IntOp::madc_hi;
  constexpr bool minus = Op == IntOp::sub_cc || Op == IntOp::subc || Op == IntOp::subc_cc;
  constexpr bool low = Op == IntOp::mad_lo_cc || Op == IntOp::madc_lo || Op == IntOp::madc_lo_cc;
  constexpr bool high = Op == IntOp::mad_hi_cc || Op == IntOp::madc_hi || Op == IntOp::madc_hi_cc;
  u32 carries = w.carry;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = __builtin_ctz(rest);
    const u32 bit = u32{1} << l;
    T x = T(a[l]), y = T(b[l]);
    if constexpr (low || high) {
      if constexpr (low)
        x = static_cast<T>(T(a[l]) * T(b[l]));
      else if (i->aux != 0)
        x = static_cast<T>(high_mul<std::make_signed_t<T>>(s64(a[l]), s64(b[l])));
      else
        x = high_mul<T>(T(a[l]), T(b[l]));
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

}  // namespace

Handler select_carry(const IntKey& key) {
  switch (key.op) {
    case IntOp::add_cc:
      return carry_for<IntOp::add_cc>(key.kind);
    case IntOp::addc:
      return carry_for<IntOp::addc>(key.kind);
    case IntOp::addc_cc:
      return carry_for<IntOp::addc_cc>(key.kind);
    case IntOp::sub_cc:
      return carry_for<IntOp::sub_cc>(key.kind);
    case IntOp::subc:
      return carry_for<IntOp::subc>(key.kind);
    case IntOp::subc_cc:
      return carry_for<IntOp::subc_cc>(key.kind);
    case IntOp::mad_lo_cc:
      return carry_for<IntOp::mad_lo_cc>(key.kind);
    case IntOp::mad_hi_cc:
      return carry_for<IntOp::mad_hi_cc>(key.kind);
    case IntOp::madc_lo:
      return carry_for<IntOp::madc_lo>(key.kind);
    case IntOp::madc_hi:
      return carry_for<IntOp::madc_hi>(key.kind);
    case IntOp::madc_lo_cc:
      return carry_for<IntOp::madc_lo_cc>(key.kind);
    case IntOp::madc_hi_cc:
      return carry_for<IntOp::madc_hi_cc>(key.kind);
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
