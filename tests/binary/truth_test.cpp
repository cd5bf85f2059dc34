// SPDX-License-Identifier: Apache-2.0
// The reader against the assembler's own report (ptxas -v), for every architecture that assay
// builds for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>

#include "base/file.hpp"
#include "base/process.hpp"
#include "binary/cubin.hpp"

namespace assay::binary {
namespace {

using testing::ElementsAre;

std::filesystem::path ptxas() {
  for (const auto* folder : {std::getenv("ASSAY_TOOLKIT"), std::getenv("CUDA_HOME")}) {
    if (folder == nullptr) continue;
    if (const auto tool = std::filesystem::path(folder) / "bin/ptxas"; exists(tool)) return tool;
  }
  for (const auto* folder : {ASSAY_SOURCE_DIR "/.toolkit", "/usr/local/cuda"}) {
    if (const auto tool = std::filesystem::path(folder) / "bin/ptxas"; exists(tool)) return tool;
  }
  return {};
}

constexpr auto plain_and_frame = R"(.version 8.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 a, .param .b64 b);
.global .align 4 .u32 counter;
.global .align 16 .b8 table[32] = {1, 2, 3, 4};
.const .align 4 .b8 bank[64];
.global .align 1 .b8 format[4] = {120, 10, 0};
.visible .entry plain(.param .u64 p, .param .u32 n, .param .align 4 .b8 s[20]) .maxntid 128, 1, 1
{
  .reg .b32 %r<4>; .reg .b64 %rd<3>; .shared .align 4 .b8 tile[512];
  ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; mov.u32 %r2, tile;
  st.shared.u32 [%r2+8], %r1; bar.sync 0; ld.shared.u32 %r3, [%r2+12]; st.global.u32 [%rd1], %r3;
  atom.global.add.u32 %r1, [counter], 1; ld.const.u32 %r2, [bank+4]; ld.global.u32 %r3, [table];
  add.u32 %r3, %r3, %r2; st.global.u32 [%rd1+4], %r3; ret;
}
.visible .entry frame(.param .u64 p) .reqntid 64, 2, 1
{
  .reg .b32 %r<4>; .reg .b64 %rd<6>; .local .align 8 .b8 depot[800];
  ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, %rd1; ld.global.u32 %r1, [%rd1]; mov.u64 %rd2, depot;
  cvt.u64.u32 %rd3, %r1; add.u64 %rd3, %rd2, %rd3; st.local.u32 [%rd3], %r1; ld.local.u32 %r2, [%rd2+16];
  st.global.u32 [%rd1], %r2;
  { .param .b64 a; .param .b64 b; .param .b32 r; mov.u64 %rd4, format; cvta.global.u64 %rd4, %rd4;
    st.param.b64 [a], %rd4; mov.u64 %rd5, 0; st.param.b64 [b], %rd5; call.uni (r), vprintf, (a, b); }
  ret;
}
)";

/// Far more live values than two blocks of 1,024 threads leave registers for.
std::string spilling() {
  std::ostringstream out;
  out << ".visible .entry spilling(.param .u64 p) .maxntid 1024, 1, 1 .minnctapersm 2\n"
         "{ .reg .f64 %f<40>; .reg .b64 %rd<2>;\nld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, "
         "%rd1;\n";
  for (int i = 0; i < 40; ++i)
    out << "ld.volatile.global.f64 %f" << i << ", [%rd1+" << 8 * i << "];\n";
  for (int i = 0; i < 40; ++i) {
    out << "fma.rn.f64 %f" << i << ", %f" << (i * 7 + 3) % 40 << ", %f" << (i + 13) % 40 << ", %f"
        << i << ";\n";
  }
  for (int i = 0; i < 40; ++i)
    out << "st.volatile.global.f64 [%rd1+" << 8 * i << "], %f" << i << ";\n";
  out << "ret; }\n";
  return out.str();
}

/// What ptxas -v says of one kernel, by name of the amount.
using Truth = std::map<std::string, std::int64_t>;

std::map<std::string, Truth> parse_report(const std::string& text) {
  std::map<std::string, Truth> kernels;
  std::string name;
  std::istringstream lines(text);
  const std::regex compiling("Compiling entry function '(\\w+)'");
  const std::regex amount(
      "(\\d+) (bytes stack frame|bytes spill stores|bytes spill loads|registers|barriers|"
      "bytes smem)");
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_search(line, match, compiling)) name = match[1];
    for (std::sregex_iterator each(line.begin(), line.end(), amount), end; each != end; ++each) {
      kernels[name][(*each)[2]] = std::stoll((*each)[1]);
    }
  }
  return kernels;
}

class Assembled : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (ptxas().empty())
      GTEST_SKIP() << "no ptxas: neither $ASSAY_TOOLKIT nor a CUDA toolkit is here";
    const auto folder = TemporaryFolder::create("truth").value();
    const auto source = folder.path() / "kernels.ptx";
    const auto target = folder.path() / "kernels.cubin";
    ASSERT_TRUE(write_file(source, bytes_of(plain_and_frame + spilling())));
    const auto ran = run_to_end({{ptxas().string(), "-v", "-arch", std::string("sm_") + GetParam(),
                                  source.string(), "-o", target.string()},
                                 {}});
    ASSERT_TRUE(ran) << ran.error().message;
    ASSERT_EQ(ran->ending.code, 0) << ran->ending.stderr_tail;
    report_ = parse_report(ran->ending.stderr_tail + ran->text);
    file_ = read_file(target).value();
  }
  std::map<std::string, Truth> report_;
  std::string file_;
};

TEST_P(Assembled, resources_agree_with_the_assembler) {
  const auto cubin = read_cubin(bytes_of(file_));
  ASSERT_TRUE(cubin) << cubin.error().message;
  EXPECT_EQ(cubin->arch, GetParam());
  ASSERT_EQ(cubin->kernels.size(), 3U);
  ASSERT_EQ(report_.size(), 3U);
  for (const auto& kernel : cubin->kernels) {
    auto& truth = report_[kernel.name];
    EXPECT_EQ(kernel.registers, truth["registers"]) << kernel.name;
    EXPECT_EQ(kernel.barriers, truth["barriers"]) << kernel.name;
    EXPECT_EQ(kernel.shared_bytes, truth["bytes smem"]) << kernel.name;
    EXPECT_EQ(kernel.frame_bytes, truth["bytes stack frame"]) << kernel.name;
    EXPECT_EQ(kernel.spill_bytes, truth["bytes spill stores"] + truth["bytes spill loads"])
        << kernel.name;
  }
}

TEST_P(Assembled, parameters_bounds_and_storage_agree_with_the_source) {
  const auto cubin = read_cubin(bytes_of(file_)).value();
  const auto& frame = cubin.kernels.at(0);
  const auto& plain = cubin.kernels.at(1);
  ASSERT_EQ(plain.parameters.size(), 3U);
  EXPECT_EQ(plain.parameters[0].size, 8);
  EXPECT_EQ(plain.parameters[1].size, 4);
  EXPECT_EQ(plain.parameters[2].size, 20);
  EXPECT_EQ(plain.parameters[2].offset, 12);
  EXPECT_EQ(plain.parameter_bytes, 32);
  EXPECT_THAT(plain.max_threads, ElementsAre(128, 1, 1));
  EXPECT_THAT(frame.required_threads, ElementsAre(64, 2, 1));
  std::string storage;
  for (const auto& each : cubin.storage)
    storage += each.name + ' ' + each.space + ' ' + std::to_string(each.size) + '\n';
  EXPECT_EQ(storage, "bank constant 64\ncounter global 4\nformat global 4\ntable global 32\n");
  EXPECT_THAT(cubin.undefined, ElementsAre("vprintf"));
}

INSTANTIATE_TEST_SUITE_P(Architectures, Assembled,
                         testing::Values("75", "80", "86", "89", "90", "90a", "100", "100a",
                                         "120"));

}  // namespace
}  // namespace assay::binary
