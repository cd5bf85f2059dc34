// SPDX-License-Identifier: Apache-2.0
// See liveness.hpp: the usual backward analysis over basic blocks. A guarded write doesn't count as
// one.
#include "sim/decode/liveness.hpp"

namespace assay::sim {
namespace {

using ptx::Op;
using ptx::Operand;

constexpr std::size_t most_work = std::size_t{1} << 26;  ///< registers × blocks

bool writes_first(const ptx::Instruction& i) {
  switch (i.op) {
    case Op::st:
    case Op::red:
    case Op::bra:
    case Op::brx:
    case Op::call:
    case Op::ret:
    case Op::exit:
    case Op::trap:
    case Op::membar:
    case Op::fence:
    case Op::prefetch:
    case Op::prefetchu:
    case Op::nanosleep:
    case Op::bar_warp:
      return false;
    case Op::bar:
    case Op::barrier:
      return i.modifiers.barrier == ptx::BarrierAction::red;
    default:
      return true;
  }
}

void registers_of(const Operand& o, const auto& seen) {
  const bool has_register = o.kind == Operand::Kind::reg || o.kind == Operand::Kind::pred_pair ||
                            (o.kind == Operand::Kind::address && !o.base_is_symbol);
  if (has_register) seen(o.reg);
  if (o.kind == Operand::Kind::pred_pair) seen(o.second);
  for (const auto& element : o.elements) registers_of(element, seen);
}

using Set = std::vector<bool>;

/// Steps backward over a block: what is live before it, given what is live behind it.
void step_back(const ptx::Function& f, const BasicBlock& block, Set& live) {
  for (std::uint32_t n = block.end; n-- > block.begin;) {
    const auto& i = f.body[n];
    const bool first_is_result = writes_first(i) && !i.operands.empty();
    if (first_is_result && !i.guard) {
      registers_of(i.operands[0], [&](ptx::RegisterId r) {
        if (r < live.size()) live[r] = false;
      });
    }
    for (std::size_t k = first_is_result ? 1 : 0; k < i.operands.size(); ++k) {
      registers_of(i.operands[k], [&](ptx::RegisterId r) {
        if (r < live.size()) live[r] = true;
      });
    }
    if (i.guard && *i.guard < live.size()) live[*i.guard] = true;
  }
}

}  // namespace

std::vector<bool> read_before_written(const ptx::Function& f,
                                      const std::vector<BasicBlock>& blocks) {
  const std::size_t count = f.registers.size();
  if (blocks.empty()) return Set(count, false);
  if (count * blocks.size() > most_work) return Set(count, true);
  std::vector<Set> before(blocks.size(), Set(count, false));
  // Sets only grow; a few sweeps in reverse order are enough for any nesting that compilers make.
  for (int sweep = 0, changed = 1; changed != 0; ++sweep) {
    if (sweep == 64) return Set(count, true);
    changed = 0;
    for (std::size_t b = blocks.size(); b-- > 0;) {
      Set live(count, false);
      for (const auto next : blocks[b].successors) {
        for (std::size_t r = 0; r < count; ++r) live[r] = live[r] || before[next][r];
      }
      step_back(f, blocks[b], live);
      if (live != before[b]) {
        before[b] = std::move(live);
        changed = 1;
      }
    }
  }
  return before[0];
}

}  // namespace assay::sim
