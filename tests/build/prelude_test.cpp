// SPDX-License-Identifier: Apache-2.0
#include "build/prelude.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/file.hpp"

namespace assay::build {
namespace {

using testing::HasSubstr;

TEST(Prelude, it_comes_first_and_every_name_once) {
  const auto headers = prelude_headers();
  ASSERT_FALSE(headers.empty());
  EXPECT_EQ(headers[0].name, prelude_name);
  std::set<std::string_view> names;
  for (const auto& header : headers) names.insert(header.name);
  EXPECT_EQ(names.size(), headers.size());
}

TEST(Prelude, c_and_cpp_names_go_together) {
  std::set<std::string> names;
  for (const auto& header : prelude_headers()) names.emplace(header.name);
  for (const auto* name :
       {"stdint", "stddef", "limits", "float", "math", "assert", "stdio", "stdlib", "string"}) {
    EXPECT_TRUE(names.contains(std::string(name) + ".h")) << name;
    EXPECT_TRUE(names.contains(std::string("c") + name)) << name;
  }
}

TEST(Prelude, the_page_about_it_names_all_that_it_defines) {
  const auto page = read_file(ASSAY_SOURCE_DIR "/docs/prelude.md").value();
  for (const auto* name : {"`INFINITY`", "`NAN`", "`FLT_MAX`", "`INT_MAX`", "`M_PI`", "`uint`",
                           "<stdint.h>", "<limits>"}) {
    EXPECT_THAT(page, HasSubstr(name));
  }
  EXPECT_THAT(std::string(prelude_headers()[0].text), HasSubstr("#define INFINITY"));
}

}  // namespace
}  // namespace assay::build
