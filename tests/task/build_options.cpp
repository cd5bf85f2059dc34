// SPDX-License-Identifier: Apache-2.0
// [build] and [[state]]: what the compiler may be told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> build(const std::string& keys) {
  return manifest_mistakes(manifest_text + "[build]\n" + keys + "\n");
}

TEST(BuildOptions, FlagsOfTheListAreTaken) {
  for (const auto* flag :
       {"--use_fast_math", "--fmad=true", "--fmad=false", "--ftz=true", "--prec-div=false",
        "--prec-sqrt=false", "--maxrregcount=64", "--maxrregcount=255",
        "--extra-device-vectorization", "--restrict", "--std=c++17", "--std=c++20"}) {
    EXPECT_THAT(build("flags = [\"" + std::string(flag) + "\"]"), IsEmpty()) << flag;
  }
}

// Whatever reads files, adds code, defines macros or writes elsewhere is not for a candidate.
TEST(BuildOptions, OtherFlagsAreRefused) {
  for (const auto* flag : {"-I/etc",
                           "--include-path=/etc",
                           "-include",
                           "--pre-include=/etc/passwd",
                           "-DX=1",
                           "--define-macro=X",
                           "-o",
                           "--fmad=maybe",
                           "--maxrregcount=0",
                           "--maxrregcount=256",
                           "--maxrregcount=",
                           "--maxrregcount=64x",
                           "--maxrregcount= 64",
                           "--std=c++23",
                           "-rdc=true",
                           "--relocatable-device-code=true",
                           "--ptxas-options=-v",
                           "--use_fast_math ",
                           "",
                           "--gpu-"
                           "architecture=sm_90",
                           "--device-debug",
                           "-lineinfo"}) {
    const auto mistakes = build("flags = [\"" + std::string(flag) + "\"]");
    ASSERT_THAT(mistakes, SizeIs(1)) << flag;
    EXPECT_THAT(mistakes[0], HasSubstr("expected an allowed flag (--use_fast_math, ")) << flag;
  }
}

TEST(BuildOptions, TheNearestFlagIsSuggested) {
  EXPECT_THAT(build("flags = [\"--use-fast-math\"]"),
              ElementsAre("k.cu:10:10: found flag '--use-fast-math', expected an allowed flag "
                          "(--use_fast_math, --fmad=true, --fmad=false, --ftz=true, --ftz=false, "
                          "--prec-div=true, --prec-div=false, --prec-sqrt=true, "
                          "--prec-sqrt=false, --extra-device-vectorization, --restrict, "
                          "--std=c++11, --std=c++14, --std=c++17, --std=c++20, --maxrregcount=N; N "
                          "from 16 to 255); did you mean '--use_fast_math'?"));
}

TEST(BuildOptions, EachFlagStandsOnce) {
  EXPECT_THAT(build("flags = [\"--fmad=true\", \"--fmad=false\"]"),
              ElementsAre("k.cu:10:25: found flag '--fmad=false', expected --fmad once "
                          "('--fmad=true' stands before)"));
  EXPECT_THAT(build("flags = \"--fmad=true\""),
              ElementsAre("k.cu:10:9: found '--fmad=true', expected a list of at most 64 flags"));
  EXPECT_THAT(build("flags = [1]"),
              ElementsAre("k.cu:10:10: found 1, expected a string with one flag"));
}

TEST(BuildOptions, CompilerAndArchitectureComeFromLists) {
  EXPECT_THAT(build("compiler = \"nvcc\"\narch = \"100a\""), IsEmpty());
  EXPECT_THAT(build("compiler = \"clang\""),
              ElementsAre("k.cu:10:12: found 'clang', expected a compiler (nvrtc, nvcc)"));
  const auto mistakes = build("arch = \"sm_90\"");
  ASSERT_THAT(mistakes, SizeIs(1));
  EXPECT_THAT(mistakes[0], HasSubstr("found 'sm_90', expected an arch (75, 80"));
}

TEST(BuildOptions, DefinesAreExpressionsUnderOtherNamesThanParams) {
  const auto candidate = candidate_from(
      manifest_text + "[build]\ndefine = { N = \"cols * BLOCK\", M = 4, rows = \"rows\" }\n");
  ASSERT_THAT(candidate.build.define, SizeIs(3));
  EXPECT_EQ(candidate.build.define[0].first, "N");
  EXPECT_EQ(candidate.build.define[1].second.literal(), 4);
  EXPECT_THAT(build("define = { BLOCK = 3 }"),
              ElementsAre("k.cu:10:12: found define 'BLOCK', expected another name: it is a "
                          "parameter, which is defined already"));
  EXPECT_THAT(build("define = { \"A B\" = 3 }"),
              ElementsAre("k.cu:10:12: found 'A B', expected a macro name"));
  EXPECT_THAT(build("define = { N = \"step\" }"), SizeIs(1));
  EXPECT_THAT(build("define = [\"N\"]"), SizeIs(1));
}

TEST(BuildOptions, IncludesStayBelowTheFolder) {
  const std::string below = "expected a relative path without '..', below the folder of this file";
  EXPECT_THAT(build("include = [\"include\", \"a/b\"]"), IsEmpty());
  EXPECT_THAT(build("include = [\"../up\", \"/usr/include\", 3]"),
              ElementsAre("k.cu:10:12: found path '../up', " + below,
                          "k.cu:10:21: found path '/usr/include', " + below,
                          "k.cu:10:37: found 3, expected a string with a folder"));
}

TEST(BuildOptions, ACompiledFileHasNoCompilerToTalkTo) {
  const auto task = sample_task();
  const auto parsed = parse_manifest(
      with(manifest_text, "[32, 64]", "32") + "[build]\narch = \"90\"\nflags = [\"--fmad=true\"]\n",
      {.name = "k.toml", .kind = "cubin"}, task);
  EXPECT_THAT(texts_of(parsed.mistakes),
              ElementsAre("k.toml:11:1: found 'flags' for a .cubin, expected it with a .cu only: "
                          "this file is compiled already"));
}

TEST(State, NamesSymbolsOnce) {
  const auto state = [](const std::string& text) {
    return manifest_mistakes(manifest_text + text);
  };
  EXPECT_THAT(state("[[state]]\nsymbol = \"a\"\n[[state]]\nsymbol = \"ns::b\"\n"), IsEmpty());
  EXPECT_THAT(state("[[state]]\nsymbol = \"a\"\n[[state]]\nsymbol = \"a\"\n"),
              ElementsAre("k.cu:12:10: found a second [[state]] 'a', expected each symbol once"));
  EXPECT_THAT(state("[[state]]\n"),
              ElementsAre("k.cu:9:1: found [[state]] without 'symbol', expected symbol = "
                          "\"retirement_count\""));
  EXPECT_THAT(state("[[state]]\nsymbol = \"a\\tb\"\n"), SizeIs(1));
}

}  // namespace
}  // namespace assay::task::test
