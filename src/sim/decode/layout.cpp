// SPDX-License-Identifier: Apache-2.0
// See layout.hpp.
#include "sim/decode/layout.hpp"

#include <algorithm>

namespace assay::sim {
namespace {

using ptx::Op;

const ptx::Function::Table* table_of(const ptx::Function& f, const ptx::Instruction& i) {
  for (const auto& table : f.tables) {
    if (i.operands.size() > 1 && table.name == i.operands[1].symbol) return &table;
  }
  return nullptr;
}

std::vector<std::uint32_t> targets_of(const ptx::Function& f, const ptx::Instruction& i) {
  if (i.op == Op::bra && !i.operands.empty()) return {i.operands[0].target};
  if (i.op == Op::brx) {
    if (const auto* table = table_of(f, i)) return table->targets;
  }
  return {};
}

bool ends_block(Op op) {
  return op == Op::bra || op == Op::brx || op == Op::ret || op == Op::exit;
}
bool goes_on(const ptx::Instruction& i) {
  return i.guard.has_value() || !ends_block(i.op);
}

/// Tarjan's components of the blocks in `inside` (a stamp a block), entered at `root`, in
/// topological order. Back edges to `header` are left out, which opens the loop that is being laid
/// out.
class Components {
 public:
  Components(const std::vector<BasicBlock>& blocks, const std::vector<std::uint32_t>& stamp,
             std::uint32_t inside, std::uint32_t header)
      : blocks_(blocks),
        stamp_(stamp),
        inside_(inside),
        header_(header),
        number_(blocks.size(), 0),
        low_(blocks.size(), 0),
        done_(blocks.size(), false) {}

  std::vector<std::vector<std::uint32_t>> from(std::uint32_t root) {
    visit(root);
    std::reverse(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  struct Step {
    std::uint32_t block, next;
  };

  bool follows(std::uint32_t to) const { return stamp_[to] == inside_ && to != header_; }

  void visit(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      const auto& next = blocks_[step.block].successors;
      if (step.next < next.size()) {
        // Later successors first: found last, so laid out first, which keeps the text's order where
        // it is free.
        const std::uint32_t to = next[next.size() - 1 - step.next++];
        if (!follows(to) || done_[to]) continue;
        if (number_[to] == 0)
          enter(to);
        else
          low_[step.block] = std::min(low_[step.block], number_[to]);
      } else {
        leave(step.block);
      }
    }
  }
  void enter(std::uint32_t block) {
    number_[block] = low_[block] = ++count_;
    stack_.push_back(block);
    path_.push_back({block, 0});
  }
  void leave(std::uint32_t block) {
    path_.pop_back();
    if (!path_.empty()) {
      const std::uint32_t up = path_.back().block;
      low_[up] = std::min(low_[up], low_[block]);
    }
    if (low_[block] != number_[block]) return;
    std::vector<std::uint32_t> component;
    std::uint32_t member;
    do {
      member = stack_.back();
      stack_.pop_back();
      done_[member] = true;
      component.push_back(member);
    } while (member != block);
    std::reverse(component.begin(),
                 component.end());  // the one entered first is first: the loop's header
    found_.push_back(std::move(component));
  }

  const std::vector<BasicBlock>& blocks_;
  const std::vector<std::uint32_t>& stamp_;
  std::uint32_t inside_, header_, count_ = 0;
  std::vector<std::uint32_t> number_, low_;
  std::vector<bool> done_;
  std::vector<std::uint32_t> stack_;
  std::vector<Step> path_;
  std::vector<std::vector<std::uint32_t>> found_;
};

/// More blocks than this stand as in the text, so that no text takes quadratic time.
constexpr std::size_t most_blocks = 8192;
/// Loops nested deeper than this are laid out as they stand in the text: still right, only less
/// convergent.
constexpr int most_nested = 32;

struct Layout {
  const std::vector<BasicBlock>& blocks;
  std::vector<std::uint32_t> stamp;
  std::uint32_t stamps = 0;
  std::vector<std::uint32_t> order;

  /// `members`: the blocks of a component, its header first.
  void place(const std::vector<std::uint32_t>& members, int depth) {
    const std::uint32_t header = members.front();
    order.push_back(header);
    if (members.size() == 1) return;
    if (depth == most_nested) {
      std::vector<std::uint32_t> rest(members.begin() + 1, members.end());
      std::sort(rest.begin(), rest.end());
      order.insert(order.end(), rest.begin(), rest.end());
      return;
    }
    const std::uint32_t mine = ++stamps;
    for (const auto block : members) stamp[block] = mine;
    for (const auto& part : split(members, mine)) {
      if (part.size() == 1 && part.front() == header) continue;
      place(part, depth + 1);
      for (const auto block : members) stamp[block] = mine;
    }
  }

  static constexpr std::uint32_t no_header = ~std::uint32_t{0};

  /// The component without the edges back to its header.
  std::vector<std::vector<std::uint32_t>> split(const std::vector<std::uint32_t>& members,
                                                std::uint32_t mine) {
    return Components(blocks, stamp, mine, members.front()).from(members.front());
  }
};

}  // namespace

std::vector<BasicBlock> basic_blocks(const ptx::Function& f) {
  const auto size = static_cast<std::uint32_t>(f.body.size());
  std::vector<bool> leads(size + 1, false);
  leads[0] = true;
  for (std::uint32_t n = 0; n < size; ++n) {
    if (!ends_block(f.body[n].op)) continue;
    leads[n + 1] = true;
    for (const auto target : targets_of(f, f.body[n])) leads[std::min(target, size)] = true;
  }
  std::vector<BasicBlock> blocks;
  std::vector<std::uint32_t> block_at(size + 1, 0);
  for (std::uint32_t n = 0; n < size; ++n) {
    if (leads[n]) blocks.push_back({n, n, {}, false});
    blocks.back().end = n + 1;
    block_at[n] = static_cast<std::uint32_t>(blocks.size() - 1);
  }
  for (auto& block : blocks) {
    const auto& last = f.body[block.end - 1];
    const auto lead_to = [&](std::uint32_t n) {
      if (n >= size)
        block.falls_off = true;
      else
        block.successors.push_back(block_at[n]);
    };
    if (goes_on(last)) lead_to(block.end);
    for (const auto target : targets_of(f, last)) lead_to(target);
  }
  return blocks;
}

std::vector<std::uint32_t> layout(const std::vector<BasicBlock>& blocks) {
  if (blocks.empty()) return {};
  if (blocks.size() > most_blocks) {
    std::vector<std::uint32_t> text(blocks.size());
    for (std::uint32_t n = 0; n < text.size(); ++n) text[n] = n;
    return text;
  }
  Layout made{blocks, std::vector<std::uint32_t>(blocks.size(), 0), 0, {}};
  for (const auto& part : Components(blocks, made.stamp, 0, Layout::no_header).from(0))
    made.place(part, 0);
  return made.order;
}

}  // namespace assay::sim
