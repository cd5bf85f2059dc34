// SPDX-License-Identifier: Apache-2.0
// Decoding of branches, calls, barriers, fences and warp-wide operations.
#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Op;
using ptx::Type;

bool Decoder::plain_control(const Instruction&, Handler run) {
  emit(run);
  return true;
}

bool Decoder::branch(const Instruction& i) {
  if (i.operands.size() != 1 || i.operands[0].kind != Operand::Kind::label) return false;
  Inst& inst = emit(i.guard ? base::branch : base::jump);
  inst.imm = i.operands[0].target;  // a body index until resolve_targets
  if (i.guard) inst.guard = rows_[*i.guard] | (i.guard_negated ? inverted : 0U);
  return true;
}

bool Decoder::table_branch(const Instruction& i) {
  if (i.operands.size() != 2) return false;
  const auto index = source(i.operands[0], Type::u32);
  const ptx::Function::Table* table = nullptr;
  for (const auto& known : function_.tables) {
    if (known.name == i.operands[1].symbol) table = &known;
  }
  if (!index || table == nullptr || table->targets.empty()) return false;
  emit1(base::table_branch, no_row, *index);
  code_.insts.back().imm = static_cast<std::int64_t>(code_.tables.size());
  code_.tables.push_back(table->targets);
  return true;
}

std::optional<ParamRows> Decoder::param_rows(const std::string& name) const {
  const auto found = params_.find(name);
  if (found == params_.end()) return std::nullopt;
  return found->second;
}

bool Decoder::call(const Instruction& i) {
  const Operand *callee = nullptr, *results = nullptr, *arguments = nullptr;
  for (const auto& o : i.operands) {
    if (o.kind == Operand::Kind::list)
      (callee == nullptr ? results : arguments) = &o;
    else if (callee == nullptr)
      callee = &o;
    else
      return false;  // a prototype: an indirect call
  }
  if (callee == nullptr || callee->kind != Operand::Kind::symbol) return false;
  const auto found = around_.functions.find(callee->symbol);
  if (found == around_.functions.end()) return builtin_call(i, callee->symbol, arguments, results);
  // Functions of the module come first: one that is named like a builtin is the candidate's own.
  CallSite site;
  site.callee = found->second;
  const ptx::Function& target = *around_.program.functions[site.callee]->source;
  const auto collect = [&](const Operand* list, const std::vector<ptx::Variable>& formal,
                           std::vector<ParamRows>& to) {
    const std::size_t count = list == nullptr ? 0 : list->elements.size();
    if (count != formal.size()) return false;
    for (std::size_t k = 0; k < count; ++k) {
      const auto rows = param_rows(list->elements[k].symbol);
      // Sizes are all that is copied by; types may differ as long as these agree.
      if (!rows || rows->size != formal[k].size) return false;
      to.push_back(*rows);
    }
    return true;
  };
  if (!collect(arguments, target.parameters, site.arguments) ||
      !collect(results, target.results, site.results)) {
    return false;
  }
  emit(base::call).imm = static_cast<std::int64_t>(code_.calls.size());
  code_.calls.push_back(std::move(site));
  return true;
}

/// What the device runtime offers and the simulator does itself. Arguments are read from their rows
/// by the handler.
bool Decoder::builtin_call(const Instruction&, const std::string& name, const Operand* arguments,
                           const Operand* results) {
  std::vector<Row> rows;
  if (arguments != nullptr) {
    for (const auto& a : arguments->elements) {
      const auto given = param_rows(a.symbol);
      if (!given) return false;
      rows.push_back(given->first);
    }
  }
  if (name == "vprintf" && rows.size() == 2 && results != nullptr &&
      results->elements.size() == 1) {
    const auto result = param_rows(results->elements[0].symbol);
    if (!result) return false;
    emit3(base::print, result->first, rows[0], rows[1], no_row);
    // What blocks print must come out in the same order each time.
    around_.program.ordered = true;
    return true;
  }
  if (name == "__assertfail" && rows.size() == 5) {
    Inst& inst = emit(base::assert_failed);
    inst.e = static_cast<Row>(code_.extra.size());
    code_.extra.insert(code_.extra.end(), rows.begin(), rows.end());
    return true;
  }
  return false;
}

bool Decoder::barrier(const Instruction& i) {
  const auto& m = i.modifiers;
  const bool reduces = m.barrier == ptx::BarrierAction::red;
  std::size_t at = 0;
  Row d = no_row, p = no_row;
  std::uint32_t action = m.barrier == ptx::BarrierAction::arrive ? 1 : 0;
  if (reduces) {
    if (i.operands.size() < 3) return false;
    action = m.popc                           ? 2
             : m.bool_op == ptx::BoolOp::and_ ? 3
             : m.bool_op == ptx::BoolOp::or_  ? 4
                                              : 0;
    if (action == 0) return false;
    const auto target =
        m.popc ? destination(i.operands[0], 32, false) : predicate_destination(i.operands[0]);
    const auto from = predicate(i.operands.back());
    if (!target || *target == no_row || !from) return false;
    d = *target;
    p = *from;
    at = 1;
  } else if (m.barrier != ptx::BarrierAction::sync && m.barrier != ptx::BarrierAction::arrive) {
    return false;
  }
  const std::size_t end = i.operands.size() - (reduces ? 1 : 0);
  if (end < at + 1 || end > at + 2 || (action == 1 && end != at + 2)) return false;
  const auto number = source(i.operands[at], Type::u32);
  const auto count =
      end == at + 2 ? source(i.operands[at + 1], Type::u32) : std::optional<Row>(no_row);
  if (!number || !count) return false;
  const bool aligned = i.op == Op::bar || m.aligned;
  emit3(base::barrier, d, *number, *count, p);
  code_.insts.back().aux = action | (aligned ? 8U : 0U);
  around_.program.uses_shared = true;
  return true;
}

bool Decoder::warp_sync(const Instruction& i) {
  if (i.operands.size() != 1) return false;
  const auto members = source(i.operands[0], Type::b32);
  if (!members) return false;
  Inst& inst = emit(base::sync_warp);
  inst.c = *members;
  return true;
}

bool Decoder::fence(const Instruction& i) {
  if (i.op == Op::fence && i.modifiers.other_count != 0) return false;
  Inst& inst = emit(base::fence);
  const bool total = i.op == Op::membar || i.modifiers.semantics == ptx::Semantics::sc;
  inst.aux = (i.modifiers.scope == ptx::Scope::cta ? 1 : 0) | (total ? 2 : 0);
  return true;
}

/// shfl.sync.mode.b32 d|p, a, b, c, members
bool Decoder::shuffle(const Instruction& i) {
  const auto& o = i.operands;
  if (!i.modifiers.sync || o.size() != 5 || i.modifiers.shuffle == ptx::ShuffleMode::none)
    return false;
  Row p = no_row;
  Operand target = o[0];
  if (target.kind == Operand::Kind::pred_pair) {
    if (target.second != Operand::no_register) {
      if (!is_predicate(target.second)) return false;
      p = rows_[target.second];
    }
    target.kind = target.reg == Operand::no_register ? Operand::Kind::sink : Operand::Kind::reg;
  }
  const auto a = source(o[1], Type::b32), b = source(o[2], Type::b32), c = source(o[3], Type::b32);
  const auto members = source(o[4], Type::b32);
  const auto d = destination(target, 32, false);
  if (!a || !b || !c || !d || !members) return false;
  Inst& inst = emit(base::shuffle);
  inst.d = *d;
  inst.a = *a;
  inst.b = *b;
  inst.c = *members;
  inst.e = p;
  inst.spare = *c;
  inst.aux = static_cast<std::uint32_t>(i.modifiers.shuffle);
  weight_.shuffles += 1;
  return true;
}

/// elect.sync d|p, members: the lowest lane is the leader.
bool Decoder::elect(const Instruction& i) {
  const auto& o = i.operands;
  if (!i.modifiers.sync || o.size() != 2 || o[0].kind != Operand::Kind::pred_pair) return false;
  const bool has_lane = o[0].reg != Operand::no_register,
             has_flag = o[0].second != Operand::no_register;
  if ((has_lane && (is_predicate(o[0].reg) || width_of(o[0].reg) != 32)) ||
      (has_flag && !is_predicate(o[0].second)))
    return false;
  const auto members = source(o[1], Type::b32);
  if (!members) return false;
  Inst& inst = emit(base::elect);
  if (has_lane) inst.d = rows_[o[0].reg];
  if (has_flag) inst.e = rows_[o[0].second];
  inst.c = *members;
  return true;
}

/// vote.sync.mode.pred p, q, members; vote.sync.ballot.b32 d, q, members
bool Decoder::vote(const Instruction& i) {
  const auto& o = i.operands;
  if (!i.modifiers.sync || o.size() != 3) return false;
  const bool ballot = i.modifiers.vote == ptx::VoteMode::ballot;
  const auto d = ballot ? destination(o[0], 32, false) : predicate_destination(o[0]);
  const auto q = predicate(o[1]);
  const auto members = source(o[2], Type::b32);
  if (!d || *d == no_row || !q || !members || i.modifiers.vote == ptx::VoteMode::none) return false;
  Inst& inst = emit(base::vote);
  inst.d = *d;
  inst.b = *q;
  inst.c = *members;
  inst.aux = static_cast<std::uint32_t>(i.modifiers.vote);
  return true;
}

/// match.any.sync.type d, a, members; match.all.sync.type d|p, a, members
bool Decoder::match(const Instruction& i) {
  const auto& o = i.operands;
  if (!i.modifiers.sync || o.size() != 3 || i.types.size() != 1) return false;
  const bool all = i.modifiers.vote == ptx::VoteMode::all;
  Operand target = o[0];
  Row p = no_row;
  if (target.kind == Operand::Kind::pred_pair) {
    if (target.second != Operand::no_register) {
      if (!is_predicate(target.second)) return false;
      p = rows_[target.second];
    }
    target.kind = target.reg == Operand::no_register ? Operand::Kind::sink : Operand::Kind::reg;
  }
  const auto d = destination(target, 32, false);
  const auto a = source(o[1], i.types[0]);
  const auto members = source(o[2], Type::b32);
  if (!d || !a || !members) return false;
  Inst& inst = emit(all ? base::match_all : base::match_any);
  inst.d = *d;
  inst.a = *a;
  inst.c = *members;
  inst.e = p;
  inst.aux = ptx::bits_of(i.types[0]) == 64 ? 1 : 0;
  return true;
}

bool Decoder::redux(const Instruction& i) {
  const auto& o = i.operands;
  if (!i.modifiers.sync || o.size() != 3 || i.types.size() != 1 || ptx::is_float(i.types[0]))
    return false;
  const auto d = destination(o[0], 32, ptx::is_signed(i.types[0]));
  const auto a = source(o[1], i.types[0]);
  const auto members = source(o[2], Type::b32);
  if (!d || !a || !members) return false;
  Inst& inst = emit(base::redux);
  inst.d = *d;
  inst.a = *a;
  inst.c = *members;
  inst.aux =
      static_cast<std::uint32_t>(i.modifiers.atomic) | (ptx::is_signed(i.types[0]) ? 256U : 0U);
  return true;
}

bool Decoder::active_mask(const Instruction& i) {
  const auto d = i.operands.size() == 1 ? destination(i.operands[0], 32, false) : std::nullopt;
  return d && emit1(base::active_mask, *d, no_row);
}

}  // namespace assay::sim
