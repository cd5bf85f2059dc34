// SPDX-License-Identifier: Apache-2.0
// See memory.hpp.
#include "sim/memory/memory.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/text.hpp"
#include "num/random.hpp"

namespace assay::sim {
namespace {

/// Far from zero, from each other and from the windows of generic addresses: a wild address lands
/// in nothing rather than in something else's memory.
constexpr std::uint64_t variables_start = 0x7e80'0000'0000;
constexpr std::uint64_t buffers_start = 0x7f00'0000'0000;
constexpr std::uint64_t end_of_space = 0x7fff'0000'0000;
/// Gaps around allocations: wide enough that an index off by a row or a wrong stride lands in one.
constexpr std::uint64_t least_gap = std::uint64_t{1} << 20;
constexpr std::uint64_t gap_spread = std::uint64_t{1} << 24;

std::uint64_t round_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

}  // namespace

Result<void> Memory::load(const ptx::Module& module) {
  std::uint64_t next = variables_start;
  for (const auto& v : module.variables) {
    // Shared variables belong to blocks; extern ones have no storage to give an address to.
    const bool constant = v.space == ptx::Space::const_;
    if ((!constant && v.space != ptx::Space::global) || v.is_extern) continue;
    auto a = std::make_unique<Allocation>();
    a->name = v.name;
    a->size = v.size;
    a->base = round_up(next, std::max<std::uint64_t>(v.align, 16));
    a->module = true;
    a->constant = constant;
    a->variable = &v;
    next = a->base + v.size + least_gap;
    if (v.size > end_of_space || next >= buffers_start || !a->data.allocate(v.size)) {
      return fail(fmt::format("no memory for the module's variable '{}' ({} bytes)",
                              escaped(v.name, 64), with_commas(static_cast<std::int64_t>(v.size))));
    }
    addresses_[v.name] = a->base;
    allocations_.push_back(std::move(a));
  }
  variables_ = static_cast<std::uint32_t>(allocations_.size());
  // After all have addresses: initial values may be addresses of variables further down.
  for (std::uint32_t n = 0; n < variables_; ++n) set_initial(*allocations_[n]);
  next_ = buffers_start;
  return {};
}

void Memory::set_initial(Allocation& a) {
  const auto& v = *a.variable;
  const std::size_t given = std::min<std::size_t>(v.initial.size(), a.size);
  if (a.dirty) std::memset(a.data.data(), 0, a.size);
  if (given != 0) std::memcpy(a.data.data(), v.initial.data(), given);
  for (const auto& r : v.relocations) {
    const auto target = addresses_.find(r.symbol);
    if (target == addresses_.end() || r.offset + 8 > a.size || r.mask != 0) continue;
    const std::uint64_t value = target->second + static_cast<std::uint64_t>(r.addend);
    std::memcpy(a.data.data() + r.offset, &value, 8);
  }
  a.dirty = false;
}

std::uint64_t Memory::draw_address(std::uint64_t size, std::uint64_t align, std::uint64_t seed) {
  // Counted from the last reset: the same seed gives the same addresses again.
  const std::uint64_t draw = random_bits(seed, 0, allocations_.size());
  std::uint64_t base = round_up(next_ + least_gap + draw % gap_spread, align);
  // Aligned to what was asked and, in half the draws, to no more than that.
  if (((base / align) & 1) != ((draw >> 40) & 1)) base += align;
  next_ = base + size;
  return base;
}

Result<BufferId> Memory::allocate(const BufferSpec& spec, std::uint64_t seed) {
  const bool power =
      spec.align > 0 && (spec.align & (spec.align - 1)) == 0 && spec.align <= (1 << 20);
  if (spec.size < 0 || !power ||
      static_cast<std::uint64_t>(spec.size) > (end_of_space - buffers_start) / 4) {
    return fail(fmt::format("buffer '{}' has a bad size or alignment", spec.name), {},
                Blame::assay);
  }
  auto a = std::make_unique<Allocation>();
  a->name = spec.name;
  a->size = static_cast<std::uint64_t>(spec.size);
  a->writable = spec.access == Access::read_write;
  a->element_size = std::max(spec.element_size, 1);
  if (!a->data.allocate(a->size) || (!spec.initialised && !a->marks.allocate(a->size))) {
    return fail(
        fmt::format("no memory for buffer '{}' ({} bytes)", spec.name, with_commas(spec.size)));
  }
  const std::uint64_t next = next_;
  a->base = draw_address(a->size, static_cast<std::uint64_t>(spec.align), seed);
  if (a->base + a->size > end_of_space) {
    next_ = next;
    return fail("the simulated address space is full");
  }
  allocations_.push_back(std::move(a));
  return buffers_++;
}

void Memory::write(BufferId buffer, ByteView content) {
  Allocation& a = *allocations_[variables_ + buffer];
  if (const auto size = std::min<std::size_t>(content.size(), a.size); size > 0)
    std::memcpy(a.data.data(), content.data(), size);
  // Content written by the host is noise to a buffer declared as not initialised.
  if (a.marks.data() != nullptr) std::memset(a.marks.data(), 0, a.size);
}

ByteView Memory::read(BufferId buffer) const {
  const Allocation& a = *allocations_[variables_ + buffer];
  return std::as_bytes(std::span(a.data.data(), a.size));
}

std::uint64_t Memory::address(BufferId buffer) const {
  return allocations_[variables_ + buffer]->base;
}

Simulator::Unwritten Memory::unwritten(BufferId buffer) const {
  const Allocation& a = *allocations_[variables_ + buffer];
  Simulator::Unwritten result;
  if (a.marks.data() == nullptr) return result;
  const std::uint8_t* marks = a.marks.data();
  const auto written = std::count(marks, marks + a.size, std::uint8_t{1});
  result.bytes = static_cast<std::int64_t>(a.size) - written;
  if (result.bytes != 0) {
    const auto* first = static_cast<const std::uint8_t*>(std::memchr(marks, 0, a.size));
    result.first = first == nullptr ? 0 : first - marks;
  }
  return result;
}

void Memory::reset() {
  allocations_.resize(variables_);
  buffers_ = 0;
  next_ = buffers_start;
}

void Memory::begin_run(const std::vector<std::string>& writable_symbols) {
  for (std::uint32_t n = 0; n < variables_; ++n) {
    Allocation& a = *allocations_[n];
    if (a.dirty) {
      a.dirty = true;
      set_initial(a);
    }
    a.writable =
        !a.constant && std::ranges::find(writable_symbols, a.name) != writable_symbols.end();
    a.dirty = a.writable;
  }
}

std::vector<Region> Memory::regions() const {
  std::vector<Region> all;
  for (std::uint32_t n = 0; n < allocations_.size(); ++n) {
    const Allocation& a = *allocations_[n];
    Region r;
    r.base = a.base;
    r.size = a.size;
    r.data = a.data.data();
    r.marks = a.marks.data();
    r.writable = a.writable;
    r.traffic = !a.constant;
    r.number = n;
    all.push_back(r);
  }
  std::ranges::sort(all, {}, &Region::base);
  return all;
}

std::optional<Memory::Snapshot> Memory::snapshot() const {
  Snapshot s;
  for (std::uint32_t n = 0; n < allocations_.size(); ++n) {
    const Allocation& a = *allocations_[n];
    if (!a.writable) continue;
    Snapshot::Part part{n, {}, {}};
    if (!part.data.allocate_raw(a.size)) return std::nullopt;
    std::memcpy(part.data.data(), a.data.data(), a.size);
    if (a.marks.data() != nullptr) {
      if (!part.marks.allocate_raw(a.size)) return std::nullopt;
      std::memcpy(part.marks.data(), a.marks.data(), a.size);
    }
    // Marks too: a second attempt must find the same bytes unwritten as the first.
    s.parts.push_back(std::move(part));
  }
  return s;
}

void Memory::restore(const Snapshot& snapshot) {
  for (const auto& part : snapshot.parts) {
    Allocation& a = *allocations_[part.number];
    std::memcpy(a.data.data(), part.data.data(), a.size);
    if (a.marks.data() != nullptr) std::memcpy(a.marks.data(), part.marks.data(), a.size);
  }
}

/// For messages, so that a person sees by how much an index was off and of which buffer.
std::string Memory::describe(std::uint64_t address) const {
  const Allocation* nearest = nullptr;
  std::uint64_t distance = ~std::uint64_t{0};
  bool past = false;
  for (const auto& a : allocations_) {
    if (address >= a->base && address - a->base < a->size) {
      return fmt::format("offset {} of '{}' ({} bytes)", address - a->base, escaped(a->name, 64),
                         with_commas(static_cast<std::int64_t>(a->size)));
    }
    const bool after = address >= a->base + a->size;
    const std::uint64_t d = after ? address - (a->base + a->size) : a->base - address;
    if (d < distance) {
      distance = d;
      nearest = a.get();
      past = after;
    }
  }
  if (address < 4096) return fmt::format("address {:#x}, a null pointer", address);
  if (nearest == nullptr || distance > (std::uint64_t{1} << 32)) {
    return fmt::format("address {:#x}, far from every buffer", address);
  }
  return fmt::format("{} bytes {} '{}' ({} bytes)",
                     with_commas(static_cast<std::int64_t>(distance)),
                     past ? "past the end of" : "before the start of", escaped(nearest->name, 64),
                     with_commas(static_cast<std::int64_t>(nearest->size)));
}

}  // namespace assay::sim
