// SPDX-License-Identifier: Apache-2.0
// Modifier groups: what kinds of modifiers there are, which field each fills, and how it is
// spelled. Internal to the instruction tables; other parts see Modifiers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "ptx/modifiers.hpp"

namespace assay::ptx {

// A group with a field: group (= the field's name) of kind value (an enumeration or a number) or
// flag.
// clang-format off: its layout of a list like this changes each time
#define ASSAY_PTX_FIELDS(X) \
  X(rounding) X(compare) X(bool_op) X(atomic) X(mul) X(space) X(second_space) X(cache) \
  X(l1_eviction) X(l2_eviction) X(l2_second_eviction) X(l2_prefetch) X(semantics) X(scope) \
  X(shuffle) X(vote) X(barrier) X(shift) X(side) X(permute) X(test) X(proxy) X(fragment) \
  X(layout) X(second_layout) X(sparsity) X(count) X(vector) X(ftz) X(sat) X(satfinite) X(relu) \
  X(nan) X(xorsign) X(abs) X(noftz) X(oob) X(approx) X(full) X(cc) X(uni) X(sync) X(aligned) \
  X(popc) X(trans) X(to) X(non_coherent) X(mmio) X(cache_hint) X(read) X(noinc) X(no_complete) \
  X(parity) X(expect_tx) X(shift_amount)
// clang-format on

enum class Group : std::uint8_t {
  none,
  type,
  shape,
#define ASSAY_ENUMERATOR(field) field,
  ASSAY_PTX_FIELDS(ASSAY_ENUMERATOR)
#undef ASSAY_ENUMERATOR
  // Groups that fill the field of another one, with spellings of their own.
  conversion_rounding,  ///< rounding: cvt has more of them
  block_scope,          ///< scope: bar and barrier have .cta alone
  membar_scope,         ///< scope: membar calls .gpu .gl
  // Groups whose members are Tokens, kept in Modifiers::other.
  geometry,
  surface_clamp,
  surface_format,
  texture_mode,
  texel,
  query,
  load_mode,
  completion,
  multicast,
  cta_group,
  kind,
  block_scale,
  scale_vec,
  collector,
  ashift,
  warp_stationary,
  tensor_shape,
  spread,
  pack,
  down,
  accumulator,
  replace_field,
  policy,
  cache_level,
  sync_restrict,
  dependents,
  scale,
  plus_one,
  scaled,
  im2col_mask,
  query_cancel,
  byte_mask,
};

inline constexpr Group first_token_group = Group::geometry;

/// One meaning of a spelling: the value of `group`'s field, a Type or a Token.
struct Meaning {
  std::string_view name;
  Group group = Group::none;
  std::uint16_t value = 0;
};

/// All meanings of a spelling over all operations.
[[nodiscard]] std::span<const Meaning> meanings_of(std::string_view name);
/// All spellings of a group; second_space has those of space.
[[nodiscard]] std::span<const Meaning> members_of(Group group);
[[nodiscard]] Group group_of(Token token);
/// second_space is spelled like space, and so on.
[[nodiscard]] Group spelled_like(Group group);

/// The value of a field, 0 (1 for `vector`) when absent.
[[nodiscard]] std::uint16_t field_value(const Modifiers& modifiers, Group group);
void set_field(Modifiers& modifiers, Group group, std::uint16_t value);
[[nodiscard]] bool is_absent(const Modifiers& modifiers, Group group);

}  // namespace assay::ptx
