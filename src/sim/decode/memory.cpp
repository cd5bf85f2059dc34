// SPDX-License-Identifier: Apache-2.0
// Decoding of ld, st, atom and red.
#include <algorithm>
#include <bit>

#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::AtomicOp;
using ptx::Op;
using ptx::Semantics;
using ptx::Space;
using ptx::Type;

namespace {

std::optional<Room> room_of(Space space) {
  if (ptx::is_param(space)) return Room::param;
  switch (space) {
    case Space::none:
      return Room::generic;
    case Space::global:
      return Room::global;
    case Space::local:
      return Room::local;
    case Space::const_:
      return Room::constant;
    case Space::shared:
    case Space::shared_cta:
      return Room::shared;
    default:
      return std::nullopt;
  }
}

Strength strength_of(Semantics s) {
  switch (s) {
    case Semantics::relaxed:
    case Semantics::volatile_:
      return Strength::relaxed;
    case Semantics::acquire:
      return Strength::acquire;
    case Semantics::release:
      return Strength::release;
    case Semantics::acq_rel:
    case Semantics::sc:
      return Strength::acq_rel;
    default:
      return Strength::weak;
  }
}

}  // namespace

std::optional<Form> Decoder::form_of(const Instruction& i, bool is_store) {
  // Device memory only: what .mmio promises about peripherals can't be kept here.
  const auto room = room_of(i.modifiers.space);
  if (!room || i.types.size() != 1 || i.modifiers.mmio) return std::nullopt;
  const std::uint32_t bytes = ptx::size_of(i.types[0]);
  if (!std::has_single_bit(bytes) || bytes > 8 ||
      !std::has_single_bit(unsigned{i.modifiers.vector}))
    return std::nullopt;
  Form form;
  form.room = *room;
  form.size_log = static_cast<std::uint8_t>(std::countr_zero(bytes));
  form.count_log = static_cast<std::uint8_t>(std::countr_zero(unsigned{i.modifiers.vector}));
  form.store = is_store;
  form.is_signed = !is_store && ptx::is_signed(i.types[0]);
  form.strength = strength_of(i.modifiers.semantics);
  form.is_volatile = i.modifiers.semantics == Semantics::volatile_;
  form.read_only = !is_store && i.modifiers.non_coherent;
  form.cta_scope = i.modifiers.scope == ptx::Scope::cta;
  return form;
}

/// Puts base row and offset into the instruction. Shared addresses may be 32 or 64 bits wide, all
/// others are 64.
bool Decoder::address(const Operand& o, Form& form, Inst& inst) {
  if (o.kind != Operand::Kind::address || !o.elements.empty() || o.unified) return false;
  inst.imm = o.offset;
  const bool may_be_narrow = form.room == Room::shared || form.room == Room::local;
  if (o.base_is_symbol) {
    const auto value = symbol_value(o.symbol);
    form.wide_address = form.room != Room::shared;
    if (value) {
      inst.a = constant(*value, form.wide_address);
      return true;
    }
    const auto local = locals_.find(o.symbol);
    if (local == locals_.end() || form.room == Room::shared) return false;
    // Where a frame's local memory begins is known only when the call is made.
    inst.a = take_row(256);
    Inst& base_of = emit(base::local_address64);
    base_of.d = inst.a;
    base_of.imm = local->second;
    return true;
  }
  if (o.reg == Operand::no_register) {
    form.wide_address = form.room != Room::shared;
    inst.a = constant(0, form.wide_address);
    return true;
  }
  if (is_predicate(o.reg) || o.reg >= rows_.size()) return false;
  form.wide_address = width_of(o.reg) == 64;
  inst.a = rows_[o.reg];
  if (form.wide_address) return true;
  if (!may_be_narrow || width_of(o.reg) != 32) return false;
  if (form.room == Room::local) {
    const Row wide = take_row(256);
    Inst& widening = emit(base::widen_unsigned);
    widening.d = wide;
    widening.a = inst.a;
    inst.a = wide;
    form.wide_address = true;
  }
  return true;
}

/// The register or registers that are loaded into or stored; all of one width.
std::optional<Row> Decoder::value_rows(const Operand& o, const Form& form, Inst& inst,
                                       bool is_store) {
  std::vector<const Operand*> parts;
  if (o.kind == Operand::Kind::vector) {
    for (const auto& element : o.elements) parts.push_back(&element);
  } else {
    parts.push_back(&o);
  }
  if (parts.size() != form.count()) return std::nullopt;
  std::vector<Row> rows;
  for (const Operand* part : parts) {
    if (part->kind == Operand::Kind::sink) {
      rows.push_back(no_row);
      continue;
    }
    if (part->kind == Operand::Kind::reg) {
      if (is_predicate(part->reg) || part->reg >= rows_.size() || part->negated)
        return std::nullopt;
      const std::uint32_t width = width_of(part->reg);
      if ((width == 64) != form.wide_cell || width < 8 * form.element()) return std::nullopt;
      rows.push_back(rows_[part->reg]);
      continue;
    }
    if (!is_store) return std::nullopt;
    const Type type = function_.body[statement_].types[0];
    const auto row = source(*part, type);
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  if (rows.size() == 1) return rows[0];
  // An instruction has room for few rows; the others stand in a list beside the code.
  inst.e = static_cast<Row>(code_.extra.size());
  code_.extra.insert(code_.extra.end(), rows.begin(), rows.end());
  return rows[0];
}

void Decoder::note_access(const Form& form) {
  Program& p = around_.program;
  if (form.room == Room::local || form.room == Room::param || form.room == Room::constant) return;
  // Race detection keeps its marks by the narrowest access of the whole program: bytes cost four
  // times the memory, and most kernels touch words only.
  const std::uint32_t granule = std::min<std::uint32_t>(4, form.element() * form.count());
  if (form.room != Room::global) p.shared_granule = std::min(p.shared_granule, granule);
  if (form.room != Room::shared) p.global_granule = std::min(p.global_granule, granule);
  // Blocks that talk to each other need an order among them, which only the serial one gives.
  if (form.room != Room::shared && (form.strength != Strength::weak || form.atomic))
    p.ordered = true;
  if (form.room == Room::shared) p.uses_shared = true;
}

/// Lanes may come apart where they exchange values without an order (docs/memory-model.md).
void Decoder::part_before(const Form& form) {
  if (form.strength != Strength::weak && form.room != Room::local) emit(base::part);
}

namespace {
bool is_wide_register(std::uint32_t width) {
  return width == 64;
}
}  // namespace

bool Decoder::load(const Instruction& i) {
  if (i.operands.size() < 2 || i.operands.size() > (i.modifiers.cache_hint ? 3U : 2U)) return false;
  if (ptx::is_param(i.modifiers.space)) return param_load(i);
  auto form = form_of(i, false);
  if (!form) return false;
  if (cas_reads_[statement_]) form->strength = Strength::relaxed;
  const Operand& first =
      i.operands[0].kind == Operand::Kind::vector && !i.operands[0].elements.empty()
          ? i.operands[0].elements[0]
          : i.operands[0];
  form->wide_cell = first.kind == Operand::Kind::reg ? is_wide_register(width_of(first.reg))
                                                     : form->size_log == 3;
  Inst inst;
  const auto d = value_rows(i.operands[0], *form, inst, false);
  if (!d || !address(i.operands[1], *form, inst)) return false;
  const Handler run = handlers_.access(*form);
  if (run == nullptr) return false;
  // A sink still loads: the access can be a fault, and it counts.
  if (form->count() == 1) inst.d = *d == no_row ? take_row(256) : *d;
  part_before(*form);
  Inst& made = emit(run);
  const std::uint32_t index = made.index;
  inst.run = run;
  made = inst;
  made.index = index;
  made.aux = form->packed();
  made.slot = around_.program.slots++;
  note_access(*form);
  return true;
}

bool Decoder::store(const Instruction& i) {
  if (i.operands.size() < 2 || i.operands.size() > (i.modifiers.cache_hint ? 3U : 2U)) return false;
  if (ptx::is_param(i.modifiers.space)) return func_param(i, i.operands[0], true);
  auto form = form_of(i, true);
  if (!form || form->room == Room::constant) return false;
  const Operand& first =
      i.operands[1].kind == Operand::Kind::vector && !i.operands[1].elements.empty()
          ? i.operands[1].elements[0]
          : i.operands[1];
  form->wide_cell = first.kind == Operand::Kind::reg ? is_wide_register(width_of(first.reg))
                                                     : form->size_log == 3;
  Inst inst;
  const auto s = value_rows(i.operands[1], *form, inst, true);
  if (!s || *s == no_row || !address(i.operands[0], *form, inst)) return false;
  const Handler run = handlers_.access(*form);
  if (run == nullptr) return false;
  if (form->count() == 1) inst.b = *s;
  part_before(*form);
  Inst& made = emit(run);
  const std::uint32_t index = made.index;
  inst.run = run;
  made = inst;
  made.index = index;
  made.aux = form->packed();
  made.slot = around_.program.slots++;
  note_access(*form);
  return true;
}

/// ld.param: of the kernel at a fixed offset, through a register, or of a function.
bool Decoder::param_load(const Instruction& i) {
  const auto& from = i.operands[1];
  if (from.kind != Operand::Kind::address) return false;
  if (from.base_is_symbol && params_.contains(from.symbol)) return func_param(i, from, false);
  auto form = form_of(i, false);
  if (!form || !is_entry_) return false;
  const Operand& first =
      i.operands[0].kind == Operand::Kind::vector && !i.operands[0].elements.empty()
          ? i.operands[0].elements[0]
          : i.operands[0];
  form->wide_cell = first.kind == Operand::Kind::reg ? is_wide_register(width_of(first.reg))
                                                     : form->size_log == 3;
  Inst inst;
  const auto d = value_rows(i.operands[0], *form, inst, false);
  if (!d) return false;
  if (!from.base_is_symbol) {
    form->room = Room::generic;  // parameters are an allocation of their own
    if (!address(from, *form, inst) || !form->wide_address) return false;
    inst.run = handlers_.access(*form);
    inst.slot = around_.program.slots++;
    inst.aux = form->packed();
  } else {
    // The usual case: a constant offset, checked here once for all lanes and launches.
    const auto offset = around_.entry_params.find(from.symbol);
    if (offset == around_.entry_params.end()) return false;
    inst.imm = static_cast<std::int64_t>(offset->second) + from.offset;
    if (inst.imm < 0 || inst.imm + form->bytes() > around_.program.param_bytes) return false;
    inst.run = handlers_.param(*form);
    inst.aux = form->count_log;
  }
  if (inst.run == nullptr) return false;
  if (form->count() == 1) inst.d = *d == no_row ? take_row(256) : *d;
  Inst& made = emit(inst.run);
  const std::uint32_t index = made.index;
  made = inst;
  made.index = index;
  return true;
}

/// ld.param and st.param of a function's own or a call's parameters, which live in rows of 4 bytes
/// a lane.
bool Decoder::func_param(const Instruction& i, const Operand& at, bool is_store) {
  auto form = form_of(i, is_store);
  const auto found = params_.find(at.symbol);
  if (!form || !at.base_is_symbol || found == params_.end()) return false;
  const auto& value = i.operands[is_store ? 1 : 0];
  const Operand& first =
      value.kind == Operand::Kind::vector && !value.elements.empty() ? value.elements[0] : value;
  form->wide_cell = first.kind == Operand::Kind::reg ? is_wide_register(width_of(first.reg))
                                                     : form->size_log == 3;
  if (at.offset < 0 || at.offset + form->bytes() > found->second.size ||
      at.offset % form->element() != 0)
    return false;
  Inst inst;
  const auto rows = value_rows(value, *form, inst, is_store);
  if (!rows) return false;
  for (std::uint32_t k = 0; k < form->count(); ++k) {
    const Row row = form->count() == 1 ? *rows : code_.extra[inst.e + k];
    if (row == no_row) continue;
    Inst& made = emit(is_store ? base::param_store : base::param_load);
    (is_store ? made.b : made.d) = row;
    made.a = found->second.first;
    made.imm = at.offset + static_cast<std::int64_t>(k) * form->element();
    made.aux = form->packed();
  }
  return true;
}

namespace {

/// The table of the PTX manual; an assembler would refuse the rest, so a result of them means
/// nothing.
bool atomic_exists(AtomicOp op, Type type) {
  const std::uint32_t bits = ptx::bits_of(type);
  const bool small =
      type == Type::f16 || type == Type::bf16 || type == Type::f16x2 || type == Type::bf16x2;
  switch (op) {
    case AtomicOp::add:
      return small || type == Type::f32 || type == Type::f64 || type == Type::u32 ||
             type == Type::s32 || type == Type::u64 || type == Type::s64;
    case AtomicOp::min:
    case AtomicOp::max:
      return small || (ptx::is_integer(type) && bits >= 32);
    case AtomicOp::inc:
    case AtomicOp::dec:
      return type == Type::u32;
    case AtomicOp::and_:
    case AtomicOp::or_:
    case AtomicOp::xor_:
      return bits == 32 || bits == 64;
    case AtomicOp::exch:
      return bits == 32 || bits == 64;
    case AtomicOp::cas:
      return bits == 16 || bits == 32 || bits == 64;
    default:
      return false;
  }
}

}  // namespace

bool Decoder::atomic(const Instruction& i) {
  const bool returns = i.op == Op::atom;
  const std::size_t shift = returns ? 1 : 0;
  const bool cas = i.modifiers.atomic == AtomicOp::cas;
  const std::size_t count = shift + (cas ? 3 : 2);
  if (i.modifiers.vector != 1 || i.types.size() != 1 || i.operands.size() < count ||
      i.operands.size() > count + (i.modifiers.cache_hint ? 1U : 0U)) {
    return false;
  }
  const Type type = i.types[0];
  auto form = form_of(i, true);
  if (!form || !atomic_exists(i.modifiers.atomic, type) || form->room == Room::local ||
      form->room == Room::constant) {
    return false;
  }
  form->atomic = true;
  form->returns = returns;
  form->wide_cell = ptx::bits_of(type) == 64;
  // The manual: atom and red without .sem are .relaxed.
  if (form->strength == Strength::weak) form->strength = Strength::relaxed;
  Inst inst;
  if (!address(i.operands[shift], *form, inst)) return false;
  const auto b = source(i.operands[shift + 1], type);
  const auto c = cas ? source(i.operands[shift + 2], type) : std::optional<Row>(no_row);
  const auto d = returns ? destination(i.operands[0], ptx::bits_of(type), ptx::is_signed(type))
                         : std::optional<Row>(no_row);
  if (!b || !c || !d) return false;
  Inst& made = emit(base::atomic);
  const std::uint32_t index = made.index;
  inst.run = base::atomic;
  made = inst;
  made.index = index;
  made.b = *b;
  made.c = *c;
  made.d = *d;
  made.aux = form->packed();
  made.spare = static_cast<std::uint32_t>(i.modifiers.atomic) << 8 |
               static_cast<std::uint32_t>(kind_of(type));
  made.slot = around_.program.slots++;
  note_access(*form);
  return true;
}

}  // namespace assay::sim
