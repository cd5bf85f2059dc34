// SPDX-License-Identifier: Apache-2.0
// The records of NVIDIA's .nv.info sections ("EIATTR"): one byte format, one byte attribute, two
// bytes of value or length. Numbers and meanings were checked against ptxas -v of CUDA 13.0 over
// sm_75 … sm_120.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "base/result.hpp"

namespace assay::binary {

enum class Attribute : std::uint8_t {
  max_threads = 0x05,       ///< 3 × u32
  externs = 0x0f,           ///< u32 symbol indices
  required_threads = 0x10,  ///< 3 × u32
  frame_size = 0x11,        ///< u32 symbol, u32 bytes
  min_stack_size = 0x12,    ///< u32 symbol, u32 bytes
  parameter = 0x17,         ///< u32, u16 ordinal, u16 offset, u32 with the size in bits 18 … 31
  parameter_bytes = 0x19,   ///< u16 in the record itself
  register_count = 0x2f,    ///< u32 symbol, u32 registers
  cluster = 0x3d,           ///< 3 × u32
  parameter_v2 = 0x45,      ///< u32, u16 ordinal, u16 offset, u32 size: blocks above 4 KiB
  barriers = 0x4c,          ///< u8 in the record itself
  annotations = 0x55,       ///< pairs of u32: kind, code offset; kind 1 is a spill
};

struct InfoRecord {
  Attribute attribute{};
  std::uint16_t value = 0;  ///< when the record has no payload
  ByteView payload;
};

/// Error: a record that reaches past the end of the section, or a format that is not 1 … 4.
[[nodiscard]] Result<std::vector<InfoRecord>> read_info(ByteView section);

}  // namespace assay::binary
