// SPDX-License-Identifier: Apache-2.0
#include "builder/entries.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "builder/compile.hpp"

namespace assay::builder {
namespace {

TEST(Entries, mangled_names_read_as_expressions) {
  EXPECT_EQ(expression_of("softmax"), "softmax");
  EXPECT_EQ(expression_of("_Z5otherPi"), "other");
  EXPECT_EQ(expression_of("_ZN2ns5scaleIfEEvPT_i"), "ns::scale<float>");
  EXPECT_EQ(expression_of("_Z1kIPFiiEEvT_"), "k<int (*)(int)>");
  EXPECT_EQ(expression_of("_Zbroken"), "_Zbroken");
  EXPECT_EQ(expression_of("_Z" + std::string(100'000, '1')).size(), 100'002U);
}

TEST(Entries, an_entry_is_found_by_name_or_by_expression) {
  const std::vector<std::string> entries{"plain", "_ZN2ns5scaleIfEEvPT_i", "_Z1kILi3ELi4EEvv"};
  EXPECT_EQ(find_entry("plain", entries), "plain");
  EXPECT_EQ(find_entry("ns::scale< float >", entries), entries[1]);
  EXPECT_EQ(find_entry("k<3,4>", entries), entries[2]);
  EXPECT_EQ(find_entry(entries[1], entries), entries[1]);
  EXPECT_EQ(find_entry("scale", entries), std::nullopt);
}

TEST(Entries, names_are_made_fit_for_a_command_line) {
  EXPECT_EQ(plain_name("softmax.cu"), "softmax.cu");
  EXPECT_EQ(plain_name("../../etc/x.cu"), "x.cu");
  EXPECT_EQ(plain_name("a\"b\\c\nd.cu"), "a_b_c_d.cu");
  EXPECT_EQ(plain_name("-I.cu"), "_-I.cu");
  EXPECT_EQ(plain_name("dir/.."), "_..");
  EXPECT_EQ(plain_name(""), "_");
  EXPECT_EQ(plain_name(std::string(1000, 'x')).size(), 200U);
}

}  // namespace
}  // namespace assay::builder
