// SPDX-License-Identifier: Apache-2.0
#include "task/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace assay::task {
namespace {

// "a metric", "an axis"
std::string_view article(std::string_view word) {
  return std::string_view("aeiou").find(word.front()) == std::string_view::npos ? "a" : "an";
}

}  // namespace

const Toml* Fields::find(const std::string& key) {
  known_.insert(key);
  for (const auto& entry : table_.entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

const Toml* Fields::need(const std::string& key, std::string_view example) {
  const auto* value = find(key);
  if (value == nullptr) {
    mistakes_.add(table_.at, fmt::format("{} without '{}'", what_, key), std::string(example));
  }
  return value;
}

bool Fields::has(const std::string& key) const {
  return std::any_of(table_.entries.begin(), table_.entries.end(),
                     [&](const auto& entry) { return entry.key == key; });
}

Spot Fields::spot_of(const std::string& key) const {
  for (const auto& entry : table_.entries) {
    if (entry.key == key) return entry.at;
  }
  return table_.at;
}

// The value where it has the kind that is wanted. Absent is no mistake here: `need` says that.
const Toml* Fields::of_kind(const std::string& key, Toml::Kind kind, std::string_view expected) {
  const auto* value = find(key);
  if (value == nullptr || value->kind == kind) return value;
  mistakes_.add(value->at, fmt::format("{} as '{}'", shown(*value), key), std::string(expected));
  return nullptr;
}

std::optional<std::string> Fields::text(const std::string& key) {
  const auto* value = of_kind(key, Toml::Kind::text, "a string");
  if (value == nullptr) return {};
  return value->text;
}

std::optional<std::string> Fields::needed_text(const std::string& key, std::string_view example) {
  if (need(key, example) == nullptr) return {};
  auto value = text(key);
  if (!value || !value->empty()) return value;
  mistakes_.add(find(key)->at, fmt::format("an empty '{}'", key), std::string(example));
  return {};
}

std::optional<std::int64_t> Fields::integer(const std::string& key, std::int64_t least,
                                            std::int64_t most) {
  const auto* value = of_kind(key, Toml::Kind::integer, "an integer");
  if (value == nullptr) return {};
  if (value->integer >= least && value->integer <= most) return value->integer;
  mistakes_.add(
      value->at, fmt::format("{} as '{}'", value->integer, key),
      most == INT64_MAX ? fmt::format("at least {}", least) : fmt::format("{} to {}", least, most));
  return {};
}

// TOML has inf and nan; no limit, tolerance or time of ours is either.
std::optional<double> Fields::real(const std::string& key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->kind == Toml::Kind::integer) return static_cast<double>(value->integer);
  if (value->kind == Toml::Kind::real && std::isfinite(value->real)) return value->real;
  mistakes_.add(value->at, fmt::format("{} as '{}'", shown(*value), key), "a finite number");
  return {};
}

bool Fields::truth(const std::string& key, bool otherwise) {
  const auto* value = of_kind(key, Toml::Kind::boolean, "true or false");
  return value == nullptr ? otherwise : value->truth;
}

std::optional<std::string> Fields::choice(const std::string& key,
                                          const std::vector<std::string>& valid) {
  const auto* value = of_kind(key, Toml::Kind::text, one_of(valid));
  if (value == nullptr) return {};
  if (std::find(valid.begin(), valid.end(), value->text) != valid.end()) return value->text;
  mistakes_.add(value->at, in_quotes(value->text),
                fmt::format("{} {} ({})", article(key), key, join(valid, ", ")),
                nearest_of(value->text, valid));
  return {};
}

// What nobody asked for is most often a slip of the pen that would otherwise be ignored in silence.
void Fields::finish() {
  const std::vector<std::string> keys(known_.begin(), known_.end());
  for (const auto& entry : table_.entries) {
    if (known_.contains(entry.key)) continue;
    mistakes_.add(entry.at, "key " + in_quotes(entry.key),
                  fmt::format("a key of {} ({})", what_, join(keys, ", ")),
                  nearest_of(entry.key, keys));
  }
}

// Keeps going past what is wrong, so that the other tables of the list are checked too.
std::vector<const Toml*> tables_of(Fields& root, const std::string& key, std::size_t most,
                                   Mistakes& mistakes) {
  std::vector<const Toml*> tables;
  const auto* value = root.find(key);
  if (value == nullptr) return tables;
  if (value->kind != Toml::Kind::list) {
    mistakes.add(root.spot_of(key), fmt::format("{} as '{}'", shown(*value), key),
                 fmt::format("tables [[{}]]", key));
    return tables;
  }
  for (const auto& item : value->items) {
    if (item.kind != Toml::Kind::table) {
      mistakes.add(item.at, fmt::format("{} in '{}'", shown(item), key),
                   fmt::format("tables [[{}]]", key));
    } else if (tables.size() == most) {
      mistakes.add(item.at, fmt::format("more than {} [[{}]]", most, key),
                   fmt::format("at most {}", most));
      break;
    } else {
      tables.push_back(&item);
    }
  }
  return tables;
}

// An expression with a name out of scope is kept: what uses it is checked as well.
std::optional<Expression> expression_of(const Toml& value, const Scope& scope,
                                        const ExpressionReading& reading) {
  if (value.kind == Toml::Kind::integer) return Expression::constant(value.integer);
  if (value.kind != Toml::Kind::text) {
    reading.mistakes.add(value.at, shown(value), "an integer or a string with an expression");
    return {};
  }
  auto parsed = Expression::parse_or_fault(value.text);
  if (!parsed) {
    reading.mistakes.add(value, parsed.error());
    return {};
  }
  check_uses(parsed->uses(), value, scope, reading.names, reading.mistakes);
  return std::move(*parsed);
}

std::vector<Expression> expressions_of(const Toml& value, std::size_t least, std::size_t most,
                                       const Scope& scope, const ExpressionReading& reading) {
  std::vector<Expression> list;
  const auto expected = least == most ? fmt::format("a list of {}", least)
                                      : fmt::format("a list of {} to {} expressions", least, most);
  if (value.kind != Toml::Kind::list) {
    reading.mistakes.add(value.at, shown(value), expected);
    return list;
  }
  if (value.items.size() < least || value.items.size() > most) {
    reading.mistakes.add(value.at, fmt::format("a list of {}", value.items.size()), expected);
    return list;
  }
  for (const auto& item : value.items) {
    if (auto expression = expression_of(item, scope, reading)) {
      list.push_back(std::move(*expression));
    }
  }
  return list;
}

}  // namespace assay::task
