// SPDX-License-Identifier: Apache-2.0
// Sources that attack the compiler, through the real builder process: threats D21, D20, D4 and D1.
#include <gmock/gmock.h>

#include <algorithm>

#include "build/sample.hpp"
#include "record/message.hpp"

namespace assay::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Attack : public Compiling {
 protected:
  /// Is the file system locked for builders on this machine?
  [[nodiscard]] bool is_locked(const record::Build& built) const {
    return std::ranges::any_of(
        built.sandbox, [](const std::string& limit) { return limit.starts_with("landlock"); });
  }
};

/// A variable whose initial value the compiler writes out element by element: seconds and gigabytes
/// of work.
std::string large_table(const std::string& elements) {
  return "__device__ int table[" + elements + "] = {1};\n" +
         "extern \"C\" __global__ void k(int* x) { x[0] = table[x[1]]; }";
}

TEST_F(Attack, files_of_the_machine_do_not_leak_into_the_log) {
  const auto secret = folder_.path() / "secret";
  ASSERT_TRUE(write_file(secret, bytes_of("top_secret_word = 1\n")));
  std::filesystem::create_directory(folder_.path() / "inc");
  std::filesystem::create_symlink(secret, folder_.path() / "inc/link.h");
  const std::string includes[] = {"\"" + secret.string() + "\"", "<link.h>", "\"../secret\"",
                                  "\"/etc/passwd\"", "\"/proc/self/environ\""};
  for (const auto& path : includes) {
    auto request = request_of("#include " + path + "\nextern \"C\" __global__ void k() {}\n");
    request.include_folders = {(folder_.path() / "inc").string()};
    const auto built = build_of(request);
    if (!is_locked(built)) GTEST_SKIP() << "this kernel has no Landlock";
    EXPECT_EQ(built.failure, "compile") << path;
    EXPECT_THAT(built.log, Not(HasSubstr("top_secret_word")));
    EXPECT_THAT(built.log, Not(HasSubstr("root:")));
  }
}

TEST_F(Attack, has_include_tells_nothing_of_the_machine) {
  const auto built =
      build_of(request_of("#if __has_include(\"/etc/passwd\")\n#error seen\n#endif\n"
                          "extern \"C\" __global__ void k() {}\n"));
  if (!is_locked(built)) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_TRUE(built.ok) << built.log;
}

TEST_F(Attack, the_assembler_includes_no_files) {
  const auto built = build_of(
      request_of("extern \"C\" __global__ void k() { asm(\".incbin \\\"/etc/passwd\\\";\"); }"));
  EXPECT_EQ(built.failure, "compile");
  EXPECT_THAT(built.log, Not(HasSubstr("root:")));
}

TEST_F(Attack, endless_work_ends_at_the_time_limit) {
  settings_.time_limit = std::chrono::milliseconds(300);
  const auto built = build_of(request_of(large_table("400000000")));
  EXPECT_EQ(built.failure, "timeout") << built.log;
  EXPECT_FALSE(settings_.cache->find(built.identity));
}

TEST_F(Attack, endless_memory_ends_at_the_memory_limit) {
  const auto limits = build_of(request_of("extern \"C\" __global__ void k() {}")).sandbox;
  if (std::ranges::count(limits, "rlimit memory") == 0) GTEST_SKIP() << "no limit on memory here";
  settings_.memory_bytes = std::uint64_t{160} << 20;
  const auto built = build_of(request_of(large_table("40000000")));
  EXPECT_EQ(built.failure, "memory") << built.log;
}

TEST_F(Attack, endless_recursion_is_no_crash_of_ours) {
  const auto built =
      build_of(request_of("template <int N> struct S { static const int v = S<N + 1>::v; };\n"
                          "extern \"C\" __global__ void k(int* x) { x[0] = S<0>::v; }"));
  EXPECT_FALSE(built.ok);
  EXPECT_THAT(built.log, HasSubstr("recursi"));
}

TEST_F(Attack, the_device_runtime_is_forbidden) {
  const auto built = build_of(
      request_of("extern \"C\" __device__ int cudaLaunchDeviceV2(void*, void*);\n"
                 "extern \"C\" __global__ void k(int* x) { x[0] = cudaLaunchDeviceV2(x, x); }"));
  EXPECT_EQ(built.failure, "forbidden");
  EXPECT_THAT(built.forbidden, ElementsAre("cudaLaunchDeviceV2"));
}

TEST_F(Attack, hidden_storage_is_found_however_it_is_spelled) {
  const auto built = build_of(request_of(R"(#define A sea
#define B led
#define GLUE(a, b) a##b
#define PASTE(a, b) GLUE(a, b)
static __device__ int PASTE(A, B);
__device__ const int table[4] = {1, 2, 3, 4};
__constant__ int bank[4] = {1, 2, 3, 4};
extern "C" __global__ void k(int* x) {
  if (PASTE(A, B)++ == 3) x[0] = table[x[1] & 3] + bank[x[2] & 3];
  asm volatile("{ .reg .u32 %t; mov.u32 %t, %smid; }");
  if (x[3] == 7) printf("%d\n", x[4]);
})"));
  ASSERT_TRUE(built.ok) << built.log;
  std::string all;
  for (const auto& symbol : built.writable_symbols) {
    const auto name = symbol.name.starts_with("$str") ? std::string("(text)") : symbol.name;
    all += name + ' ' + symbol.space + (symbol.proven_read_only ? " read-only\n" : "\n");
  }
  EXPECT_THAT(all, HasSubstr("sealed global\n"));
  EXPECT_THAT(all, HasSubstr("table global read-only\n"));
  EXPECT_THAT(all, HasSubstr("bank constant read-only\n"));
  EXPECT_THAT(all, HasSubstr("(text) global read-only\n"));
  ASSERT_EQ(built.findings.size(), 2U);
  EXPECT_EQ(built.findings[0].code, "code.printf");
  EXPECT_EQ(built.findings[0].place->file, "candidate.cu");
  EXPECT_EQ(built.findings[0].place->line, 11);
  EXPECT_EQ(built.findings[1].code, "code.reads_smid");
}

TEST_F(Attack, a_builder_fed_nonsense_says_so_and_ends) {
  auto child = Child::start(
      {{settings_.builder.string(), "--kind=cubin", "--temporary=" + folder_.path().string()}, {}});
  ASSERT_TRUE(child);
  ASSERT_TRUE(child->send(bytes_of("no frame of ours")));
  const auto answer = child->receive();
  EXPECT_FALSE(answer && *answer);
  const auto ending = child->wait();
  EXPECT_TRUE(ending.exited);
  EXPECT_EQ(ending.code, 70);
  EXPECT_THAT(ending.stderr_tail, HasSubstr("error: "));
}

}  // namespace
}  // namespace assay::build
