// SPDX-License-Identifier: Apache-2.0
// What a compiled module needs and holds, read from the cubin itself: the compiler's log and the
// source text can lie.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay::binary {

struct Parameter {
  std::int64_t offset = 0;  ///< bytes from the start of the parameter block
  std::int64_t size = 0;
};

/// One entry; amounts in bytes but for registers and barriers.
struct Kernel {
  std::string name;
  std::int64_t registers = 0;  ///< a thread
  std::int64_t barriers = 0;   ///< a block
  std::int64_t shared_bytes =
      0;  ///< static, as ptxas -v counts: without the 1,024 that sm_90 and later reserve
  std::int64_t frame_bytes = 0;  ///< of the kernel itself
  std::int64_t stack_bytes = 0;  ///< with the functions that it calls
  std::int64_t spill_bytes = 0;  ///< stores + loads, summed over instructions as ptxas -v does
  std::int64_t code_bytes = 0;
  std::int64_t parameter_bytes = 0;
  std::vector<Parameter> parameters;               ///< in order
  std::array<std::int64_t, 3> max_threads{};       ///< .maxntid, zeros if none
  std::array<std::int64_t, 3> required_threads{};  ///< .reqntid, zeros if none
  std::array<std::int64_t, 3> cluster{};           ///< .reqnctapercluster, zeros if none
};

/// Module storage that outlives a launch.
struct Storage {
  std::string name;   ///< of the symbol; of the section for bytes that no symbol covers
  std::string space;  ///< "global" | "constant" | "managed"
  std::int64_t size = 0;
};

struct Cubin {
  std::string arch;      ///< "90", "90a"
  std::string compiler;  ///< "Cuda compilation tools, release 13.0, V13.0.88", "" if not noted
  std::string options;   ///< "-v  -lineinfo  -arch sm_90a -m 64 "
  std::vector<Kernel> kernels;   ///< by name
  std::vector<Storage> storage;  ///< by name
  std::vector<std::string>
      undefined;  ///< functions and objects that another module would have to bring
};

/// Error (the user's): not a cubin, or damaged. Never crashes on hostile bytes; memory is bounded
/// by a constant times their number.
[[nodiscard]] Result<Cubin> read_cubin(ByteView bytes);

}  // namespace assay::binary
