// SPDX-License-Identifier: Apache-2.0
#include "ptx/location.hpp"

#include <gtest/gtest.h>

#include "ptx/texts.hpp"

namespace assay::ptx::testing {
namespace {

const char* const inlined =
    ".file 1 \"a.cu\"\n.file 2 \"b\\\"c.h\", 12, 34\n"
    ".entry k() {\n"
    ".loc 1 3 41\nbrkpt;\n"
    ".loc 1 2 73, function_name $L0, inlined_at 1 3 41\nbrkpt;\n"
    ".loc 2 1 9, function_name $L1, inlined_at 1 2 73\nbrkpt;\n"
    ".loc 1 4 1\nbrkpt;\n}\n"
    ".section .debug_str\n{\n$L0:\n.b8 103,0\n$L1:\n.b8 104\n.b8 105,0\n}\n";

TEST(Location, Files) {
  const Module module = parsed(module_text(inlined));
  EXPECT_EQ(module.files, (std::vector<std::string>{"", "a.cu", "b\"c.h"}));
}

TEST(Location, InstructionsCarryTheLastLoc) {
  const Module module = parsed(module_text(inlined));
  const auto& body = module.functions.at(0).body;
  EXPECT_EQ(body.at(0).loc.line, 3U);
  EXPECT_EQ(body[0].loc.column, 41U);
  EXPECT_EQ(body[0].loc.inlined_at, 0U);
  EXPECT_EQ(body.at(3).loc.line, 4U);
}

TEST(Location, ChainsOfInlinedCalls) {
  const Module module = parsed(module_text(inlined));
  const Loc inner = module.functions.at(0).body.at(2).loc;
  EXPECT_EQ(inner.file, 2U);
  const Module::Inline& second = module.inlines.at(inner.inlined_at - 1);
  EXPECT_EQ(second.function, "hi");
  EXPECT_EQ(second.at.line, 2U);
  const Module::Inline& first = module.inlines.at(second.at.inlined_at - 1);
  EXPECT_EQ(first.function, "g");
  EXPECT_EQ(first.at.line, 3U);
  EXPECT_EQ(first.at.inlined_at, 0U);
}

TEST(Location, EqualInlinedCallsAreOne) {
  const Module module =
      parsed(module_text(".entry k() {\n.loc 1 1 1, function_name L, inlined_at 1 9 "
                         "9\nbrkpt;\n.loc 1 2 1, function_name L, inlined_at 1 9 9\n"
                         "brkpt;\n}"));
  EXPECT_EQ(module.inlines.size(), 1U);
  EXPECT_EQ(module.inlines[0].function, "L");
}

TEST(Location, NamesMayBeginInsideAString) {
  const Module module = parsed(
      module_text(".entry k() {\n.loc 1 1 1, function_name L+2, inlined_at 1 9 9\nbrkpt;\n}\n"
                  ".section .debug_str { L: .b8 97,98,99,100,0 }"));
  EXPECT_EQ(module.inlines.at(0).function, "cd");
}

TEST(Location, OffsetsOutsideOfTheStringsAreHarmless) {
  for (const char* offset : {"-1", "5", "99999999999"}) {
    const Module module = parsed(module_text(
        std::string(".entry k() {\n.loc 1 1 1, function_name L + ") + offset +
        ", inlined_at 1 9 9\nbrkpt;\n}\n.section .debug_str { L: .b8 97,98,99,100,0 }"));
    EXPECT_EQ(module.inlines.at(0).function, "L") << offset;
  }
}

TEST(Location, AFunctionStartsWithoutAPlace) {
  const Module module =
      parsed(module_text(".entry a() {\n.loc 1 3 1\nret;\n}\n.entry b() { ret; }"));
  EXPECT_EQ(module.functions.at(1).body.at(0).loc.line, 0U);
}

TEST(Location, Mistakes) {
  EXPECT_EQ(body_mistake(".loc 1 2"),
            "15:1: expected a column number (a whole number below 2^32), found '}'");
  EXPECT_EQ(body_mistake(".loc 1 2 3, foo"),
            "14:13: expected 'function_name' after the comma of .loc, found 'foo'");
  EXPECT_EQ(mistake(module_text(".file 4000000000 \"x\"")), "4:7: file numbers end at 65535");
  EXPECT_EQ(mistake(module_text(".file 1 x")),
            "4:9: expected the name of a file in quotes, found 'x'");
  EXPECT_EQ(mistake(module_text(".section .debug_info { ")),
            "4:24: expected '}' to end the section, found the end of the text");
  EXPECT_EQ(mistake(module_text(".section .debug_str { ( }")),
            "4:23: expected a label, .b8 or '}' in .debug_str, found '('");
}

}  // namespace
}  // namespace assay::ptx::testing
