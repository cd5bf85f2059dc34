// SPDX-License-Identifier: Apache-2.0
// The operations of PTX and the modifiers each may carry. All of the language has a name here, also
// what the simulator refuses, so that a refusal can name it. The facts stand in op_list.hpp,
// token_list.hpp and type_list.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/modifiers.hpp"
#include "ptx/op_list.hpp"
#include "ptx/special.hpp"
#include "ptx/type.hpp"

namespace assay::ptx {

enum class Op : std::uint8_t {
  none,
#define ASSAY_ENUMERATOR(id, ...) id,
  ASSAY_PTX_OPS(ASSAY_ENUMERATOR)
#undef ASSAY_ENUMERATOR
};

/// "cp.async.bulk.tensor"
[[nodiscard]] std::string_view name_of(Op op);

/// The operation of a dotted statement head and what is left of it, the leading dot included:
/// "cp.async.ca.shared.global" is {cp_async, ".ca.shared.global"}. Nothing if no operation fits.
struct OpMatch {
  Op op = Op::none;
  std::string_view rest;
};
[[nodiscard]] std::optional<OpMatch> match_op(std::string_view dotted);
/// The operation whose name is most like this head, for messages; "" if none is near.
[[nodiscard]] std::string nearest_op(std::string_view dotted);

/// Puts the modifier or type `name` (no dot) where it belongs for `op`.
enum class Placed : std::uint8_t {
  yes,
  unknown,   ///< no such modifier of this operation
  conflict,  ///< it, or another of its kind, stands there already
  too_many,  ///< more than an instruction can hold
};
[[nodiscard]] Placed place_modifier(Op op, std::string_view name, Modifiers& modifiers,
                                    std::vector<Type>& types);
/// What may follow `op`, without dots, for messages; the types are left out.
[[nodiscard]] std::vector<std::string> modifiers_of(Op op);

/// The whole dotted head in the order of the PTX manual: "atom.relaxed.gpu.global.add.u32".
[[nodiscard]] std::string full_name(Op op, const Modifiers& modifiers, std::span<const Type> types);

}  // namespace assay::ptx
