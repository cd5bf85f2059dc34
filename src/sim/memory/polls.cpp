// SPDX-License-Identifier: Apache-2.0
// See polls.hpp.
#include "sim/memory/polls.hpp"

#include <bit>
#include <cstring>

namespace assay::sim {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
  hash = (hash ^ with) * 0x9e3779b97f4a7c15ULL;
  return hash ^ (hash >> 29);
}

/// The host's address of lane l's bytes is `place(l)`; the race detector has `released(l)` there.
template <class Place, class Released>
Polled polled(Warp& w, const Inst* i, const Place& place, const Released& released,
              bool same_outcome) {
  Poll& last = w.polls[i->slot & 1];
  std::uint64_t places = w.mask;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1)
    places = mixed(places, reinterpret_cast<std::uintptr_t>(place(std::countr_zero(rest))));
  if (last.at != i || last.places != places || !same_outcome) {
    last = {i, places, 0};
    w.control->now().polls = 0;
    return {};
  }
  // That the value is the same is not enough: it may have been given anew, with more behind it.
  std::uint64_t found = 1;
  const std::uint8_t* asked = nullptr;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    if (place(l) != asked) found = mixed(found, released(l));
    asked = place(l);
  }
  const bool known = last.released == found;
  last.released = found;
  return {true, known};
}

}  // namespace

Polled poll_load(Warp& w, const Inst* i, const Form& f, const std::uint64_t* offsets,
                 const Region* region) {
  if (f.store || f.strength == Strength::weak || f.count() != 1) return {};
  const std::uint8_t* data = region == nullptr ? w.block->shared : region->data;
  const std::uint8_t* cells = w.base[i->d & 1] + (i->d & ~1U);
  bool same = true;
  for (std::uint32_t rest = w.mask; rest != 0 && same; rest &= rest - 1) {
    const auto l = static_cast<std::size_t>(std::countr_zero(rest));
    same = std::memcmp(data + offsets[l], cells + l * (f.wide_cell ? 8 : 4), f.element()) == 0;
  }
  Block& block = *static_cast<Block*>(w.block->host);
  const race::Shadow& shadow =
      region == nullptr ? *block.shared_shadow : Executor::of(w).shadow_of(*region);
  return polled(
      w, i, [&](int l) { return data + offsets[l]; },
      [&](int l) { return shadow.released(offsets[l]); }, same);
}

Polled poll_atomic(Warp& w, const Inst* i, const WarpAccess& access) {
  Executor& x = Executor::of(w);
  Block& block = *static_cast<Block*>(w.block->host);
  return polled(
      w, i, [&](int l) { return access.at[l].data; },
      [&](int l) -> std::uint64_t {
        const Target& t = access.at[l];
        if (t.room == Room::shared) return block.shared_shadow->released(t.offset);
        return t.room == Room::global ? x.shadow_of(*t.region).released(t.offset) : 0;
      },
      true);
}

}  // namespace assay::sim
