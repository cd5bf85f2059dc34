// SPDX-License-Identifier: Apache-2.0
// What decoding makes of a kernel: a Program of one Code a function, ready to run, and the list of
// what can't be run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ptx/module.hpp"
#include "sim/core/access.hpp"
#include "sim/core/inst.hpp"

namespace assay::sim {

/// A special register that a function reads: its row is filled when a frame is made.
struct SpecialRow {
  Row row = 0;
  ptx::Special special = ptx::Special::none;
  std::uint8_t component = 0;
};

/// A .param variable of a function, or one declared in a body for a call: `size` bytes a lane, kept
/// as 4-byte rows.
struct ParamRows {
  Row first = 0;
  std::uint32_t size = 0;
};

/// A call: what goes where.
struct CallSite {
  std::uint32_t callee = 0;  ///< into Program::functions
  std::vector<ParamRows> arguments, results;
};

/// Memory for rows, aligned to a cache line.
class Rows {
 public:
  void resize(std::size_t bytes);
  [[nodiscard]] std::uint8_t* data() { return data_.get(); }
  [[nodiscard]] const std::uint8_t* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::uint8_t* p) const;
  };
  std::unique_ptr<std::uint8_t, Free> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

struct Code {
  const ptx::Function* source = nullptr;
  std::vector<Inst> insts;
  std::vector<std::uint32_t>
      origin;              ///< instruction → index into source->body; body.size() for the end
  std::vector<Cost> sums;  ///< before each instruction, and at the end
  std::vector<Row> extra;
  Rows constants;
  std::uint32_t frame_bytes = 0;
  std::uint32_t predicate_bytes = 0;  ///< at the start of the frame
  std::vector<SpecialRow> specials;
  std::vector<Row> noise;             ///< 32-bit rows that might be read before they are written
  std::vector<Row> noisy_predicates;  ///< predicates of which the same is true
  std::uint32_t local_bytes = 0;
  std::vector<ParamRows> parameters, results;
  std::vector<CallSite> calls;
  std::vector<std::vector<std::uint32_t>> tables;  ///< brx.idx: positions
};

struct Refusal {
  std::string operation;
  const ptx::Function* function = nullptr;
  std::uint32_t body_index = 0;
};

struct Program {
  std::vector<std::unique_ptr<Code>> functions;  ///< [0] is the kernel
  std::vector<Refusal> refusals;
  std::vector<std::uint32_t> param_offsets, param_sizes;
  std::uint32_t param_bytes = 0;
  std::uint32_t static_shared = 0;      ///< bytes; dynamic shared memory follows, aligned to 16
  std::uint32_t slots = 0;              ///< memory instructions
  std::uint32_t instruction_count = 0;  ///< over all functions, for the race detector's numbers
  std::vector<std::uint32_t> first_instruction;  ///< number of each function's first one
  std::uint32_t shared_granule = 4, global_granule = 4;
  bool ordered =
      false;  ///< global atomics, volatile, acquire, printf: only the serial order will do
  bool uses_shared = false;
};

/// Where the module's own variables lie, by name; 0 if there is none.
using Addresses = std::map<std::string, std::uint64_t, std::less<>>;

/// Decodes a kernel and all it calls. What can't be run is in Program::refusals.
[[nodiscard]] Program decode(const ptx::Module& module, const ptx::Function& kernel,
                             const Addresses& addresses);

}  // namespace assay::sim
