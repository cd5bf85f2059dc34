// SPDX-License-Identifier: Apache-2.0
#include "task/scope.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "task/grammar.hpp"

namespace assay::task {

Namespace::Namespace() {
  for (const auto* name : {"sm_count", "smem_max", "step"}) {
    entries_[name] = {kind::reserved, ""};
  }
  for (const auto& name : grammar::function_names()) entries_[name] = {kind::function, ""};
}

// The first to come keeps the name; the message tells where that was.
void Namespace::declare(const std::string& name, std::string_view kind, Spot at,
                        Mistakes& mistakes) {
  if (!grammar::is_identifier(name)) {
    mistakes.add(at, in_quotes(name), "a name of at most 64 letters, digits and '_'");
    return;
  }
  const auto [entry, added] =
      entries_.try_emplace(name, Entry{kind, fmt::format("line {}", at.line)});
  if (added) return;
  const auto& other = entry->second;
  mistakes.add(at, fmt::format("'{}' as {}", name, kind),
               fmt::format("a name of its own: '{}' is {}{}{}", name, other.kind,
                           other.place.empty() ? "" : " already, ", other.place));
}

void Namespace::import(const std::string& name, std::string_view kind, const std::string& place) {
  entries_.try_emplace(name, Entry{kind, place});
}

std::string_view Namespace::kind_of(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? std::string_view{} : found->second.kind;
}

std::vector<std::string> Namespace::of_kinds(const std::vector<std::string_view>& kinds) const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    if (std::find(kinds.begin(), kinds.end(), entry.kind) != kinds.end()) names.push_back(name);
  }
  return names;
}

// A name that exists but may not stand here is shown with what it is: "'y', a tensor".
void check_uses(const std::vector<NameUse>& uses, const Toml& text, const Scope& scope,
                const Namespace& all, Mistakes& mistakes) {
  for (const auto& use : uses) {
    if (std::find(scope.names.begin(), scope.names.end(), use.name) != scope.names.end()) continue;
    const auto kind = all.kind_of(use.name);
    const auto found =
        kind.empty() ? in_quotes(use.name) : fmt::format("{}, {}", in_quotes(use.name), kind);
    const auto expected = scope.names.empty()
                              ? fmt::format("{} (there is none)", scope.what)
                              : fmt::format("{} ({})", scope.what, join(scope.names, ", "));
    mistakes.add(spot_inside(text, use.at), found, expected, nearest_of(use.name, scope.names));
  }
}

}  // namespace assay::task
