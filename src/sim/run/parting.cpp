// SPDX-License-Identifier: Apache-2.0
// Independent threads made real: before a strong access some of a warp's lanes may go ahead, as on
// a device that schedules threads, while the others stay behind for a while. Kernels that exchange
// through memory within a warp and trust in lanes running in step then get wrong results.
#include <algorithm>
#include <bit>

#include "num/random.hpp"
#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

/// Half of a warp's first strong accesses part it; later ones seldom do, since loops that wait make
/// very many.
constexpr std::uint64_t often = 64;
constexpr std::uint64_t seldom = 31;

/// The lanes that go ahead: any, or all below a drawn one, or all but these.
std::uint32_t drawn_lanes(std::uint64_t draw) {
  const auto any = static_cast<std::uint32_t>(draw >> 32);
  switch (draw & 3) {
    case 0:
      return (std::uint32_t{2} << (any & 31)) - 1;
    case 1:
      return ~((std::uint32_t{2} << (any & 31)) - 1);
    default:
      return any;
  }
}

/// Steps of the warp that the others stay behind: 4 to 512, with an even share for each length
/// class.
std::uint64_t drawn_lead(std::uint64_t draw) {
  return std::uint64_t{4} << ((draw >> 8) & 7);
}

bool parts_now(const WarpControl& c, std::uint64_t draw) {
  return ((draw >> 16) & (c.partings < often ? 1 : seldom)) == 0;
}

}  // namespace

const Inst* part(Warp& w, const Inst* i) {
  // In the parallel order an exchange between lanes is noticed by its marks, and the launch runs
  // again carefully.
  if (!w.context->careful || std::has_single_bit(w.mask)) return i + 1;
  WarpControl& c = *w.control;
  const std::uint64_t seed = static_cast<const Block*>(w.block->host)->seed();
  const std::uint64_t draw = random_bits(seed, 7, std::uint64_t{w.number} << 48 | c.partings++);
  const std::uint32_t ahead = w.mask & drawn_lanes(draw);
  if (!parts_now(c, draw) || ahead == 0 || ahead == w.mask) return i + 1;
  // One such group at a time: enough to break what trusts in step, and the work stays bounded.
  if (std::ranges::any_of(c.fragments, [&](const Fragment& f) { return c.holds(f); })) return i + 1;
  count_up_to(w, i + 1);
  Fragment& first = detach(w, i);
  ++first.pc;
  Fragment behind = first;
  behind.mask = w.mask & ~ahead;
  behind.held_until = c.steps + drawn_lead(draw);
  first.mask = ahead;
  ++behind.frame->users;
  c.fragments.push_back(behind);
  return halt();
}

}  // namespace assay::sim::base
