// SPDX-License-Identifier: Apache-2.0
// See careful.hpp: addresses, bounds, alignment, rights, initialised bytes.
#include "sim/memory/careful.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "base/text.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {
namespace {

std::uint64_t address_of(Warp& w, const Inst* i, const Form& f, int lane) {
  const std::uint8_t* row = w.base[i->a & 1] + (i->a & ~1U);
  std::uint64_t a;
  if (f.wide_address) {
    std::memcpy(&a, row + lane * 8, 8);
    return a + static_cast<std::uint64_t>(i->imm);
  }
  std::uint32_t narrow;
  std::memcpy(&narrow, row + lane * 4, 4);
  // 32-bit shared addresses wrap as the hardware's do, they don't reach into other spaces.
  return static_cast<std::uint32_t>(narrow + static_cast<std::uint32_t>(i->imm));
}

/// Regions are sorted and apart from each other: the only candidate is the last that begins at or
/// below the address.
const Region* find_region(const Context& x, std::uint64_t address, std::uint32_t bytes) {
  const Region* end = x.regions + x.region_count;
  const Region* after = std::upper_bound(
      x.regions, end, address, [](std::uint64_t a, const Region& r) { return a < r.base; });
  if (after == x.regions) return nullptr;
  const Region* r = after - 1;
  const std::uint64_t offset = address - r->base;
  return r->size >= bytes && offset <= r->size - bytes ? r : nullptr;
}

const char* name_of(const Form& f) {
  return f.atomic ? "atomic" : f.store ? "store" : "load";
}

/// One access being resolved, lane by lane. The first lane that fails ends it, since a device stops
/// there too.
struct Asked {
  Warp& w;
  const Inst* i;
  WarpAccess& access;

  void fail(int lane, std::string_view code, const std::string& where) const {
    access.failed = true;
    Executor::of(w).fault(
        w, i, static_cast<std::uint32_t>(lane), code,
        fmt::format("{} of {} bytes at {}", name_of(access.form), access.bytes, where), true);
  }
  bool aligned(int lane, std::uint64_t address, auto&& describe) const {
    if ((address & (access.bytes - 1)) == 0) return true;
    fail(lane, "memory.misaligned",
         fmt::format("{}, which is not a multiple of {}", describe(), access.bytes));
    return false;
  }
  bool shared(int lane, std::uint64_t address) const;
  bool local(int lane, std::uint64_t address) const;
  bool global(int lane, std::uint64_t address) const;
};

std::string place_in(std::uint64_t offset, std::uint64_t size, const char* what) {
  if (offset < size)
    return fmt::format("offset {} of {} ({} bytes)", offset, what,
                       with_commas(static_cast<std::int64_t>(size)));
  // Offsets are differences modulo 2^64: the huge ones are small distances before the start.
  if (offset >= size && offset < (std::uint64_t{1} << 32)) {
    return fmt::format("{} bytes past the end of {} ({} bytes)",
                       with_commas(static_cast<std::int64_t>(offset - size)), what,
                       with_commas(static_cast<std::int64_t>(size)));
  }
  return fmt::format("{} bytes before the start of {} ({} bytes)",
                     with_commas(static_cast<std::int64_t>(0 - offset)), what,
                     with_commas(static_cast<std::int64_t>(size)));
}

bool Asked::shared(int lane, std::uint64_t address) const {
  BlockState& b = *w.block;
  const std::uint64_t offset = address - shared_first;
  if (b.shared_size < access.bytes || offset > b.shared_size - access.bytes) {
    fail(lane, "memory.out_of_bounds", place_in(offset, b.shared_size, "shared memory"));
    return false;
  }
  if (!aligned(lane, address, [&] { return place_in(offset, b.shared_size, "shared memory"); }))
    return false;
  access.at[lane] = {Room::shared, nullptr, offset, b.shared + offset, b.shared_marks + offset};
  return true;
}

bool Asked::local(int lane, std::uint64_t address) const {
  if (w.local_size < access.bytes || address > w.local_size - access.bytes) {
    fail(lane, "memory.out_of_bounds", place_in(address, w.local_size, "local memory"));
    return false;
  }
  if (!aligned(lane, address, [&] { return place_in(address, w.local_size, "local memory"); }))
    return false;
  const std::size_t at = static_cast<std::size_t>(lane) * w.local_size + address;
  access.at[lane] = {Room::local, nullptr, address, w.local + at, w.local_marks + at};
  return true;
}

bool Asked::global(int lane, std::uint64_t address) const {
  Executor& x = Executor::of(w);
  const Region* r = find_region(x.context, address, access.bytes);
  if (r == nullptr) {
    fail(lane, "memory.out_of_bounds", x.memory.describe(address));
    return false;
  }
  if (!aligned(lane, address, [&] { return x.memory.describe(address); })) return false;
  // Atomics carry the store flag, so one that adds zero to an input is refused as well.
  if (access.form.store && !r->writable) {
    const bool module =
        r->number != ~0U && x.memory.at(r->number).module && !x.memory.at(r->number).constant;
    fail(lane, module ? "state.hidden" : "memory.input_modified",
         x.memory.describe(address) +
             (module ? ", module storage that the manifest doesn't declare as state"
                     : ", which is read-only"));
    return false;
  }
  const std::uint64_t offset = address - r->base;
  access.at[lane] = {Room::global, r, offset, r->data + offset,
                     r->marks == nullptr ? nullptr : r->marks + offset};
  return true;
}

bool all_ones(const std::uint8_t* marks, std::uint32_t bytes) {
  return std::all_of(marks, marks + bytes, [](std::uint8_t m) { return m != 0; });
}

/// The common path's handler, if this access may go back to it.
Handler common_path(const Inst* i, const Form& f) {
  const Handler h = i->run == base::guarded ? i->inner : i->run;
  return !f.atomic && h != careful_access ? h : nullptr;
}

/// Ascending lanes: where several store to one place the highest lane's value stays, always.
void move_lanes(Warp& w, const Inst* i, const WarpAccess& access) {
  const Form& f = access.form;
  for (std::uint32_t k = 0; k < f.count(); ++k) {
    const Row row = f.count() == 1 ? (f.store ? i->b : i->d) : w.extra[i->e + k];
    if (row == no_row) continue;
    std::uint8_t* cells = w.base[row & 1] + (row & ~1U);
    for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
      const int l = std::countr_zero(rest);
      std::uint8_t* memory = access.at[l].data + std::size_t{k} * f.element();
      std::uint8_t* cell = cells + static_cast<std::size_t>(l) * (f.wide_cell ? 8 : 4);
      if (f.store) {
        std::memcpy(memory, cell, f.element());
        continue;
      }
      std::uint64_t v = 0;
      std::memcpy(&v, memory, f.element());
      const int shift = 64 - 8 * static_cast<int>(f.element());
      if (f.is_signed)
        v = static_cast<std::uint64_t>(static_cast<std::int64_t>(v << shift) >> shift);
      std::memcpy(cell, &v, f.wide_cell ? 8 : 4);
    }
  }
}

void mark_written(Warp& w, const WarpAccess& access) {
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const Target& t = access.at[std::countr_zero(rest)];
    if (t.marks != nullptr) std::memset(t.marks, 1, access.bytes);
  }
}

/// What a store is about to write, lane after lane.
void gather_values(Warp& w, const Inst* i, const WarpAccess& access, std::uint8_t* values) {
  const Form& f = access.form;
  for (std::uint32_t k = 0; k < f.count(); ++k) {
    const Row row = f.count() == 1 ? i->b : w.extra[i->e + k];
    const std::uint8_t* cells = w.base[row & 1] + (row & ~1U);
    for (int l = 0; l < lanes; ++l) {
      std::memcpy(values + l * 64 + std::size_t{k} * f.element(),
                  cells + static_cast<std::size_t>(l) * (f.wide_cell ? 8 : 4), f.element());
    }
  }
}

}  // namespace

WarpAccess resolve(Warp& w, const Inst* i) {
  WarpAccess access;
  access.form = Form::of(i->aux);
  access.bytes = access.form.bytes();
  const Asked asked{w, i, access};
  for (std::uint32_t rest = w.mask; rest != 0 && !access.failed; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const std::uint64_t a = address_of(w, i, access.form, l);
    switch (access.form.room) {
      case Room::shared:
        asked.shared(l, a);
        break;
      case Room::local:
        asked.local(l, a);
        break;
      default:
        if (a - shared_window < window_size)
          asked.shared(l, a - shared_window);
        else if (a - local_window < window_size)
          asked.local(l, a - local_window);
        else
          asked.global(l, a);
    }
  }
  return access;
}

void check_initialised(Warp& w, const Inst* i, const WarpAccess& access) {
  Executor& x = Executor::of(w);
  for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
    const int l = std::countr_zero(rest);
    const Target& t = access.at[l];
    if (t.marks == nullptr || all_ones(t.marks, access.bytes)) continue;
    const std::string where =
        t.room == Room::shared  ? place_in(t.offset, w.block->shared_size, "shared memory")
        : t.room == Room::local ? place_in(t.offset, w.local_size, "local memory")
                                : x.memory.describe(t.region->base + t.offset);
    x.fault(w, i, static_cast<std::uint32_t>(l), "memory.uninitialised",
            fmt::format("{} of {} bytes at {}, which nothing has written", name_of(access.form),
                        access.bytes, where),
            false);
  }
}

const Inst* careful_access(Warp& w, const Inst* i) {
  const WarpAccess access = resolve(w, i);
  if (access.failed) {
    count_up_to(w, i + 1);
    detach(w, i);
    return halt();
  }
  Context& x = *w.context;
  // The common path knows one region a static access, remembered in its memo. An access comes here
  // when that guess failed; if all lanes are in one other region the memo moves there and the
  // common path has its turn. Only scattered lanes are moved one by one below.
  const int first = std::countr_zero(w.mask);
  if (access.at[first].region != nullptr && access.form.room != Room::shared) {
    const Region* r = access.at[first].region;
    const Handler common = common_path(i, access.form);
    if (common != nullptr && x.memos[i->slot].region != r) {
      x.memos[i->slot].region = r;
      bool together = true;
      for (std::uint32_t rest = w.mask; rest != 0; rest &= rest - 1) {
        together = together && access.at[std::countr_zero(rest)].region == r;
      }
      if (together) return common(w, i);
    }
  }
  std::uint8_t values[lanes * 64];
  if (access.form.store)
    gather_values(w, i, access, values);
  else
    check_initialised(w, i, access);
  check_order(w, i, access, access.form.store ? values : nullptr);
  count_access(w, access);
  move_lanes(w, i, access);
  if (access.form.store) mark_written(w, access);
  return i + 1;
}

}  // namespace assay::sim
