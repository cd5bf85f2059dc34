// SPDX-License-Identifier: Apache-2.0
// Facts with a place: what a verdict and a build are made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::record {

/// A place in a candidate's source (or PTX), and the thread that was there.
struct Place {
  std::string file;       ///< as the user wrote it; "" unknown
  std::int64_t line = 0;  ///< from 1; 0 unknown
  std::string kernel;
  std::int64_t launch = 0;  ///< index into the evaluated launches of the run
  std::int64_t ptx_line = 0;
  std::string instruction;  ///< the PTX statement
  std::optional<std::array<std::int64_t, 3>> block;
  std::optional<std::array<std::int64_t, 3>> thread;
};

/// Something that was seen: a fault, a note, a fact of the build. Whether it rejects is the flow's
/// decision.
struct Finding {
  std::string code;      ///< stable, lower-case, dotted
  std::string severity;  ///< "reject" | "warn" | "info"
  std::string message;   ///< one line, unescaped text of ours and of names in the candidate
  std::optional<Place> place;
  std::optional<Place> other;  ///< the second party of a race
  std::int64_t count = 1;
};

}  // namespace assay::record
