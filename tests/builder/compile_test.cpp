// SPDX-License-Identifier: Apache-2.0
// The compiler in this process, without a sandbox; the builder process is in tests/build and
// attack_test.cpp.
#include "builder/compile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "build/sample.hpp"

namespace assay::builder {
namespace {

using build::request_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CompileSource : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = build::find_toolkit();
    if (!toolkit) GTEST_SKIP() << toolkit.error().message;
    arguments_.toolkit = *toolkit;
    auto nvrtc = build::Nvrtc::load(toolkit->nvrtc);
    ASSERT_TRUE(nvrtc) << to_text(nvrtc.error());
    nvrtc_.emplace(std::move(*nvrtc));
  }
  [[nodiscard]] Compiled compiled(const record::BuildRequest& request) const {
    return compile(*nvrtc_, request, arguments_).value();
  }
  std::optional<build::Nvrtc> nvrtc_;
  build::BuilderArguments arguments_;
};

TEST_F(CompileSource, name_expressions_are_lowered_in_order) {
  const auto result = compiled(
      request_of("namespace n { template <class T> __global__ void scale(T* x) { *x = 1; } }\n"
                 "extern \"C\" __global__ void plain() {}\n",
                 {"n::scale<double>", "plain", "n::scale<float>"}));
  ASSERT_TRUE(result.build.ok) << result.build.log;
  EXPECT_THAT(result.lowered, ElementsAre("_ZN1n5scaleIdEEvPT_", "plain", "_ZN1n5scaleIfEEvPT_"));
}

TEST_F(CompileSource, the_prelude_shifts_no_line) {
  const auto result = compiled(
      request_of("extern \"C\" __global__ void k(int* x) { *x = __LINE__; }\n#error here\n"));
  EXPECT_THAT(result.build.log, HasSubstr("candidate.cu(2): catastrophic error"));
}

TEST_F(CompileSource, standard_headers_give_their_names_to_std) {
  const std::pair<std::string, std::string> headers[] = {
      {"<cstdint>", "std::uint8_t{1} + std::int64_t{2}"},
      {"<cstddef>", "std::size_t{1}"},
      {"<cmath>", "std::sqrt(2.f) + std::abs(-1.f) + std::isnan(*x)"},
      {"<algorithm>", "std::min(1.f, *x) + std::max(1, 2) + std::clamp(*x, 0.f, 1.f)"},
      {"<array>", "std::array<float, 2>{1, 2}[1]"},
      {"<functional>", "std::plus<float>{}(1, *x)"},
      {"<limits>", "std::numeric_limits<float>::max()"},
      {"<numeric>", "std::gcd(4, 6)"},
      {"<tuple>", "std::get<0>(std::make_tuple(1.f, 2))"},
      {"<type_traits>", "std::is_same_v<int, float>"},
      {"<utility>", "std::make_pair(1.f, 2).first"},
  };
  const auto built = [&](const std::string& includes, const std::string& body) {
    return compiled(request_of(includes + "__global__ void k(float* x) {\n" + body + "}")).build;
  };
  std::string includes, body;
  for (const auto& [header, use] : headers) {
    includes += "#include " + header + "\n";
    body += "*x = " + use + ";\n";
    if (includes.size() > 75) continue;  // ours, which are quick; alone too
    const auto alone = built("#include " + header + "\n", "*x = " + use + ";\n");
    EXPECT_TRUE(alone.ok) << header << alone.log;
  }
  const auto all = built(includes, body);
  EXPECT_TRUE(all.ok) << all.log;
}

TEST_F(CompileSource, the_ptx_has_no_trailing_nul_and_names_the_file) {
  const auto result = compiled(request_of("extern \"C\" __global__ void k(int* x) { *x = 1; }"));
  const std::string ptx(text_of(result.build.ptx));
  EXPECT_EQ(ptx.find('\0'), std::string::npos);
  EXPECT_THAT(ptx, HasSubstr(".target sm_90"));
}

TEST_F(CompileSource, the_architecture_is_the_one_asked_for) {
  auto request = request_of(
      "#if __CUDA_ARCH__ != 1000\n#error wrong\n#endif\nextern \"C\" __global__ void k() {}");
  request.arch = "100a";
  const auto result = compiled(request);
  EXPECT_TRUE(result.build.ok) << result.build.log;
  request.arch = "99";
  EXPECT_THAT(compiled(request).build.log, HasSubstr("gpu-architecture"));
}

TEST_F(CompileSource, a_standard_of_its_own_replaces_ours) {
  auto request =
      request_of("static_assert(__cplusplus == WANTED);\nextern \"C\" __global__ void k() {}");
  request.defines = {{"WANTED", "201703L"}};
  EXPECT_TRUE(compiled(request).build.ok);
  request.defines = {{"WANTED", "202002L"}};
  request.flags = {"--std=c++20"};
  EXPECT_TRUE(compiled(request).build.ok);
}

TEST_F(CompileSource, device_code_can_not_start_kernels) {
  const auto result =
      compiled(request_of("__global__ void child() {}\n"
                          "extern \"C\" __global__ void k() { child<<<1, 1>>>(); }"));
  EXPECT_EQ(result.build.failure, "compile");
  EXPECT_THAT(result.build.forbidden, IsEmpty());
}

TEST_F(CompileSource, host_code_is_refused) {
  EXPECT_FALSE(
      compiled(
          request_of(
              "int host() { return 1; }\nextern \"C\" __global__ void k(int* x) { *x = host(); }"))
          .build.ok);
}

TEST_F(CompileSource, a_library_that_is_none_can_not_be_loaded) {
  const auto loaded = build::Nvrtc::load("/proc/self/exe");
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().hint, HasSubstr("ASSAY_TOOLKIT"));
}

}  // namespace
}  // namespace assay::builder
