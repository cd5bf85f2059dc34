// SPDX-License-Identifier: Apache-2.0
// Finding an operation by its dotted name, and placing and spelling its modifiers.
#include "ptx/op.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/text.hpp"
#include "ptx/groups.hpp"

namespace assay::ptx {
namespace {

constexpr std::size_t most_groups = 16;
constexpr std::size_t most_types = 8;

struct OpRow {
  std::string_view name;
  Group groups[most_groups];
};

using enum Group;
// NOLINTBEGIN(readability-identifier-naming)
constexpr OpRow op_rows[] = {{"", {}},
#define ASSAY_ROW(id, name, ...) {name, {__VA_ARGS__}},
                             ASSAY_PTX_OPS(ASSAY_ROW)
#undef ASSAY_ROW
};
// NOLINTEND(readability-identifier-naming)

std::string_view first_word(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

/// Operations by the first word of their name, longest name first.
std::unordered_map<std::string_view, std::vector<Op>> index_of_ops() {
  std::unordered_map<std::string_view, std::vector<Op>> index;
  for (std::size_t i = 1; i < std::size(op_rows); ++i) {
    index[first_word(op_rows[i].name)].push_back(static_cast<Op>(i));
  }
  for (auto& [word, ops] : index) {
    std::ranges::sort(ops, std::greater{}, [](Op op) { return name_of(op).size(); });
  }
  return index;
}

const OpRow& row_of(Op op) {
  return op_rows[static_cast<std::size_t>(op)];
}

std::span<const Group> groups_of(Op op) {
  const OpRow& row = row_of(op);
  return {std::begin(row.groups), std::ranges::find(row.groups, Group::none)};
}

/// Reads the number that starts `text` after `letter`, and drops both.
std::uint16_t take_number(std::string_view& text, char letter) {
  if (!text.starts_with(letter)) return 0;
  std::uint16_t value = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
  if (error != std::errc{}) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// "m16n8k16" or "m8n8"; all zero for anything else.
MatrixShape shape_from_name(std::string_view name) {
  MatrixShape shape;
  shape.m = take_number(name, 'm');
  shape.n = take_number(name, 'n');
  if (!name.empty()) shape.k = take_number(name, 'k');
  return name.empty() && shape.m != 0 && shape.n != 0 ? shape : MatrixShape{};
}

std::string name_of(const MatrixShape& shape) {
  std::string name = "m" + std::to_string(shape.m) + "n" + std::to_string(shape.n);
  return shape.k == 0 ? name : name + "k" + std::to_string(shape.k);
}

Placed place_type(Type type, std::vector<Type>& types) {
  if (types.size() == most_types) return Placed::too_many;
  types.push_back(type);
  return Placed::yes;
}

/// Tokens stand in the order of their groups, and within a group as written, so that equal meanings
/// compare equal.
Placed place_token(Op op, Token token, Modifiers& modifiers) {
  if (modifiers.has(token)) return Placed::conflict;
  if (modifiers.other_count == Modifiers::most_others) return Placed::too_many;
  const auto groups = groups_of(op);
  const auto rank = [&](Token one) { return std::ranges::find(groups, group_of(one)); };
  std::size_t at = modifiers.other_count++;
  for (; at > 0 && rank(token) < rank(modifiers.other[at - 1]); --at) {
    modifiers.other[at] = modifiers.other[at - 1];
  }
  modifiers.other[at] = token;
  return Placed::yes;
}

Placed place_field(Group group, std::uint16_t value, Modifiers& modifiers) {
  if (!is_absent(modifiers, group)) return Placed::conflict;
  set_field(modifiers, group, value);
  return Placed::yes;
}

Placed place_shape(Op op, std::string_view name, Modifiers& modifiers) {
  const MatrixShape shape = shape_from_name(name);
  if (shape == MatrixShape{} || !std::ranges::count(groups_of(op), Group::shape)) {
    return Placed::unknown;
  }
  if (modifiers.shape != MatrixShape{}) return Placed::conflict;
  modifiers.shape = shape;
  return Placed::yes;
}

Placed place_meaning(Op op, Group group, const Meaning& meaning, Modifiers& modifiers,
                     std::vector<Type>& types) {
  if (group == Group::type) return place_type(static_cast<Type>(meaning.value), types);
  if (group >= first_token_group)
    return place_token(op, static_cast<Token>(meaning.value), modifiers);
  return place_field(group, meaning.value, modifiers);
}

void append(std::string& text, std::string_view name) {
  text += '.';
  text += name;
}

std::string_view spelling(Group group, std::uint16_t value) {
  for (const Meaning& meaning : members_of(group)) {
    if (meaning.value == value) return meaning.name;
  }
  return {};
}

void append_group(std::string& text, Group group, const Modifiers& modifiers,
                  std::span<const Type> types) {
  if (group == Group::type) {
    for (const Type type : types) append(text, name_of(type));
  } else if (group == Group::shape) {
    if (modifiers.shape != MatrixShape{}) append(text, name_of(modifiers.shape));
  } else if (group >= first_token_group) {
    for (std::size_t i = 0; i < modifiers.other_count; ++i) {
      if (group_of(modifiers.other[i]) == group) append(text, name_of(modifiers.other[i]));
    }
  } else if (!is_absent(modifiers, group)) {
    append(text, spelling(group, field_value(modifiers, group)));
  }
}

}  // namespace

std::string_view name_of(Op op) {
  return row_of(op).name;
}

std::optional<OpMatch> match_op(std::string_view dotted) {
  static const auto index = index_of_ops();
  const auto found = index.find(first_word(dotted));
  if (found == index.end()) return std::nullopt;
  for (const Op op : found->second) {
    const std::string_view name = name_of(op);
    if (!dotted.starts_with(name)) continue;
    const std::string_view rest = dotted.substr(name.size());
    if (rest.empty() || rest.front() == '.') return OpMatch{op, rest};
  }
  return std::nullopt;
}

std::string nearest_op(std::string_view dotted) {
  std::vector<std::string> names;
  for (const OpRow& row : op_rows) {
    const std::size_t words = static_cast<std::size_t>(std::ranges::count(row.name, '.'));
    std::string_view head = dotted;
    for (std::size_t i = 0, end = 0; i <= words && end != std::string_view::npos; ++i) {
      end = dotted.find('.', i == 0 ? 0 : end + 1);
      head = dotted.substr(0, end);
    }
    if (const auto near = nearest_name(head, std::vector{std::string(row.name)})) {
      names.push_back(*near);
    }
  }
  return nearest_name(dotted, names).value_or(names.empty() ? "" : names.front());
}

Placed place_modifier(Op op, std::string_view name, Modifiers& modifiers,
                      std::vector<Type>& types) {
  Placed outcome = Placed::unknown;
  const auto meanings = meanings_of(name);
  if (meanings.empty()) return place_shape(op, name, modifiers);
  for (const Group group : groups_of(op)) {
    for (const Meaning& meaning : meanings) {
      if (meaning.group != spelled_like(group)) continue;
      outcome = place_meaning(op, group, meaning, modifiers, types);
      if (outcome == Placed::yes) return outcome;
    }
  }
  return outcome;
}

std::vector<std::string> modifiers_of(Op op) {
  std::vector<std::string> names;
  for (const Group group : groups_of(op)) {
    if (group == Group::type) continue;
    for (const Meaning& meaning : members_of(group)) names.emplace_back(meaning.name);
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

std::string full_name(Op op, const Modifiers& modifiers, std::span<const Type> types) {
  std::string text(name_of(op));
  for (const Group group : groups_of(op)) append_group(text, group, modifiers, types);
  return text;
}

}  // namespace assay::ptx
