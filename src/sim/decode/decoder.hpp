// SPDX-License-Identifier: Apache-2.0
// Decodes one function: registers to rows, operands to row references, statements to handlers. Each
// family of instructions has a file of its own; a family's function returns false for what it can't
// express, and the statement is refused by name.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/decode/code.hpp"
#include "sim/decode/layout.hpp"
#include "sim/exec/handlers.hpp"

namespace assay::sim {

/// What decoding needs to know beyond the function itself.
struct Surroundings {
  const ptx::Module& module;
  const Addresses& addresses;
  Program& program;
  /// Offsets of .shared variables from the start of the shared window, by name.
  std::map<std::string, std::uint32_t, std::less<>> shared;
  std::map<std::string, std::uint32_t, std::less<>>
      functions;  ///< name → index into Program::functions
  std::map<std::string, std::uint32_t, std::less<>> entry_params;  ///< name → offset
};

[[nodiscard]] Kind kind_of(ptx::Type type);
[[nodiscard]] Round round_of(ptx::Rounding rounding);

class Decoder {
 public:
  Decoder(Surroundings& around, const ptx::Function& function, Code& code, bool is_entry);
  void decode();

 private:
  using Instruction = ptx::Instruction;
  using Operand = ptx::Operand;

  // decoder.cpp: the frame and the order of things
  void place_registers();
  void place_params();
  void place_locals();
  void decode_block(std::uint32_t begin, std::uint32_t end);
  void decode_statement(std::uint32_t index);
  void resolve_targets();
  void finish();
  void note_noise(const std::vector<BasicBlock>& blocks);

  // dispatch.cpp: which family an operation belongs to
  struct Dispatch;
  bool dispatch(const Instruction& i);
  bool add_or_sub(const Instruction& i);
  bool real_only(const Instruction& i);
  bool leave(const Instruction& i);
  bool abort(const Instruction& i);
  bool hint(const Instruction& i);

  // operands.cpp
  Row take_row(std::uint32_t bytes);
  Row constant(std::uint64_t bits, bool wide);
  std::optional<Row> source(const Operand& o, ptx::Type type);
  std::optional<Row> source_kind(const Operand& o, Kind kind);
  std::optional<Row> immediate(const Operand& o, Kind kind);
  std::optional<Row> special(const Operand& o, Kind kind);
  std::optional<std::uint64_t> symbol_value(const std::string& name);
  std::optional<Row> predicate(const Operand& o);
  /// Where a result of `bits` goes: the register's row, or a temporary that `settle` widens into
  /// it.
  std::optional<Row> destination(const Operand& o, std::uint32_t bits, bool is_signed);
  std::optional<Row> predicate_destination(const Operand& o);
  void settle();
  [[nodiscard]] std::uint32_t width_of(ptx::RegisterId id) const;
  [[nodiscard]] bool is_predicate(ptx::RegisterId id) const;

  // emission
  Inst& emit(Handler run);
  bool emit1(Handler run, Row d, Row a);
  bool emit2(Handler run, Row d, Row a, Row b);
  bool emit3(Handler run, Row d, Row a, Row b, Row c);

  // integer.cpp
  bool integer(const Instruction& i);
  bool integer_op(const Instruction& i, IntOp op);
  bool multiply(const Instruction& i);
  bool bits(const Instruction& i);
  bool lop3(const Instruction& i);
  bool dot(const Instruction& i);
  bool logic(const Instruction& i, IntOp op);
  std::optional<std::vector<Row>> sources(const Instruction& i, std::vector<ptx::Type> types);
  // video.cpp
  bool video(const Instruction& i);
  // real.cpp
  bool real(const Instruction& i, FloatOp op);
  bool arithmetic(const Instruction& i);
  bool divide(const Instruction& i);
  // choose.cpp
  bool setp(const Instruction& i);
  bool set(const Instruction& i);
  bool selp(const Instruction& i);
  bool slct(const Instruction& i);
  bool testp(const Instruction& i);
  // convert.cpp
  bool cvt(const Instruction& i);
  bool cvt_eight_bit(const Instruction& i);
  bool cvt_pack(const Instruction& i);
  std::optional<Row> finite_source(const Operand& o, ptx::Type to);
  bool mov(const Instruction& i);
  bool mov_vector(const Instruction& i);
  bool cvta(const Instruction& i);
  bool isspacep(const Instruction& i);
  // memory.cpp
  bool load(const Instruction& i);
  bool store(const Instruction& i);
  bool atomic(const Instruction& i);
  bool param_load(const Instruction& i);
  bool func_param(const Instruction& i, const Operand& address, bool is_store);
  bool address(const Operand& o, Form& form, Inst& inst);
  std::optional<Form> form_of(const Instruction& i, bool is_store);
  std::optional<Row> value_rows(const Operand& o, const Form& form, Inst& inst, bool is_store);
  void note_access(const Form& form);
  void part_before(const Form& form);
  // control.cpp
  bool branch(const Instruction& i);
  bool table_branch(const Instruction& i);
  bool call(const Instruction& i);
  bool builtin_call(const Instruction& i, const std::string& name, const Operand* arguments,
                    const Operand* results);
  bool barrier(const Instruction& i);
  bool warp_sync(const Instruction& i);
  bool fence(const Instruction& i);
  bool shuffle(const Instruction& i);
  bool elect(const Instruction& i);
  bool vote(const Instruction& i);
  bool match(const Instruction& i);
  bool redux(const Instruction& i);
  bool active_mask(const Instruction& i);
  bool plain_control(const Instruction& i, Handler run);
  std::optional<ParamRows> param_rows(const std::string& name) const;

  Surroundings& around_;
  const ptx::Function& function_;
  Code& code_;
  const bool is_entry_;
  const Handlers& handlers_;
  std::vector<Row> rows_;  ///< by register
  std::uint32_t next_row_ = 0;
  std::uint32_t predicates_end_ = 0;
  std::unordered_map<std::uint64_t, Row> constants_[2];
  std::vector<std::uint8_t> constant_bytes_;
  std::unordered_map<std::uint32_t, Row> specials_;
  std::map<std::string, ParamRows, std::less<>> params_;
  std::map<std::string, std::uint32_t, std::less<>> locals_;
  std::vector<bool> cas_reads_;          ///< by body index: plain loads that count as relaxed
  std::vector<std::uint32_t> position_;  ///< body index → position of its first instruction
  std::uint32_t statement_ = 0;          ///< being decoded
  std::size_t first_ = 0;                ///< its first Inst
  Cost weight_;                          ///< of the statement being decoded
  struct Settling {
    Row from, to;
    std::uint32_t bits;
    bool is_signed;
  };
  std::vector<Settling> settling_;
};

}  // namespace assay::sim
