// SPDX-License-Identifier: Apache-2.0
// See compare.hpp.
#include "ptx/compare.hpp"

#include <algorithm>

namespace assay::ptx {
namespace {

template <class Items, class Same>
bool all_same(const Items& left, const Items& right, Same same_item) {
  return std::ranges::equal(left, right, same_item);
}

bool same_relocation(const Variable::Relocation& a, const Variable::Relocation& b) {
  return a.offset == b.offset && a.symbol == b.symbol && a.addend == b.addend &&
         a.generic == b.generic && a.mask == b.mask;
}

bool same_variable(const Variable& a, const Variable& b) {
  return a.name == b.name && a.space == b.space && a.type == b.type && a.vector == b.vector &&
         a.align == b.align && a.dimensions == b.dimensions && a.size == b.size &&
         a.is_extern == b.is_extern && a.is_visible == b.is_visible && a.is_weak == b.is_weak &&
         a.is_managed == b.is_managed && a.is_common == b.is_common &&
         a.is_pointer == b.is_pointer && a.pointer_space == b.pointer_space &&
         a.pointer_align == b.pointer_align && a.initial == b.initial &&
         all_same(a.relocations, b.relocations, same_relocation);
}

bool same_directives(const Directives& a, const Directives& b) {
  return std::ranges::equal(a.max_threads, b.max_threads) &&
         std::ranges::equal(a.required_threads, b.required_threads) &&
         a.min_blocks == b.min_blocks && a.max_registers == b.max_registers &&
         std::ranges::equal(a.cluster, b.cluster) && a.explicit_cluster == b.explicit_cluster &&
         a.max_cluster_rank == b.max_cluster_rank && a.max_blocks == b.max_blocks &&
         a.blocks_are_clusters == b.blocks_are_clusters;
}

bool same_prototype(const Function::Prototype& a, const Function::Prototype& b) {
  return a.name == b.name && a.no_return == b.no_return &&
         all_same(a.results, b.results, same_variable) &&
         all_same(a.parameters, b.parameters, same_variable);
}

bool same_register(const Register& a, const Register& b) {
  return a.name == b.name && a.type == b.type;
}

class Comparison {
 public:
  Comparison(const Module& left, const Module& right) : left_(left), right_(right) {}

  std::string difference() const {
    if (!same_head()) return "the head of the module";
    if (!all_same(left_.variables, right_.variables, same_variable)) return "the variables";
    if (left_.functions.size() != right_.functions.size()) return "the number of functions";
    for (std::size_t i = 0; i < left_.functions.size(); ++i) {
      const std::string where = function_difference(left_.functions[i], right_.functions[i]);
      if (!where.empty()) return "function '" + left_.functions[i].name + "', " + where;
    }
    return {};
  }

 private:
  bool same_head() const {
    const auto same_alias = [](const Module::Alias& a, const Module::Alias& b) {
      return a.name == b.name && a.target == b.target;
    };
    return left_.version_major == right_.version_major &&
           left_.version_minor == right_.version_minor && left_.target == right_.target &&
           left_.target_options == right_.target_options &&
           left_.address_size == right_.address_size && left_.files == right_.files &&
           all_same(left_.aliases, right_.aliases, same_alias);
  }

  std::string function_difference(const Function& a, const Function& b) const {
    if (!same_signature(a, b)) return "its head";
    if (!all_same(a.registers, b.registers, same_register)) return "its registers";
    if (!all_same(a.variables, b.variables, same_variable)) return "its variables";
    if (a.labels != b.labels) return "its labels";
    if (!same_tables(a, b)) return "its tables";
    if (a.body.size() != b.body.size()) return "its length";
    for (std::size_t i = 0; i < a.body.size(); ++i) {
      if (!same_instruction(a.body[i], b.body[i])) return "instruction " + std::to_string(i);
    }
    return {};
  }

  static bool same_signature(const Function& a, const Function& b) {
    return a.name == b.name && a.is_entry == b.is_entry && a.is_extern == b.is_extern &&
           a.is_visible == b.is_visible && a.is_weak == b.is_weak && a.no_return == b.no_return &&
           all_same(a.results, b.results, same_variable) &&
           all_same(a.parameters, b.parameters, same_variable) &&
           same_directives(a.directives, b.directives);
  }

  static bool same_tables(const Function& a, const Function& b) {
    const auto same_table = [](const Function::Table& x, const Function::Table& y) {
      return x.name == y.name && x.targets == y.targets;
    };
    const auto same_targets = [](const Function::CallTargets& x, const Function::CallTargets& y) {
      return x.name == y.name && x.functions == y.functions;
    };
    return all_same(a.tables, b.tables, same_table) &&
           all_same(a.prototypes, b.prototypes, same_prototype) &&
           all_same(a.call_targets, b.call_targets, same_targets);
  }

  bool same_instruction(const Instruction& a, const Instruction& b) const {
    return a.op == b.op && a.modifiers == b.modifiers && a.types == b.types && a.guard == b.guard &&
           a.guard_negated == b.guard_negated && same_loc(a.loc, b.loc) &&
           all_same(a.operands, b.operands,
                    [](const Operand& x, const Operand& y) { return same(x, y); });
  }

  /// Numbers of inlined calls differ from text to text; what they lead to does not.
  bool same_loc(Loc a, Loc b) const {
    for (;;) {
      if (a.file != b.file || a.line != b.line || a.column != b.column) return false;
      if (a.inlined_at == 0 || b.inlined_at == 0) return a.inlined_at == b.inlined_at;
      const Module::Inline& outer_a = left_.inlines[a.inlined_at - 1];
      const Module::Inline& outer_b = right_.inlines[b.inlined_at - 1];
      if (outer_a.function != outer_b.function) return false;
      a = outer_a.at;
      b = outer_b.at;
    }
  }

  const Module& left_;
  const Module& right_;
};

}  // namespace

bool same(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.negated == b.negated && a.single == b.single &&
         a.negative == b.negative && a.base_is_symbol == b.base_is_symbol &&
         a.unified == b.unified && a.reg == b.reg && a.second == b.second && a.bits == b.bits &&
         a.offset == b.offset && a.special == b.special && a.component == b.component &&
         a.target == b.target && a.symbol == b.symbol && a.selector == b.selector &&
         all_same(a.elements, b.elements,
                  [](const Operand& x, const Operand& y) { return same(x, y); });
}

std::string difference(const Module& left, const Module& right) {
  return Comparison(left, right).difference();
}

}  // namespace assay::ptx
