// SPDX-License-Identifier: Apache-2.0
// See cfg.hpp.
#include "ptx/cfg.hpp"

#include <algorithm>
#include <utility>

#include "ptx/dominators.hpp"

namespace assay::ptx {
namespace {

bool is_branch(const Instruction& instruction) {
  return instruction.op == Op::bra || instruction.op == Op::brx;
}

bool is_end(const Instruction& instruction) {
  return instruction.op == Op::ret || instruction.op == Op::exit || instruction.op == Op::trap;
}

/// Where a branch may go: indices into the body, body.size() for its end.
std::vector<std::uint32_t> targets_of(const Function& function, const Instruction& instruction) {
  if (instruction.operands.empty()) return {};
  const Operand& last = instruction.operands.back();
  if (instruction.op == Op::brx && last.kind == Operand::Kind::table) {
    return function.tables[last.target].targets;
  }
  if (instruction.op == Op::bra && last.kind == Operand::Kind::label) return {last.target};
  return {};
}

class Builder {
 public:
  explicit Builder(const Function& function) : function_(function) {}

  Cfg build() {
    if (function_.body.empty()) return cfg_;
    cut();
    for (std::uint32_t i = 0; i < cfg_.blocks.size(); ++i) connect(i);
    collect_edges();
    const auto order = post_order(successors_, 0);
    cfg_.reverse_post_order.assign(order.rbegin(), order.rend());
    dominate();
    post_dominate(order);
    find_loops(order);
    return std::move(cfg_);
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(function_.body.size()); }
  std::uint32_t count() const { return static_cast<std::uint32_t>(cfg_.blocks.size()); }

  /// Blocks start at the entry, at targets and behind whatever may leave the straight line.
  void cut() {
    std::vector<bool> leader(size() + 1);
    leader[0] = true;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const Instruction& instruction = function_.body[i];
      if (!is_branch(instruction) && !is_end(instruction)) continue;
      leader[i + 1] = true;
      for (const std::uint32_t target : targets_of(function_, instruction)) leader[target] = true;
    }
    cfg_.block_of.resize(size());
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (leader[i]) cfg_.blocks.push_back({i, i});
      cfg_.blocks.back().end = i + 1;
      cfg_.block_of[i] = count() - 1;
    }
  }

  void connect(std::uint32_t index) {
    const Cfg::Block& block = cfg_.blocks[index];
    const Instruction& last = function_.body[block.end - 1];
    const bool always = !last.guard.has_value();
    if (is_end(last)) cfg_.blocks[index].leaves = true;
    if (is_branch(last)) {
      for (const std::uint32_t target : targets_of(function_, last)) link(index, target);
    }
    const bool stays = always && (is_end(last) || is_branch(last));
    if (!stays) link(index, block.end);
  }

  void link(std::uint32_t from, std::uint32_t instruction) {
    Cfg::Block& block = cfg_.blocks[from];
    if (instruction >= size()) {
      block.leaves = true;
      return;
    }
    const std::uint32_t to = cfg_.block_of[instruction];
    Cfg::Block& target = cfg_.blocks[to];
    // Edges from one block are added together, so a repeated one is the target's newest.
    if (!target.predecessors.empty() && target.predecessors.back() == from) return;
    block.successors.push_back(to);
    target.predecessors.push_back(from);
  }

  void collect_edges() {
    for (const Cfg::Block& block : cfg_.blocks) {
      successors_.push_back(block.successors);
      predecessors_.push_back(block.predecessors);
    }
  }

  void dominate() {
    const auto dominators = immediate_dominators(successors_, predecessors_, 0);
    for (std::uint32_t i = 0; i < count(); ++i) cfg_.blocks[i].idom = dominators[i];
  }

  /// On the graph turned round, from a node that stands for the end of the function.
  void post_dominate(const std::vector<std::uint32_t>& order) {
    const std::uint32_t end = count();
    Edges backward = predecessors_;
    Edges forward = successors_;
    backward.emplace_back();
    forward.emplace_back();
    std::vector<bool> ends(count());
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (cfg_.blocks[i].leaves) add_end(i, backward, forward, ends);
    }
    // Threads that part inside a loop without an exit meet again too: give its innermost part an
    // edge to the end.
    for (const std::uint32_t block : order) {
      if (!ends[block]) add_end(block, backward, forward, ends);
    }
    const auto dominators = immediate_dominators(backward, forward, end);
    for (std::uint32_t i = 0; i < count(); ++i) {
      cfg_.blocks[i].ipdom = dominators[i] == end ? Cfg::none : dominators[i];
    }
  }

  /// An edge from `block` to the end; all that lead to it now reach the end.
  void add_end(std::uint32_t block, Edges& backward, Edges& forward,
               std::vector<bool>& ends) const {
    backward.back().push_back(block);
    forward[block].push_back(count());
    std::vector<std::uint32_t> work{block};
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (ends[at]) continue;
      ends[at] = true;
      work.insert(work.end(), predecessors_[at].begin(), predecessors_[at].end());
    }
  }

  /// Preorder and last descendant of each block in the dominator tree, for "does a dominate b" in
  /// one step.
  void number_tree() {
    Edges children(count());
    for (std::uint32_t i = 0; i < count(); ++i) {
      if (cfg_.blocks[i].idom != Cfg::none) children[cfg_.blocks[i].idom].push_back(i);
    }
    const auto order = post_order(children, 0);
    tree_number_.assign(count(), 0);
    tree_first_.assign(count(), 0);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      tree_number_[order[i]] = tree_first_[order[i]] = i + 1;
      for (const std::uint32_t child : children[order[i]]) {
        tree_first_[order[i]] = std::min(tree_first_[order[i]], tree_first_[child]);
      }
    }
  }

  bool dominates(std::uint32_t a, std::uint32_t b) const {
    return tree_first_[a] <= tree_number_[b] && tree_number_[b] <= tree_number_[a];
  }

  /// Inner headers come before outer ones in post-order, so each loop swallows those found before.
  void find_loops(const std::vector<std::uint32_t>& order) {
    number_tree();
    std::vector<std::uint32_t> left(count(), 0);
    for (std::uint32_t i = 0; i < order.size(); ++i) left[order[i]] = i + 1;
    for (const std::uint32_t header : order) {
      std::vector<std::uint32_t> latches;
      for (const std::uint32_t from : predecessors_[header]) {
        if (left[from] == 0 || left[from] > left[header]) continue;
        if (dominates(header, from)) {
          latches.push_back(from);
        } else {
          cfg_.reducible = false;
        }
      }
      if (!latches.empty()) add_loop(header, std::move(latches));
    }
    put_outer_first();
  }

  void add_loop(std::uint32_t header, std::vector<std::uint32_t> latches) {
    const auto loop = static_cast<std::uint32_t>(cfg_.loops.size());
    std::vector<std::uint32_t> work = latches;
    cfg_.loops.push_back({header, Cfg::none, 1, std::move(latches)});
    top_.push_back(loop);
    cfg_.blocks[header].loop =
        cfg_.blocks[header].loop == Cfg::none ? loop : cfg_.blocks[header].loop;
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      if (cfg_.reverse_post_order.front() != at && cfg_.blocks[at].idom == Cfg::none) continue;
      swallow(loop, at, work);
    }
  }

  void swallow(std::uint32_t loop, std::uint32_t block, std::vector<std::uint32_t>& work) {
    std::uint32_t& innermost = cfg_.blocks[block].loop;
    if (innermost == Cfg::none) {
      innermost = loop;
      work.insert(work.end(), predecessors_[block].begin(), predecessors_[block].end());
      return;
    }
    const std::uint32_t inner = top_of(innermost);
    if (inner == loop) return;
    cfg_.loops[inner].parent = loop;
    top_[inner] = loop;
    const auto& from = predecessors_[cfg_.loops[inner].header];
    work.insert(work.end(), from.begin(), from.end());
  }

  /// The outermost loop known so far around `loop`, with the way there shortened.
  std::uint32_t top_of(std::uint32_t loop) {
    std::uint32_t top = loop;
    while (top_[top] != top) top = top_[top];
    while (top_[loop] != top) loop = std::exchange(top_[loop], top);
    return top;
  }

  void put_outer_first() {
    const auto last = static_cast<std::uint32_t>(cfg_.loops.size());
    const auto turned = [&](std::uint32_t loop) {
      return loop == Cfg::none ? loop : last - 1 - loop;
    };
    std::ranges::reverse(cfg_.loops);
    for (Cfg::Loop& loop : cfg_.loops) loop.parent = turned(loop.parent);
    for (Cfg::Block& block : cfg_.blocks) block.loop = turned(block.loop);
    for (Cfg::Loop& loop : cfg_.loops) {
      if (loop.parent != Cfg::none) loop.depth = cfg_.loops[loop.parent].depth + 1;
    }
  }

  const Function& function_;
  Cfg cfg_;
  Edges successors_, predecessors_;
  std::vector<std::uint32_t> tree_number_, tree_first_;
  std::vector<std::uint32_t> top_;
};

}  // namespace

std::uint32_t Cfg::reconvergence(std::uint32_t instruction) const {
  const std::uint32_t meeting = blocks[block_of[instruction]].ipdom;
  return meeting == none ? none : blocks[meeting].first;
}

std::uint32_t Cfg::depth_of(std::uint32_t instruction) const {
  const std::uint32_t loop = blocks[block_of[instruction]].loop;
  return loop == none ? 0 : loops[loop].depth;
}

Cfg make_cfg(const Function& function) {
  return Builder(function).build();
}

}  // namespace assay::ptx
