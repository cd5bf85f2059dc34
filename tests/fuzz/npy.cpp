// SPDX-License-Identifier: Apache-2.0
// Any bytes as an .npy file. What is accepted must survive being written and read again.
#include <cstdlib>

#include "num/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  const auto tensor = assay::from_npy(file);
  if (!tensor) return 0;
  const auto again = assay::from_npy(assay::to_npy(*tensor));
  const bool same = again && again->dtype == tensor->dtype && again->shape == tensor->shape &&
                    again->bytes == tensor->bytes;
  if (!same) std::abort();
  return 0;
}
