// SPDX-License-Identifier: Apache-2.0
// Operands to rows: registers, constants spread over 32 lanes, special registers, addresses of
// variables.
#include <bit>
#include <cstring>

#include "sim/decode/decoder.hpp"
#include "sim/exec/base.hpp"

namespace assay::sim {

using ptx::Type;

namespace {

bool is_wide(Kind kind) {
  return kind == Kind::u64 || kind == Kind::s64 || kind == Kind::f64 || kind == Kind::f32x2;
}

/// A constant written as a real, in the bits of another type. PTX allows only f32 and f64 here.
std::optional<std::uint64_t> real_bits(const ptx::Operand& o, Kind kind) {
  if (kind == Kind::f32) {
    if (o.single) return o.bits & 0xffffffffU;
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.bits)));
  }
  if (kind == Kind::f64 && o.single) {
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(o.bits))));
  }
  if (o.single || kind == Kind::f64 || kind == Kind::u64 || kind == Kind::s64) return o.bits;
  return std::nullopt;
}

std::uint64_t cut(std::uint64_t bits, Kind kind) {
  switch (kind) {
    case Kind::u8:
    case Kind::s8:
      return bits & 0xff;
    case Kind::u16:
    case Kind::s16:
    case Kind::f16:
    case Kind::bf16:
      return bits & 0xffff;
    default:
      return is_wide(kind) ? bits : bits & 0xffffffffU;
  }
}

}  // namespace

Row Decoder::take_row(std::uint32_t bytes) {
  const Row row = next_row_;
  next_row_ += bytes;
  return row;
}

Row Decoder::constant(std::uint64_t bits, bool wide) {
  auto& known = constants_[wide ? 1 : 0];
  if (const auto found = known.find(bits); found != known.end()) return found->second;
  const auto row = static_cast<Row>(constant_bytes_.size()) | in_constants;
  const std::size_t step = wide ? 8 : 4;
  constant_bytes_.resize(constant_bytes_.size() + 32 * step);
  for (std::size_t l = 0; l < 32; ++l) {
    std::memcpy(constant_bytes_.data() + (row & ~in_constants) + l * step, &bits, step);
  }
  known.emplace(bits, row);
  return row;
}

std::uint32_t Decoder::width_of(ptx::RegisterId id) const {
  return id < function_.registers.size() ? ptx::bits_of(function_.registers[id].type) : 0;
}
bool Decoder::is_predicate(ptx::RegisterId id) const {
  return id < function_.registers.size() && function_.registers[id].type == Type::pred;
}

std::optional<Row> Decoder::source(const Operand& o, Type type) {
  return source_kind(o, kind_of(type));
}

std::optional<Row> Decoder::source_kind(const Operand& o, Kind kind) {
  if (kind == Kind::none) return std::nullopt;
  switch (o.kind) {
    case Operand::Kind::reg: {
      if (o.reg >= rows_.size() || is_predicate(o.reg) || o.negated || o.selector[0] != 0)
        return std::nullopt;
      const std::uint32_t bits = width_of(o.reg);
      if (bits > 64) return std::nullopt;
      if (is_wide(kind) == (bits == 64)) return rows_[o.reg];
      if (is_wide(kind)) return std::nullopt;
      const Row narrow = take_row(128);
      Inst& inst = emit(base::narrow);
      inst.d = narrow;
      inst.a = rows_[o.reg];
      return narrow;
    }
    case Operand::Kind::integer:
    case Operand::Kind::real:
      return immediate(o, kind);
    case Operand::Kind::special:
      return special(o, kind);
    case Operand::Kind::symbol: {
      const auto value = symbol_value(o.symbol);
      if (!value) {
        const auto local = locals_.find(o.symbol);
        if (local == locals_.end()) return std::nullopt;
        const Row row = take_row(is_wide(kind) ? 256 : 128);  // depends on the depth of the call
        Inst& inst = emit(is_wide(kind) ? base::local_address64 : base::local_address32);
        inst.d = row;
        inst.imm = static_cast<std::int64_t>(local->second) + o.offset;
        return row;
      }
      return constant(cut(*value + static_cast<std::uint64_t>(o.offset), kind), is_wide(kind));
    }
    default:
      return std::nullopt;
  }
}

std::optional<Row> Decoder::immediate(const Operand& o, Kind kind) {
  if (o.kind == Operand::Kind::integer) {
    std::uint64_t bits = o.bits;
    if (kind == Kind::f32) {
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int64_t>(o.bits)));
    } else if (kind == Kind::f64) {
      bits = std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(o.bits)));
    }
    return constant(cut(bits, kind), is_wide(kind));
  }
  const auto bits = real_bits(o, kind);
  if (!bits) return std::nullopt;
  return constant(cut(*bits, kind), is_wide(kind));
}

std::optional<Row> Decoder::special(const Operand& o, Kind kind) {
  if (base::is_changing(o.special)) {
    const bool wide = is_wide(kind);
    const Row row = take_row(wide ? 256 : 128);
    Inst& inst = emit(wide ? base::read_clock64 : base::read_clock32);
    inst.d = row;
    inst.aux = static_cast<std::uint32_t>(o.special);
    return row;
  }
  if (!base::is_known(o.special)) return std::nullopt;
  const std::uint32_t key = static_cast<std::uint32_t>(o.special) * 4 + o.component;
  auto [at, fresh] = specials_.try_emplace(key, 0);
  if (fresh) {
    at->second = take_row(128);
    code_.specials.push_back({at->second, o.special, o.component});
  }
  if (o.special == ptx::Special::smid) {
    Inst& inst = emit(base::note_smid);
    inst.d = at->second;
  }
  if (!is_wide(kind)) return at->second;
  const Row row = take_row(256);
  Inst& inst = emit(base::widen_unsigned);
  inst.d = row;
  inst.a = at->second;
  return row;
}

std::optional<std::uint64_t> Decoder::symbol_value(const std::string& name) {
  if (const auto found = around_.shared.find(name); found != around_.shared.end())
    return found->second;
  if (const auto found = around_.addresses.find(name); found != around_.addresses.end())
    return found->second;
  if (is_entry_) {
    const auto found = around_.entry_params.find(name);
    if (found != around_.entry_params.end()) return param_window + found->second;
  }
  return std::nullopt;
}

std::optional<Row> Decoder::predicate(const Operand& o) {
  if (o.kind != Operand::Kind::reg || !is_predicate(o.reg)) return std::nullopt;
  return rows_[o.reg] | (o.negated ? inverted : 0U);
}
std::optional<Row> Decoder::predicate_destination(const Operand& o) {
  if (o.kind == Operand::Kind::sink) return no_row;
  if (o.kind != Operand::Kind::reg || !is_predicate(o.reg) || o.negated) return std::nullopt;
  return rows_[o.reg];
}

std::optional<Row> Decoder::destination(const Operand& o, std::uint32_t bits, bool is_signed) {
  if (o.kind == Operand::Kind::sink) return take_row(bits == 64 ? 256 : 128);
  if (o.kind != Operand::Kind::reg || is_predicate(o.reg) || o.reg >= rows_.size())
    return std::nullopt;
  const std::uint32_t width = width_of(o.reg);
  if (width > 64 || (bits == 64 && width != 64)) return std::nullopt;
  if (bits == 64 || width != 64) return rows_[o.reg];
  const Row row = take_row(128);
  settling_.push_back({row, rows_[o.reg], bits, is_signed});
  return row;
}

/// Widens results that went to temporaries into their 64-bit registers.
void Decoder::settle() {
  for (const auto& s : settling_) {
    Inst& inst = emit(s.is_signed ? base::widen_signed : base::widen_unsigned);
    inst.d = s.to;
    inst.a = s.from;
  }
  settling_.clear();
}

}  // namespace assay::sim
