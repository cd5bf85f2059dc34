// SPDX-License-Identifier: Apache-2.0
#include "flow/dump.hpp"

#include "base/file.hpp"
#include "base/hash.hpp"
#include "num/npy.hpp"

namespace assay::flow {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits_of_hash = 12;

Result<void> write_array(const fs::path& path, const HostTensor& tensor) {
  return write_file(path, to_npy(tensor));
}

/// Stable, and no other candidate's: the path below the task's folder, extension included. One from
/// elsewhere is told from its namesakes by a hash of its whole path.
fs::path folder_of(const fs::path& candidate, const fs::path& task_folder) {
  std::error_code ignored;
  const auto real = fs::weakly_canonical(candidate, ignored);
  auto relative = real.lexically_relative(fs::weakly_canonical(task_folder, ignored));
  if (!relative.empty() && *relative.begin() != "..") return relative;
  const auto hash = hash_hex(bytes_of(real.string())).substr(0, digits_of_hash);
  return candidate.filename().string() + "-" + hash;
}

}  // namespace

Result<void> dump(const Contest& contest, const fs::path& candidate, const TrustedRun& golden,
                  const record::RunAnswer& run) {
  const fs::path folder = *contest.options.dump / folder_of(candidate, contest.task.folder);
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    return fail("can't make the folder " + folder.string() + ": " + failed.message(),
                "give --dump a folder that can be written");
  }
  for (const auto& output : run.outputs) {
    if (auto written = write_array(folder / (output.name + ".npy"), output.tensor); !written)
      return written;
  }
  for (const auto& [name, tensor] : golden.outputs) {
    if (auto written = write_array(folder / (name + ".golden.npy"), tensor); !written)
      return written;
  }
  const std::string note = label_of(contest, golden.point) + "\n";
  return write_file(folder / "case.txt", bytes_of(note));
}

}  // namespace assay::flow
