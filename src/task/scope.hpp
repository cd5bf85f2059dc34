// SPDX-License-Identifier: Apache-2.0
// The one namespace of a task and a candidate: who has which name, and which names an expression
// may use.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "task/mistakes.hpp"

namespace assay::task {

/// The kinds of things that have names, as messages call them.
namespace kind {
inline constexpr std::string_view axis = "an axis", tensor = "a tensor", scalar = "a scalar",
                                  param = "a parameter", scratch = "a scratch buffer",
                                  tensor_map = "a tensor map", reserved = "a reserved name",
                                  function = "a function of expressions";
}  // namespace kind

class Namespace {
 public:
  /// Holds the reserved names: sm_count, smem_max, step and the functions.
  Namespace();

  /// A mistake where `name` is no identifier or stands for something else already; `place` tells
  /// where ("line 5").
  void declare(const std::string& name, std::string_view kind, Spot at, Mistakes& mistakes);
  /// Without a check: names of the task, seen from a candidate ("task 'softmax'").
  void import(const std::string& name, std::string_view kind, const std::string& place);

  [[nodiscard]] std::string_view kind_of(const std::string& name) const;  ///< "" unknown
  [[nodiscard]] std::vector<std::string> of_kinds(const std::vector<std::string_view>& kinds) const;

 private:
  struct Entry {
    std::string_view kind;
    std::string place;
  };
  std::map<std::string, Entry> entries_;
};

/// Names that an expression at some place may use.
struct Scope {
  std::vector<std::string> names;
  std::string what;  ///< "an axis", "an axis or an integer parameter"
};

/// A mistake for each use of a name that is not in scope.
void check_uses(const std::vector<NameUse>& uses, const Toml& text, const Scope& scope,
                const Namespace& all, Mistakes& mistakes);

}  // namespace assay::task
