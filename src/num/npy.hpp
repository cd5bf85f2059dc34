// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy format, version 1.0 and 2.0, C order. Small floats NumPy lacks (bf16, f8, i4) are
// written as raw unsigned integers of the same width, and tf32 as f32; the descr says so.
#pragma once

#include <string>

#include "base/result.hpp"
#include "num/tensor.hpp"

namespace assay {

[[nodiscard]] Bytes to_npy(const HostTensor& tensor);
/// f8/f4/f2, i1..i8, u1..u8 and b1, little-endian, C order; anything else is an Error by name.
[[nodiscard]] Result<HostTensor> from_npy(ByteView file);

}  // namespace assay
