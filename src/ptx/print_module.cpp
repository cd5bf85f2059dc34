// SPDX-License-Identifier: Apache-2.0
// The frame around the instructions that print.cpp prints: module, functions, source places.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "ptx/print.hpp"
#include "ptx/print_variable.hpp"

namespace assay::ptx {
namespace {

std::string quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string counts(std::string_view name, const std::uint32_t (&values)[3]) {
  if (std::ranges::all_of(values, [](std::uint32_t value) { return value == 0; })) return {};
  return fmt::format("{} {}, {}, {}\n", name, values[0], values[1], values[2]);
}

std::string count(std::string_view name, std::uint32_t value) {
  return value == 0 ? std::string{} : fmt::format("{} {}\n", name, value);
}

std::string directives_text(const Function& function) {
  const Directives& directives = function.directives;
  std::string text = function.no_return ? ".noreturn\n" : "";
  text += counts(".maxntid", directives.max_threads);
  text += counts(".reqntid", directives.required_threads);
  text += count(".minnctapersm", directives.min_blocks);
  text += count(".maxnctapersm", directives.max_blocks);
  text += count(".maxnreg", directives.max_registers);
  text += counts(".reqnctapercluster", directives.cluster);
  if (directives.explicit_cluster) text += ".explicitcluster\n";
  text += count(".maxclusterrank", directives.max_cluster_rank);
  if (directives.blocks_are_clusters) text += ".blocksareclusters\n";
  return text;
}

/// `.loc` lines. An inlined call names its caller's place, which must have had a line of its own
/// before.
class Places {
 public:
  explicit Places(const Module& module) : module_(module) {}

  void new_function() {
    seen_.clear();
    now_ = {};
  }

  std::string lines_before(const Loc& loc) {
    if (equal(loc, now_)) return {};
    std::vector<Loc> chain{loc};
    while (chain.back().inlined_at != 0) {
      chain.push_back(module_.inlines[chain.back().inlined_at - 1].at);
    }
    std::string text;
    for (std::size_t i = chain.size(); i-- > 0;) {
      if (i == 0 || is_needed(chain[i])) text += line(chain[i]);
    }
    now_ = loc;
    return text;
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  static Key key(const Loc& loc) { return {loc.file, loc.line, loc.column}; }

  static bool equal(const Loc& a, const Loc& b) {
    return key(a) == key(b) && a.inlined_at == b.inlined_at;
  }

  /// The chain is that of the latest line of its place, and ptxas wants such a line even where the
  /// chain ends.
  bool is_needed(const Loc& loc) const {
    const auto found = seen_.find(key(loc));
    return found == seen_.end() || found->second != loc.inlined_at;
  }

  std::string line(const Loc& loc) {
    seen_[key(loc)] = loc.inlined_at;
    std::string text = fmt::format("\t.loc {} {} {}", loc.file, loc.line, loc.column);
    if (loc.inlined_at != 0) {
      const Loc& at = module_.inlines[loc.inlined_at - 1].at;
      text += fmt::format(", function_name $L__name{}, inlined_at {} {} {}", loc.inlined_at,
                          at.file, at.line, at.column);
    }
    return text + "\n";
  }

  const Module& module_;
  std::map<Key, std::uint32_t> seen_;
  Loc now_;
};

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module), places_(module) {
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
      index_.emplace(module.functions[i].name, i);
    }
  }

  std::string print() {
    head();
    for (const Variable& variable : module_.variables) declare_targets(variable);
    for (const Variable& variable : module_.variables) text_ += print_variable(variable) + "\n";
    for (std::uint32_t i = 0; i < module_.functions.size(); ++i) define(i);
    for (const auto& alias : module_.aliases) {
      text_ += fmt::format(".alias {}, {};\n", alias.name, alias.target);
    }
    names();
    return std::move(text_);
  }

 private:
  void head() {
    text_ += fmt::format(".version {}.{}\n", module_.version_major, module_.version_minor);
    if (!module_.target.empty()) {
      text_ += ".target " + module_.target;
      for (const std::string& option : module_.target_options) text_ += ", " + option;
      text_ += "\n";
    }
    text_ += fmt::format(".address_size {}\n", module_.address_size);
    for (std::size_t i = 0; i < module_.files.size(); ++i) {
      if (module_.files[i].empty() && i + 1 < module_.files.size()) continue;
      text_ += fmt::format(".file {} {}\n", i, quoted(module_.files[i]));
    }
  }

  /// A function may be named only after it is declared; in order, so that their order stays.
  void declare_through(std::uint32_t last) {
    for (; declared_ <= last; ++declared_) {
      text_ += signature(module_.functions[declared_]) + ";\n";
    }
  }

  void declare(std::string_view name) {
    const auto found = index_.find(name);
    if (found != index_.end()) declare_through(found->second);
  }

  void declare_targets(const Variable& variable) {
    for (const auto& relocation : variable.relocations) declare(relocation.symbol);
  }

  void declare_operand(const Operand& operand, std::uint32_t self) {
    const auto found = operand.symbol.empty() ? index_.end() : index_.find(operand.symbol);
    if (found != index_.end() && found->second > self) declare_through(found->second);
    for (const Operand& element : operand.elements) declare_operand(element, self);
  }

  static std::string signature(const Function& function) {
    std::string text = function.is_visible ? ".visible " : "";
    if (function.is_weak) text += ".weak ";
    if (function.is_extern && text.empty()) text += ".extern ";
    text += function.is_entry ? ".entry " : ".func ";
    if (!function.results.empty()) text += print_parameters(function.results) + " ";
    text += function.name;
    if (!function.parameters.empty()) text += print_parameters(function.parameters);
    const std::string directives = directives_text(function);
    return directives.empty() ? text : text + "\n" + directives;
  }

  void define(std::uint32_t index) {
    const Function& function = module_.functions[index];
    for (const Instruction& instruction : function.body) {
      for (const Operand& operand : instruction.operands) declare_operand(operand, index);
    }
    if (function.is_extern) return index < declared_ ? void() : declare_through(index);
    declared_ = std::max(declared_, index + 1);
    text_ += signature(function) + "\n{\n";
    registers(function);
    for (const Variable& variable : function.variables)
      text_ += "\t" + print_variable(variable) + "\n";
    tables(function);
    body(function);
    text_ += "}\n";
  }

  void registers(const Function& function) {
    const auto is_parameter = [&](const Register& reg) {
      const auto named = [&](const Variable& parameter) {
        return parameter.space == Space::reg && parameter.name == reg.name;
      };
      return std::ranges::any_of(function.parameters, named) ||
             std::ranges::any_of(function.results, named);
    };
    for (const Register& reg : function.registers) {
      if (!is_parameter(reg)) text_ += fmt::format("\t.reg .{} {};\n", name_of(reg.type), reg.name);
    }
  }

  void tables(const Function& function) {
    for (const auto& table : function.tables) {
      text_ += table.name + ": .branchtargets ";
      for (std::size_t i = 0; i < table.targets.size(); ++i) {
        Operand label;
        label.kind = Operand::Kind::label;
        label.target = table.targets[i];
        text_ += (i == 0 ? "" : ", ") + ptx::print(function, label);
      }
      text_ += ";\n";
    }
    for (const auto& prototype : function.prototypes) {
      text_ += prototype.name + ": .callprototype ";
      if (!prototype.results.empty()) text_ += print_parameters(prototype.results) + " ";
      text_ += "_ " + print_parameters(prototype.parameters);
      text_ += prototype.no_return ? " .noreturn;\n" : ";\n";
    }
    for (const auto& targets : function.call_targets) {
      text_ += targets.name + ": .calltargets ";
      for (std::size_t i = 0; i < targets.functions.size(); ++i) {
        text_ += (i == 0 ? "" : ", ") + targets.functions[i];
      }
      text_ += ";\n";
    }
  }

  void body(const Function& function) {
    places_.new_function();
    auto label = function.labels.begin();
    for (std::uint32_t i = 0; i <= function.body.size(); ++i) {
      for (; label != function.labels.end() && label->second == i; ++label) {
        text_ += label->first + ":\n";
      }
      if (i == function.body.size()) break;
      text_ += places_.lines_before(function.body[i].loc);
      text_ += "\t" + ptx::print(function, function.body[i]) + ";\n";
    }
  }

  /// Section .debug_str with the names of inlined functions.
  void names() {
    if (module_.inlines.empty()) return;
    text_ += ".section .debug_str\n{\n";
    for (std::size_t i = 0; i < module_.inlines.size(); ++i) {
      text_ += fmt::format("$L__name{}:\n.b8 ", i + 1);
      for (const char c : module_.inlines[i].function) {
        text_ += fmt::format("{},", static_cast<unsigned>(static_cast<unsigned char>(c)));
      }
      text_ += "0\n";
    }
    text_ += "}\n";
  }

  const Module& module_;
  Places places_;
  std::unordered_map<std::string_view, std::uint32_t> index_;
  std::uint32_t declared_ = 0;  ///< functions before this one stand in the text already
  std::string text_;
};

}  // namespace

std::string print(const Module& module) {
  return Printer(module).print();
}

}  // namespace assay::ptx
