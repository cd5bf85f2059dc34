// SPDX-License-Identifier: Apache-2.0
// A decoded instruction: a handler and where its operands lie. One PTX statement becomes one or a
// few of these. Everything here is plain data, because the handlers are compiled several times,
// once for each instruction set.
#pragma once

#include <cstdint>

namespace assay::sim {

struct Warp;
struct Inst;

/// Runs one instruction for all lanes of the running fragment and says which comes next; `halt`
/// when the warp's scheduler has to look (barrier, divergence, exit, fault).
using Handler = const Inst* (*)(Warp&, const Inst*);

/// Where an operand's 32 lanes lie: bytes from the frame's start (a multiple of 128), or from the
/// constant pool's when bit 0 is set. A predicate is one 32-bit mask at a multiple of 4, inverted
/// when bit 0 is set.
using Row = std::uint32_t;

constexpr Row in_constants = 1;
constexpr Row inverted = 1;
constexpr Row no_row = ~Row{0};

struct Inst {
  Handler run = nullptr;
  Handler inner = nullptr;  ///< what a guard calls for the lanes that pass
  Row d = no_row, a = no_row, b = no_row, c = no_row, e = no_row;
  Row guard = no_row;
  std::int64_t imm = 0;   ///< offset of an address, target of a branch, …
  std::uint32_t aux = 0;  ///< small settings, as the handler reads them
  std::uint32_t slot =
      0;  ///< number of a memory instruction, for what its executor remembers of it
  std::uint32_t index = 0;  ///< its own place in Code::insts
  std::uint32_t spare = 0;
};
static_assert(sizeof(Inst) == 64);

/// Where a handler points when its warp must leave the loop: above every instruction, so that one
/// comparison with the end of the code sees it.
inline const Inst* halt() {
  return reinterpret_cast<const Inst*>(~std::uintptr_t{0});  // NOLINT(performance-no-int-to-ptr)
}

/// Running sums over Code::insts, so that a straight run of instructions is counted by one
/// subtraction.
struct Cost {
  std::uint64_t steps = 0;    ///< PTX statements
  std::uint64_t flops = 0;    ///< for each active lane
  std::uint64_t special = 0;  ///< for each active lane
  std::uint64_t shuffles = 0;
};

}  // namespace assay::sim
