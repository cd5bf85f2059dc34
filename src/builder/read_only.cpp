// SPDX-License-Identifier: Apache-2.0
#include "builder/read_only.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "builder/flow.hpp"

namespace assay::builder {
namespace {

using ptx::Op;
using ptx::Operand;

/// Functions of the system that read what their arguments point to: printf and assert.
bool only_reads(const ptx::Module& module, std::string_view callee) {
  if (callee != "vprintf" && callee != "__assertfail") return false;
  const auto* function = module.find_function(callee);
  return function != nullptr && function->is_extern;
}

/// The name of the called function, "" when it is a register.
std::string_view callee_of(const ptx::Instruction& call) {
  for (const auto& operand : call.operands) {
    if (operand.kind == Operand::Kind::symbol) return operand.symbol;
    if (operand.kind != Operand::Kind::list) break;
  }
  return {};
}

/// A function's instructions by what they mention, and the places where an address may be handed
/// over.
class FunctionIndex {
 public:
  FunctionIndex(const ptx::Module& module, const ptx::Function& function) : function_(function) {
    users_.resize(function.registers.size());
    for (std::uint32_t i = 0; i < function.body.size(); ++i) add(i);
    for (const auto& instruction : function.body) {
      if (instruction.op == Op::call)
        add_arguments(instruction, only_reads(module, callee_of(instruction)));
    }
    for (auto& [name, harmless] : arguments_) harmless = harmless && is_only_handed_over(name);
  }

  [[nodiscard]] const ptx::Function& function() const { return function_; }
  [[nodiscard]] const std::vector<std::uint32_t>& users(ptx::RegisterId id) const {
    static const std::vector<std::uint32_t> none;
    return id < users_.size() ? users_[id] : none;
  }
  [[nodiscard]] const std::vector<std::uint32_t>& users(std::string_view name) const {
    static const std::vector<std::uint32_t> none;
    const auto found = named_.find(name);
    return found == named_.end() ? none : found->second;
  }
  /// Is this .param variable an argument of functions alone that read it?
  [[nodiscard]] bool is_harmless_argument(std::string_view name) const {
    const auto found = arguments_.find(name);
    return found != arguments_.end() && found->second;
  }

 private:
  /// Nothing but stores into the parameter and calls: what is loaded from it would be the address
  /// again.
  [[nodiscard]] bool is_only_handed_over(std::string_view name) const {
    return std::ranges::all_of(users(name), [&](std::uint32_t user) {
      const auto& instruction = function_.body[user];
      const bool stores =
          instruction.op == Op::st && instruction.modifiers.space == ptx::Space::param;
      return stores || instruction.op == Op::call;
    });
  }

  void add(std::uint32_t index) {
    const auto& instruction = function_.body[index];
    std::vector<ptx::RegisterId> registers;
    std::vector<std::string_view> names;
    for (const auto& operand : instruction.operands) mentions(operand, registers, names);
    if (instruction.guard) registers.push_back(*instruction.guard);
    for (const auto id : registers) {
      if (id < users_.size()) users_[id].push_back(index);
    }
    for (const auto name : names) named_[name].push_back(index);
  }

  void add_arguments(const ptx::Instruction& call, bool harmless) {
    std::vector<ptx::RegisterId> registers;
    std::vector<std::string_view> names;
    for (const auto& operand : call.operands) {
      if (operand.kind == Operand::Kind::list) mentions(operand, registers, names);
    }
    for (const auto name : names) {
      const auto [known, fresh] = arguments_.emplace(name, harmless);
      if (!fresh) known->second = known->second && harmless;
    }
  }

  const ptx::Function& function_;
  std::vector<std::vector<std::uint32_t>> users_;
  std::map<std::string_view, std::vector<std::uint32_t>> named_;
  std::map<std::string_view, bool> arguments_;
};

/// What can load from local memory: a load of it, or through a generic address.
bool may_load_local(const ptx::Instruction& instruction) {
  if (instruction.op != Op::ld && instruction.op != Op::ldu) return false;
  const auto space = instruction.modifiers.space;
  return space == ptx::Space::local || space == ptx::Space::none;
}

/// Follows one address through one function. `in_local`: the address may stand in local memory (a
/// thread's own variables); tells the caller when this function puts it there.
class Trace {
 public:
  Trace(const FunctionIndex& index, bool& in_local, std::size_t& steps_left)
      : index_(index),
        in_local_(in_local),
        steps_left_(steps_left),
        reached_(index.function().registers.size(), false) {}

  [[nodiscard]] bool reaches_loads_alone(std::string_view variable) {
    if (in_local_) reach_loads_of_local();
    for (const auto user : index_.users(variable)) {
      if (!is_harmless(index_.function().body[user], variable)) return false;
    }
    while (!waiting_.empty()) {
      const auto id = waiting_.back();
      waiting_.pop_back();
      for (const auto user : index_.users(id)) {
        if (!is_harmless(index_.function().body[user], {})) return false;
      }
    }
    return true;
  }

 private:
  bool is_harmless(const ptx::Instruction& instruction, std::string_view variable) {
    if (steps_left_ == 0) return false;  // a text made to be expensive proves nothing
    --steps_left_;
    const bool guards = instruction.guard && is_reached(*instruction.guard);
    switch (role_of(instruction)) {
      case Role::computes:
        reach(written(instruction));
        return true;
      case Role::loads:
        // under a predicate made from the address, what is loaded tells something of it
        if (guards) reach(written(instruction));
        return true;
      case Role::copies:
        return !guards && is_source_alone(instruction, variable);
      case Role::escapes:
        return !guards &&
               (is_harmless_argument(instruction, variable) ||
                is_kept_in_local(instruction, variable) || is_called(instruction, variable));
    }
    return false;
  }

  /// st.local [a], address: it comes back with any load of local memory.
  bool is_kept_in_local(const ptx::Instruction& store, std::string_view variable) {
    if (store.op != Op::st || store.modifiers.space != ptx::Space::local ||
        store.operands.empty() || holds(store.operands.front(), variable))
      return false;
    if (!in_local_) {
      in_local_ = true;
      reach_loads_of_local();
    }
    return true;
  }

  void reach_loads_of_local() {
    for (const auto& instruction : index_.function().body) {
      if (may_load_local(instruction)) reach(written(instruction));
    }
  }

  /// call (…), address, (…): the address is where to go, and is handed to nobody.
  [[nodiscard]] bool is_called(const ptx::Instruction& call, std::string_view variable) const {
    return call.op == Op::call && std::ranges::none_of(call.operands, [&](const Operand& operand) {
             return operand.kind == Operand::Kind::list && holds(operand, variable);
           });
  }

  /// Of [target], [source], size, …
  [[nodiscard]] bool is_source_alone(const ptx::Instruction& copy,
                                     std::string_view variable) const {
    for (std::size_t i = 0; i < copy.operands.size(); ++i) {
      if (i != 1 && holds(copy.operands[i], variable)) return false;
    }
    return true;
  }

  /// st.param [a], address, where `a` goes to printf or assert.
  [[nodiscard]] bool is_harmless_argument(const ptx::Instruction& store,
                                          std::string_view variable) const {
    if (store.op != Op::st || store.modifiers.space != ptx::Space::param || store.operands.empty())
      return false;
    const auto& target = store.operands.front();
    return target.kind == Operand::Kind::address && target.base_is_symbol &&
           !holds(target, variable) && index_.is_harmless_argument(target.symbol);
  }

  [[nodiscard]] bool holds(const Operand& operand, std::string_view variable) const {
    std::vector<ptx::RegisterId> registers;
    std::vector<std::string_view> names;
    mentions(operand, registers, names);
    for (const auto id : registers) {
      if (is_reached(id)) return true;
    }
    for (const auto name : names) {
      if (!variable.empty() && name == variable) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_reached(ptx::RegisterId id) const {
    return id < reached_.size() && reached_[id];
  }

  void reach(const std::vector<ptx::RegisterId>& registers) {
    for (const auto id : registers) {
      if (id >= reached_.size() || reached_[id]) continue;
      reached_[id] = true;
      waiting_.push_back(id);
    }
  }

  const FunctionIndex& index_;
  bool& in_local_;
  std::size_t& steps_left_;
  std::vector<bool> reached_;
  std::vector<ptx::RegisterId> waiting_;
};

/// Variables whose address stands in the initial bytes of another one: it can be loaded from there.
std::set<std::string_view> stored_at_start(const ptx::Module& module) {
  std::set<std::string_view> names;
  const auto add = [&](const std::vector<ptx::Variable>& variables) {
    for (const auto& variable : variables) {
      for (const auto& relocation : variable.relocations) names.insert(relocation.symbol);
    }
  };
  add(module.variables);
  for (const auto& function : module.functions) add(function.variables);
  return names;
}

bool is_lasting(const ptx::Variable& variable) {
  return variable.space == ptx::Space::global || variable.space == ptx::Space::const_;
}

/// Name → is it declared but once? Two of one name can't be told apart later on.
std::map<std::string_view, bool> lasting_variables(const ptx::Module& module) {
  std::map<std::string_view, bool> names;
  const auto add = [&](const std::vector<ptx::Variable>& variables) {
    for (const auto& variable : variables) {
      if (!is_lasting(variable)) continue;
      const auto [known, fresh] = names.emplace(variable.name, true);
      known->second = fresh;
    }
  };
  add(module.variables);
  for (const auto& function : module.functions) add(function.variables);
  return names;
}

/// Does the variable's address reach nothing but loads, in every function?
bool reaches_loads_alone(const std::vector<FunctionIndex>& indices, std::string_view variable,
                         std::size_t& steps_left) {
  bool in_local = false;
  for (bool before = true; before != in_local;) {  // again where it came to local memory underway
    before = in_local;
    for (const auto& index : indices) {
      if (index.users(variable).empty() && !in_local) continue;
      if (!Trace(index, in_local, steps_left).reaches_loads_alone(variable)) return false;
    }
  }
  return true;
}

}  // namespace

std::set<std::string> read_only_variables(const ptx::Module& module) {
  std::size_t steps_left = 20'000'000;  // about a second
  std::vector<FunctionIndex> indices;
  for (const auto& function : module.functions) indices.emplace_back(module, function);
  const auto stored = stored_at_start(module);
  std::set<std::string> proven;
  for (const auto& [name, unique] : lasting_variables(module)) {
    if (unique && !stored.contains(name) && reaches_loads_alone(indices, name, steps_left))
      proven.emplace(name);
  }
  return proven;
}

}  // namespace assay::builder
