// SPDX-License-Identifier: Apache-2.0
// What a video instruction does, packed into an Inst (PTX ISA 9.0, 9.7.17 and 9.7.18).
#pragma once

#include <cstdint>

namespace assay::sim {

enum class VideoOp : std::uint8_t { add, sub, absdiff, min, max, avrg, shl, shr, mad, set };

/// What is done with the result and c.
enum class VideoStep : std::uint8_t { none, add, min, max };

/// Which part of a register a scalar operand is, or where a scalar result goes: all of it, bytes 0
/// to 3, halves 0 and 1.
enum class VideoPart : std::uint8_t { all, b0, b1, b2, b3, h0, h1 };

/// Stands in Inst::imm. Enumerators are kept as numbers, since all must share 64 bits.
struct VideoForm {
  std::uint64_t op : 4 = 0;             ///< VideoOp
  std::uint64_t step : 2 = 0;           ///< VideoStep
  std::uint64_t compare : 3 = 0;        ///< set: eq ne lt le gt ge
  std::uint64_t parts : 3 = 1;          ///< of a register: 1, 2 or 4
  std::uint64_t d_signed : 1 = 0;       //
  std::uint64_t a_signed : 1 = 0;       //
  std::uint64_t b_signed : 1 = 0;       //
  std::uint64_t saturate : 1 = 0;       //
  std::uint64_t wrap : 1 = 0;           ///< shift amounts: modulo 32, else at most 32
  std::uint64_t plus_one : 1 = 0;       ///< mad: .po
  std::uint64_t minus_product : 1 = 0;  ///< mad: c - a · b
  std::uint64_t minus_c : 1 = 0;        ///< mad: a · b - c
  std::uint64_t scale : 4 = 0;          ///< mad: bits that the sum is shifted right
  std::uint64_t d_part : 3 = 0;         ///< VideoPart, where parts = 1
  std::uint64_t a_part : 3 = 0;         //
  std::uint64_t b_part : 3 = 0;         //
  std::uint64_t mask : 4 = 15;          ///< which parts are computed, where parts > 1
  std::uint64_t a_lanes : 12 = 0;       ///< three bits a part: an index into a's parts, then b's
  std::uint64_t b_lanes : 12 = 0;       //
};
static_assert(sizeof(VideoForm) == 8);

}  // namespace assay::sim
