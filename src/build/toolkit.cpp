// SPDX-License-Identifier: Apache-2.0
#include "build/toolkit.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>

#include "base/file.hpp"
#include "base/text.hpp"

namespace assay::build {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view library_name = "libnvrtc.so.13";

/// How a root may be laid out: NVIDIA's installer and its Python packages (13: one folder; 12: one
/// a package).
struct Layout {
  std::string_view library;
  std::array<std::string_view, 3> includes;
  std::string_view ptxas;
};
constexpr Layout layouts[] = {
    {"lib64", {"include", "include/cccl"}, "bin/ptxas"},
    {"lib", {"include", "include/cccl"}, "bin/ptxas"},
    {"targets/x86_64-linux/lib",
     {"targets/x86_64-linux/include", "targets/x86_64-linux/include/cccl"},
     "bin/ptxas"},
    {"nvidia/cu13/lib",
     {"nvidia/cu13/include", "nvidia/cu13/include/cccl"},
     "nvidia/cu13/bin/ptxas"},
    {"nvidia/cuda_nvrtc/lib",
     {"nvidia/cuda_runtime/include", "nvidia/cuda_cccl/include", "nvidia/cuda_cccl/include/cccl"},
     "nvidia/cuda_nvcc/bin/ptxas"},
};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::optional<Toolkit> toolkit_at(const fs::path& root, const Layout& layout) {
  Toolkit found;
  found.nvrtc = root / layout.library / library_name;
  if (!is_file(found.nvrtc)) return std::nullopt;
  for (const auto folder : layout.includes) {
    if (!folder.empty() && is_folder(root / folder)) found.includes.push_back(root / folder);
  }
  if (is_file(root / layout.ptxas)) found.ptxas = root / layout.ptxas;
  return found;
}

std::optional<Toolkit> toolkit_below(const fs::path& root) {
  for (const auto& layout : layouts) {
    if (auto found = toolkit_at(root, layout)) return found;
  }
  return std::nullopt;
}

/// A library that stands in a folder of the system's; its headers may stand beside that folder.
std::optional<Toolkit> toolkit_of_library(const fs::path& folder) {
  Toolkit found;
  found.nvrtc = folder / library_name;
  if (!is_file(found.nvrtc)) return std::nullopt;
  const auto include = folder.parent_path() / "include";
  // never the system's own headers: NVRTC can't compile those
  if (is_file(include / "cuda_fp16.h") && !is_file(include / "stdint.h"))
    found.includes.push_back(include);
  return found;
}

std::string variable(const char* name) {
  const auto* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// A virtual environment or an unpacked toolkit.
void add_root(const fs::path& root, std::vector<fs::path>& roots) {
  if (!is_folder(root)) return;
  roots.push_back(root);
  std::error_code failed;
  for (const auto& each : fs::directory_iterator(root / "lib", failed)) {
    if (each.path().filename().string().starts_with("python3"))
      roots.push_back(each.path() / "site-packages");
  }
}

void add_own_folders(std::vector<fs::path>& roots) {
  for (auto folder = executable_folder(); folder.has_relative_path();
       folder = folder.parent_path()) {
    add_root(folder / ".toolkit", roots);
  }
}

/// Newest first.
void add_installed(std::vector<fs::path>& roots) {
  for (const auto* name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const auto root = variable(name); !root.empty()) add_root(root, roots);
  }
  add_root("/usr/local/cuda", roots);
  std::vector<fs::path> versions;
  std::error_code failed;
  for (const auto& each : fs::directory_iterator("/usr/local", failed)) {
    if (each.path().filename().string().starts_with("cuda-13")) versions.push_back(each.path());
  }
  std::ranges::sort(versions, std::greater<>());
  for (const auto& root : versions) add_root(root, roots);
}

void add_loader_folders(std::vector<fs::path>& libraries) {
  const auto named = variable("LD_LIBRARY_PATH");
  for (const auto folder : split(named, ':')) {
    if (!folder.empty()) libraries.emplace_back(folder);
  }
  for (const auto* folder :
       {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"}) {
    libraries.emplace_back(folder);
  }
}

std::optional<Toolkit> search(const SearchPlaces& places) {
  for (const auto& root : places.roots) {
    if (auto found = toolkit_below(root)) return found;
  }
  for (const auto& folder : places.libraries) {
    if (auto found = toolkit_of_library(folder)) return found;
  }
  return std::nullopt;
}

tl::unexpected<Error> nothing_found(const SearchPlaces& places) {
  std::string message = "no CUDA compiler: " + std::string(library_name) + " was not found";
  if (!places.named.empty()) message += " (ASSAY_TOOLKIT is '" + places.named + "')";
  Error error{message,
              "run `./dev setup` in the source tree, or `pip install --target .toolkit "
              "nvidia-cuda-nvrtc==13.0.* "
              "nvidia-cuda-runtime==13.0.* nvidia-cuda-cccl==13.0.* nvidia-cuda-nvcc==13.0.*` "
              "beside the executable, "
              "or set ASSAY_TOOLKIT to a CUDA 13 toolkit",
              Blame::machine,
              {}};
  std::string looked;
  for (const auto& root : places.roots) looked += (looked.empty() ? "" : ", ") + root.string();
  if (!looked.empty()) error.causes.push_back("looked below " + looked);
  return fail(std::move(error));
}

/// A file seen as bytes without being read whole.
class Mapping {
 public:
  explicit Mapping(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts{};
    if (file >= 0 && ::fstat(file, &facts) == 0 && facts.st_size > 0) {
      auto* bytes =
          ::mmap(nullptr, static_cast<std::size_t>(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (bytes != MAP_FAILED)
        text_ = {static_cast<const char*>(bytes), static_cast<std::size_t>(facts.st_size)};
    }
    if (file >= 0) ::close(file);
  }
  ~Mapping() {
    if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

/// "13.0.88" of "13.0, V13.0.88"; the library also holds the text as a format, without numbers.
std::string version_in(std::string_view text) {
  const auto start = text.find(", V");
  if (start == std::string_view::npos) return {};
  const auto version = text.substr(start + 3);
  return std::string(version.substr(0, version.find_first_not_of("0123456789.")));
}

}  // namespace

SearchPlaces SearchPlaces::from_environment() {
  SearchPlaces places;
  places.named = variable("ASSAY_TOOLKIT");
  if (places.named == "none") return places;
  if (!places.named.empty() && places.named != "wheels") {
    add_root(places.named, places.roots);
    return places;
  }
  add_own_folders(places.roots);
  if (places.named == "wheels") return places;
  add_installed(places.roots);
  add_loader_folders(places.libraries);
  return places;
}

Result<Toolkit> find_toolkit(const SearchPlaces& places) {
  auto found = search(places);
  if (!found) return nothing_found(places);
  found->version = library_version(found->nvrtc);
  return *found;
}

std::string library_version(const fs::path& library) {
  constexpr std::string_view before = "Cuda compilation tools, release ";
  constexpr std::size_t longest = 40;  // "13.0, V13.0.88" and room
  const Mapping mapping(library);
  const auto text = mapping.text();
  // backwards, since the text stands in the last fifth of 100 MB, and with a searcher that skips
  // most of that
  const std::boyer_moore_horspool_searcher searcher(before.rbegin(), before.rend());
  for (auto from = text.rbegin();;) {
    const auto found = std::search(from, text.rend(), searcher);
    if (found == text.rend()) return {};
    from = found + static_cast<std::ptrdiff_t>(before.size());
    const auto rest = text.substr(static_cast<std::size_t>(text.rend() - found), longest);
    if (auto version = version_in(rest); !version.empty()) return version;
  }
}

}  // namespace assay::build
