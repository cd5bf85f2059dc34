// SPDX-License-Identifier: Apache-2.0
// Simulated device memory: buffers and module variables at drawn addresses with gaps around, their
// contents, which bytes were written, and what to put back before a run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "ptx/module.hpp"
#include "sim/core/context.hpp"
#include "sim/decode/code.hpp"
#include "sim/memory/host_bytes.hpp"
#include "sim/memory/owners.hpp"
#include "sim/simulator.hpp"

namespace assay::sim {

struct Allocation {
  std::string name;
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  bool writable = false;
  bool module = false;  ///< a variable of the module; `writable` only if it was declared as state
  bool constant = false;
  bool dirty = false;  ///< a module variable that a run may have changed
  int element_size = 1;
  HostBytes data;
  HostBytes marks;  ///< empty when all of it is initialised
  const ptx::Variable* variable = nullptr;
};

class Memory {
 public:
  /// Places the module's variables. Error when there is no memory for them.
  [[nodiscard]] Result<void> load(const ptx::Module& module);
  [[nodiscard]] const Addresses& addresses() const { return addresses_; }

  [[nodiscard]] Result<BufferId> allocate(const BufferSpec& spec, std::uint64_t seed);
  void write(BufferId buffer, ByteView content);
  [[nodiscard]] ByteView read(BufferId buffer) const;
  [[nodiscard]] Simulator::Unwritten unwritten(BufferId buffer) const;
  void reset();
  [[nodiscard]] bool has(BufferId buffer) const { return buffer < buffers_; }
  [[nodiscard]] std::uint64_t address(BufferId buffer) const;

  /// Initial values of module variables; those named may be written in this run.
  void begin_run(const std::vector<std::string>& writable_symbols);

  /// All allocations, ascending by address.
  [[nodiscard]] std::vector<Region> regions() const;
  [[nodiscard]] const Allocation& at(std::uint32_t number) const { return *allocations_[number]; }
  [[nodiscard]] std::size_t count() const { return allocations_.size(); }

  /// What writable memory holds, to be put back if a launch has to run again.
  struct Snapshot {
    struct Part {
      std::uint32_t number;
      HostBytes data, marks;
    };
    std::vector<Part> parts;
  };
  [[nodiscard]] std::optional<Snapshot> snapshot() const;
  void restore(const Snapshot& snapshot);

  /// Marks for the parallel order, whose memory outlives buffers.
  [[nodiscard]] OwnerMarks& owners() { return owners_; }

  /// Where an address lies, for a message: "4 bytes past the end of 'y' (148,148 bytes)".
  [[nodiscard]] std::string describe(std::uint64_t address) const;

 private:
  void set_initial(Allocation& a);
  [[nodiscard]] std::uint64_t draw_address(std::uint64_t size, std::uint64_t align,
                                           std::uint64_t seed);

  // Buffers come first and keep their number; variables follow in the vector of their own.
  std::vector<std::unique_ptr<Allocation>> allocations_;
  std::uint32_t variables_ = 0;  ///< module variables stand first
  std::uint32_t buffers_ = 0;
  Addresses addresses_;
  std::uint64_t next_ = 0;
  OwnerMarks owners_;
};

}  // namespace assay::sim
