// SPDX-License-Identifier: Apache-2.0
#include "flow/doctor.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>

#include "base/file.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "build/cache.hpp"
#include "build/toolkit.hpp"
#include "flow/worker_process.hpp"

namespace assay::flow {
namespace {

namespace fs = std::filesystem;
using State = Ailment::State;

constexpr std::uintmax_t enough_disk = std::uintmax_t{1} << 30;

bool stands_at(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

Ailment compiler() {
  auto toolkit = build::find_toolkit();
  if (!toolkit) {
    return {State::broken, "compiler", toolkit.error().message,
            "no .cu candidate can be built or judged", toolkit.error().hint};
  }
  return {State::good,
          "compiler",
          fmt::format("NVRTC {} at {}", toolkit->version, toolkit->nvrtc.string()),
          {},
          {}};
}

Ailment assembler() {
  auto toolkit = build::find_toolkit();
  if (toolkit && !toolkit->ptxas.empty()) {
    return {State::good, "assembler", toolkit->ptxas.string(), {}, {}};
  }
  return {State::lacking, "assembler", "no ptxas",
          "a .ptx candidate is judged without registers and spills", "./dev setup"};
}

Ailment executable(const std::string& name) {
  const fs::path path = executable_folder() / name;
  if (stands_at(path)) return {State::good, name, path.string(), {}, {}};
  return {State::broken, name, "missing at " + path.string(), "nothing can be judged",
          "./dev build, or copy the whole folder bin/"};
}

/// The worker's own words: "applied: …" and "missing: …" lines.
Ailment sandbox() {
  auto child = Child::start({{worker_path(), "--limits"}, {}});
  if (!child)
    return {State::lacking, "sandbox", "unknown: the worker does not start",
            "nothing can be judged", "./dev build, or copy the whole folder bin/"};
  std::vector<std::string> applied, missing;
  while (true) {
    auto line = child->receive(std::chrono::steady_clock::now() + std::chrono::seconds(10));
    if (!line || !*line) break;
    const std::string text(text_of(**line));
    if (text.rfind("applied: ", 0) == 0) applied.push_back(text.substr(9));
    if (text.rfind("missing: ", 0) == 0) missing.push_back(text.substr(9));
  }
  if (applied.empty() && missing.empty()) {
    return {State::lacking, "sandbox", "unknown: the worker says nothing",
            "a hostile candidate may meet no walls", "./dev build"};
  }
  if (missing.empty()) return {State::good, "sandbox", join(applied, ", "), {}, {}};
  return {State::lacking, "sandbox",
          fmt::format("{}; missing: {}", join(applied, ", "), join(missing, ", ")),
          "a hostile candidate meets fewer walls",
          "a kernel with Landlock (5.13 or later) and seccomp"};
}

Ailment cache() {
  const auto folder = build::Cache::folder_from_environment();
  if (!folder) {
    return {State::lacking, "build cache", "no folder: neither ASSAY_CACHE nor HOME is set",
            "every candidate is compiled anew", "set ASSAY_CACHE to a folder that can be written"};
  }
  std::error_code failed;
  fs::create_directories(*folder, failed);
  const auto space = failed ? fs::space_info{} : fs::space(*folder, failed);
  if (!failed && ::access(folder->c_str(), W_OK) != 0)
    failed = std::error_code(errno, std::generic_category());
  if (failed) {
    return {State::lacking, "build cache", folder->string() + ": " + failed.message(),
            "every candidate is compiled anew", "set ASSAY_CACHE to a folder that can be written"};
  }
  const std::string found = fmt::format("{}, {} free", folder->string(),
                                        human_bytes(static_cast<double>(space.available)));
  if (space.available < enough_disk) {
    return {State::lacking, "build cache", found, "builds may not fit",
            "free some space, or set ASSAY_CACHE to another disk"};
  }
  return {State::good, "build cache", found, {}, {}};
}

Ailment gpu() {
  if (stands_at("/dev/nvidia0")) {
    return {State::lacking, "gpu", "there is one, this version judges on the simulator alone",
            "no times are measured", "--device sim"};
  }
  return {State::lacking, "gpu", "none", "no times are measured; estimates are marked as such",
          "nothing: right or wrong, races and bounds are judged on the simulator"};
}

Ailment tool(const std::string& name, const std::string& costs) {
  std::vector<fs::path> places{executable_folder() / ".." / ".." / ".." / ".toolkit" / "bin",
                               "/usr/local/cuda/bin"};
  if (const char* path = std::getenv("PATH")) {
    for (const auto part : split(path, ':')) places.emplace_back(part);
  }
  for (const auto& place : places) {
    std::error_code ignored;
    if (stands_at(place / name))
      return {State::good, name, fs::weakly_canonical(place / name, ignored).string(), {}, {}};
  }
  return {State::lacking, name, "none", costs, "./dev setup"};
}

}  // namespace

std::vector<Ailment> examine() {
  return {
      compiler(),
      assembler(),
      executable("assay-builder"),
      executable("assay-worker"),
      sandbox(),
      cache(),
      {State::good, "processors", fmt::format("{}", usable_threads()), {}, {}},
      gpu(),
      tool("nvdisasm", "no SASS listings"),
      tool("cuobjdump", "no second opinion on cubins"),
  };
}

}  // namespace assay::flow
