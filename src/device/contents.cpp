// SPDX-License-Identifier: Apache-2.0
// Fills: what stands in a buffer before a run, the same on every device.
#include <fmt/format.h>

#include "device/device.hpp"

namespace assay::device {
namespace {

using record::Fill;

Result<HostTensor> given_bytes(const record::JobBuffer& buffer) {
  HostTensor tensor = make_tensor(buffer.dtype, buffer.shape);
  if (tensor.bytes.size() != buffer.fill.bytes.size()) {
    return fail(fmt::format("buffer '{}' got {} bytes, expected {}", buffer.name,
                            buffer.fill.bytes.size(), tensor.bytes.size()),
                {}, Blame::assay);
  }
  tensor.bytes = buffer.fill.bytes;
  return tensor;
}

}  // namespace

Result<HostTensor> contents_of(const record::JobBuffer& buffer) {
  if (!size_in_bytes(buffer.dtype, buffer.shape)) {
    return fail(fmt::format("the size of buffer '{}' overflows", buffer.name), {}, Blame::assay);
  }
  if (buffer.fill.kind == Fill::Kind::values) {
    return generate(buffer.fill.values, buffer.dtype, buffer.shape, buffer.fill.seed);
  }
  if (buffer.fill.kind == Fill::Kind::bytes) return given_bytes(buffer);
  HostTensor tensor = make_tensor(buffer.dtype, buffer.shape);  // zeros
  if (buffer.fill.kind == Fill::Kind::noise) fill_noise(tensor, buffer.fill.seed);
  return tensor;
}

}  // namespace assay::device
