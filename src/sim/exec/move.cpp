// SPDX-License-Identifier: Apache-2.0
// Small steps on registers: widths, packing, predicates, addresses, clocks, parameters of
// functions.
#include <bit>
#include <cstring>

#include "sim/exec/base.hpp"
#include "sim/run/executor.hpp"

namespace assay::sim::base {
namespace {

using ptx::Special;

template <class T>
T* cells(Warp& w, Row row) {
  return reinterpret_cast<T*>(w.base[row & 1] + (row & ~1U));
}
std::uint32_t predicate(const Warp& w, Row row) {
  return *reinterpret_cast<const std::uint32_t*>(w.base[0] + (row & ~1U)) ^ (0U - (row & 1U));
}
void set_predicate(Warp& w, Row row, std::uint32_t value) {
  auto* p = cells<std::uint32_t>(w, row);
  *p = (*p & ~w.mask) | (value & w.mask);
}
template <class D>
void each(Warp& w, Row row, auto&& value) {
  D* d = cells<D>(w, row);
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    d[l] = static_cast<D>(value(l));
  }
}

/// Clocks count instructions: deterministic, and they grow.
std::uint64_t clock_value(const Warp& w, Special s) {
  // A little apart from block to block, as real clocks are; never from run to run.
  const std::uint64_t steps = w.control->steps + w.sums[0].steps + (w.control->block & 7);
  const std::uint64_t here = steps * 4;
  switch (s) {
    case Special::clock_hi:
      return here >> 32;
    case Special::globaltimer:
    case Special::globaltimer_lo:
      return 1'700'000'000'000'000'000U + here;
    case Special::globaltimer_hi:
      return (1'700'000'000'000'000'000U + here) >> 32;
    default:
      return here;
  }
}

}  // namespace

bool is_changing(Special s) {
  switch (s) {
    case Special::clock:
    case Special::clock_hi:
    case Special::clock64:
    case Special::globaltimer:
    case Special::globaltimer_lo:
    case Special::globaltimer_hi:
      return true;
    default:
      return false;
  }
}

bool is_known(Special s) {
  if (s >= Special::envreg0 && s <= Special::envreg31) return true;
  switch (s) {
    case Special::tid:
    case Special::ntid:
    case Special::ctaid:
    case Special::nctaid:
    case Special::laneid:
    case Special::warpid:
    case Special::nwarpid:
    case Special::smid:
    case Special::nsmid:
    case Special::gridid:
    case Special::lanemask_eq:
    case Special::lanemask_lt:
    case Special::lanemask_le:
    case Special::lanemask_gt:
    case Special::lanemask_ge:
    case Special::total_smem_size:
    case Special::aggr_smem_size:
    case Special::dynamic_smem_size:
    case Special::reserved_smem_offset_begin:
    case Special::reserved_smem_offset_end:
    case Special::reserved_smem_offset_cap:
    case Special::is_explicit_cluster:
    case Special::clusterid:
    case Special::nclusterid:
    case Special::cluster_ctaid:
    case Special::cluster_nctaid:
    case Special::cluster_ctarank:
    case Special::cluster_nctarank:
      return true;
    default:
      return false;
  }
}

const Inst* narrow(Warp& w, const Inst* i) {
  const auto* a = cells<std::uint64_t>(w, i->a);
  each<std::uint32_t>(w, i->d, [=](int l) { return static_cast<std::uint32_t>(a[l]); });
  return i + 1;
}
const Inst* widen_signed(Warp& w, const Inst* i) {
  const auto* a = cells<std::int32_t>(w, i->a);
  each<std::uint64_t>(w, i->d,
                      [=](int l) { return static_cast<std::uint64_t>(std::int64_t{a[l]}); });
  return i + 1;
}
const Inst* widen_unsigned(Warp& w, const Inst* i) {
  const auto* a = cells<std::uint32_t>(w, i->a);
  each<std::uint64_t>(w, i->d, [=](int l) { return std::uint64_t{a[l]}; });
  return i + 1;
}
const Inst* local_address32(Warp& w, const Inst* i) {
  each<std::uint32_t>(w, i->d,
                      [&](int) { return w.local_base + static_cast<std::uint64_t>(i->imm); });
  return i + 1;
}
const Inst* local_address64(Warp& w, const Inst* i) {
  each<std::uint64_t>(w, i->d,
                      [&](int) { return w.local_base + static_cast<std::uint64_t>(i->imm); });
  return i + 1;
}
const Inst* read_clock32(Warp& w, const Inst* i) {
  // Instructions are counted in pieces; the clock needs the count as of now.
  count_up_to(w, i);
  Executor::of(w).note(w, i, "reads.timer");
  const std::uint64_t value = clock_value(w, static_cast<Special>(i->aux));
  each<std::uint32_t>(w, i->d, [=](int) { return value; });
  return i + 1;
}
const Inst* read_clock64(Warp& w, const Inst* i) {
  count_up_to(w, i);
  Executor::of(w).note(w, i, "reads.timer");
  const std::uint64_t value = clock_value(w, static_cast<Special>(i->aux));
  each<std::uint64_t>(w, i->d, [=](int) { return value; });
  return i + 1;
}
const Inst* note_smid(Warp& w, const Inst* i) {
  Executor::of(w).note(w, i, "reads.smid");
  return i + 1;
}

const Inst* move_predicate(Warp& w, const Inst* i) {
  set_predicate(w, i->d, predicate(w, i->a));
  return i + 1;
}
const Inst* constant_predicate(Warp& w, const Inst* i) {
  set_predicate(w, i->d, i->imm != 0 ? all_lanes : 0);
  return i + 1;
}
const Inst* logic_predicate(Warp& w, const Inst* i) {
  const std::uint32_t a = predicate(w, i->a), b = predicate(w, i->b);
  set_predicate(w, i->d, i->aux == 1 ? a & b : i->aux == 2 ? a | b : i->aux == 3 ? a ^ b : ~a);
  return i + 1;
}

const Inst* pack(Warp& w, const Inst* i) {
  const auto part = static_cast<int>(i->imm);
  const std::uint64_t keep = (std::uint64_t{1} << part) - 1;
  const std::uint32_t* rows[4] = {};
  for (std::uint32_t k = 0; k < i->aux; ++k) rows[k] = cells<std::uint32_t>(w, w.extra[i->e + k]);
  const auto value = [&](int l) {
    std::uint64_t v = 0;
    for (std::uint32_t k = 0; k < i->aux; ++k)
      v |= (rows[k][l] & keep) << (part * static_cast<int>(k));
    return v;
  };
  if (i->spare == 64)
    each<std::uint64_t>(w, i->d, value);
  else
    each<std::uint32_t>(w, i->d, value);
  return i + 1;
}
const Inst* unpack(Warp& w, const Inst* i) {
  const auto part = static_cast<int>(i->imm);
  const std::uint64_t keep = (std::uint64_t{1} << part) - 1;
  // The source may be one of the destinations: read it first.
  std::uint64_t from[lanes];
  for (int l = 0; l < lanes; ++l) {
    from[l] = i->spare == 64 ? cells<std::uint64_t>(w, i->a)[l] : cells<std::uint32_t>(w, i->a)[l];
  }
  for (std::uint32_t k = 0; k < i->aux; ++k) {
    each<std::uint32_t>(w, w.extra[i->e + k],
                        [&](int l) { return (from[l] >> (part * static_cast<int>(k))) & keep; });
  }
  return i + 1;
}

const Inst* add_window(Warp& w, const Inst* i) {
  const auto* a = cells<std::uint64_t>(w, i->a);
  auto* d = cells<std::uint64_t>(w, i->d);
  if (i->imm == 0 && w.mask == all_lanes) {
    std::memmove(d, a, 32 * sizeof *d);
    return i + 1;
  }
  each<std::uint64_t>(w, i->d, [=](int l) { return a[l] + static_cast<std::uint64_t>(i->imm); });
  return i + 1;
}
const Inst* is_space(Warp& w, const Inst* i) {
  const auto* a = cells<std::uint64_t>(w, i->a);
  std::uint32_t result = 0;
  for (int l = 0; l < lanes; ++l) {
    const std::uint64_t x = a[l];
    Room room = Room::global;
    if (x - shared_window < window_size)
      room = Room::shared;
    else if (x - local_window < window_size)
      room = Room::local;
    else if (x - param_window < window_size)
      room = Room::param;
    result |= std::uint32_t{room == static_cast<Room>(i->aux)} << l;
  }
  set_predicate(w, i->d, result);
  return i + 1;
}

const Inst* param_load(Warp& w, const Inst* i) {
  const Form f = Form::of(i->aux);
  const auto word = [&](int l, std::int64_t byte) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(w.base[0] + i->a + (byte >> 2) * 128);
    return row[l];
  };
  const auto value = [&](int l) -> std::uint64_t {
    const std::uint32_t low = word(l, i->imm);
    if (f.size_log == 3) return low | std::uint64_t{word(l, i->imm + 4)} << 32;
    if (f.size_log == 2) {
      return f.is_signed ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(low)})
                         : low;
    }
    const std::uint32_t moved = low >> (8 * (i->imm & 3));
    if (f.size_log == 1) {
      return f.is_signed
                 ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(moved)})
                 : moved & 0xffffU;
    }
    return f.is_signed ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(moved)})
                       : moved & 0xffU;
  };
  if (f.wide_cell)
    each<std::uint64_t>(w, i->d, value);
  else
    each<std::uint32_t>(w, i->d, value);
  return i + 1;
}

const Inst* param_store(Warp& w, const Inst* i) {
  const Form f = Form::of(i->aux);
  auto* row = reinterpret_cast<std::uint32_t*>(w.base[0] + i->a + (i->imm >> 2) * 128);
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const std::uint64_t v =
        f.wide_cell ? cells<std::uint64_t>(w, i->b)[l] : cells<std::uint32_t>(w, i->b)[l];
    if (f.size_log >= 2) {
      row[l] = static_cast<std::uint32_t>(v);
      if (f.size_log == 3) row[32 + l] = static_cast<std::uint32_t>(v >> 32);
      continue;
    }
    const std::uint32_t shift = 8 * (i->imm & 3), keep = (f.size_log == 1 ? 0xffffU : 0xffU)
                                                         << shift;
    row[l] = (row[l] & ~keep) | ((static_cast<std::uint32_t>(v) << shift) & keep);
  }
  return i + 1;
}

}  // namespace assay::sim::base
