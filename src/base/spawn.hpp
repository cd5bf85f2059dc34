// SPDX-License-Identifier: Apache-2.0
// Starting a child process: its own group, its three pipes, nothing else inherited. What is said
// through the pipes, and for how long, is base/process.hpp's.
#pragma once

#include <sys/types.h>

#include "base/descriptor.hpp"
#include "base/process.hpp"
#include "base/result.hpp"

namespace assay {

/// A running child and our ends of its pipes, all non-blocking.
struct Spawned {
  pid_t pid = -1;
  Descriptor handle;  ///< pidfd, readable once it has ended; not open where the kernel has none
  Descriptor input;
  Descriptor output;
  Descriptor error;
};

[[nodiscard]] Result<Spawned> spawn(const Command& command);

}  // namespace assay
