// SPDX-License-Identifier: Apache-2.0
// Whole builds, through the builder process. What it finds in the artifacts is tested in
// tests/builder.
#include "build/build.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "build/sample.hpp"

namespace assay::build {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Build = Compiling;

TEST_F(Build, one_compilation_gives_ptx_and_cubin) {
  const auto built = build_of(
      request_of("// one\nextern \"C\" __global__ void k(float* x) { x[0] = INFINITY; }\n"));
  EXPECT_TRUE(built.ok) << built.log;
  EXPECT_THAT(std::string(text_of(built.ptx)), HasSubstr(".visible .entry k("));
  EXPECT_THAT(std::string(text_of(built.ptx)), HasSubstr("\"candidate.cu\""));
  EXPECT_THAT(std::string(text_of(built.cubin)), StartsWith("\x7f"
                                                            "ELF"));
  EXPECT_EQ(built.compiler, "nvrtc " + toolkit_.version);
  EXPECT_EQ(built.identity.size(), 64U);
  EXPECT_FALSE(built.from_cache);
}

TEST_F(Build, the_second_time_comes_from_the_cache_also_for_a_mistake) {
  for (const auto* body : {"x[0] = 1;", "x[0] = oops;"}) {
    const auto request =
        request_of(std::string("extern \"C\" __global__ void k(float* x) { ") + body + " }");
    const auto first = build_of(request);
    settings_.builder = "/bin/false";  // the cache needs no builder
    const auto second = build_of(request);
    settings_.builder = Settings::from_environment().builder;
    EXPECT_TRUE(second.from_cache);
    EXPECT_EQ(second.ok, first.ok);
    EXPECT_EQ(second.log, first.log);
    EXPECT_EQ(second.cubin, first.cubin);
  }
}

TEST_F(Build, a_mistake_is_shown_with_the_candidates_own_line) {
  const auto built = build_of(
      request_of("// first\n\nextern \"C\" __global__ void k(float* x) {\n  x[0] = oops;\n}\n"));
  EXPECT_FALSE(built.ok);
  EXPECT_EQ(built.failure, "compile");
  EXPECT_THAT(
      built.log,
      StartsWith("candidate.cu(4): error: identifier \"oops\" is undefined\n    x[0] = oops;\n"));
}

TEST_F(Build, a_missing_kernel_is_told_with_those_that_exist) {
  const auto built =
      build_of(request_of("template <class T> __global__ void scale(T* x) {}", {"sclae<float>"}));
  EXPECT_EQ(built.failure, "compile");
  EXPECT_EQ(built.log,
            "kernel 'sclae<float>' is not in candidate.cu; did you mean 'scale'?; its kernels are: "
            "scale\n");
}

TEST_F(Build, an_argument_that_is_no_type_is_left_to_the_compiler) {
  const auto built =
      build_of(request_of("template <class T> __global__ void scale(T* x) {}", {"scale<flaot>"}));
  EXPECT_THAT(built.log, HasSubstr("identifier \"flaot\" is undefined"));
}

TEST_F(Build, inline_ptx_that_the_assembler_refuses_leads_to_its_line) {
  const auto built =
      build_of(request_of("extern \"C\" __global__ void k(int* x) {\n  int y;\n"
                          "  asm(\"bogus.u32 %0, 3;\" : \"=r\"(y));\n  x[0] = y;\n}\n"));
  EXPECT_EQ(built.failure, "compile");
  EXPECT_THAT(built.log,
              HasSubstr("candidate.cu(3): note: this line became the PTX statement\n  bogus.u32"));
}

TEST_F(Build, defines_flags_and_headers_reach_the_compiler) {
  ASSERT_TRUE(write_file(folder_.path() / "own.h", bytes_of("#define OWN 5\n")));
  auto request = request_of(
      "#include <own.h>\nstatic_assert(OWN == 5 && WIDTH == 8);\n"
      "extern \"C\" __global__ void k(float* x) { x[0] = x[1] / x[2]; }\n");
  request.include_folders = {folder_.path().string()};
  request.defines = {{"WIDTH", "8"}};
  settings_.cache = nullptr;
  const auto exact = build_of(request);
  request.flags = {"--use_fast_math"};
  const auto fast = build_of(request);
  EXPECT_TRUE(exact.ok && fast.ok) << exact.log << fast.log;
  EXPECT_THAT(std::string(text_of(exact.ptx)), HasSubstr("div.rn.f32"));
  EXPECT_THAT(std::string(text_of(fast.ptx)), HasSubstr("div.approx.ftz.f32"));
  EXPECT_NE(exact.identity, fast.identity);
}

TEST_F(Build, the_prelude_and_the_stand_ins_offer_what_the_docs_say) {
  const auto built = build_of(request_of(R"(#include <stdint.h>
#include <cmath>
#include <limits>
static_assert(sizeof(uint64_t) == 8 && sizeof(int8_t) == 1 && sizeof(uintptr_t) == 8);
static_assert(INT_MAX == 2147483647 && INT_MIN < 0 && CHAR_BIT == 8);
static_assert(std::numeric_limits<float>::max() == FLT_MAX);
__constant__ float bounds[2] = {-INFINITY, NAN};
extern "C" __global__ void k(float* x, uint n, ushort m, size_t s) {
  assert(n > m);
  constexpr float top = INFINITY;
  x[n] = bounds[m & 1] + top + (float)M_PI + FLT_EPSILON + s;
  printf("%d\n", __LINE__);
})"));
  EXPECT_TRUE(built.ok) << built.log;
  EXPECT_THAT(built.log, Not(HasSubstr("cuda/")));
}

TEST_F(Build, without_the_prelude_its_names_are_unknown) {
  auto request = request_of("extern \"C\" __global__ void k(float* x) { x[0] = INFINITY; }");
  request.prelude = false;
  EXPECT_THAT(build_of(request).log, HasSubstr("INFINITY"));
}

TEST_F(Build, the_toolkits_headers_are_reachable) {
  const auto built = build_of(
      request_of("#include <cuda_fp16.h>\n#include <mma.h>\n"
                 "extern \"C\" __global__ void k(__half* x) { x[0] = __hadd(x[1], x[2]); }"));
  EXPECT_TRUE(built.ok) << built.log;
}

TEST_F(Build, a_request_that_can_not_be_built_is_a_failed_build) {
  auto request = request_of("");
  request.flags = {"-rdc=true"};
  EXPECT_EQ(build_of(request).failure, "compile");
  request = request_of("");
  request.include_folders = {"/no/such/folder"};
  EXPECT_THAT(build_of(request).log, HasSubstr("/no/such/folder"));
}

TEST_F(Build, limits_are_reported) {
  const auto built = build_of(request_of("extern \"C\" __global__ void k() {}"));
  EXPECT_THAT(built.sandbox, Not(IsEmpty()));
  std::string all;
  for (const auto& limit : built.sandbox) all += limit + '\n';
  for (const auto& limit : built.sandbox_missing) all += limit + '\n';
  EXPECT_THAT(
      all, testing::AllOf(HasSubstr("landlock"), HasSubstr("seccomp"), HasSubstr("rlimit memory")));
}

TEST_F(Build, several_threads_build_at_once) {
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      const auto request = request_of(
          "extern \"C\" __global__ void k(int* x) { x[0] = " + std::to_string(i % 2) + "; }");
      const auto built = build(request, toolkit_, {}, settings_);
      if (built && built->ok) ++good;
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(good, 3);
}

TEST_F(Build, a_deadline_that_has_passed_is_a_timeout) {
  const auto built =
      build(request_of("extern \"C\" __global__ void k() {}"), toolkit_,
            std::chrono::steady_clock::now() + std::chrono::milliseconds(1), settings_);
  ASSERT_TRUE(built) << to_text(built.error());
  EXPECT_EQ(built->failure, "timeout");
  EXPECT_THAT(built->log, HasSubstr("time limit"));
}

/// A builder that kills itself as often as asked and then is the real one.
class Killed : public Compiling {
 protected:
  void kill_it(int times) {
    const auto script = folder_.path() / "builder";
    std::ofstream(script) << "#!/bin/sh\nn=$(cat " << count().string() << ")\necho $((n + 1)) > "
                          << count().string() << "\nif [ $n -lt " << times
                          << " ]; then kill -9 $$; fi\nexec " << settings_.builder.string()
                          << " \"$@\"\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    std::ofstream(count()) << 0;
    settings_.builder = script;
  }
  [[nodiscard]] std::filesystem::path count() const { return folder_.path() / "count"; }
  [[nodiscard]] std::string starts() const { return read_file(count()).value_or(""); }
};

TEST_F(Killed, once_by_somebody_else_is_forgiven) {
  kill_it(1);
  const auto built = build_of(request_of("extern \"C\" __global__ void k() {}"));
  EXPECT_TRUE(built.ok) << built.failure << built.log;
  EXPECT_EQ(starts(), "2\n");
}

TEST_F(Killed, twice_is_an_error_and_never_a_failed_build) {
  kill_it(9);
  const auto request = request_of("extern \"C\" __global__ void k() {}");
  const auto built = build(request, toolkit_, {}, settings_);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().blame, Blame::machine);
  EXPECT_THAT(built.error().message, HasSubstr("killed by signal 9"));
  EXPECT_EQ(starts(), "2\n");
}

TEST(BuildWithout, a_missing_toolkit_is_an_error_with_a_hint) {
  Settings settings;
  settings.builder = "/bin/true";
  const auto built = build(request_of(""), Toolkit{}, {}, settings);
  ASSERT_FALSE(built);
  EXPECT_THAT(built.error().message, HasSubstr("no CUDA compiler"));
  EXPECT_THAT(built.error().hint, HasSubstr("./dev setup"));
}

TEST(BuildWithout, a_missing_builder_is_an_error_with_a_hint) {
  Toolkit toolkit;
  toolkit.nvrtc = "/x/libnvrtc.so.13";
  const auto built = build(request_of(""), toolkit, {}, Settings{"/no/such/assay-builder"});
  ASSERT_FALSE(built);
  EXPECT_THAT(built.error().message, HasSubstr("/no/such/assay-builder"));
  EXPECT_THAT(built.error().hint, HasSubstr("ASSAY_BUILDER"));
}

TEST(BuildWithout, a_builder_that_says_nothing_is_no_verdict_on_the_candidate) {
  Toolkit toolkit;
  toolkit.nvrtc = "/no/such/libnvrtc.so.13";
  Settings settings;
  settings.builder = Settings::from_environment().builder;
  const auto built = build(request_of(""), toolkit, {}, settings);
  ASSERT_FALSE(built);
  EXPECT_THAT(built.error().causes, Contains(HasSubstr("can't be loaded")));
}

}  // namespace
}  // namespace assay::build
