// SPDX-License-Identifier: Apache-2.0
// Names inside a function: nested scopes, register ranges, labels that are used before they stand.
// Turns each into an index or a unique name in the Function, so that nothing after the parser knows
// of scopes.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/module.hpp"

namespace assay::ptx {

/// Something a name inside a function stands for.
struct Named {
  enum class Kind : std::uint8_t {
    reg,
    vector_register,
    variable,
    result,
    parameter,
    label,
    table,
    prototype,
    targets
  };
  Kind kind = Kind::reg;
  std::uint32_t index =
      0;  ///< into the Function's list of that kind; of a vector register: for Scopes::element
  std::uint8_t vector = 1;
};

/// What a declaration of registers says: `.reg .v4 .f32 %v<7>`.
struct RegisterShape {
  Type type = Type::none;
  std::uint8_t vector = 1;
};

class Scopes {
 public:
  /// `taken` tells names of the module, which no name inside may equal.
  Scopes(Cursor& cursor, Function& function, std::function<bool(std::string_view)> taken);

  [[nodiscard]] bool open(Place place);
  /// Resolves the labels that were waited for; what is still open waits in the outer scope, if
  /// there is one.
  [[nodiscard]] bool close();
  [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

  [[nodiscard]] bool declare(const Lexeme& name, RegisterShape shape);
  [[nodiscard]] bool declare_range(const Lexeme& prefix, std::uint32_t count, RegisterShape shape);
  /// Renames what it declares if it must.
  [[nodiscard]] bool declare(const Lexeme& name, Variable variable);
  [[nodiscard]] bool declare_parameter(const Lexeme& name, Variable variable, bool is_result);
  [[nodiscard]] bool declare_label(const Lexeme& name);
  [[nodiscard]] bool declare_table(const Lexeme& name, Function::Table table,
                                   const std::vector<Lexeme>& targets);
  [[nodiscard]] bool declare(const Lexeme& name, Function::Prototype prototype);
  [[nodiscard]] bool declare(const Lexeme& name, Function::CallTargets targets);

  /// The nearest one; a register of a range comes into being at its first mention.
  [[nodiscard]] std::optional<Named> find(std::string_view name);
  /// One of the registers that a vector register is.
  [[nodiscard]] RegisterId element(const Named& vector, std::size_t component);
  /// The unique name of a variable, parameter, table, prototype or list of targets.
  [[nodiscard]] const std::string& name_of(const Named& named) const;
  /// The operand of the instruction about to be added will be this label's index once it is known.
  void use_label(const Lexeme& name, std::uint32_t operand);

 private:
  struct Range {
    std::uint32_t count;
    RegisterShape shape;
  };
  /// A mention of a label: operand `slot` of instruction `owner`, or target `slot` of table
  /// `owner`.
  struct Mention {
    Lexeme name;
    bool in_table;
    std::uint32_t owner;
    std::uint32_t slot;
  };
  struct Scope {
    std::unordered_map<std::string_view, Named> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, RegisterShape>
        unused;  ///< declared singly, not yet mentioned
    std::vector<Mention> mentions;
  };

  bool add(const Lexeme& name, Named named);
  bool is_free(const Lexeme& name);
  std::optional<Named> find_in(Scope& scope, std::string_view name);
  std::optional<RegisterShape> shape_in(const Scope& scope, std::string_view name) const;
  Named make_register(Scope& scope, std::string_view name, RegisterShape shape);
  std::string unique(std::string_view name);
  void resolve(const Mention& mention, std::uint32_t label);

  Cursor& cursor_;
  Function& function_;
  std::function<bool(std::string_view)> taken_;
  std::deque<Scope> scopes_;
  struct VectorRegister {
    std::string_view name;
    Type type;
    std::array<RegisterId, 4> elements;
  };
  std::vector<VectorRegister> vectors_;
  std::unordered_map<std::string_view, std::uint32_t> used_;  ///< name → last suffix given
  std::deque<std::string> made_names_;
};

}  // namespace assay::ptx
