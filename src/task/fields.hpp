// SPDX-License-Identifier: Apache-2.0
// Reading one TOML table key by key: wrong kinds, missing and unknown keys become mistakes, and
// reading goes on.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "task/mistakes.hpp"
#include "task/scope.hpp"

namespace assay::task {

class Fields {
 public:
  /// `what` is how messages call the table: "[[tensor]]".
  Fields(const Toml& table, std::string what, Mistakes& mistakes)
      : table_(table), what_(std::move(what)), mistakes_(mistakes) {}

  /// The value of a key, which is a known one from now on; nullptr when absent.
  const Toml* find(const std::string& key);
  /// The same; a mistake that shows `example` ("shape = [\"rows\"]") when absent.
  const Toml* need(const std::string& key, std::string_view example);
  [[nodiscard]] bool has(const std::string& key) const;
  /// Where a key stands; where the table begins when it is absent.
  [[nodiscard]] Spot spot_of(const std::string& key) const;
  [[nodiscard]] Spot at() const { return table_.at; }
  [[nodiscard]] const std::string& what() const { return what_; }

  std::optional<std::string> text(const std::string& key);
  std::optional<std::string> needed_text(const std::string& key, std::string_view example);
  std::optional<std::int64_t> integer(const std::string& key, std::int64_t least,
                                      std::int64_t most);
  /// Finite; an integer will do.
  std::optional<double> real(const std::string& key);
  bool truth(const std::string& key, bool otherwise);
  /// A text that is one of `valid`.
  std::optional<std::string> choice(const std::string& key, const std::vector<std::string>& valid);

  /// A mistake for each key that nobody asked for.
  void finish();

 private:
  const Toml* of_kind(const std::string& key, Toml::Kind kind, std::string_view expected);

  const Toml& table_;
  std::string what_;
  Mistakes& mistakes_;
  std::set<std::string> known_;
};

/// The tables of `[[key]]`; a mistake where something else stands there, or more than `most`.
std::vector<const Toml*> tables_of(Fields& root, const std::string& key, std::size_t most,
                                   Mistakes& mistakes);

/// What an expression is read against.
struct ExpressionReading {
  const Namespace& names;
  Mistakes& mistakes;
};

/// An integer or a text with an expression over `scope`; a mistake and nothing otherwise.
std::optional<Expression> expression_of(const Toml& value, const Scope& scope,
                                        const ExpressionReading& reading);
/// A list of `least` to `most` of them (one alone will not do).
std::vector<Expression> expressions_of(const Toml& value, std::size_t least, std::size_t most,
                                       const Scope& scope, const ExpressionReading& reading);

}  // namespace assay::task
