// SPDX-License-Identifier: Apache-2.0
// NVIDIA's run-time compiler, loaded from a path and never linked. Used inside the builder process
// only.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay::build {

struct Translation {
  std::string source;
  std::string name;  ///< a file name without folders; stands in messages and line tables
  std::vector<std::string> options;  ///< as NVRTC takes them, architecture included
  std::vector<std::string> kernels;  ///< name expressions to be lowered
  bool prelude = true;
};

struct Translated {
  bool ok = false;
  bool out_of_memory = false;
  std::string log;  ///< as the compiler wrote it
  std::string ptx;
  Bytes cubin;                       ///< empty for a virtual architecture
  std::vector<std::string> lowered;  ///< one a name expression, in order; "" where it has none
};

class Nvrtc {
 public:
  /// Loads the library and its built-in headers, so that nothing is opened later on.
  [[nodiscard]] static Result<Nvrtc> load(const std::filesystem::path& library);
  Nvrtc(Nvrtc&&) noexcept;
  Nvrtc& operator=(Nvrtc&&) noexcept;
  ~Nvrtc();

  /// A source that does not compile is a value (`ok` is false); an Error is the compiler's own.
  [[nodiscard]] Result<Translated> translate(const Translation& translation) const;

 private:
  struct Functions;
  explicit Nvrtc(std::unique_ptr<Functions> functions);
  std::unique_ptr<Functions> functions_;
};

}  // namespace assay::build
