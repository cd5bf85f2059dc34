// SPDX-License-Identifier: Apache-2.0
#include "sim/race/clock.hpp"

#include <algorithm>
#include <bit>

namespace assay::sim::race::detail {

std::uint32_t Row::known_above(std::uint32_t warp, std::uint32_t mask, std::uint32_t tick) const {
  std::uint32_t found = 0;
  for (const Entry& entry : entries) {
    if (entry.warp > warp) break;
    if (entry.warp == warp && entry.tick >= tick) found |= entry.mask;
  }
  return found & mask;
}

void Row::raise_floor(std::uint32_t tick) {
  if (tick <= floor) return;
  floor = tick;
  std::erase_if(entries, [tick](const Entry& entry) { return entry.tick <= tick; });
}

void Row::raise(std::uint32_t warp, std::uint32_t mask, std::uint32_t tick) {
  mask &= ~known(warp, mask, tick);
  if (mask == 0) return;
  const auto first = std::lower_bound(entries.begin(), entries.end(), warp,
                                      [](const Entry& e, std::uint32_t w) { return e.warp < w; });
  auto kept = first;
  auto it = first;
  for (; it != entries.end() && it->warp == warp; ++it) {
    it->mask &= it->tick == tick ? ~0u : ~mask;
    if (it->tick == tick) mask |= std::exchange(it->mask, 0u);
    if (it->mask != 0) *kept++ = *it;
  }
  if (kept != it) {
    *kept++ = {warp, mask, tick};
    entries.erase(kept, it);
  } else {
    entries.insert(it, {warp, mask, tick});
  }
}

void Row::join(const Row& other) {
  raise_floor(other.floor);
  for (const Entry& entry : other.entries) raise(entry.warp, entry.mask, entry.tick);
}

bool Row::covers(const Row& other) const {
  return other.floor <= floor && std::ranges::all_of(other.entries, [this](const Entry& entry) {
           return known(entry.warp, entry.mask, entry.tick) == entry.mask;
         });
}

namespace {

std::uint32_t above(std::uint32_t key, std::uint32_t bit) {
  return key & ~(bit | (bit - 1));
}

Known branch(std::uint32_t prefix, std::uint32_t bit, Known zero, Known one) {
  Known node(new Tree);
  node->prefix = prefix;
  node->bit = bit;
  node->zero = std::move(zero);
  node->one = std::move(one);
  return node;
}

Known beside(const Known& a, const Known& b) {
  const std::uint32_t bit = std::bit_floor(a->prefix ^ b->prefix);
  const bool a_first = (a->prefix & bit) == 0;
  return branch(above(a->prefix, bit), bit, a_first ? a : b, a_first ? b : a);
}

Known merge_rows(const Known& a, const Known& b) {
  if (a->row == b->row || a->row->covers(*b->row)) return a;
  if (b->row->covers(*a->row)) return b;
  Ref<Row> row(new Row(*a->row));
  row->join(*b->row);
  return leaf(a->prefix, std::move(row));
}

Known rebuilt(const Known& a, const Known& b, Known zero, Known one) {
  if (a->zero == zero && a->one == one) return a;
  if (b->bit == a->bit && b->zero == zero && b->one == one) return b;
  return branch(a->prefix, a->bit, std::move(zero), std::move(one));
}

bool belongs_under(const Known& inner, const Known& outer) {
  return inner->bit < outer->bit && above(inner->prefix, outer->bit) == outer->prefix;
}

Known merge_under(const Known& outer, const Known& inner) {
  const bool one = (inner->prefix & outer->bit) != 0;
  return rebuilt(outer, inner, one ? outer->zero : merge(outer->zero, inner),
                 one ? merge(outer->one, inner) : outer->one);
}

}  // namespace

Known leaf(std::uint32_t block, Ref<Row> row) {
  Known node(new Tree);
  node->prefix = block;
  node->row = std::move(row);
  return node;
}

const Row* find(const Known& known, std::uint32_t block) {
  const Tree* node = known.get();
  while (node != nullptr && node->bit != 0) {
    node = (block & node->bit) != 0 ? node->one.get() : node->zero.get();
  }
  return node != nullptr && node->prefix == block ? node->row.get() : nullptr;
}

Known merge(const Known& a, const Known& b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a->prefix == b->prefix && a->bit == b->bit) {
    if (a->bit == 0) return merge_rows(a, b);
    return rebuilt(a, b, merge(a->zero, b->zero), merge(a->one, b->one));
  }
  if (belongs_under(b, a)) return merge_under(a, b);
  if (belongs_under(a, b)) return merge_under(b, a);
  return beside(a, b);
}

void Clock::join(const Clock& other) {
  row.join(other.row);
  foreign = merge(foreign, other.foreign);
}

void Clock::join(std::uint32_t own_block, const Known& known) {
  if (const Row* own = find(known, own_block); own != nullptr) row.join(*own);
  foreign = merge(foreign, known);
}

}  // namespace assay::sim::race::detail
