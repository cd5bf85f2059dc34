// SPDX-License-Identifier: Apache-2.0
// NVIDIA's assembler (ptxas) for candidates that are PTX. A child is forked before this process
// locks itself up, since later on it can't start any; the child is locked up too and waits to
// become ptxas.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "build/builder_protocol.hpp"
#include "sandbox/policy.hpp"

namespace assay::builder {

struct Assembled {
  bool ok = false;
  std::string failure;  ///< as in record::Build, "" when ok
  std::string log;
  Bytes cubin;
};

/// What the wait status of an assembler says: "" when it ended well, else a failure of
/// record::Build; crashes and its own limits (SIGXCPU, memory) are the source's doing. Error: it
/// was not started, or somebody killed it.
[[nodiscard]] Result<std::string> failure_of(int status, std::string_view log);

class Assembler {
 public:
  /// Forks the waiting child. Call before `sandbox::apply`.
  [[nodiscard]] static Result<Assembler> prepare(const build::BuilderArguments& arguments);
  Assembler(Assembler&& other) noexcept;
  Assembler& operator=(Assembler&&) = delete;
  ~Assembler();

  /// Once only. `name` is a plain file name, for messages.
  [[nodiscard]] Result<Assembled> assemble(ByteView ptx, const std::string& name,
                                           const std::string& arch);

 private:
  Assembler(std::filesystem::path folder, std::filesystem::path ptxas, pid_t child, int start)
      : folder_(std::move(folder)), ptxas_(std::move(ptxas)), child_(child), start_(start) {}

  std::filesystem::path folder_;
  std::filesystem::path ptxas_;
  pid_t child_ = -1;
  int start_ = -1;  ///< a pipe on which the child waits for its command line
};

}  // namespace assay::builder
