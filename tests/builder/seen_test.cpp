// SPDX-License-Identifier: Apache-2.0
#include "builder/seen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ptx/parse.hpp"

namespace assay::builder {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ptx::Module module_of(const std::string& body) {
  auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .func (.param .b32 r) cudaLaunchDeviceV2 (.param .b64 a, .param .b64 b);
.visible .entry k()
{
  .reg .b32 %r<9>; .reg .b64 %rd<9>; .param .b64 a; .param .b64 b; .param .b32 r;
  .loc 1 12 3
)" + body + "\n  ret;\n}\n\t.file 1 \"k.cu\"\n");
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module.value_or(ptx::Module{});
}

TEST(Seen, a_plain_kernel_does_nothing_special) {
  const auto module = module_of("mov.u32 %r1, %tid.x; mov.u32 %r2, %nsmid;");
  EXPECT_THAT(findings_in(module, ""), IsEmpty());
  EXPECT_THAT(undefined_in(module), IsEmpty());
}

TEST(Seen, clocks_are_counted_at_their_first_place) {
  const auto findings =
      findings_in(module_of("mov.u64 %rd1, %globaltimer; mov.u64 %rd2, %clock64;"), "");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].code, "code.reads_timer");
  EXPECT_EQ(findings[0].count, 2);
  ASSERT_TRUE(findings[0].place);
  EXPECT_EQ(findings[0].place->file, "k.cu");
  EXPECT_EQ(findings[0].place->line, 12);
  EXPECT_EQ(findings[0].place->kernel, "k");
  EXPECT_EQ(findings[0].place->ptx_line, 10);
}

TEST(Seen, the_multiprocessor_and_printing_are_found) {
  const auto findings =
      findings_in(module_of("mov.u32 %r1, %smid; call (r), vprintf, (a, b);"), "");
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].code, "code.printf");
  EXPECT_EQ(findings[1].code, "code.reads_smid");
  EXPECT_EQ(findings[1].severity, "info");
}

TEST(Seen, functions_from_elsewhere_are_named_once_they_are_used) {
  const auto module = module_of("call (r), cudaLaunchDeviceV2, (a, b); call (r), vprintf, (a, b);");
  EXPECT_THAT(undefined_in(module), ElementsAre("cudaLaunchDeviceV2", "vprintf"));
  EXPECT_THAT(forbidden_among(undefined_in(module)), ElementsAre("cudaLaunchDeviceV2"));
}

TEST(Seen, the_address_of_a_foreign_function_is_a_use) {
  EXPECT_THAT(forbidden_among(undefined_in(module_of("mov.u64 %rd1, cudaLaunchDeviceV2;"))),
              ElementsAre("cudaLaunchDeviceV2"));
}

TEST(Seen, what_the_driver_brings_is_allowed) {
  const std::vector<std::string> names{"vprintf", "__assertfail", "malloc", "free",
                                       "cudaDeviceSynchronize"};
  EXPECT_THAT(forbidden_among(names), ElementsAre("cudaDeviceSynchronize"));
}

}  // namespace
}  // namespace assay::builder
