// SPDX-License-Identifier: Apache-2.0
// One host thread's part in a launch: its context, the blocks it runs, where faults and notes go.
// In the parallel order it only looks for reasons to use the serial one; in the serial order it
// reports them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/memory.hpp"
#include "sim/race/race.hpp"
#include "sim/run/journal.hpp"
#include "sim/run/warp_control.hpp"

namespace assay::sim {

/// What all host threads of a launch share and don't change.
struct Plan {
  const ptx::Module* module = nullptr;
  const Program* program = nullptr;
  const Launch* launch = nullptr;
  const Model* model = nullptr;
  const RunSpec* spec = nullptr;
  int launch_index = 0;
  std::uint64_t seed = 0;
  std::vector<std::uint8_t> params;
  std::uint64_t blocks = 0;
  std::uint32_t threads = 0;  ///< a block
  std::uint32_t warps = 0;    ///< a block
  std::uint32_t shared_bytes = 0;
  std::uint32_t local_bytes = 0;   ///< a lane, calls included
  std::uint64_t steps_before = 0;  ///< used by earlier launches
  std::uint64_t workspace = 0;     ///< address of a cooperative launch's grid barrier; 0: none
};

struct BarrierState {
  std::uint32_t waiting[race::max_warps] = {};
  std::uint32_t arrived[race::max_warps] = {};  ///< bar.arrive
  std::uint32_t expected = 0;                   ///< threads; 0: all of the block
  std::uint32_t population = 0;                 ///< red: predicates that held
  bool all = true, any = false;
  bool used = false;
};

/// A block that is being run.
class Block {
 public:
  explicit Block(class Executor& executor);
  /// Makes it ready to run as the block of this linear index; memory of an earlier one is used
  /// again.
  void begin(std::uint64_t index);
  [[nodiscard]] bool done() const { return live_warps_ == 0; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Runs one drawn warp for a drawn while. False when nothing in the block can run.
  bool step(std::uint64_t most);

  Executor& executor;
  std::uint64_t index = 0;
  BlockState state;
  std::vector<Warp> warps;
  std::vector<WarpControl> controls;
  BarrierState barriers[16];
  std::optional<race::Block> race;
  std::optional<race::Shadow> shared_shadow;

  void lanes_left(Warp& w, std::uint32_t mask);
  void try_barriers();
  bool complete(std::uint32_t number);
  /// Nothing can run: says why.
  void report_stuck();

 private:
  void set_up_shared();
  void set_up_warps();
  [[nodiscard]] bool is_complete(std::uint32_t number) const;

  std::vector<std::uint8_t> shared_, shared_marks_, local_, local_marks_;
  std::vector<std::uint32_t> owner_;
  std::uint32_t live_warps_ = 0;
  std::uint64_t draws_ = 0;
  std::uint64_t seed_ = 0;

  friend class Executor;
};

class alignas(64) Executor {
 public:
  Executor(const Plan& plan, const Memory& memory, bool careful);

  Context context;
  const Plan& plan;
  const Memory& memory;
  std::vector<Region> regions;
  std::vector<Memo> memos;
  NoteMap notes;
  Journal journal;
  Sites sites;
  std::string printed;
  std::uint64_t steps = 0;  ///< warp instructions of this executor

  // serial order only
  race::Reports races;
  std::map<std::uint32_t, race::Shadow> shadows;  ///< by allocation

  [[nodiscard]] race::Shadow& shadow_of(const Region& region);

  /// A fault at an instruction, by the first lane of `lanes`. In the parallel order it only raises
  /// suspicion.
  void fault(Warp& w, const Inst* i, std::uint32_t lane, std::string_view code,
             const std::string& message, bool stops);
  /// The same for one that has a second party, and doesn't stop the run.
  void race_fault(Warp& w, const Inst* i, std::uint32_t lane, const race::Thread& other,
                  std::uint32_t other_instruction, std::string_view code,
                  const std::string& message);
  void note(Warp& w, const Inst* i, std::string_view code);
  [[nodiscard]] std::uint32_t number_of(const Warp& w, const Inst* i) const;
  [[nodiscard]] bool over_limit() const;
  void report_step_limit(Warp& w);

  static Executor& of(Warp& w) { return *static_cast<Executor*>(w.context->host); }
};

/// Registers start as noise, special registers with their values.
void fill_frame(Warp& w, Frame& frame);
/// The carry of these lanes becomes noise.
void lose_carry(Warp& w, std::uint32_t mask);

}  // namespace assay::sim
