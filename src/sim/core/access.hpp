// SPDX-License-Identifier: Apache-2.0
// What a memory instruction does, packed into Inst::aux, so that the common path and the careful
// one read the same facts.
#pragma once

#include <cstdint>

namespace assay::sim {

enum class Room : std::uint8_t { generic, global, shared, local, constant, param };
enum class Strength : std::uint8_t { weak, relaxed, acquire, release, acq_rel };

/// One ld, st, atom or red.
struct Form {
  Room room = Room::generic;
  std::uint8_t size_log = 2;   ///< of an element, 1 to 16 bytes
  std::uint8_t count_log = 0;  ///< elements a lane: 1, 2, 4, 8
  bool store = false;
  bool is_signed = false;     ///< narrow loads are extended by sign
  bool wide_cell = false;     ///< registers of 64 bits
  bool wide_address = false;  ///< the address is a 64-bit register
  bool is_volatile = false;
  Strength strength = Strength::weak;
  bool cta_scope = false;
  bool atomic = false;
  bool returns = false;    ///< atom, not red
  bool read_only = false;  ///< ld.global.nc: through a path that sees no stores of this launch
  static constexpr std::uint32_t read_only_bit = 1U << 19;

  [[nodiscard]] constexpr std::uint32_t packed() const {
    return static_cast<std::uint32_t>(room) | std::uint32_t{size_log} << 3 |
           std::uint32_t{count_log} << 6 | std::uint32_t{store} << 8 |
           std::uint32_t{is_signed} << 9 | std::uint32_t{wide_cell} << 10 |
           std::uint32_t{wide_address} << 11 | std::uint32_t{is_volatile} << 12 |
           static_cast<std::uint32_t>(strength) << 13 | std::uint32_t{cta_scope} << 16 |
           std::uint32_t{atomic} << 17 | std::uint32_t{returns} << 18 |
           (read_only ? read_only_bit : 0U);
  }
  [[nodiscard]] static constexpr Form of(std::uint32_t v) {
    Form f;
    f.room = static_cast<Room>(v & 7);
    f.size_log = (v >> 3) & 7;
    f.count_log = (v >> 6) & 3;
    f.store = (v >> 8) & 1;
    f.is_signed = (v >> 9) & 1;
    f.wide_cell = (v >> 10) & 1;
    f.wide_address = (v >> 11) & 1;
    f.is_volatile = (v >> 12) & 1;
    f.strength = static_cast<Strength>((v >> 13) & 7);
    f.cta_scope = (v >> 16) & 1;
    f.atomic = (v >> 17) & 1;
    f.returns = (v >> 18) & 1;
    f.read_only = (v & read_only_bit) != 0;
    return f;
  }
  [[nodiscard]] constexpr std::uint32_t element() const { return 1U << size_log; }
  [[nodiscard]] constexpr std::uint32_t count() const { return 1U << count_log; }
  [[nodiscard]] constexpr std::uint32_t bytes() const { return 1U << (size_log + count_log); }
};

// Windows of the generic address space. Buffers lie above; nothing else lies near.
constexpr std::uint64_t shared_window = 0x7d00'0000'0000;
constexpr std::uint64_t local_window = 0x7d10'0000'0000;
constexpr std::uint64_t param_window = 0x7d20'0000'0000;
constexpr std::uint64_t window_size = 0x0000'0100'0000;
/// Shared memory starts here, as on sm_90, where the system keeps the first KiB; so address 0 is
/// nobody's.
constexpr std::uint32_t shared_first = 1024;

}  // namespace assay::sim
