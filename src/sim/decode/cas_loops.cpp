// SPDX-License-Identifier: Apache-2.0
// See cas_loops.hpp: follows a loaded value from register to register, whatever the order of
// statements. Whatever isn't known to keep the value among registers ends the search.
#include "sim/decode/cas_loops.hpp"

#include <algorithm>
#include <string_view>

namespace assay::sim {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::RegisterId;

constexpr std::size_t most_work = std::size_t{1} << 20;  ///< uses looked at, in a function

void registers_of(const Operand& o, const auto& seen) {
  const bool has_register = o.kind == Operand::Kind::reg || o.kind == Operand::Kind::pred_pair ||
                            (o.kind == Operand::Kind::address && !o.base_is_symbol);
  if (has_register) seen(o.reg);
  if (o.kind == Operand::Kind::pred_pair) seen(o.second);
  for (const auto& element : o.elements) registers_of(element, seen);
}

/// Operations whose first operand is the result, and all that they do. What sets or reads the carry
/// flag isn't one.
bool is_of_registers(const Instruction& i) {
  if (i.modifiers.cc || i.operands.empty()) return false;
  switch (i.op) {
    case Op::abs:
    case Op::add:
    case Op::and_:
    case Op::bfe:
    case Op::bfi:
    case Op::brev:
    case Op::clz:
    case Op::cnot:
    case Op::copysign:
    case Op::cvt:
    case Op::div:
    case Op::ex2:
    case Op::fma:
    case Op::lg2:
    case Op::lop3:
    case Op::mad:
    case Op::max:
    case Op::min:
    case Op::mov:
    case Op::mul:
    case Op::neg:
    case Op::not_:
    case Op::or_:
    case Op::popc:
    case Op::prmt:
    case Op::rcp:
    case Op::rem:
    case Op::rsqrt:
    case Op::selp:
    case Op::set:
    case Op::setp:
    case Op::shf:
    case Op::shl:
    case Op::shr:
    case Op::sqrt:
    case Op::sub:
    case Op::testp:
    case Op::xor_:
      return true;
    default:
      return false;
  }
}

bool is_copy(const Instruction& i) {
  return i.op == Op::mov && i.operands.size() == 2 && i.operands[0].kind == Operand::Kind::reg &&
         i.operands[1].kind == Operand::Kind::reg;
}
bool is_cas(const Instruction& i) {
  return i.op == Op::atom && i.modifiers.atomic == ptx::AtomicOp::cas && i.operands.size() >= 4 &&
         i.types.size() == 1;
}

bool is_candidate(const Instruction& i) {
  const auto& m = i.modifiers;
  const bool plain = m.semantics == ptx::Semantics::none || m.semantics == ptx::Semantics::weak;
  const bool shared_place = m.space == ptx::Space::none || m.space == ptx::Space::global ||
                            m.space == ptx::Space::shared || m.space == ptx::Space::shared_cta;
  if (i.op != Op::ld || !plain || !shared_place || m.non_coherent || m.mmio || m.vector != 1)
    return false;
  return i.types.size() == 1 && i.operands.size() >= 2 &&
         i.operands[0].kind == Operand::Kind::reg && i.operands[1].kind == Operand::Kind::address;
}

/// An address, taken back to where it comes from as far as that is sure.
struct Where {
  RegisterId reg = Operand::no_register;
  std::string_view symbol;
  std::int64_t offset = 0;
  bool operator==(const Where&) const = default;
};

class Search {
 public:
  explicit Search(const ptx::Function& f)
      : body_(f.body), uses_(f.registers.size()), definitions_(f.registers.size()) {
    for (std::uint32_t n = 0; n < body_.size(); ++n) note(n);
  }
  bool only_for_cas(std::uint32_t load);

 private:
  using Set = std::vector<RegisterId>;  ///< few, so that looking through it is quick
  static bool in(const Set& set, RegisterId r) { return std::ranges::find(set, r) != set.end(); }
  static bool in(const Set& set, const Operand& o) {
    return o.kind == Operand::Kind::reg && in(set, o.reg);
  }

  void note(std::uint32_t index);
  [[nodiscard]] Where where(const Operand& address) const;
  void step_back(Where& at) const;
  void taint(const Operand& result);
  bool follow();
  bool use(std::uint32_t index, RegisterId r);
  bool cas(const Instruction& i, RegisterId r);
  void find_copies(Set& set);
  [[nodiscard]] bool asks_for_success(const Instruction& i) const;

  const std::vector<Instruction>& body_;
  std::vector<std::vector<std::uint32_t>> uses_, definitions_;
  std::size_t work_ = 0;
  // Of the load that is looked at.
  const Instruction* load_ = nullptr;
  Where place_;
  Set tainted_;   ///< may hold something made of its value, in the order found
  Set copies_;    ///< may hold its value itself
  Set outcomes_;  ///< results of the compare-and-swaps
  std::size_t followed_ = 0;
  std::vector<const Instruction*> swaps_, questions_;
};

void Search::note(std::uint32_t index) {
  const auto& i = body_[index];
  const auto add_to = [&](auto& lists, RegisterId r) {
    if (r < lists.size() && (lists[r].empty() || lists[r].back() != index))
      lists[r].push_back(index);
  };
  const bool has_result =
      is_of_registers(i) || i.op == Op::cvta || i.op == Op::ld || i.op == Op::atom;
  const bool has_none = i.op == Op::st || i.op == Op::red || i.op == Op::bra;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    const bool result = has_result && k == 0;
    registers_of(i.operands[k], [&](RegisterId r) {
      // Of other operations it isn't known here which operands they write: each may be both.
      if (result || !(has_result || has_none)) add_to(definitions_, r);
      if (!result) add_to(uses_, r);
    });
  }
  if (i.guard) add_to(uses_, *i.guard);
}

/// Through one copy, conversion or sum with a constant; leaves `at` alone where none made it.
void Search::step_back(Where& at) const {
  if (at.reg >= definitions_.size() || definitions_[at.reg].size() != 1) return;
  const auto& i = body_[definitions_[at.reg][0]];
  const bool sum =
      i.op == Op::add && i.operands.size() == 3 && i.operands[2].kind == Operand::Kind::integer;
  const bool same = (i.op == Op::mov || i.op == Op::cvta) && i.operands.size() == 2;
  if (i.guard || i.operands[0].kind != Operand::Kind::reg || !(sum || same)) return;
  const auto& from = i.operands[1];
  if (from.kind == Operand::Kind::reg) {
    at.reg = from.reg;
  } else if (from.kind == Operand::Kind::symbol && same) {
    at.reg = Operand::no_register;
    at.symbol = from.symbol;
  } else {
    return;
  }
  // Wraps as the device's own sum does.
  const auto more = sum ? i.operands[2].bits : static_cast<std::uint64_t>(from.offset);
  at.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(at.offset) + more);
}

Where Search::where(const Operand& address) const {
  Where at;
  at.offset = address.offset;
  if (address.base_is_symbol) {
    at.symbol = address.symbol;
    return at;
  }
  at.reg = address.reg;
  for (int steps = 0; steps < 16; ++steps) {
    const Where before = at;
    step_back(at);
    if (at == before) break;
  }
  return at;
}

void Search::taint(const Operand& result) {
  registers_of(result, [&](RegisterId r) {
    if (r < uses_.size() && !in(tainted_, r)) tainted_.push_back(r);
  });
}

/// Notes the exchange; false if it is of another place, or has the value as its address.
bool Search::cas(const Instruction& i, RegisterId r) {
  bool in_address = false;
  registers_of(i.operands[1], [&](RegisterId a) { in_address = in_address || a == r; });
  if (in_address || i.types[0] == ptx::Type::none ||
      ptx::bits_of(i.types[0]) != ptx::bits_of(load_->types[0]) || i.operands.size() > 4 ||
      where(i.operands[1]) != place_)
    return false;
  if (std::ranges::find(swaps_, &i) == swaps_.end()) swaps_.push_back(&i);
  return true;
}

bool Search::use(std::uint32_t index, RegisterId r) {
  const auto& i = body_[index];
  if (i.guard == r) return false;
  if (is_cas(i)) return cas(i, r);
  if (!is_of_registers(i)) return false;
  const bool equality =
      i.modifiers.compare == ptx::Compare::eq || i.modifiers.compare == ptx::Compare::ne;
  if (i.op == Op::setp && equality && i.operands.size() == 3 && !ptx::is_float(i.types[0])) {
    if (std::ranges::find(questions_, &i) == questions_.end()) questions_.push_back(&i);
    return true;
  }
  taint(i.operands[0]);
  return true;
}

bool Search::follow() {
  for (; followed_ < tainted_.size(); ++followed_) {
    const RegisterId r = tainted_[followed_];
    for (const auto index : uses_[r]) {
      work_ += tainted_.size();
      if (work_ > most_work || !use(index, r)) return false;
    }
  }
  return true;
}

void Search::find_copies(Set& set) {
  for (std::size_t k = 0; k < set.size(); ++k) {
    if (set[k] >= uses_.size()) continue;
    for (const auto index : uses_[set[k]]) {
      const auto& i = body_[index];
      ++work_;
      if (is_copy(i) && i.operands[1].reg == set[k] && !in(set, i.operands[0].reg))
        set.push_back(i.operands[0].reg);
    }
  }
}

/// What the exchange found, beside what it was told to expect. A register that holds both by turns
/// tells neither.
bool Search::asks_for_success(const Instruction& i) const {
  const auto fits = [&](const Operand& expected, const Operand& found) {
    return in(copies_, expected) && in(outcomes_, found) && !in(tainted_, found);
  };
  return fits(i.operands[1], i.operands[2]) || fits(i.operands[2], i.operands[1]);
}

bool Search::only_for_cas(std::uint32_t load) {
  load_ = &body_[load];
  place_ = where(load_->operands[1]);
  tainted_ = copies_ = {load_->operands[0].reg};
  followed_ = 0;
  swaps_.clear();
  questions_.clear();
  find_copies(copies_);
  // Each round follows the answers of the comparisons that turned out to ask for something else.
  for (std::size_t known = 0; known != tainted_.size();) {
    known = tainted_.size();
    if (!follow()) return false;
    outcomes_.clear();
    for (const auto* swap : swaps_) {
      if (!in(copies_, swap->operands[2])) return false;
      if (swap->operands[0].kind == Operand::Kind::reg) outcomes_.push_back(swap->operands[0].reg);
    }
    find_copies(outcomes_);
    for (const auto* question : questions_) {
      if (!asks_for_success(*question)) taint(question->operands[0]);
    }
  }
  return !swaps_.empty();
}

}  // namespace

std::vector<bool> cas_reads(const ptx::Function& f) {
  std::vector<bool> found(f.body.size(), false);
  if (std::ranges::none_of(f.body, is_cas)) return found;
  Search search(f);
  for (std::uint32_t n = 0; n < f.body.size(); ++n)
    found[n] = is_candidate(f.body[n]) && search.only_for_cas(n);
  return found;
}

}  // namespace assay::sim
