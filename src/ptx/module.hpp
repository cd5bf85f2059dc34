// SPDX-License-Identifier: Apache-2.0
// A PTX module as data: what the parser makes and what the simulator, the printer and the findings
// read. Orthogonal on purpose: an instruction is a base operation plus a set of modifiers plus
// types, never one of hundreds of full opcodes. Source: PTX ISA 9.0.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/op.hpp"
#include "ptx/type.hpp"

namespace assay::ptx {

/// A place in the PTX text, both from 1.
struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// A place in the source the PTX was compiled from (`.loc`): index into Module::files, line,
/// column. `inlined_at` is an index into Module::inlines (+1), 0 for none.
struct Loc {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t inlined_at = 0;
};

/// A register that a function mentions (of a range `%r<93>` only those in use); scopes are resolved
/// by the parser, so an index names one register. Names within a function are unique: where an
/// inner scope declares a taken name again, it becomes `name$2`; the same holds for variables,
/// labels and tables. A vector register `.v4 .f32 v` is four registers, `v$x` to `v$w`, and a
/// mention of the whole is a vector operand.
struct Register {
  std::string name;  ///< as written, with the percent sign
  Type type = Type::none;
};

using RegisterId = std::uint32_t;

struct Operand {
  enum class Kind : std::uint8_t {
    reg,        ///< `reg`
    pred_pair,  ///< %p|%q: `reg` | `second` (no_register for `_`); for {…}|%p `elements` holds the
                ///< vector
    integer,    ///< `bits` holds the two's complement value; `negative` if it was written with a
                ///< minus
    real,       ///< `bits` is an IEEE f64 pattern (0d… or a decimal), or f32 (0f…) when `single`
    special,    ///< special register: `special` and `component` (0 x, 1 y, 2 z, 3 w)
    address,    ///< [base + offset]: base is `symbol` if base_is_symbol, else `reg`, else
                ///< (no_register) nothing, so that `offset` is absolute; `elements` holds what
                ///< follows a comma: [map, {c0, c1}]
    symbol,     ///< a variable's or function's name used as a value (mov), plus `offset`
    vector,     ///< {a, b, c, d}: `elements`
    label,      ///< branch target: `target` is an index into Function::body
    table,  ///< .branchtargets / .callprototype label, by name; of brx.idx also `target`, an index
            ///< into Function::tables
    sink,   ///< _
    list,   ///< (a, b): parameters of a call, in `elements`
  };
  Kind kind = Kind::sink;
  bool negated = false;  ///< !%p in an operand
  bool single = false;
  bool negative = false;  ///< an integer with a minus, or -a of a video instruction
  bool base_is_symbol = false;
  bool unified = false;  ///< [a].unified
  RegisterId reg = 0;
  RegisterId second = 0;
  static constexpr RegisterId no_register = ~RegisterId{0};
  std::uint64_t bits = 0;
  std::int64_t offset = 0;
  Special special = Special::none;
  std::uint8_t component = 0;
  std::uint32_t target = 0;
  std::string symbol;
  std::vector<Operand> elements;
  std::array<char, 6>
      selector{};  ///< part of a register in video instructions, "b0", "h1", "b7654"; "" for all
};

struct Instruction {
  Op op = Op::none;
  Modifiers modifiers;  ///< rounding, .ftz, .sat, comparison, space, vector, semantics, scope, …
  std::vector<Type> types;  ///< in the order written: cvt.f32.s32 has {f32, s32}
  std::optional<RegisterId> guard;
  bool guard_negated = false;
  std::vector<Operand> operands;  ///< destination first, as written
  Place place;
  Loc loc;
  std::string text;  ///< the statement as written (one line, spaces folded), for messages
};

/// A variable in .global, .const, .shared, .local or .param space.
struct Variable {
  std::string name;
  Space space = Space::none;
  Type type = Type::none;
  std::uint8_t vector = 1;
  std::uint32_t align = 1;  ///< bytes; the natural one if not written
  std::vector<std::uint64_t>
      dimensions;          ///< {} for a single element; {0} for an unsized extern array
  std::uint64_t size = 0;  ///< bytes, 0 for unsized
  bool is_extern = false;
  bool is_visible = false;
  bool is_weak = false;
  bool is_managed = false;
  bool is_common = false;
  bool is_pointer = false;  ///< a parameter with .ptr: what it points to is in the next two
  Space pointer_space = Space::none;
  std::uint32_t pointer_align = 0;  ///< bytes, 0 if not written
  std::vector<std::uint8_t>
      initial;  ///< bytes (may be shorter than size: the rest is zero); {} if none
  /// `offset` and the size of the variable's type say where; `mask` picks bits of the address
  /// (0xFF00(symbol) is its second byte), 0 for all of it.
  struct Relocation {
    std::uint64_t offset;
    std::string symbol;
    std::int64_t addend;
    bool generic;
    std::uint64_t mask = 0;
  };
  std::vector<Relocation> relocations;  ///< addresses of symbols in the initialiser
  Place place;
};

/// Launch bounds and other performance directives that a judge must respect.
struct Directives {
  std::uint32_t max_threads[3] = {0, 0, 0};       ///< .maxntid, 0 if absent
  std::uint32_t required_threads[3] = {0, 0, 0};  ///< .reqntid
  std::uint32_t min_blocks = 0;                   ///< .minnctapersm
  std::uint32_t max_registers = 0;                ///< .maxnreg
  std::uint32_t cluster[3] = {0, 0, 0};           ///< .reqnctapercluster
  bool explicit_cluster = false;
  std::uint32_t max_cluster_rank = 0;  ///< .maxclusterrank
  std::uint32_t max_blocks = 0;        ///< .maxnctapersm
  bool blocks_are_clusters = false;    ///< .blocksareclusters
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_extern = false;  ///< declared only
  bool is_visible = false;
  bool is_weak = false;
  bool no_return = false;
  std::vector<Variable> results;     ///< .func return parameters
  std::vector<Variable> parameters;  ///< in order
  std::vector<Register> registers;
  std::vector<Variable> variables;  ///< .local, .shared, .param declared inside
  std::vector<Instruction> body;
  std::vector<std::pair<std::string, std::uint32_t>>
      labels;  ///< name → index into body (may equal body.size())
  struct Table {
    std::string name;
    std::vector<std::uint32_t> targets;
  };  ///< .branchtargets
  std::vector<Table> tables;
  /// .callprototype, and .calltargets (functions that an indirect call may reach).
  struct Prototype {
    std::string name;
    std::vector<Variable> results;
    std::vector<Variable> parameters;
    bool no_return = false;
  };
  std::vector<Prototype> prototypes;
  struct CallTargets {
    std::string name;
    std::vector<std::string> functions;
  };
  std::vector<CallTargets> call_targets;
  Directives directives;
  Place place;
};

struct Module {
  int version_major = 0, version_minor = 0;
  std::string target;                       ///< "sm_90a"
  std::vector<std::string> target_options;  ///< "debug", "texmode_independent"
  int address_size = 64;
  std::vector<std::string> files;  ///< .file names by index ("" where absent)
  /// `function` is the (mangled) name that .debug_str gives, or the label itself if that section is
  /// absent; at.inlined_at is always a smaller number than this one's own, so chains end.
  struct Inline {
    std::string function;
    Loc at;
  };
  std::vector<Inline> inlines;
  std::vector<Variable> variables;  ///< module scope
  std::vector<Function> functions;  ///< a declaration and its definition are one
  struct Alias {
    std::string name, target;
  };
  std::vector<Alias> aliases;

  /// Follows aliases.
  [[nodiscard]] const Function* find_function(std::string_view name) const;
};

}  // namespace assay::ptx
