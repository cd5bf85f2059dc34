// SPDX-License-Identifier: Apache-2.0
// The cubin reader on any bytes: no crash, no hang, and memory within a constant times the input.
#include <cstddef>
#include <cstdint>
#include <span>

#include "binary/cubin.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)assay::binary::read_cubin(std::as_bytes(std::span(data, size)));
  return 0;
}
