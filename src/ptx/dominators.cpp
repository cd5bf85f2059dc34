// SPDX-License-Identifier: Apache-2.0
// See dominators.hpp. Nothing recurses: a graph may be one long chain.
#include "ptx/dominators.hpp"

#include <algorithm>
#include <utility>

namespace assay::ptx {
namespace {

class LengauerTarjan {
 public:
  LengauerTarjan(const Edges& successors, const Edges& predecessors)
      : successors_(successors), predecessors_(predecessors), number_(successors.size(), no_node) {}

  std::vector<std::uint32_t> run(std::uint32_t root) {
    number_nodes(root);
    const auto count = static_cast<std::uint32_t>(node_.size());
    semi_.resize(count);
    best_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) semi_[i] = best_[i] = i;
    ancestor_.assign(count, no_node);
    dominator_.assign(count, 0);
    bucket_.resize(count);
    for (std::uint32_t w = count; w-- > 1;) visit(w);
    for (std::uint32_t w = 1; w < count; ++w) {
      if (dominator_[w] != semi_[w]) dominator_[w] = dominator_[dominator_[w]];
    }
    std::vector<std::uint32_t> result(successors_.size(), no_node);
    for (std::uint32_t w = 1; w < count; ++w) result[node_[w]] = node_[dominator_[w]];
    return result;
  }

 private:
  /// Preorder numbers of a depth-first search; parent_ in these numbers.
  void number_nodes(std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    enter(root, 0, stack);
    while (!stack.empty()) {
      auto& [at, next] = stack.back();
      if (next == successors_[at].size()) {
        stack.pop_back();
        continue;
      }
      const std::uint32_t to = successors_[at][next++];
      if (number_[to] == no_node) enter(to, number_[at], stack);
    }
  }

  void enter(std::uint32_t node, std::uint32_t parent,
             std::vector<std::pair<std::uint32_t, std::size_t>>& stack) {
    number_[node] = static_cast<std::uint32_t>(node_.size());
    node_.push_back(node);
    parent_.push_back(parent);
    stack.emplace_back(node, 0);
  }

  void visit(std::uint32_t w) {
    for (const std::uint32_t from : predecessors_[node_[w]]) {
      if (number_[from] == no_node) continue;
      semi_[w] = std::min(semi_[w], semi_[evaluate(number_[from])]);
    }
    bucket_[semi_[w]].push_back(w);
    ancestor_[w] = parent_[w];
    for (const std::uint32_t v : std::exchange(bucket_[parent_[w]], {})) {
      const std::uint32_t u = evaluate(v);
      dominator_[v] = semi_[u] < semi_[v] ? u : parent_[w];
    }
  }

  /// The node of least semidominator on the way up from v in the forest built so far.
  std::uint32_t evaluate(std::uint32_t v) {
    if (ancestor_[v] == no_node) return v;
    path_.clear();
    for (std::uint32_t at = v; ancestor_[ancestor_[at]] != no_node; at = ancestor_[at]) {
      path_.push_back(at);
    }
    for (std::size_t i = path_.size(); i-- > 0;) {
      const std::uint32_t at = path_[i];
      const std::uint32_t above = ancestor_[at];
      if (semi_[best_[above]] < semi_[best_[at]]) best_[at] = best_[above];
      ancestor_[at] = ancestor_[above];
    }
    return best_[v];
  }

  const Edges& successors_;
  const Edges& predecessors_;
  std::vector<std::uint32_t> number_;  // node → preorder number
  std::vector<std::uint32_t> node_;    // and back
  std::vector<std::uint32_t> parent_, semi_, best_, ancestor_, dominator_, path_;
  std::vector<std::vector<std::uint32_t>> bucket_;
};

}  // namespace

std::vector<std::uint32_t> immediate_dominators(const Edges& successors, const Edges& predecessors,
                                                std::uint32_t root) {
  return LengauerTarjan(successors, predecessors).run(root);
}

std::vector<std::uint32_t> post_order(const Edges& successors, std::uint32_t root) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(successors.size());
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{root, 0}};
  seen[root] = true;
  while (!stack.empty()) {
    auto& [at, next] = stack.back();
    if (next == successors[at].size()) {
      order.push_back(at);
      stack.pop_back();
      continue;
    }
    const std::uint32_t to = successors[at][next++];
    if (seen[to]) continue;
    seen[to] = true;
    stack.emplace_back(to, 0);
  }
  return order;
}

}  // namespace assay::ptx
