// SPDX-License-Identifier: Apache-2.0
// Where NVIDIA's compiler is on this machine. Nothing of it is linked, and nothing is loaded here:
// the builder process does that, inside its sandbox.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace assay::build {

/// One that was found; all fields empty: none (enough for candidates that are cubins already).
struct Toolkit {
  std::filesystem::path nvrtc;                  ///< the library
  std::vector<std::filesystem::path> includes;  ///< folders of its headers, in order
  std::filesystem::path ptxas;                  ///< the assembler, "" if absent
  std::string version;                          ///< "13.0.88"
};

/// Where to look, in order.
struct SearchPlaces {
  std::vector<std::filesystem::path> roots;      ///< a CUDA toolkit, or a folder of Python packages
  std::vector<std::filesystem::path> libraries;  ///< folders that hold libraries alone
  std::string named;                             ///< $ASSAY_TOOLKIT, for messages

  /// $ASSAY_TOOLKIT alone when it is set ("none": nowhere; "wheels": only .toolkit); else .toolkit
  /// beside the executable or above it, $CUDA_HOME, $CUDA_PATH, /usr/local/cuda*, the loader's
  /// folders.
  [[nodiscard]] static SearchPlaces from_environment();
};

/// Error: none was found, with where it was looked for and what to type.
[[nodiscard]] Result<Toolkit> find_toolkit(
    const SearchPlaces& places = SearchPlaces::from_environment());

/// "13.0.88" of a text "… release 13.0, V13.0.88" inside the library; "" if there is none.
[[nodiscard]] std::string library_version(const std::filesystem::path& library);

}  // namespace assay::build
