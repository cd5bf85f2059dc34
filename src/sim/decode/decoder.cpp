// SPDX-License-Identifier: Apache-2.0
// Decoding of one function: the frame, the order of blocks, statement after statement.
#include "sim/decode/decoder.hpp"

#include <algorithm>
#include <cstring>

#include "sim/decode/cas_loops.hpp"
#include "sim/decode/layout.hpp"
#include "sim/decode/liveness.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Op;
using ptx::Type;

/// Handlers know no bit types: bits are unsigned numbers to them, and what has no handler is none.
Kind kind_of(Type type) {
  switch (type) {
    case Type::b8:
    case Type::u8:
      return Kind::u8;
    case Type::s8:
      return Kind::s8;
    case Type::b16:
    case Type::u16:
      return Kind::u16;
    case Type::s16:
      return Kind::s16;
    case Type::b32:
    case Type::u32:
      return Kind::u32;
    case Type::s32:
      return Kind::s32;
    case Type::b64:
    case Type::u64:
      return Kind::u64;
    case Type::s64:
      return Kind::s64;
    case Type::f16:
      return Kind::f16;
    case Type::bf16:
      return Kind::bf16;
    case Type::f32:
    case Type::tf32:
      return Kind::f32;
    case Type::f64:
      return Kind::f64;
    case Type::f16x2:
      return Kind::f16x2;
    case Type::bf16x2:
      return Kind::bf16x2;
    case Type::u16x2:
      return Kind::u16x2;
    case Type::s16x2:
      return Kind::s16x2;
    default:
      return Kind::none;
  }
}

/// Whether the result is integral (.rni and its like) is a question of its own; see convert.cpp.
Round round_of(ptx::Rounding rounding) {
  switch (rounding) {
    case ptx::Rounding::rz:
    case ptx::Rounding::rzi:
      return Round::rz;
    case ptx::Rounding::rm:
    case ptx::Rounding::rmi:
      return Round::rm;
    case ptx::Rounding::rp:
    case ptx::Rounding::rpi:
      return Round::rp;
    case ptx::Rounding::rna:
      return Round::rna;
    default:
      return Round::rn;
  }
}

Decoder::Decoder(Surroundings& around, const ptx::Function& function, Code& code, bool is_entry)
    : around_(around),
      function_(function),
      code_(code),
      is_entry_(is_entry),
      handlers_(best_handlers()) {
  code_.source = &function;
  place_registers();
  place_params();
  place_locals();
}

/// Predicates are masks of one bit a lane and stand first, so that a frame can clear them all at
/// once; the rest are rows of 32 cells, aligned so that a row is whole vector registers.
void Decoder::place_registers() {
  const auto count = function_.registers.size();
  rows_.assign(count, no_row);
  std::uint32_t predicate = 0;
  for (std::size_t r = 0; r < count; ++r) {
    if (function_.registers[r].type == Type::pred) {
      rows_[r] = predicate;
      predicate += 4;
    }
  }
  predicates_end_ = predicate;
  next_row_ = (predicate + 127) / 128 * 128;
  for (std::size_t r = 0; r < count; ++r) {
    const std::uint32_t bits = width_of(static_cast<ptx::RegisterId>(r));
    if (bits == 1) continue;
    // Wider ones (.b128) get no row: whatever uses them is refused by name.
    if (bits <= 64) rows_[r] = take_row(bits == 64 ? 256 : 128);
  }
}

/// Parameters of functions and of the calls made here, in rows of 4 bytes a lane.
void Decoder::place_params() {
  const auto place = [&](const ptx::Variable& v) {
    // A hostile size may not overflow the frame; loads beyond the cut are refused when decoded.
    const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(v.size, 4096));
    const ParamRows rows{take_row((size + 3) / 4 * 128), size};
    params_[v.name] = rows;
    return rows;
  };
  // A kernel's own parameters are one constant block that all threads share, not rows.
  if (!is_entry_) {
    for (const auto& v : function_.parameters) code_.parameters.push_back(place(v));
    for (const auto& v : function_.results) code_.results.push_back(place(v));
  }
  for (const auto& v : function_.variables) {
    if (ptx::is_param(v.space)) place(v);
  }
}

void Decoder::place_locals() {
  std::uint64_t end = 0;
  for (const auto& v : function_.variables) {
    if (v.space != ptx::Space::local) continue;
    const std::uint64_t align = std::max<std::uint64_t>(v.align, 1);
    end = (end + align - 1) / align * align;
    locals_[v.name] = static_cast<std::uint32_t>(end);
    // Far more than a device gives a thread, and small enough for the sums that follow.
    end = std::min<std::uint64_t>(end + v.size, std::uint64_t{1} << 24);
  }
  code_.local_bytes = static_cast<std::uint32_t>((end + 15) / 16 * 16);
}

Inst& Decoder::emit(Handler run) {
  Inst& inst = code_.insts.emplace_back();
  inst.run = run;
  inst.index = static_cast<std::uint32_t>(code_.insts.size() - 1);
  code_.origin.push_back(statement_);
  return inst;
}
bool Decoder::emit1(Handler run, Row d, Row a) {
  return emit3(run, d, a, no_row, no_row);
}
bool Decoder::emit2(Handler run, Row d, Row a, Row b) {
  return emit3(run, d, a, b, no_row);
}
bool Decoder::emit3(Handler run, Row d, Row a, Row b, Row c) {
  Inst& inst = emit(run);
  inst.d = d;
  inst.a = a;
  inst.b = b;
  inst.c = c;
  return true;
}

void Decoder::decode() {
  // The warp scheduler runs the lowest position first, so that lanes meet where their ways join
  // only if the order of the code puts that place behind both ways. Compilers don't promise it;
  // layout does.
  const auto blocks = basic_blocks(function_);
  cas_reads_ = cas_reads(function_);
  const auto order = layout(blocks);
  position_.assign(function_.body.size() + 1, 0);
  for (std::size_t n = 0; n < order.size(); ++n) {
    const BasicBlock& block = blocks[order[n]];
    decode_block(block.begin, block.end);
    // What follows in the text may stand elsewhere now.
    const bool next_is_here = n + 1 < order.size() && blocks[order[n + 1]].begin == block.end;
    const auto& last = function_.body[block.end - 1];
    const bool falls = last.guard || (last.op != Op::bra && last.op != Op::brx &&
                                      last.op != Op::ret && last.op != Op::exit);
    if (falls && !next_is_here) {
      statement_ = block.end - 1;
      weight_ = {};
      emit(base::jump).imm = block.end;
      code_.sums.push_back({});
    }
  }
  statement_ = static_cast<std::uint32_t>(function_.body.size());
  position_[function_.body.size()] = static_cast<std::uint32_t>(code_.insts.size());
  // Also the target of labels at the very end.
  emit(is_entry_ ? base::leave_grid : base::leave);  // falling off the end
  code_.sums.push_back({});
  resolve_targets();
  finish();
  note_noise(blocks);
}

void Decoder::decode_block(std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t n = begin; n < end; ++n) decode_statement(n);
}

void Decoder::decode_statement(std::uint32_t index) {
  const Instruction& i = function_.body[index];
  statement_ = index;
  first_ = code_.insts.size();
  position_[index] = static_cast<std::uint32_t>(first_);
  weight_ = {};
  const bool guard_fits = !i.guard || (*i.guard < rows_.size() && is_predicate(*i.guard));
  if (!guard_fits || !dispatch(i)) {
    settling_.clear();
    around_.program.refusals.push_back(
        {ptx::full_name(i.op, i.modifiers, i.types), &function_, index});
    // Decoding goes on, so that all refusals of a kernel are told at once.
    emit(base::trap);
    code_.sums.resize(code_.insts.size());
    return;
  }
  settle();
  // Each statement has at least one instruction: labels and sites are found by position.
  if (code_.insts.size() == first_) emit(base::nothing);
  // A branch reads its guard itself, as its condition.
  if (i.guard && i.op != Op::bra) {
    for (std::size_t n = first_; n < code_.insts.size(); ++n) {
      Inst& inst = code_.insts[n];
      inst.inner = inst.run;
      inst.run = base::guarded;
      inst.guard = rows_[*i.guard] | (i.guard_negated ? inverted : 0U);
    }
  }
  // The weight goes to the last of its instructions, so that it counts once the statement is done.
  code_.sums.resize(code_.insts.size());
  weight_.steps = 1;
  code_.sums.back() = weight_;
}

void Decoder::resolve_targets() {
  const auto to_position = [&](std::uint64_t body_index) {
    return position_[std::min<std::uint64_t>(body_index, function_.body.size())];
  };
  for (auto& inst : code_.insts) {
    if (inst.run == base::jump || inst.run == base::branch) {
      inst.imm = to_position(static_cast<std::uint64_t>(inst.imm));
    }
  }
  for (auto& table : code_.tables) {
    for (auto& target : table) target = to_position(target);
  }
}

void Decoder::finish() {
  Cost sum;
  for (auto& at : code_.sums) {  // weights become sums of what stands before
    const Cost weight = at;
    at = sum;
    sum.steps += weight.steps;
    sum.flops += weight.flops;
    sum.special += weight.special;
    sum.shuffles += weight.shuffles;
  }
  code_.sums.push_back(sum);
  code_.frame_bytes = next_row_;
  code_.predicate_bytes = predicates_end_;
  code_.constants.resize(std::max<std::size_t>(constant_bytes_.size(), 128));
  if (!constant_bytes_.empty())
    std::memcpy(code_.constants.data(), constant_bytes_.data(), constant_bytes_.size());
}

/// Registers hold noise before they are written; temporaries always are written first.
void Decoder::note_noise(const std::vector<BasicBlock>& blocks) {
  const auto exposed = read_before_written(function_, blocks);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (!exposed[r] || rows_[r] == no_row) continue;
    if (is_predicate(static_cast<ptx::RegisterId>(r))) {
      code_.noisy_predicates.push_back(rows_[r]);
      continue;
    }
    code_.noise.push_back(rows_[r]);
    if (width_of(static_cast<ptx::RegisterId>(r)) == 64) code_.noise.push_back(rows_[r] + 128);
  }
}

}  // namespace assay::sim
