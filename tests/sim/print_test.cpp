// SPDX-License-Identifier: Apache-2.0
// printf of device code: every kind of conversion, hostile formats, the limit.
#include <bit>
#include <cstdio>

#include "sim/kernel.hpp"

namespace assay::sim::testing {
namespace {

constexpr const char* declared =
    ".extern .func (.param .b32 status) vprintf(.param .b64 format, .param .b64 arguments);\n";

std::string bytes_of(const char* name, const std::string& text) {
  std::string list =
      ".global .align 1 .b8 " + std::string(name) + "[" + std::to_string(text.size() + 1) + "] = {";
  for (const char c : text) list += std::to_string(static_cast<unsigned char>(c)) + ",";
  return list + "0};\n";
}

/// Prints `format`; `stores` fills the arguments at [%x10].
Job printing(const std::string& format, const std::string& stores, const std::string& more = "") {
  return kernel(".local .align 8 .b8 depot[128]; mov.u64 %x10, depot;\n" + stores +
                    "\nmov.u64 %x11, format; cvta.global.u64 %x11, %x11; cvta.local.u64 %x12, "
                    "%x10;\n{ .param .b64 f; .param .b64 v; .param .b32 s;\n"
                    "st.param.b64 [f], %x11; st.param.b64 [v], %x12;\n"
                    "call.uni (s), vprintf, (f, v); ld.param.b32 %r50, [s]; }",
                64, declared + bytes_of("format", format) + more);
}

std::string printed(Job j) {
  j.block = {1, 1, 1};
  return clean(j).outcome.printed;
}

std::string number(const std::string& format, std::uint64_t bits) {
  return printed(printing(format, "st.local.u64 [%x10], " + std::to_string(bits) + ";"));
}

TEST(Print, IntegersOfThirtyTwoBits) {
  EXPECT_EQ(number("%d|", 0xffffffff), "-1|");
  EXPECT_EQ(number("%i|", 2147483647), "2147483647|");
  EXPECT_EQ(number("%u|", 0xffffffff), "4294967295|");
  EXPECT_EQ(number("%x|", 0xabcdef), "abcdef|");
  EXPECT_EQ(number("%#X|", 0xabcdef), "0XABCDEF|");
  EXPECT_EQ(number("%o|", 8), "10|");
  EXPECT_EQ(number("%c%%", 'q'), "q%");
}

TEST(Print, IntegersOfSixtyFourBits) {
  const std::uint64_t most = ~std::uint64_t{0};
  EXPECT_EQ(number("%lld", most), "-1");
  EXPECT_EQ(number("%ld", std::uint64_t{1} << 63), "-9223372036854775808");
  EXPECT_EQ(number("%llu", most), "18446744073709551615");
  EXPECT_EQ(number("%lx", most), "ffffffffffffffff");
  EXPECT_EQ(number("%zu", most), "18446744073709551615");
  EXPECT_EQ(number("%p", 0x1234), "0x1234");
}

TEST(Print, FlagsWidthAndPrecision) {
  EXPECT_EQ(number("[%6d]", 42), "[    42]");
  EXPECT_EQ(number("[%-6d]", 42), "[42    ]");
  EXPECT_EQ(number("[%06d]", 42), "[000042]");
  EXPECT_EQ(number("[%+d]", 42), "[+42]");
  EXPECT_EQ(number("[% .4d]", 42), "[ 0042]");
}

TEST(Print, FloatsAreDoubles) {
  for (const double x : {0.0, -1.5, 3.14159265358979, 1e300, 5e-324}) {
    for (const char* format : {"%f", "%.3e", "%g", "%10.2f", "%a"}) {
      char want[512];
      std::snprintf(want, sizeof want, format, x);
      EXPECT_EQ(number(format, std::bit_cast<std::uint64_t>(x)), want) << format;
    }
  }
  EXPECT_EQ(number("%f", 0x7ff0000000000000), "inf");
}

TEST(Print, ArgumentsAreAlignedToTheirSize) {
  EXPECT_EQ(
      printed(printing("%d %lld %d %f",
                       "st.local.u32 [%x10], 7; st.local.u64 [%x10+8], 4294967296;"
                       "st.local.u32 [%x10+16], 9; st.local.f64 [%x10+24], 0d3FE0000000000000;")),
      "7 4294967296 9 0.500000");
}

TEST(Print, WidthFromAnArgument) {
  const std::string stores = "st.local.u32 [%x10], 5; st.local.u32 [%x10+4], 42;";
  EXPECT_EQ(printed(printing("[%*d]", stores)), "[   42]");
  EXPECT_EQ(printed(printing("[%*d]", "st.local.u32 [%x10], -5; st.local.u32 [%x10+4], 42;")),
            "[42   ]");
}

TEST(Print, Strings) {
  const std::string name =
      "mov.u64 %x13, word; cvta.global.u64 %x13, %x13; st.local.u64 [%x10], %x13;";
  EXPECT_EQ(printed(printing("<%s>", name, bytes_of("word", "tile"))), "<tile>");
  EXPECT_EQ(printed(printing("<%6s>", name, bytes_of("word", "tile"))), "<  tile>");
  EXPECT_EQ(printed(printing("<%-6.2s>", name, bytes_of("word", "tile"))), "<ti    >");
}

TEST(Print, StringsThatAreNoneAreSaid) {
  EXPECT_EQ(number("<%s>", 0), "<(bad address)>");
  EXPECT_EQ(number("<%s>", 0x123456789abcdef0), "<(bad address)>");
}

TEST(Print, LanesPrintInOrder) {
  Job j = printing("%d ", "st.local.u32 [%x10], %r1;");
  std::string want;
  for (int l = 0; l < 32; ++l) want += std::to_string(l) + " ";
  const Done done = clean(j);
  EXPECT_EQ(done.outcome.printed, want);
  ASSERT_EQ(done.outcome.notes.size(), 1u);
  EXPECT_EQ(done.outcome.notes[0].code, "printf");
}

TEST(Print, AFloodIsCutAtTheLimit) {
  Job j = printing("0123456789", "");
  j.grid = {64, 1, 1};
  j.spec.limits.printf_bytes = 1005;
  const Done done = clean(j);
  ASSERT_EQ(done.outcome.printed.size(), 1005u);
  EXPECT_EQ(done.outcome.printed.substr(995), "5678901234");
}

TEST(Print, HostileFormatsStayHarmless) {
  EXPECT_EQ(number("%n", 0), "%n");
  EXPECT_EQ(number("100%", 0), "100");
  EXPECT_LE(number("%999999999d", 1).size(), 4096u);
  EXPECT_LE(number("%.999999f", 0x7fefffffffffffff).size(), 4096u);
  EXPECT_LE(number("%*********************d", ~std::uint64_t{0}).size(), 4096u);
  EXPECT_LE(number("%*999999*999999*999999d", ~std::uint64_t{0}).size(), 4096u);
}

TEST(Print, ArgumentsBeyondTheirMemoryReadAsZero) {
  Job j = printing("%d", "mov.u64 %x10, 1048576;");
  EXPECT_EQ(printed(j), "0");
}

}  // namespace
}  // namespace assay::sim::testing
