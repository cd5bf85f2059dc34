// SPDX-License-Identifier: Apache-2.0
#include "sim/race/race.hpp"

namespace assay::sim::race {

void Reports::add(const Race& race) {
  const Key key{race.first_instruction, race.second_instruction, race.space, race.same_value,
                race.exchange};
  const auto [at, fresh] = index_.try_emplace(key, races_.size());
  if (fresh) {
    races_.push_back(race);
  } else {
    races_[at->second].count += race.count;
  }
}

void Reports::merge(const Reports& other) {
  for (const Race& race : other.races_) add(race);
}

void Reports::clear() {
  races_.clear();
  index_.clear();
}

}  // namespace assay::sim::race
