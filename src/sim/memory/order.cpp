// SPDX-License-Identifier: Apache-2.0
// Order between threads: feeds the race detector in the serial order, the owner marks in the
// parallel one; and the counting of careful accesses.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "sim/memory/careful.hpp"
#include "sim/memory/polls.hpp"

namespace assay::sim {
namespace {

class StoredValues final : public race::Values {
 public:
  StoredValues(const WarpAccess& access, const std::uint8_t* values)
      : access_(access), values_(values) {}
  [[nodiscard]] bool same_as_memory(int lane, std::uint32_t first,
                                    std::uint32_t size) const override {
    return std::memcmp(access_.at[lane].data + first, values_ + lane * 64 + first, size) == 0;
  }
  [[nodiscard]] bool same(int lane, int other) const override {
    return std::memcmp(values_ + lane * 64, values_ + other * 64, access_.bytes) == 0;
  }

 private:
  const WarpAccess& access_;
  const std::uint8_t* values_;
};

race::Access access_for(Warp& w, const Form& form, std::uint32_t number) {
  race::Access a;
  a.warp = static_cast<std::uint16_t>(w.number);
  a.width = static_cast<std::uint8_t>(form.bytes());
  a.kind = form.atomic ? race::Kind::rmw : form.store ? race::Kind::write : race::Kind::read;
  a.strength = static_cast<race::Strength>(form.strength);
  a.scope = form.cta_scope ? race::Scope::cta : race::Scope::gpu;
  a.instruction = number;
  return a;
}

/// What a store of the common path writes, read from its registers only when a conflict asks.
class RegisterValues final : public race::Values {
 public:
  RegisterValues(const Warp& w, const Inst* i, const Form& f, const std::uint8_t* data,
                 const std::uint64_t* offsets)
      : w_(w), i_(i), form_(f), data_(data), offsets_(offsets) {}
  [[nodiscard]] bool same_as_memory(int lane, std::uint32_t first,
                                    std::uint32_t size) const override {
    std::uint8_t value[64];
    lane_value(lane, value);
    return std::memcmp(data_ + offsets_[lane] + first, value + first, size) == 0;
  }
  [[nodiscard]] bool same(int lane, int other) const override {
    std::uint8_t a[64], b[64];
    lane_value(lane, a);
    lane_value(other, b);
    return std::memcmp(a, b, form_.bytes()) == 0;
  }

 private:
  void lane_value(int lane, std::uint8_t* value) const {
    for (std::uint32_t k = 0; k < form_.count(); ++k) {
      const Row row = form_.count() == 1 ? i_->b : w_.extra[i_->e + k];
      const std::uint8_t* cells = w_.base[row & 1] + (row & ~1U);
      std::memcpy(value + std::size_t{k} * form_.element(),
                  cells + static_cast<std::size_t>(lane) * (form_.wide_cell ? 8 : 4),
                  form_.element());
    }
  }
  const Warp& w_;
  const Inst* i_;
  const Form& form_;
  const std::uint8_t* data_;
  const std::uint64_t* offsets_;
};

/// What an ld.global.nc reads must not have been written since the launch began, by whomever: the
/// path that it takes sees no stores. True if that was found and told.
bool reads_stale(Warp& w, const Inst* i, const race::Shadow& shadow, const Region& region,
                 std::uint32_t mask, std::uint32_t width, const std::uint64_t* offsets) {
  Executor& x = Executor::of(w);
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t step = std::min(x.plan.program->global_granule, width);
    for (std::uint32_t k = 0; k < width; k += step) {
      const auto writer = shadow.last_writer(offsets[l] + k);
      if (!writer) continue;
      x.race_fault(
          w, i, l, writer->thread, writer->instruction, "race.global",
          fmt::format("a load through the read-only path (ld.global.nc: __ldg, or const "
                      "__restrict__) at {}, which this launch has written; what it finds is not "
                      "defined, however the two are ordered",
                      x.memory.describe(region.base + offsets[l] + k)));
      return true;
    }
  }
  return false;
}

/// Lanes whose target is in the same memory as this lane's.
std::uint32_t companions(const WarpAccess& access, std::uint32_t among, int lane) {
  std::uint32_t same = 0;
  for (std::uint32_t rest = among; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const bool here =
        access.at[l].room == access.at[lane].room && access.at[l].region == access.at[lane].region;
    same |= std::uint32_t{here} << l;
  }
  return same;
}

void check_races(Warp& w, const Inst* i, const WarpAccess& access, race::Access a,
                 std::uint32_t mask) {
  Executor& x = Executor::of(w);
  Block& block = *static_cast<Block*>(w.block->host);
  std::uint64_t offsets[lanes] = {};
  for (std::uint32_t left = mask; left != 0;) {
    const int l = std::countr_zero(left);
    const std::uint32_t same = companions(access, left, l);
    left &= ~same;
    const Target& t = access.at[l];
    if (t.room == Room::local || (t.room == Room::global && !t.region->writable)) continue;
    for (std::uint32_t rest = same; rest != 0; rest &= rest - 1) {
      offsets[std::countr_zero(rest)] = access.at[std::countr_zero(rest)].offset;
    }
    a.mask = same;
    a.offsets = offsets;
    if (t.room == Room::shared) {
      block.shared_shadow->access(*block.race, a, x.races);
      continue;
    }
    race::Shadow& shadow = x.shadow_of(*t.region);
    const bool stale =
        access.form.read_only && reads_stale(w, i, shadow, *t.region, same, access.bytes, offsets);
    if (!stale) shadow.access(*block.race, a, x.races);
  }
}

void check_races(Warp& w, const Inst* i, const WarpAccess& access, const std::uint8_t* values) {
  race::Access a = access_for(w, access.form, Executor::of(w).number_of(w, i));
  const StoredValues stored(access, values);
  if (values != nullptr) a.values = &stored;
  if (access.form.store) forget_polls(w);
  check_races(w, i, access, a, w.mask);
}

/// The scalar twin of exec/memory.cpp's owner marks.
bool meets(std::uint32_t& mark, std::uint32_t mine, bool store, std::uint32_t many,
           std::uint32_t fresh) {
  const std::uint32_t old = mark >= fresh ? mark : 0;
  const bool same = (old | 1U) == (mine | 1U);
  if (store) {
    mark = mine | 1U;
    return old != 0 && !same;
  }
  mark = old == 0 ? mine : same || old == many ? old : many;
  return (old & 1U) != 0 && !same;
}

void check_owners(Warp& w, const WarpAccess& access) {
  BlockState& b = *w.block;
  const Context& x = *w.context;
  bool trouble = false;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<std::uint32_t>(std::countr_zero(rest));
    const Target& t = access.at[l];
    const std::uint32_t thread = w.first_thread + l;
    if (t.room == Room::shared) {
      const std::uint32_t fresh = b.epoch << shared_epoch_shift;
      for (std::uint64_t g = t.offset >> 2; g <= (t.offset + access.bytes - 1) >> 2; ++g) {
        trouble |= meets(b.shared_owner[g], fresh | ((thread + 1) << 1), access.form.store,
                         fresh | shared_many, fresh);
      }
    } else if (t.room == Room::global && t.region->owner != nullptr) {
      const std::uint32_t mine =
          x.owner_base + (static_cast<std::uint32_t>(b.first_thread + thread + 1) << 1);
      const std::uint32_t log = t.region->granule_log;
      if (access.form.store) *t.region->stored = 1;
      for (std::uint64_t g = t.offset >> log; g <= (t.offset + access.bytes - 1) >> log; ++g) {
        std::uint32_t& mark = t.region->owner[g];
        trouble |= access.form.read_only && mark >= x.owner_base && (mark & 1) != 0;
        trouble |= meets(mark, mine, access.form.store, x.owner_many, x.owner_base);
      }
    }
  }
  if (trouble) suspect(w);
}

std::uint32_t sectors_of(const WarpAccess& access, std::uint32_t mask, std::uint32_t& distinct) {
  std::uint64_t seen[lanes], addresses[lanes];
  std::uint32_t n = 0, m = 0;
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const Target& t = access.at[std::countr_zero(rest)];
    const std::uint64_t a = t.region->base + t.offset;
    if (std::find(addresses, addresses + m, a) == addresses + m) addresses[m++] = a;
    if (std::find(seen, seen + n, a >> 5) == seen + n) seen[n++] = a >> 5;
  }
  distinct = m;
  return n;
}

std::uint32_t wavefronts_of(const WarpAccess& access, std::uint32_t mask) {
  const std::uint32_t words = std::max<std::uint32_t>(access.bytes / 4, 1), parts = words,
                      each = 32 / parts;
  std::uint32_t total = 0;
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::uint64_t seen[lanes * 4];
    std::uint32_t n = 0, load[32] = {}, worst = 0;
    for (std::uint32_t l = part * each; l < (part + 1) * each; ++l) {
      if (((mask >> l) & 1U) == 0) continue;
      for (std::uint32_t k = 0; k < words; ++k) {
        const std::uint64_t word = (access.at[l].offset >> 2) + k;
        if (std::find(seen, seen + n, word) != seen + n) continue;
        seen[n++] = word;
        worst = std::max(worst, ++load[word & 31]);
      }
    }
    total += worst;
  }
  return total;
}

}  // namespace

bool check_common(Warp& w, const Inst* i, const std::uint64_t* offsets, const Region* region) {
  Executor& x = Executor::of(w);
  Block& block = *static_cast<Block*>(w.block->host);
  const Form f = Form::of(i->aux);
  const std::uint8_t* data = region == nullptr ? w.block->shared : region->data;
  const Polled polled = poll_load(w, i, f, offsets, region);
  if (polled.nothing_new) return true;
  if (f.store) forget_polls(w);
  race::Access a = access_for(w, f, x.number_of(w, i));
  const RegisterValues values(w, i, f, data, offsets);
  if (f.store) a.values = &values;
  a.mask = w.mask;
  a.offsets = offsets;
  race::Shadow& shadow = region == nullptr ? *block.shared_shadow : x.shadow_of(*region);
  const bool stale = f.read_only && region != nullptr &&
                     reads_stale(w, i, shadow, *region, w.mask, f.bytes(), offsets);
  if (!stale) shadow.access(*block.race, a, x.races);
  return polled.again;
}

void check_order(Warp& w, const Inst* i, const WarpAccess& access, const std::uint8_t* values) {
  if (w.context->careful)
    check_races(w, i, access, values);
  else
    check_owners(w, access);
}

bool check_atomic_order(Warp& w, const Inst* i, const WarpAccess& access,
                        const AtomicOutcome& outcome) {
  if (!w.context->careful) {
    check_owners(w, access);
    return false;
  }
  Polled polled;
  if (outcome.changed == 0 && outcome.same_answers)
    polled = poll_atomic(w, i, access);
  else
    forget_polls(w);
  if (polled.nothing_new) return true;
  race::Access a = access_for(w, access.form, Executor::of(w).number_of(w, i));
  // Lanes act one after another: neighbours that did the same are told together.
  for (std::uint32_t left = w.mask; left != 0;) {
    const bool failed = (outcome.failed >> std::countr_zero(left) & 1) != 0;
    const std::uint32_t others = left & (failed ? ~outcome.failed : outcome.failed);
    const std::uint32_t run = others == 0 ? left : left & ((others & (~others + 1)) - 1);
    left &= ~run;
    // A compare-and-swap that fails only reads.
    a.kind = failed ? race::Kind::read : race::Kind::rmw;
    check_races(w, i, access, a, run);
  }
  return polled.again;
}

void count_access(Warp& w, const WarpAccess& access) {
  Tally& t = w.context->tally;
  std::uint32_t shared = 0, local = 0, global = 0;
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const Target& at = access.at[l];
    const bool traffic = at.room == Room::global && at.region->traffic;
    shared |= std::uint32_t{at.room == Room::shared} << l;
    local |= std::uint32_t{at.room == Room::local} << l;
    global |= std::uint32_t{traffic} << l;
  }
  if (shared != 0) {
    t.shared_requests += 1;
    t.shared_wavefronts += wavefronts_of(access, shared);
  }
  if (local != 0) t.local_requests += 1;
  if (global == 0 || access.form.atomic) return;
  std::uint32_t distinct = 0;
  const std::uint32_t sectors = sectors_of(access, global, distinct);
  t.ideal_sectors += (distinct * access.bytes + 31) / 32;
  const auto bytes = static_cast<std::uint64_t>(std::popcount(global)) * access.bytes;
  if (access.form.store) {
    t.store_requests += 1;
    t.store_sectors += sectors;
    t.store_bytes += bytes;
  } else {
    t.load_requests += 1;
    t.load_sectors += sectors;
    t.load_bytes += bytes;
  }
}

}  // namespace assay::sim
