// SPDX-License-Identifier: Apache-2.0
// The parts of reading a candidate's manifest; parse_manifest.cpp puts them together.
#pragma once

#include "task/fields.hpp"
#include "task/scope.hpp"
#include "task/task.hpp"

namespace assay::task {

/// Where a manifest comes from, as far as its rules depend on it.
struct ManifestSource {
  std::string name;              ///< of the file, for messages
  std::uint32_t first_line = 1;  ///< of the TOML in that file
  std::string kind = "cu";       ///< "cu" | "ptx" | "cubin"
  bool golden = false;           ///< an inout `t` also has `t.out`
};

[[nodiscard]] Parsed<Candidate> parse_manifest(std::string_view text, const ManifestSource& source,
                                               const Task& task);

struct ManifestReading {
  Candidate& candidate;
  const Task& task;
  const ManifestSource& source;
  Namespace& names;
  Mistakes& mistakes;

  /// Axes, integer params, sm_count, smem_max.
  [[nodiscard]] Scope sizes() const;
  [[nodiscard]] ExpressionReading expressions() const { return {names, mistakes}; }
};

void read_params(Fields& root, ManifestReading& reading);
void read_param_constraints(Fields& root, ManifestReading& reading);
void read_scratch(Fields& root, ManifestReading& reading);
void read_tensor_maps(Fields& root, ManifestReading& reading);
void read_launches(Fields& root, ManifestReading& reading);
void read_state(Fields& root, ManifestReading& reading);
void read_build(Fields& root, ManifestReading& reading);

/// Printable ASCII, so that it can stand in a message, an option or a symbol table as it is.
[[nodiscard]] bool is_printable(std::string_view text);

}  // namespace assay::task
