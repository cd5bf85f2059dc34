// SPDX-License-Identifier: Apache-2.0
// Questions to a module.
#include "ptx/module.hpp"

#include <algorithm>

namespace assay::ptx {

const Function* Module::find_function(std::string_view name) const {
  const auto alias = std::ranges::find(aliases, name, &Alias::name);
  const std::string_view wanted = alias == aliases.end() ? name : std::string_view(alias->target);
  const auto found = std::ranges::find(functions, wanted, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

}  // namespace assay::ptx
