// SPDX-License-Identifier: Apache-2.0
// The table behind special.hpp.
#include "ptx/special.hpp"

#include <unordered_map>

namespace assay::ptx {
namespace {

struct Row {
  std::string_view name;
  bool vector;
};

constexpr Row rows[] = {{"", false},
#define ASSAY_ROW(id, name, vector) {name, vector},
                        ASSAY_PTX_SPECIALS(ASSAY_ROW)
#undef ASSAY_ROW
};

std::unordered_map<std::string_view, Special> index_of_names() {
  std::unordered_map<std::string_view, Special> index;
  for (std::size_t i = 1; i < std::size(rows); ++i) {
    index.emplace(rows[i].name, static_cast<Special>(i));
  }
  return index;
}

}  // namespace

std::string_view name_of(Special special) {
  return rows[static_cast<std::size_t>(special)].name;
}

bool is_vector(Special special) {
  return rows[static_cast<std::size_t>(special)].vector;
}

std::optional<Special> special_from_name(std::string_view name) {
  static const auto index = index_of_names();
  const auto found = index.find(name);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

}  // namespace assay::ptx
