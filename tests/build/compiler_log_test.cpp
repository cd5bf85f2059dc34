// SPDX-License-Identifier: Apache-2.0
#include "build/compiler_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<FolderName> folders{{"/opt/cuda/include/cccl", "cuda", true},
                                      {"/opt/cuda/include", "cuda", true},
                                      {"/home/me/kernels/include", "include", false}};

TEST(CompilerLog, the_candidates_own_lines_stay) {
  const auto* text =
      "k.cu(3): error: identifier \"oops\" is undefined\n  x[0] = oops;\n         ^\n\n1 error "
      "detected\n";
  EXPECT_EQ(readable_log(text, folders), text);
}

TEST(CompilerLog, folders_are_shortened) {
  EXPECT_EQ(
      readable_log("/home/me/kernels/include/a.h(1): error: x (see /opt/cuda/include/cccl/b)\n",
                   folders),
      "include/a.h(1): error: x (see cuda/b)\n");
}

TEST(CompilerLog, warnings_about_the_toolkits_headers_are_dropped) {
  EXPECT_EQ(
      readable_log(
          "/opt/cuda/include/cccl/cuda/std/climits(46): warning #47-D: incompatible redefinition\n"
          "  #define INT_MAX\n          ^\n\nRemark: The warnings can be suppressed\n\n"
          "k.cu(2): warning #177-D: variable \"a\" was declared\n",
          folders),
      "k.cu(2): warning #177-D: variable \"a\" was declared\n");
}

TEST(CompilerLog, errors_in_the_toolkits_headers_stay) {
  EXPECT_EQ(readable_log("/opt/cuda/include/x.h(1): error: no\n", folders),
            "cuda/x.h(1): error: no\n");
}

TEST(CompilerLog, a_long_log_is_cut_with_a_note) {
  std::string text;
  while (text.size() < 3 * longest_log) text += "k.cu(1): error: again\n";
  const auto log = readable_log(text, folders);
  EXPECT_LE(log.size(), longest_log);
  EXPECT_THAT(log, HasSubstr("more bytes"));
}

TEST(CompilerLog, missing_names_and_functions_are_found) {
  EXPECT_THAT(
      missing_names_in(
          "…Input name expression was: \" nope\"\n…Input name expression was: \" k < int >\"\n"),
      ElementsAre("nope", "k < int >"));
  EXPECT_THAT(
      unresolved_functions_in("ptxas fatal   : Unresolved extern function 'cudaLaunchDeviceV2'\n"),
      ElementsAre("cudaLaunchDeviceV2"));
  EXPECT_THAT(missing_names_in("fine"), IsEmpty());
}

TEST(CompilerLog, what_it_says_of_name_expressions_can_be_left_out) {
  EXPECT_EQ(
      without_name_map("__nv_name_map(3): error: identifier\n  #pragma\n  ^\n\nk.cu(1): error: x\n"
                       "2 errors detected in the compilation of \"k.cu\".\n"),
      "k.cu(1): error: x\n");
}

TEST(CompilerLog, the_assemblers_line_leads_to_the_source) {
  EXPECT_EQ(assembler_line_in("ptxas application ptx input, line 28; error"), 28U);
  EXPECT_EQ(assembler_line_in("k.cu(1): error"), 0U);
  const auto* ptx = ".entry k\n\t.loc\t1 12 3\n\tadd.u32 %r1, %r2, 1;\n\tbogus.u32 %r1;\n";
  EXPECT_EQ(assembler_note(ptx, 4, "k.cu"),
            "k.cu(12): note: this line became the PTX statement\n  bogus.u32 %r1;\n");
  EXPECT_EQ(assembler_note("bogus;\n", 1, "k.cu"), "the PTX statement is\n  bogus;\n");
  EXPECT_EQ(assembler_note(ptx, 99, "k.cu"), "");
}

}  // namespace
}  // namespace assay::build
