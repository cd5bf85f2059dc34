// SPDX-License-Identifier: Apache-2.0
// What goes to the builder process and what comes back.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "record/finding.hpp"

namespace assay::record {

struct BuildRequest {
  std::string name;  ///< file name shown in messages and line tables ("honest_block.cu")
  std::string kind;  ///< "cu" | "ptx" | "cubin"
  Bytes source;  ///< content of the candidate file, manifest comment included (lines must agree)
  std::string compiler = "nvrtc";
  std::string arch = "90";                                   ///< "75" … "120", "90a", "100a"
  std::vector<std::string> flags;                            ///< from the allowed list
  std::vector<std::pair<std::string, std::string>> defines;  ///< -DNAME=VALUE, sorted by name
  std::vector<std::string> include_folders;  ///< absolute; read-only for the compiler
  std::vector<std::string> kernels;          ///< C++ name expressions of the launches, distinct
  bool prelude = true;
};

/// One kernel as the compiled artifact shows it.
struct KernelInfo {
  std::string expression;                     ///< as in the manifest
  std::string entry;                          ///< lowered name in PTX and cubin
  std::vector<std::int64_t> parameter_sizes;  ///< bytes, in order
  std::int64_t registers = 0;
  std::int64_t shared_bytes = 0;  ///< static
  std::int64_t frame_bytes = 0;   ///< local memory frame
  std::int64_t spill_bytes = 0;   ///< stores + loads where the compiler reports them
  std::int64_t max_threads = 0;   ///< .maxntid product; 0 none
  std::array<std::int64_t, 3> required_threads{};  ///< .reqntid, zeros if none
  std::array<std::int64_t, 3> cluster{};           ///< required cluster, zeros if none
  std::vector<std::pair<std::string, std::int64_t>>
      instruction_mix;  ///< PTX base operation → static count, by count
};

/// Module storage that device code could write.
struct Symbol {
  std::string name;
  std::int64_t size = 0;
  std::string space;  ///< "global" | "constant" | "managed"
  bool proven_read_only =
      false;  ///< its address provably reaches no store (a lookup table, a format string)
};

struct Build {
  bool ok = false;
  std::string failure;  ///< "compile" | "format" (a cubin that is none) | "timeout" | "memory" |
                        ///< "crash" | "forbidden" | "output"; "" when ok
  std::string log;  ///< compiler's text, truncated, lines of the candidate's own file; unescaped
  std::string arch;
  std::string compiler;  ///< "nvrtc 13.0.88"
  Bytes ptx;             ///< text
  Bytes cubin;
  std::vector<KernelInfo> kernels;
  std::vector<Symbol> writable_symbols;
  std::vector<std::string>
      forbidden;  ///< device-runtime references ("cudaLaunchDeviceV2") → code.forbidden
  std::vector<Finding> findings;  ///< "code.printf", "code.reads_timer", …
  std::vector<std::string>
      sandbox;  ///< limits that applied: "landlock abi 7", "seccomp", "rlimit cpu"
  std::vector<std::string> sandbox_missing;
  std::string identity;     ///< hash of source, flags, headers, architecture, compiler version
  bool from_cache = false;  ///< not part of a verdict
};

}  // namespace assay::record
