// SPDX-License-Identifier: Apache-2.0
// Candidates that are PTX or cubins, through the real builder process.
#include <gmock/gmock.h>

#include "build/sample.hpp"

namespace assay::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto text = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry _Z5scaleIfEvPT_i(.param .u64 p, .param .u32 n) .reqntid 64, 2, 1
{
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd1, %rd1;
  st.global.u32 [%rd1], 7;
  ret;
}
)";

record::BuildRequest ptx_request(std::string_view source, std::vector<std::string> kernels) {
  auto request = request_of(source, std::move(kernels));
  request.kind = "ptx";
  request.name = "candidate.ptx";
  return request;
}

class Kinds : public Compiling {
 protected:
  void SetUp() override {
    Compiling::SetUp();
    if (!IsSkipped() && toolkit_.ptxas.empty()) GTEST_SKIP() << "this toolkit has no ptxas";
  }
};

TEST_F(Kinds, ptx_is_assembled_for_each_architecture) {
  for (const auto* arch : {"75", "90a", "120"}) {
    auto request = ptx_request(text, {"scale<float>"});
    request.arch = arch;
    const auto built = build_of(request);
    ASSERT_TRUE(built.ok) << built.log;
    EXPECT_EQ(built.arch, arch);
    EXPECT_EQ(built.compiler, "ptxas " + toolkit_.version);
    EXPECT_EQ(text_of(built.ptx), text);
    EXPECT_THAT(std::string(text_of(built.cubin)), StartsWith("\x7f"
                                                              "ELF"));
    EXPECT_THAT(built.kernels.at(0).parameter_sizes, ElementsAre(8, 4));
    EXPECT_THAT(built.kernels.at(0).required_threads, ElementsAre(64, 2, 1));
    EXPECT_GT(built.kernels.at(0).registers, 0);
  }
}

TEST_F(Kinds, a_mistake_in_ptx_is_shown_under_its_own_name) {
  const auto built = build_of(ptx_request(std::string(text) + "bogus\n", {}));
  EXPECT_EQ(built.failure, "compile");
  EXPECT_THAT(built.log, HasSubstr("candidate.ptx, line 12"));
}

TEST_F(Kinds, ptx_can_not_name_functions_of_others) {
  const auto built = build_of(ptx_request(
      ".version 8.0\n.target sm_75\n.address_size 64\n.extern .func cudaDeviceSynchronize;\n"
      ".visible .entry k() { call cudaDeviceSynchronize; ret; }\n",
      {"k"}));
  EXPECT_EQ(built.failure, "forbidden") << built.log;
  EXPECT_THAT(built.forbidden, ElementsAre("cudaDeviceSynchronize"));
}

TEST_F(Kinds, a_cubin_is_read_as_it_is) {
  const auto assembled = build_of(ptx_request(text, {"scale<float>"}));
  auto request = request_of(text_of(assembled.cubin), {"scale<float>"});
  request.kind = "cubin";
  const auto built = build_of(request);
  ASSERT_TRUE(built.ok) << built.log;
  EXPECT_EQ(built.cubin, assembled.cubin);
  EXPECT_TRUE(built.ptx.empty());
  EXPECT_EQ(built.compiler, "none");
  EXPECT_EQ(built.kernels.at(0).registers, assembled.kernels.at(0).registers);
}

TEST(KindsWithoutToolkit, ptx_and_cubins_need_no_compiler) {
  Settings settings;
  settings.builder = Settings::from_environment().builder;
  const auto built = build(ptx_request(text, {"scale<float>"}), Toolkit{}, {}, settings);
  ASSERT_TRUE(built) << to_text(built.error());
  EXPECT_TRUE(built->ok) << built->log;
  EXPECT_TRUE(built->cubin.empty());
  EXPECT_THAT(built->kernels.at(0).parameter_sizes, ElementsAre(8, 4));
  auto request = request_of("garbage", {});
  request.kind = "cubin";
  const auto damaged = build(request, Toolkit{}, {}, settings);
  ASSERT_TRUE(damaged);
  EXPECT_THAT(damaged->log, HasSubstr("not a cubin: it begins with"));
}

}  // namespace
}  // namespace assay::build
