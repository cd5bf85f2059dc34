// SPDX-License-Identifier: Apache-2.0
// Every type of PTX ISA 9.0 as one table: enumerator, name, bits, class. Only type.hpp and
// type.cpp read it. Packed storage formats of ldmatrix and tcgen05.cp (b4x16_p64 …) count the bits
// of the padded form.
#pragma once

// clang-format off
#define ASSAY_PTX_TYPES(X) \
  X(none, "", 0, other) \
  X(pred, "pred", 1, other) \
  X(b1, "b1", 1, bits) \
  X(b4, "b4", 4, bits) \
  X(b8, "b8", 8, bits) \
  X(b16, "b16", 16, bits) \
  X(b32, "b32", 32, bits) \
  X(b64, "b64", 64, bits) \
  X(b128, "b128", 128, bits) \
  X(b1024, "b1024", 1024, bits) \
  X(u2, "u2", 2, unsigned_) \
  X(u4, "u4", 4, unsigned_) \
  X(u8, "u8", 8, unsigned_) \
  X(u16, "u16", 16, unsigned_) \
  X(u32, "u32", 32, unsigned_) \
  X(u64, "u64", 64, unsigned_) \
  X(u16x2, "u16x2", 32, unsigned_) \
  X(s2, "s2", 2, signed_) \
  X(s4, "s4", 4, signed_) \
  X(s8, "s8", 8, signed_) \
  X(s16, "s16", 16, signed_) \
  X(s32, "s32", 32, signed_) \
  X(s64, "s64", 64, signed_) \
  X(s16x2, "s16x2", 32, signed_) \
  X(f16, "f16", 16, float_) \
  X(f16x2, "f16x2", 32, float_) \
  X(bf16, "bf16", 16, float_) \
  X(bf16x2, "bf16x2", 32, float_) \
  X(tf32, "tf32", 32, float_) \
  X(f32, "f32", 32, float_) \
  X(f32x2, "f32x2", 64, float_) \
  X(f64, "f64", 64, float_) \
  X(e4m3, "e4m3", 8, float_) \
  X(e5m2, "e5m2", 8, float_) \
  X(e4m3x2, "e4m3x2", 16, float_) \
  X(e5m2x2, "e5m2x2", 16, float_) \
  X(e4m3x4, "e4m3x4", 32, float_) \
  X(e5m2x4, "e5m2x4", 32, float_) \
  X(e3m2, "e3m2", 6, float_) \
  X(e2m3, "e2m3", 6, float_) \
  X(e3m2x2, "e3m2x2", 16, float_) \
  X(e2m3x2, "e2m3x2", 16, float_) \
  X(e3m2x4, "e3m2x4", 32, float_) \
  X(e2m3x4, "e2m3x4", 32, float_) \
  X(e2m1, "e2m1", 4, float_) \
  X(e2m1x2, "e2m1x2", 8, float_) \
  X(e2m1x4, "e2m1x4", 16, float_) \
  X(ue8m0, "ue8m0", 8, float_) \
  X(ue8m0x2, "ue8m0x2", 16, float_) \
  X(ue4m3, "ue4m3", 8, float_) \
  X(s2f6x2, "s2f6x2", 16, float_) \
  X(b8x16, "b8x16", 128, bits) \
  X(b6x16_p32, "b6x16_p32", 128, bits) \
  X(b4x16_p64, "b4x16_p64", 128, bits) \
  X(b6p2x16, "b6p2x16", 128, bits) \
  X(texref, "texref", 64, other) \
  X(samplerref, "samplerref", 64, other) \
  X(surfref, "surfref", 64, other)
// clang-format on
