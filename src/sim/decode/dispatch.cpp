// SPDX-License-Identifier: Apache-2.0
// Which family decodes an operation: one table. What a family makes of it stands in the family's
// own file; an operation that is not in the table is refused by name.
#include <array>

#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Op;

bool Decoder::leave(const Instruction& i) {
  // What returns from a function leaves the grid where the function is the kernel itself.
  return plain_control(i, i.op == Op::exit || is_entry_ ? base::leave_grid : base::leave);
}

bool Decoder::abort(const Instruction& i) {
  return plain_control(i, base::trap);
}

/// Advice on caches and time changes no result, so nothing is done for it.
bool Decoder::hint(const Instruction& i) {
  return plain_control(i, base::nothing);
}

struct Decoder::Dispatch {
  using Family = bool (Decoder::*)(const Instruction&);
  struct Entry {
    Op op;
    Family family;
  };
  static constexpr Entry entries[] = {
      {Op::add, &Decoder::add_or_sub},
      {Op::sub, &Decoder::add_or_sub},
      {Op::mul, &Decoder::arithmetic},
      {Op::mad, &Decoder::arithmetic},
      {Op::abs, &Decoder::arithmetic},
      {Op::neg, &Decoder::arithmetic},
      {Op::min, &Decoder::arithmetic},
      {Op::max, &Decoder::arithmetic},
      {Op::div, &Decoder::divide},
      {Op::fma, &Decoder::real_only},
      {Op::copysign, &Decoder::real_only},
      {Op::rcp, &Decoder::real_only},
      {Op::sqrt, &Decoder::real_only},
      {Op::rsqrt, &Decoder::real_only},
      {Op::ex2, &Decoder::real_only},
      {Op::lg2, &Decoder::real_only},
      {Op::sin, &Decoder::real_only},
      {Op::cos, &Decoder::real_only},
      {Op::tanh, &Decoder::real_only},
      {Op::addc, &Decoder::integer},
      {Op::subc, &Decoder::integer},
      {Op::madc, &Decoder::integer},
      {Op::mul24, &Decoder::integer},
      {Op::mad24, &Decoder::integer},
      {Op::sad, &Decoder::integer},
      {Op::rem, &Decoder::integer},
      {Op::dp4a, &Decoder::integer},
      {Op::dp2a, &Decoder::integer},
      {Op::and_, &Decoder::integer},
      {Op::or_, &Decoder::integer},
      {Op::xor_, &Decoder::integer},
      {Op::not_, &Decoder::integer},
      {Op::cnot, &Decoder::integer},
      {Op::lop3, &Decoder::integer},
      {Op::shl, &Decoder::integer},
      {Op::shr, &Decoder::integer},
      {Op::bfe, &Decoder::integer},
      {Op::bfi, &Decoder::integer},
      {Op::popc, &Decoder::integer},
      {Op::clz, &Decoder::integer},
      {Op::bfind, &Decoder::integer},
      {Op::brev, &Decoder::integer},
      {Op::fns, &Decoder::integer},
      {Op::bmsk, &Decoder::integer},
      {Op::szext, &Decoder::integer},
      {Op::shf, &Decoder::integer},
      {Op::prmt, &Decoder::integer},
      {Op::setp, &Decoder::setp},
      {Op::set, &Decoder::set},
      {Op::selp, &Decoder::selp},
      {Op::slct, &Decoder::slct},
      {Op::testp, &Decoder::testp},
      {Op::cvt, &Decoder::cvt},
      {Op::cvt_pack, &Decoder::cvt_pack},
      {Op::mov, &Decoder::mov},
      {Op::cvta, &Decoder::cvta},
      {Op::isspacep, &Decoder::isspacep},
      {Op::ld, &Decoder::load},
      {Op::ldu, &Decoder::load},
      {Op::st, &Decoder::store},
      {Op::atom, &Decoder::atomic},
      {Op::red, &Decoder::atomic},
      {Op::bra, &Decoder::branch},
      {Op::brx, &Decoder::table_branch},
      {Op::call, &Decoder::call},
      {Op::ret, &Decoder::leave},
      {Op::exit, &Decoder::leave},
      {Op::trap, &Decoder::abort},
      {Op::brkpt, &Decoder::abort},
      {Op::bar, &Decoder::barrier},
      {Op::barrier, &Decoder::barrier},
      {Op::bar_warp, &Decoder::warp_sync},
      {Op::membar, &Decoder::fence},
      {Op::fence, &Decoder::fence},
      {Op::shfl, &Decoder::shuffle},
      {Op::elect, &Decoder::elect},
      {Op::vote, &Decoder::vote},
      {Op::match, &Decoder::match},
      {Op::redux, &Decoder::redux},
      {Op::activemask, &Decoder::active_mask},
      {Op::prefetch, &Decoder::hint},
      {Op::prefetchu, &Decoder::hint},
      {Op::nanosleep, &Decoder::hint},
      {Op::pmevent, &Decoder::hint},
      {Op::discard, &Decoder::hint},
      {Op::applypriority, &Decoder::hint},
      {Op::vadd, &Decoder::video},
      {Op::vsub, &Decoder::video},
      {Op::vabsdiff, &Decoder::video},
      {Op::vmin, &Decoder::video},
      {Op::vmax, &Decoder::video},
      {Op::vshl, &Decoder::video},
      {Op::vshr, &Decoder::video},
      {Op::vmad, &Decoder::video},
      {Op::vset, &Decoder::video},
      {Op::vadd2, &Decoder::video},
      {Op::vsub2, &Decoder::video},
      {Op::vavrg2, &Decoder::video},
      {Op::vabsdiff2, &Decoder::video},
      {Op::vmin2, &Decoder::video},
      {Op::vmax2, &Decoder::video},
      {Op::vset2, &Decoder::video},
      {Op::vadd4, &Decoder::video},
      {Op::vsub4, &Decoder::video},
      {Op::vavrg4, &Decoder::video},
      {Op::vabsdiff4, &Decoder::video},
      {Op::vmin4, &Decoder::video},
      {Op::vmax4, &Decoder::video},
      {Op::vset4, &Decoder::video},
  };

  /// By the operation's number: kernels have tens of thousands of statements.
  static constexpr auto by_op = [] {
    std::array<Family, 256> table{};
    for (const Entry& entry : entries) table[static_cast<std::size_t>(entry.op)] = entry.family;
    return table;
  }();
};

bool Decoder::dispatch(const Instruction& i) {
  const auto family = Dispatch::by_op[static_cast<std::size_t>(i.op)];
  return family != nullptr && (this->*family)(i);
}

}  // namespace assay::sim
