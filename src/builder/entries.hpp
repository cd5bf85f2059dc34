// SPDX-License-Identifier: Apache-2.0
// Which entry of a compiled module a manifest's name expression means, where no compiler says so.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay::builder {

/// "ns::scale<float>" of "_ZN2ns5scaleIfEEvPT_i"; a name that is not mangled is its own expression.
[[nodiscard]] std::string expression_of(const std::string& entry);

/// The entry that is called so, or whose expression reads so (blanks apart).
[[nodiscard]] std::optional<std::string> find_entry(std::string_view expression,
                                                    std::span<const std::string> entries);

}  // namespace assay::builder
