// SPDX-License-Identifier: Apache-2.0
// The handlers of one instruction set as a table, and the choice of the best one this machine runs.
// All give the same bits.
#pragma once

#include <string_view>

#include "sim/core/access.hpp"
#include "sim/core/inst.hpp"
#include "sim/core/key.hpp"

namespace assay::sim {

struct Handlers {
  const char* name;
  Handler (*integer)(const IntKey&);
  Handler (*real)(const FloatKey&);
  Handler (*compare)(const CompareKey&);
  Handler (*compare_set)(const CompareKey&);
  Handler (*test)(Kind);
  Handler (*choice)(bool wide, bool by_value);
  Handler (*convert)(const ConvertKey&);
  Handler (*tf32)(const ConvertKey&);
  Handler (*access)(const Form&);
  Handler (*param)(const Form&);
};

extern const Handlers handlers_base;
extern const Handlers handlers_v3;  ///< AVX2, FMA, F16C, BMI
extern const Handlers handlers_v4;  ///< AVX-512 F, BW, CD, DQ, VL

[[nodiscard]] const Handlers& best_handlers();
/// "base", "v3", "v4"; nullptr when this machine can't run it.
[[nodiscard]] const Handlers* handlers_named(std::string_view name);

}  // namespace assay::sim
