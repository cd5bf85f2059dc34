// SPDX-License-Identifier: Apache-2.0
#include "flow/dump.hpp"

#include "base/file.hpp"
#include "num/npy.hpp"

namespace assay::flow {
namespace {

namespace fs = std::filesystem;

Result<void> write_array(const fs::path& path, const HostTensor& tensor) {
  return write_file(path, to_npy(tensor));
}

}  // namespace

Result<void> dump(const Contest& contest, const fs::path& candidate, const TrustedRun& golden,
                  const record::RunAnswer& run) {
  const fs::path folder = *contest.options.dump / candidate.stem();
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return fail("can't make the folder " + folder.string() + ": " + failed.message());
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
