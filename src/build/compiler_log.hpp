// SPDX-License-Identifier: Apache-2.0
// The compiler's text made fit for the person who wrote the candidate: their file, their lines, no
// noise from headers that they did not write. Control bytes stay; whoever shows the text escapes
// it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::build {

inline constexpr std::size_t longest_log = 64 << 10;

/// A folder as it stands in messages.
struct FolderName {
  std::string path;   ///< absolute
  std::string shown;  ///< "include", "cuda"
  bool ours = false;  ///< the toolkit's: warnings about its headers are dropped
};

/// Paths below the folders are shortened, warnings about the toolkit's headers and the compiler's
/// general remarks dropped, and what is longer than `longest_log` is cut with a note.
[[nodiscard]] std::string readable_log(std::string_view log,
                                       const std::vector<FolderName>& folders);

/// The log without what it says about name expressions (in a file "__nv_name_map" of its own
/// making).
[[nodiscard]] std::string without_name_map(std::string_view log);

/// The name expressions that the compiler did not find, from its raw log.
[[nodiscard]] std::vector<std::string> missing_names_in(std::string_view log);

/// Functions that the assembler did not find ("Unresolved extern function 'cudaLaunchDevice'").
[[nodiscard]] std::vector<std::string> unresolved_functions_in(std::string_view log);

/// Line of the PTX that the assembler complains about; 0 when it does not.
[[nodiscard]] std::size_t assembler_line_in(std::string_view log);

/// The statement on that line of the PTX and the line of the source it came from, as a note below a
/// complaint of the assembler; "" when there is no such line.
[[nodiscard]] std::string assembler_note(std::string_view ptx, std::size_t line,
                                         std::string_view file);

}  // namespace assay::build
