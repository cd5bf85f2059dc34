// SPDX-License-Identifier: Apache-2.0
// Runs an attempt in a forked child, since limits are for good, and brings back how it ended.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace assay::sandbox {

struct Fate {
  int code = -1;   ///< exit code: what `attempt` returned
  int signal = 0;  ///< or the signal that ended it
};

inline Fate in_child(const std::function<int()>& attempt) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(attempt());
  int status = 0;
  ::waitpid(child, &status, 0);
  Fate fate;
  if (WIFEXITED(status)) fate.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) fate.signal = WTERMSIG(status);
  return fate;
}

}  // namespace assay::sandbox
