// SPDX-License-Identifier: Apache-2.0
// What this machine has, what is missing, what that costs and the command that mends it.
#pragma once

#include <string>
#include <vector>

namespace assay::flow {

struct Ailment {
  enum class State { good, lacking, broken };  ///< broken: nothing can be judged without it
  State state = State::good;
  std::string what;   ///< "compiler"
  std::string found;  ///< "NVRTC 13.0.88 at …", "none"
  std::string costs;  ///< what is lost without it; "" when good
  std::string mend;   ///< a command or a sentence; "" when good
};

/// Looks at the compiler, our executables, the sandbox, the cache, the optional tools and GPUs.
/// Loads no driver and starts nothing but our worker.
[[nodiscard]] std::vector<Ailment> examine();

}  // namespace assay::flow
