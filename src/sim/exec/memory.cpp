// SPDX-License-Identifier: Apache-2.0
// ld and st, the common path: every active lane lies in the allocation the instruction met last,
// aligned, and whole warps move at once where addresses are equal or a step apart. Whatever else
// happens, careful_access does.
#include "sim/core/context.hpp"
#include "sim/exec/lane.hpp"
#include "sim/exec/select.hpp"

namespace assay::sim::ASSAY_ISA {
namespace {

/// Addresses of a warp as offsets into something, and how they lie.
struct Offsets {
  u64 at[lanes];
  bool inside = true;    ///< all active lanes in bounds and aligned
  bool stepped = false;  ///< full warp, lane after lane without gaps
  bool equal = false;    ///< full warp, all the same
};

template <u32 Bytes, class Address>
[[gnu::always_inline]] inline void locate(Offsets& o, const Address* a, u64 shift, u64 base,
                                          u64 size, u32 mask) {
  const u64 limit = size >= Bytes ? size - Bytes : 0;
  u64 bad = size < Bytes, uneven = 0, unequal = 0;
  const u64 first = static_cast<u64>(a[0]) + shift - base;
  if (mask == all_lanes) {
    for (int l = 0; l < lanes; ++l) {
      const u64 x = static_cast<u64>(a[l]) + shift - base;
      o.at[l] = x;
      bad |= static_cast<u64>(x > limit) | ((x + base) & (Bytes - 1));
      uneven |= x ^ (first + static_cast<u64>(l) * Bytes);
      unequal |= x ^ first;
    }
    o.stepped = uneven == 0;
    o.equal = unequal == 0;
  } else {
    for (int l = 0; l < lanes; ++l) {
      const u64 x = static_cast<u64>(a[l]) + shift - base;
      o.at[l] = x;
      const u64 wrong = static_cast<u64>(x > limit) | ((x + base) & (Bytes - 1));
      bad |= ((mask >> l) & 1U) != 0 ? wrong : 0;
    }
  }
  o.inside = bad == 0;
}

/// Distinct 32-byte sectors of the active lanes; no access crosses one.
[[gnu::noinline]] u32 count_sectors(const Offsets& o, u64 base, u32 mask) {
  u64 seen[lanes];
  u32 n = 0;
  for (u32 rest = mask; rest != 0; rest &= rest - 1) {
    const u64 sector = (base + o.at[__builtin_ctz(rest)]) >> 5;
    bool known = false;
    for (u32 k = n; k-- > 0 && !known;) known = seen[k] == sector;
    if (!known) seen[n++] = sector;
  }
  return n;
}
[[gnu::noinline]] u32 count_distinct_bytes(const Offsets& o, u32 bytes, u32 mask) {
  u64 seen[lanes];
  u32 n = 0;
  for (u32 rest = mask; rest != 0; rest &= rest - 1) {
    const u64 x = o.at[__builtin_ctz(rest)];
    bool known = false;
    for (u32 k = n; k-- > 0 && !known;) known = seen[k] == x;
    if (!known) seen[n++] = x;
  }
  return n * bytes;
}

/// Wavefronts of shared memory: 32 banks of 4 bytes; 8-byte accesses go by half warps, 16-byte ones
/// by quarters. A bank serves one word a wavefront, to as many lanes as want it.
template <u32 Bytes>
[[gnu::noinline]] u32 count_wavefronts(const Offsets& o, u32 mask) {
  constexpr u32 parts = Bytes <= 4 ? 1 : Bytes / 4, each = 32 / parts,
                words = Bytes <= 4 ? 1 : Bytes / 4;
  u32 total = 0;
  for (u32 part = 0; part < parts; ++part) {
    u64 seen[lanes * words];
    u32 n = 0, load[32] = {}, worst = 0;
    for (u32 l = part * each; l < (part + 1) * each; ++l) {
      if (((mask >> l) & 1U) == 0) continue;
      for (u32 k = 0; k < words; ++k) {
        const u64 word = (o.at[l] >> 2) + k;
        bool known = false;
        for (u32 m = n; m-- > 0 && !known;) known = seen[m] == word;
        if (known) continue;
        seen[n++] = word;
        const u32 full = ++load[word & 31];
        worst = full > worst ? full : worst;
      }
    }
    total += worst;
  }
  return total;
}

/// Is this the pattern the memo holds? If not, it is remembered, and the costs are to be counted.
[[gnu::always_inline]] inline bool recall(Memo& memo, const Offsets& o, u64 base, u32 mask) {
  const u64 first = o.at[__builtin_ctz(mask)];
  const u32 phase = static_cast<u32>((first + base) & 31);
  u32 differ = memo.mask ^ mask;
  differ |= memo.phase ^ phase;
  u32 relative[lanes];
  for (int l = 0; l < lanes; ++l) {
    relative[l] = static_cast<u32>(o.at[l] - first);
    differ |= ((mask >> l) & 1U) != 0 ? relative[l] ^ memo.relative[l] : 0;
  }
  if (differ == 0) return true;
  memo.mask = mask;
  memo.phase = phase;
  for (int l = 0; l < lanes; ++l) memo.relative[l] = relative[l];
  return false;
}

template <u32 Bytes>
[[gnu::always_inline]] inline void count_global(Warp& w, Memo& memo, const Offsets& o,
                                                const Region& r, bool store) {
  if (!r.traffic) return;
  u32 sectors, ideal;
  if (o.stepped) {
    const u64 first = r.base + o.at[0];
    sectors = static_cast<u32>(((first + 32 * Bytes - 1) >> 5) - (first >> 5) + 1);
    ideal = Bytes;
  } else if (o.equal) {
    sectors = ideal = 1;
  } else {
    if (!recall(memo, o, r.base, w.mask)) {
      memo.cost = count_sectors(o, r.base, w.mask);
      memo.ideal = (count_distinct_bytes(o, Bytes, w.mask) + 31) / 32;
    }
    sectors = memo.cost;
    ideal = memo.ideal;
  }
  Tally& t = w.context->tally;
  const u32 bytes = static_cast<u32>(__builtin_popcount(w.mask)) * Bytes;
  t.ideal_sectors += ideal;
  if (store) {
    t.store_requests += 1;
    t.store_sectors += sectors;
    t.store_bytes += bytes;
  } else {
    t.load_requests += 1;
    t.load_sectors += sectors;
    t.load_bytes += bytes;
  }
}
template <u32 Bytes>
[[gnu::always_inline]] inline void count_shared(Warp& w, Memo& memo, const Offsets& o) {
  constexpr u32 whole = Bytes <= 4 ? 1 : Bytes / 4;
  u32 fronts = whole;
  if (!o.stepped && !(o.equal && Bytes <= 4)) {
    if (!recall(memo, o, 0, w.mask)) memo.cost = count_wavefronts<Bytes>(o, w.mask);
    fronts = memo.cost;
  }
  w.context->tally.shared_requests += 1;
  w.context->tally.shared_wavefronts += fronts;
}

/// A load's lane: a narrow element is widened to what its register holds.
template <class M, class C>
[[gnu::always_inline]] inline C widened(const u8* p) {
  M v;
  __builtin_memcpy(&v, p, sizeof v);
  if constexpr (std::is_signed_v<M>)
    return static_cast<C>(static_cast<std::conditional_t<sizeof(C) == 8, s64, s32>>(v));
  else
    return static_cast<C>(v);
}

template <class M, class C>
[[gnu::always_inline]] inline void take(Warp& w, C* d, const u8* data, const Offsets& o, u32 skip) {
  if (o.stepped && skip == 0) {  // only for single elements
    const u8* p = data + o.at[0];
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) d[l] = widened<M, C>(p + static_cast<u64>(l) * sizeof(M));
  } else if (o.equal) {
    const C v = widened<M, C>(data + o.at[0] + skip);
    for (int l = 0; l < lanes; ++l) d[l] = v;
  } else if (w.mask == all_lanes) {
    for (int l = 0; l < lanes; ++l) d[l] = widened<M, C>(data + o.at[l] + skip);
  } else {
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      const int l = __builtin_ctz(rest);
      d[l] = widened<M, C>(data + o.at[l] + skip);
    }
  }
}
template <class M, class C>
[[gnu::always_inline]] inline void put(Warp& w, const C* s, u8* data, const Offsets& o, u32 skip) {
  if (o.stepped && skip == 0) {
    u8* p = data + o.at[0];
#pragma GCC ivdep
    for (int l = 0; l < lanes; ++l) {
      const M v = static_cast<M>(s[l]);
      __builtin_memcpy(p + static_cast<u64>(l) * sizeof(M), &v, sizeof v);
    }
  } else {
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      const int l = __builtin_ctz(rest);
      const M v = static_cast<M>(s[l]);
      __builtin_memcpy(data + o.at[l] + skip, &v, sizeof v);
    }
  }
}

template <u32 Bytes>
using Word = std::conditional_t<
    Bytes == 1, u8, std::conditional_t<Bytes == 2, u16, std::conditional_t<Bytes == 4, u32, u64>>>;

/// Have all bytes been written?
template <u32 Bytes>
[[gnu::always_inline]] inline bool all_marked(Warp& w, const u8* marks, const Offsets& o) {
  constexpr u32 unit = Bytes < 8 ? Bytes : 8;
  using W = Word<unit>;
  constexpr W ones = static_cast<W>(0x0101010101010101U);
  W all = ones;
  if (o.stepped) {
    const u8* p = marks + o.at[0];
    for (u32 k = 0; k < 32 * Bytes / unit; ++k) {
      W v;
      __builtin_memcpy(&v, p + static_cast<u64>(k) * unit, unit);
      all = static_cast<W>(all & v);
    }
  } else {
    const u32 mask = o.equal ? 1 : w.mask;
    for (u32 rest = mask; rest != 0; rest &= rest - 1) {
      const u8* p = marks + o.at[__builtin_ctz(rest)];
      for (u32 k = 0; k < Bytes; k += unit) {
        W v;
        __builtin_memcpy(&v, p + k, unit);
        all = static_cast<W>(all & v);
      }
    }
  }
  return all == ones;
}
template <u32 Bytes>
[[gnu::always_inline]] inline void mark(Warp& w, u8* marks, const Offsets& o) {
  if (o.stepped) {
    __builtin_memset(marks + o.at[0], 1, static_cast<u64>(32) * Bytes);
  } else {
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      __builtin_memset(marks + o.at[__builtin_ctz(rest)], 1, Bytes);
    }
  }
}

/// Notes who reads or writes each granule; true when another thread did before and one of both
/// wrote. `fresh` marks from before the last barrier (shared memory) count as none.
template <bool Store>
[[gnu::always_inline]] inline bool meets(u32& mark, u32 mine, u32 many, u32 fresh) {
  const u32 old = mark >= fresh ? mark : 0;
  const bool same = (old | 1U) == (mine | 1U);
  if constexpr (Store) {
    mark = mine | 1U;
    return old != 0 && !same;
  } else {
    mark = old == 0 ? mine : same || old == many ? old : many;
    return (old & 1U) != 0 && !same;
  }
}
template <u32 Bytes, bool Store>
[[gnu::always_inline]] inline bool owned_elsewhere(Warp& w, u32* owner, const Offsets& o,
                                                   u32 granule_log, u32 first, u32 many,
                                                   u32 fresh) {
  u32 trouble = 0;
  if (o.stepped && Bytes == 4 && granule_log == 2) {
    u32* p = owner + (o.at[0] >> 2);
#pragma GCC ivdep
    for (u32 l = 0; l < 32; ++l)
      trouble |= static_cast<u32>(meets<Store>(p[l], first + 2 * l, many, fresh));
    return trouble != 0;
  }
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 l = static_cast<u32>(__builtin_ctz(rest));
    const u64 from = o.at[l] >> granule_log, to = (o.at[l] + Bytes - 1) >> granule_log;
    for (u64 g = from; g <= to; ++g) {
      trouble |= static_cast<u32>(meets<Store>(owner[g], first + 2 * l, many, fresh));
    }
  }
  return trouble != 0;
}

/// Has this launch, as far as this host thread knows, stored into any of the granules?
[[gnu::noinline]] bool stored_before(const Context& x, const Region& r, const Offsets& o, u32 bytes,
                                     u32 mask) {
  u32 any = 0;
  for (u32 rest = mask; rest != 0; rest &= rest - 1) {
    const u64 at = o.at[__builtin_ctz(rest)];
    for (u64 g = at >> r.granule_log; g <= (at + bytes - 1) >> r.granule_log; ++g)
      any |= r.owner[g] >= x.owner_base ? r.owner[g] & 1U : 0;
  }
  return any != 0;
}

template <class M, class C, bool Store>
[[gnu::always_inline]] inline void move_elements(Warp& w, const Inst* i, u8* data, const Offsets& o,
                                                 u32 count) {
  if (count == 1) {
    if constexpr (Store)
      put<M, C>(w, at<C>(w, i->b), data, o, 0);
    else
      take<M, C>(w, at<C>(w, i->d), data, o, 0);
    return;
  }
  Offsets spread = o;
  spread.stepped = false;
  for (u32 k = 0; k < count; ++k) {
    const Row row = w.extra[i->e + k];
    if (row == no_row) continue;
    if constexpr (Store)
      put<M, C>(w, at<C>(w, row), data, spread, k * static_cast<u32>(sizeof(M)));
    else
      take<M, C>(w, at<C>(w, row), data, spread, k * static_cast<u32>(sizeof(M)));
  }
}

template <class M, class C, u32 Count, bool Store>
const Inst* global(Warp& w, const Inst* i) {
  constexpr u32 bytes = sizeof(M) * Count;
  Context& x = *w.context;
  Memo& memo = x.memos[i->slot];
  const Region* r = memo.region;
  if (r == nullptr) return careful_access(w, i);
  Offsets o;
  locate<bytes>(o, at<u64>(w, i->a), static_cast<u64>(i->imm), r->base, r->size, w.mask);
  if (!o.inside || (Store && !r->writable)) return careful_access(w, i);
  if (r->marks != nullptr) {
    if constexpr (Store)
      mark<bytes>(w, r->marks, o);
    else if (!all_marked<bytes>(w, r->marks, o))
      return careful_access(w, i);
  }
  const bool waits = x.careful && r->writable && check_common(w, i, o.at, r);
  if (r->owner != nullptr) {
    const u32 thread = static_cast<u32>(w.block->first_thread + w.first_thread);
    const u32 first = x.owner_base + ((thread + 1) << 1);
    if (!Store && (i->aux & Form::read_only_bit) != 0 && stored_before(x, *r, o, bytes, w.mask))
      suspect(w);
    if constexpr (Store) *r->stored = 1;
    if (owned_elsewhere<bytes, Store>(w, r->owner, o, r->granule_log, first, x.owner_many,
                                      x.owner_base))
      suspect(w);
  }
  count_global<bytes>(w, memo, o, *r, Store);
  move_elements<M, C, Store>(w, i, r->data, o, Count);
  return waits ? wait_turn(w, i) : i + 1;
}

template <class M, class C, u32 Count, bool Store, class Address>
const Inst* shared(Warp& w, const Inst* i) {
  constexpr u32 bytes = sizeof(M) * Count;
  Context& x = *w.context;
  BlockState& b = *w.block;
  Offsets o;
  locate<bytes>(o, at<Address>(w, i->a), static_cast<u64>(i->imm), shared_first, b.shared_size,
                w.mask);
  if (!o.inside) return careful_access(w, i);
  if constexpr (Store)
    mark<bytes>(w, b.shared_marks, o);
  else if (!all_marked<bytes>(w, b.shared_marks, o))
    return careful_access(w, i);
  const u32 fresh = b.epoch << shared_epoch_shift;
  const u32 many = fresh | shared_many;
  bool waits = false;
  if (x.careful) {
    waits = check_common(w, i, o.at, nullptr);
  } else if (!Store && o.equal && bytes <= 4) {
    u32& owner = b.shared_owner[o.at[0] >> 2];
    if (owner >= fresh && (owner & 1U) != 0) suspect(w);
    owner = many;
  } else {
    const u32 first = fresh | ((w.first_thread + 1) << 1);
    if (owned_elsewhere<bytes, Store>(w, b.shared_owner, o, 2, first, many, fresh)) suspect(w);
  }
  count_shared<bytes>(w, x.memos[i->slot], o);
  move_elements<M, C, Store>(w, i, b.shared, o, Count);
  return waits ? wait_turn(w, i) : i + 1;
}

template <class M, class C, u32 Count, bool Store>
const Inst* local(Warp& w, const Inst* i) {
  constexpr u32 bytes = sizeof(M) * Count;
  Offsets o;
  locate<bytes>(o, at<u64>(w, i->a), static_cast<u64>(i->imm), 0, w.local_size, w.mask);
  if (!o.inside) return careful_access(w, i);
  for (int l = 0; l < lanes; ++l)
    o.at[l] = ((w.mask >> l) & 1U) != 0 ? o.at[l] + static_cast<u64>(l) * w.local_size : 0;
  o.stepped = o.equal = false;
  if constexpr (Store)
    mark<bytes>(w, w.local_marks, o);
  else if (!all_marked<bytes>(w, w.local_marks, o))
    return careful_access(w, i);
  w.context->tally.local_requests += 1;
  move_elements<M, C, Store>(w, i, w.local, o, Count);
  return i + 1;
}

/// Kernel parameters at a fixed offset: the same for all lanes.
template <class M, class C>
const Inst* param(Warp& w, const Inst* i) {
  const u8* p = w.context->params + i->imm;
  const u32 count = 1U << i->aux;
  for (u32 k = 0; k < count; ++k) {
    const Row row = count == 1 ? i->d : w.extra[i->e + k];
    if (row == no_row) continue;
    const C v = widened<M, C>(p + k * sizeof(M));
    each_lane(w, at<C>(w, row), [=](int) { return v; });
  }
  return i + 1;
}

template <class M, class C, u32 Count, bool Store>
Handler in_room(const Form& f) {
  switch (f.room) {
    case Room::generic:
    case Room::global:
    case Room::constant:
      return global<M, C, Count, Store>;
    case Room::shared:
      return f.wide_address ? shared<M, C, Count, Store, u64> : shared<M, C, Count, Store, u32>;
    case Room::local:
      return local<M, C, Count, Store>;
    default:
      return nullptr;
  }
}
template <class M, class C>
Handler by_count(const Form& f) {
  switch (f.count_log) {
    case 0:
      return f.store ? in_room<M, C, 1, true>(f) : in_room<M, C, 1, false>(f);
    case 1:
      return f.store ? in_room<M, C, 2, true>(f) : in_room<M, C, 2, false>(f);
    case 2:
      if constexpr (sizeof(M) <= 4)
        return f.store ? in_room<M, C, 4, true>(f) : in_room<M, C, 4, false>(f);
      return nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Handler select_access(const Form& f) {
  if (f.store) {  // a store cuts; the sign doesn't matter
    switch (f.size_log) {
      case 0:
        return f.wide_cell ? by_count<u8, u64>(f) : by_count<u8, u32>(f);
      case 1:
        return f.wide_cell ? by_count<u16, u64>(f) : by_count<u16, u32>(f);
      case 2:
        return f.wide_cell ? by_count<u32, u64>(f) : by_count<u32, u32>(f);
      case 3:
        return f.wide_cell ? by_count<u64, u64>(f) : nullptr;
      default:
        return nullptr;
    }
  }
  switch (f.size_log * 2 + f.is_signed) {
    case 0:
      return f.wide_cell ? by_count<u8, u64>(f) : by_count<u8, u32>(f);
    case 1:
      return f.wide_cell ? by_count<s8, u64>(f) : by_count<s8, u32>(f);
    case 2:
      return f.wide_cell ? by_count<u16, u64>(f) : by_count<u16, u32>(f);
    case 3:
      return f.wide_cell ? by_count<s16, u64>(f) : by_count<s16, u32>(f);
    case 4:
      return f.wide_cell ? by_count<u32, u64>(f) : by_count<u32, u32>(f);
    case 5:
      return f.wide_cell ? by_count<s32, u64>(f) : by_count<u32, u32>(f);
    case 6:
    case 7:
      return f.wide_cell ? by_count<u64, u64>(f) : nullptr;
    default:
      return nullptr;
  }
}

Handler select_param(const Form& f) {
  switch (f.size_log * 2 + f.is_signed) {
    case 0:
      return f.wide_cell ? param<u8, u64> : param<u8, u32>;
    case 1:
      return f.wide_cell ? param<s8, u64> : param<s8, u32>;
    case 2:
      return f.wide_cell ? param<u16, u64> : param<u16, u32>;
    case 3:
      return f.wide_cell ? param<s16, u64> : param<s16, u32>;
    case 4:
      return f.wide_cell ? param<u32, u64> : param<u32, u32>;
    case 5:
      return f.wide_cell ? param<s32, u64> : param<u32, u32>;
    case 6:
    case 7:
      return f.wide_cell ? param<u64, u64> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace assay::sim::ASSAY_ISA
