// SPDX-License-Identifier: Apache-2.0
// assay-builder: one request on stdin, one build on stdout. Started by assay, once for each build.
#include <unistd.h>

#include <cstdio>
#include <new>
#include <span>

#include "base/result.hpp"
#include "build/builder_protocol.hpp"
#include "builder/session.hpp"

int main(int count, char** words) {
  using namespace assay;
  namespace codes = build::builder_exit;
  try {
    const auto arguments = build::from_argv(std::span<const char* const>(words + 1, words + count));
    const auto served = arguments ? builder::serve_one(*arguments, STDIN_FILENO, STDOUT_FILENO)
                                  : Result<void>(fail(arguments.error()));
    if (!served) std::fputs(to_text(served.error()).c_str(), stderr);
    // not exit(): the compiler's threads and tables need no tidying, and a candidate may have upset
    // them
    ::_exit(served ? 0 : codes::error);
  } catch (const std::bad_alloc&) {
    ::_exit(codes::memory);
  }
}
