// SPDX-License-Identifier: Apache-2.0
// From a warp's access to the granules it touches; what is plainly in order is settled here, the
// rest in Check.
#include <cassert>

#include "sim/race/check.hpp"
#include "sim/race/shadow_state.hpp"

namespace assay::sim::race {

namespace detail {
namespace {

/// Lanes that access the same bytes.
struct Group {
  std::uint64_t offset;
  std::uint32_t mask;
};

struct Groups {
  std::array<Group, warp_lanes> all;  // the first `count`; the rest is not set
  int count = 0;

  explicit Groups(const Access& access) {
    const bool plain_write = access.kind == Kind::write && access.strength == Strength::weak;
    if (gather_runs(access) || !plain_write) return;
    merge_equal();
  }

 private:
  /// Neighbours that share an address become one group. False if an address may still be there
  /// twice.
  bool gather_runs(const Access& access) {
    bool ascending = true;
    bool descending = true;
    std::uint64_t last = 0;
    for (std::uint32_t left = access.mask; left != 0; left &= left - 1) {
      const int lane = first_lane(left);
      const std::uint64_t offset = access.offsets[lane];
      if (count != 0 && offset == last) {
        all[static_cast<std::size_t>(count - 1)].mask |= lane_bit(lane);
        continue;
      }
      ascending &= count == 0 || offset > last;
      descending &= count == 0 || offset < last;
      all[static_cast<std::size_t>(count++)] = {offset, lane_bit(lane)};
      last = offset;
    }
    return ascending || descending;
  }

  /// Two lanes that write one word in one instruction must be compared with each other, not with
  /// memory.
  void merge_equal() {
    std::array<std::uint8_t, 128> slots{};  // open addressing, at most 32 of 128 taken
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const Group group = all[static_cast<std::size_t>(i)];
      std::size_t slot = (group.offset * 0x9E3779B97F4A7C15u) >> 57;
      while (slots[slot] != 0 && all[slots[slot] - 1u].offset != group.offset) {
        slot = (slot + 1) % slots.size();
      }
      if (slots[slot] != 0) {
        all[slots[slot] - 1u].mask |= group.mask;
        continue;
      }
      all[static_cast<std::size_t>(kept++)] = group;
      slots[slot] = static_cast<std::uint8_t>(kept);
    }
    count = kept;
  }
};

class Sweep {
 public:
  Sweep(ShadowState& shadow, const BlockState& block, const Access& access, Reports& reports)
      : shadow_(shadow),
        access_(access),
        reports_(reports),
        accessor_(block, access),
        check_(accessor_, shadow.crowds, access.values) {}

  void run() {
    if (in_lines()) return;
    const Groups groups(access_);
    const bool plain_write = access_.kind == Kind::write && access_.strength == Strength::weak;
    for (int i = 0; i < groups.count; ++i) {
      const Group& group = groups.all[static_cast<std::size_t>(i)];
      assert_in_range(group.offset);
      if (plain_write && !std::has_single_bit(group.mask)) compare_lanes(group);
      visit(group);
    }
  }

 private:
  void assert_in_range([[maybe_unused]] std::uint64_t offset) const {
    assert(offset + access_.width <= shadow_.bytes && (offset & (access_.width - 1u)) == 0);
  }

  /// Lanes side by side, from the begin of a line on: a line at a time. False if they aren't.
  bool in_lines() {
    const int first = first_lane(access_.mask);
    const std::uint64_t width = access_.width;
    const std::uint64_t begin = access_.offsets[first] - width * static_cast<std::uint64_t>(first);
    if (begin > access_.offsets[first]) return false;  // the first lane would be before the memory
    if ((begin & ((std::uint64_t{line_granules} << shadow_.granule_shift) - 1)) != 0) return false;
    bool side_by_side = true;
    each_lane(access_.mask, [&](int lane) {
      side_by_side &= access_.offsets[lane] == begin + width * static_cast<std::uint64_t>(lane);
    });
    if (!side_by_side) return false;
    assert_in_range(access_.offsets[31 - std::countl_zero(access_.mask)]);
    const int shift = std::countr_zero(width >> shadow_.granule_shift);
    const std::uint64_t line = (begin >> shadow_.granule_shift) / line_granules;
    for (int i = 0; i < 1 << shift; ++i) in_line(line + static_cast<std::uint64_t>(i), shift, i);
    return true;
  }

  /// The lanes whose granules are in this line, the part-th of the access.
  void in_line(std::uint64_t line, int shift, int part) {
    const int lanes_here = line_granules >> shift;
    const int first = part * lanes_here;
    const std::uint32_t all = lanes_here == 32 ? ~0u : (1u << lanes_here) - 1;
    const std::uint32_t lanes = access_.mask >> first & all;
    if (lanes == 0) return;
    Line fresh{.shift = static_cast<std::uint8_t>(shift),
               .first_lane = static_cast<std::uint8_t>(first)};
    const bool writes = access_.kind != Kind::read;
    (writes ? fresh.write : fresh.other) =
        accessor_.record(lanes == all ? ~0u : spread(lanes, shift));
    Page& page = page_at(line / Page::lines_here);
    const std::uint64_t here = line % Page::lines_here;
    if (page.is_line(here) && page.lines[here].take(fresh, accessor_.floor())) return;
    bool settled = true;
    each_lane(lanes << first,
              [&](int lane) { settled &= visit({access_.offsets[lane], lane_bit(lane)}); });
    if (settled && fresh.write.mask == ~0u) page.rejoin(here, fresh);
  }

  /// Each bit 2^shift times.
  static std::uint32_t spread(std::uint32_t lanes, int shift) {
    std::uint32_t granules = 0;
    each_lane(lanes, [&](int lane) { granules |= ((1u << (1 << shift)) - 1) << (lane << shift); });
    return granules;
  }

  /// True if all was plainly in order.
  bool visit(const Group& group) {
    const Record fresh = accessor_.record(group.mask);
    const std::uint64_t begin = group.offset >> shadow_.granule_shift;
    const std::uint64_t cells = std::uint64_t{access_.width} >> shadow_.granule_shift;
    bool settled = true;
    for (std::uint64_t i = begin; i < begin + cells; ++i) {
      Cell& cell = page_at(i / Page::cells_here).cell(i % Page::cells_here, shadow_.crowds);
      if (settled_at_once(cell, fresh)) continue;
      settled = false;
      meet(cell, group, i - begin);
    }
    return settled;
  }

  Page& page_at(std::uint64_t number) {
    if (number != page_number_) {
      page_ = &shadow_.page(number);
      page_number_ = number;
    }
    return *page_;
  }

  /// Nothing here, or made before a barrier of the whole block.
  [[nodiscard]] bool past(const Record& old, const Record& fresh) const {
    return old.mask == 0 || (old.block == fresh.block && old.tick <= accessor_.floor());
  }
  [[nodiscard]] static bool same_threads(const Record& old, const Record& fresh) {
    return old.same_warp(fresh) && old.mask == fresh.mask;
  }

  [[nodiscard]] bool settled_at_once(Cell& cell, const Record& fresh) const {
    const Record& write = cell.write;
    const Record& other = cell.other;
    const bool lone = std::has_single_bit(fresh.mask);
    if (!past(write, fresh) && !(lone && same_threads(write, fresh))) return false;
    if (cell.has_crowd() || (other.mask != 0 && !stands_for(fresh, other))) return false;
    if (!fresh.writes()) {
      if (other.proves() || (!past(other, fresh) && !same_threads(other, fresh))) return false;
      cell.other = fresh;
      return true;
    }
    if (write.mask != 0 && !stands_for(fresh, write)) return false;
    if (!past(other, fresh) && !(lone && same_threads(other, fresh))) return false;
    cell = {fresh.kept(), {}};
    return true;
  }

  void meet(Cell& cell, const Group& group, std::uint64_t number) {
    const std::uint32_t first = static_cast<std::uint32_t>(number) * shadow_.granule;
    const auto conflict = check_.meet(cell, group.mask, first, shadow_.granule);
    if (conflict) report(*conflict, group.offset + first);
  }

  /// Several lanes of one instruction write the same bytes: which of them stays is not said.
  void compare_lanes(const Group& group) {
    const int lane = first_lane(group.mask);
    Conflict conflict{accessor_.record(group.mask), lane, lane, access_.values != nullptr};
    each_lane(group.mask & (group.mask - 1), [&](int other) {
      if (conflict.second_lane == lane) conflict.second_lane = other;
      if (!conflict.same_value || access_.values->same(lane, other)) return;
      conflict.same_value = false;
      conflict.second_lane = other;
    });
    report(conflict, group.offset);
  }

  void report(const Conflict& conflict, std::uint64_t offset) {
    const Record& first = conflict.first;
    Race race;
    race.space = shadow_.space;
    race.allocation = shadow_.tag;
    race.offset = offset;
    race.first = {first.block, static_cast<std::uint16_t>(first.warp()),
                  static_cast<std::uint16_t>(conflict.first_lane)};
    race.second = {accessor_.block(), access_.warp,
                   static_cast<std::uint16_t>(conflict.second_lane)};
    race.first_instruction = first.instruction();
    race.second_instruction = access_.instruction;
    race.first_kind = first.kind();
    race.second_kind = access_.kind;
    race.same_value = conflict.same_value;
    race.exchange = conflict.exchange;
    reports_.add(race);
  }

  ShadowState& shadow_;
  const Access& access_;
  Reports& reports_;
  const Accessor accessor_;
  Check check_;
  std::uint64_t page_number_ = ~std::uint64_t{0};
  Page* page_ = nullptr;
};

}  // namespace
}  // namespace detail

using detail::ShadowState;

Shadow::Shadow(Space space, std::uint64_t bytes, std::uint32_t granule, std::uint32_t tag,
               std::size_t side_bytes)
    : state_(std::make_unique<ShadowState>(space, bytes, granule, tag, side_bytes)) {}
Shadow::Shadow(Shadow&&) noexcept = default;
Shadow& Shadow::operator=(Shadow&&) noexcept = default;
Shadow::~Shadow() = default;

void Shadow::access(Block& block, const Access& access, Reports& reports) {
  assert(access.width >= state_->granule && access.instruction < max_instructions);
  if (access.mask == 0) return;
  detail::Sweep(*state_, *block.state_, access, reports).run();
  state_->locations.synchronise(*block.state_, access);
}

std::optional<Shadow::Writer> Shadow::last_writer(std::uint64_t offset) const {
  const std::uint64_t granule = offset >> state_->granule_shift;
  const detail::Record write = state_->last_write(granule);
  if (write.mask == 0) return std::nullopt;
  const Thread thread{write.block, static_cast<std::uint16_t>(write.warp()),
                      static_cast<std::uint16_t>(detail::first_lane(write.mask))};
  return Writer{thread, write.instruction()};
}

std::uint64_t Shadow::released(std::uint64_t offset) const {
  return state_->locations.version(offset);
}

void Shadow::clear() {
  if (++state_->epoch == 0) {  // once in four billion: no page may look current by chance
    state_->epoch = 1;
    for (auto& page : state_->pages) page.reset();
  }
  state_->crowds.clear();
  state_->locations.clear();
}

std::uint64_t Shadow::forgotten() const {
  return state_->crowds.forgotten();
}

}  // namespace assay::sim::race
