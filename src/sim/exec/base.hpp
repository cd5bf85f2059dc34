// SPDX-License-Identifier: Apache-2.0
// Handlers that exist once, not for every instruction set: guards, control, warp-wide operations,
// atomics, and the small steps that decoding puts between statements.
#pragma once

#include "ptx/op.hpp"
#include "sim/core/context.hpp"

namespace assay::sim::base {

// guard and branches (control.cpp)
const Inst* guarded(Warp& w, const Inst* i);
const Inst* jump(Warp& w, const Inst* i);          ///< imm: position
const Inst* branch(Warp& w, const Inst* i);        ///< imm: position, guard: the condition
const Inst* table_branch(Warp& w, const Inst* i);  ///< a: index, imm: table
const Inst* call(Warp& w, const Inst* i);          ///< imm: call site
const Inst* leave(Warp& w, const Inst* i);         ///< ret
const Inst* leave_grid(Warp& w, const Inst* i);    ///< exit
const Inst* trap(Warp& w, const Inst* i);
const Inst* nothing(Warp& w, const Inst* i);
const Inst* print(Warp& w, const Inst* i);          ///< vprintf: a, b pointers; d result
const Inst* assert_failed(Warp& w, const Inst* i);  ///< extra[e…]: message, file, line, function

// registers (move.cpp)
const Inst* narrow(Warp& w, const Inst* i);        ///< low half of 64-bit lanes
const Inst* widen_signed(Warp& w, const Inst* i);  ///< 32-bit lanes to 64
const Inst* widen_unsigned(Warp& w, const Inst* i);
const Inst* local_address32(Warp& w, const Inst* i);
const Inst* local_address64(Warp& w, const Inst* i);
const Inst* read_clock32(Warp& w, const Inst* i);
const Inst* read_clock64(Warp& w, const Inst* i);
const Inst* note_smid(Warp& w, const Inst* i);
const Inst* move_predicate(Warp& w, const Inst* i);
const Inst* constant_predicate(Warp& w, const Inst* i);  ///< imm: 0 or 1
const Inst* logic_predicate(Warp& w, const Inst* i);     ///< aux: 1 and, 2 or, 3 xor, 4 not
const Inst* pack(Warp& w, const Inst* i);  ///< extra[e…e+aux) low to high → d; imm: bits of a part
const Inst* unpack(Warp& w, const Inst* i);      ///< a → extra[e…]; imm: bits of a part
const Inst* add_window(Warp& w, const Inst* i);  ///< d = a + imm, 64-bit
const Inst* is_space(Warp& w, const Inst* i);    ///< aux: Room
const Inst* copy_param(
    Warp& w, const Inst* i);  ///< d = a, aux bytes of a lane; imm: first byte of the row pair

// rare conversions (eight_bit.cpp)
enum : std::uint32_t { eight_e5m2 = 1, eight_relu = 2, eight_f16x2 = 4 };  // else e4m3; a is f16x2
const Inst* to_eight_bit(Warp& w, const Inst* i);    ///< a, b → high and low byte; aux as above
const Inst* from_eight_bit(Warp& w, const Inst* i);  ///< two bytes → f16x2
const Inst* clamp_finite(Warp& w, const Inst* i);    ///< f32 a; imm: bits of the largest
const Inst* pack_saturated(Warp& w, const Inst* i);  ///< a, b behind c; imm: bits; aux: signed

// parts of registers (video.cpp)
const Inst* video(Warp& w, const Inst* i);  ///< imm: VideoForm

// several lanes (collective.cpp)
const Inst* shuffle(Warp& w, const Inst* i);
const Inst* vote(Warp& w, const Inst* i);
const Inst* active_mask(Warp& w, const Inst* i);
const Inst* match_any(Warp& w, const Inst* i);
const Inst* match_all(Warp& w, const Inst* i);
const Inst* redux(Warp& w, const Inst* i);
const Inst* elect(Warp& w, const Inst* i);
const Inst* sync_warp(Warp& w, const Inst* i);

// blocks (barrier.cpp)
const Inst* barrier(Warp& w, const Inst* i);
const Inst* fence(Warp& w, const Inst* i);

// lanes on their own (parting.cpp)
const Inst* part(Warp& w, const Inst* i);  ///< at times some lanes go ahead of the others

// memory (atomic.cpp)
const Inst* atomic(Warp& w, const Inst* i);
const Inst* param_load(Warp& w, const Inst* i);  ///< a function's .param: rows → d
const Inst* param_store(Warp& w, const Inst* i);

/// Registers that change while a thread runs.
[[nodiscard]] bool is_changing(ptx::Special special);
/// Registers that the simulator can fill.
[[nodiscard]] bool is_known(ptx::Special special);

}  // namespace assay::sim::base
