// SPDX-License-Identifier: Apache-2.0
// What the handlers see of a warp: its rows of 32 lanes, the mask of lanes that run, and the way to
// everything else.
#pragma once

#include <cstdint>

#include "sim/core/inst.hpp"

namespace assay::sim {

struct Context;
struct BlockState;
struct WarpControl;

constexpr std::uint32_t all_lanes = ~std::uint32_t{0};
constexpr int lanes = 32;

/// A strong load, or an atomic that changed nothing, and what it met.
struct Poll {
  const Inst* at = nullptr;
  std::uint64_t places = 0;    ///< lanes and addresses, hashed
  std::uint64_t released = 0;  ///< what a read would acquire there, hashed; 0: not asked yet
};

struct alignas(64) Warp {
  std::uint8_t* base[2] = {nullptr,
                           nullptr};  ///< the current frame, the current function's constants
  std::uint32_t mask = 0;             ///< lanes of the running fragment that the guard lets through
  std::uint32_t carry = 0;            ///< condition code of add.cc and friends, a bit a lane
  const Row* extra = nullptr;         ///< operand lists of the current function
  const Inst* code = nullptr;         ///< first instruction of the current function
  const Cost* sums = nullptr;         ///< what its instructions cost
  const Inst* segment = nullptr;      ///< first instruction that is not yet counted
  Context* context = nullptr;         ///< the host thread's side: memory, counters, faults
  BlockState* block = nullptr;
  WarpControl* control = nullptr;  ///< fragments and frames
  std::uint8_t* local = nullptr;   ///< local memory: `local_size` bytes a lane, lane after lane
  std::uint8_t* local_marks = nullptr;
  std::uint32_t local_size = 0;
  std::uint32_t local_base = 0;    ///< of the current frame
  std::uint32_t number = 0;        ///< within the block
  std::uint32_t first_thread = 0;  ///< linear index in the block of lane 0
  Poll polls[2];                   ///< the latest, by Inst::slot
};

}  // namespace assay::sim
