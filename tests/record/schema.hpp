// SPDX-License-Identifier: Apache-2.0
// A validator for the part of JSON Schema (draft 2020-12) that docs/verdict.schema.json uses. A
// keyword that it does not know is a complaint too, so the schema can't say something that nobody
// checks.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace assay::record {

/// "/verdicts/0/seconds: expected …", one line a complaint; empty when the document conforms.
[[nodiscard]] std::vector<std::string> complaints(const nlohmann::json& schema,
                                                  const nlohmann::json& document);

}  // namespace assay::record
