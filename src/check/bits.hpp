// SPDX-License-Identifier: Apache-2.0
// Two outputs bit by bit: for `deterministic`, `batch_invariant`, and for whether noise reached an
// output.
#pragma once

#include <string_view>

#include "check/question.hpp"

namespace assay::check {

/// The same dtype, shape and bits; NaNs of other bits differ.
[[nodiscard]] bool same_bits(const HostTensor& a, const HostTensor& b);

/// A check of a property: how many elements differ between two runs, where, and what they are
/// (`got` of the worst element is the second run's, `expected` the first's). `property` is
/// "deterministic" or "batch_invariant".
[[nodiscard]] record::Check answer_same_bits(const HostTensor& first, const HostTensor& second,
                                             std::string_view property, Label label);

/// `count` indices of one dimension from `begin` on, as a tensor of its own: a row of a batch, to
/// be compared with the row alone.
[[nodiscard]] HostTensor slice(const HostTensor& tensor, std::size_t dimension, std::int64_t begin,
                               std::int64_t count);

}  // namespace assay::check
