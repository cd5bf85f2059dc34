// SPDX-License-Identifier: Apache-2.0
// What a builder or worker answers is read by the parent, so a hostile answer must do no harm. What
// is understood says the same when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "record/message.hpp"

namespace {

template <class Record>
void read_and_write(assay::ByteView frame) {
  const auto record = assay::record::from_frame<Record>(frame);
  if (!record) return;
  const auto written = assay::record::to_frame(*record);
  const auto again = assay::record::from_frame<Record>(written);
  if (!again || assay::record::to_frame(*again) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto frame = std::as_bytes(std::span(data, size));
  read_and_write<assay::record::Build>(frame);
  read_and_write<assay::record::LoadAnswer>(frame);
  read_and_write<assay::record::RunAnswer>(frame);
  read_and_write<assay::record::BuildRequest>(frame);
  read_and_write<assay::record::LoadRequest>(frame);
  read_and_write<assay::record::RunRequest>(frame);
  return 0;
}
