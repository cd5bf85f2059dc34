// SPDX-License-Identifier: Apache-2.0
// A vector addition in PTX, and the requests that load and run it; tests change one thing.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "record/job.hpp"

namespace assay::device::test {

inline const std::string header = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// y[i] = a[i] + b[i] for i < n.
inline const std::string vector_add = header + R"ptx(
.visible .entry vadd(.param .u64 a, .param .u64 b, .param .u64 y, .param .u32 n) {
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  .reg .b64 %x<12>;
  ld.param.u64 %x1, [a];
  ld.param.u64 %x2, [b];
  ld.param.u64 %x3, [y];
  ld.param.u32 %r5, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r5;
  @%p1 bra DONE;
  mul.wide.s32 %x4, %r4, 4;
  add.s64 %x5, %x1, %x4;
  add.s64 %x6, %x2, %x4;
  add.s64 %x7, %x3, %x4;
  ld.global.f32 %f1, [%x5];
  ld.global.f32 %f2, [%x6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%x7], %f3;
DONE:
  ret;
}
)ptx";

inline Bytes copied(std::string_view text) {
  const auto view = bytes_of(text);
  return {view.begin(), view.end()};
}

inline Bytes raw(std::int32_t value) {
  Bytes bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

inline record::LoadRequest load_request(const std::string& ptx = vector_add,
                                        std::vector<std::string> kernels = {"vadd"}) {
  record::LoadRequest request;
  request.ptx = copied(ptx);
  request.source_name = "sum.ptx";
  request.kernels = std::move(kernels);
  return request;
}

inline record::JobBuffer input(const std::string& name, std::int64_t count, std::uint64_t seed) {
  record::JobBuffer made;
  made.name = name;
  made.shape = {count};
  made.writable = false;
  made.fill.kind = record::Fill::Kind::values;
  made.fill.values = {Values::Family::normal, 0, 1, {}};
  made.fill.seed = seed;
  return made;
}

inline record::JobBuffer output(const std::string& name, std::int64_t count) {
  record::JobBuffer made;
  made.name = name;
  made.shape = {count};
  made.initialised = false;
  made.fill.seed = 3;
  made.wanted = true;
  return made;
}

/// `n` elements in blocks of 64; `said` is what the kernel is told of n.
inline record::RunRequest add_request(std::int64_t n, std::int64_t said) {
  record::RunRequest request;
  request.buffers = {input("a", n, 1), input("b", n, 2), output("y", n)};
  record::JobLaunch launch;
  launch.kernel = "vadd";
  launch.grid = {(n + 63) / 64, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {{"a", {}}, {"b", {}}, {"y", {}}, {"", raw(static_cast<std::int32_t>(said))}};
  request.launches = {launch};
  request.schedule_seed = 11;
  return request;
}

inline record::RunRequest add_request(std::int64_t n) {
  return add_request(n, n);
}

}  // namespace assay::device::test
