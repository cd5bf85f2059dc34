// SPDX-License-Identifier: Apache-2.0
#include "task/manifest_text.hpp"

#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

std::string toml_in(std::string_view source) {
  const auto found = manifest_in(source);
  return found ? std::to_string(found->first_line) + "|" + found->toml : "none";
}

TEST(ManifestText, IsTheLeadingCommentThatStartsWithAssay) {
  EXPECT_EQ(toml_in("/* assay\na = 1\n*/\ncode"), "1|        \na = 1\n");
  EXPECT_EQ(toml_in("\n\n/*assay a = 1*/"), "3|        a = 1");
  EXPECT_EQ(toml_in("/*\nassay\na = 1\n*/"), "2|     \na = 1\n");
}

TEST(ManifestText, OtherCommentsMayStandBefore) {
  EXPECT_EQ(toml_in("// SPDX-License-Identifier: Apache-2.0\n/* assay\n*/"), "2|        \n");
  EXPECT_EQ(toml_in("/* licence\n */ /* assay\n*/"), "2|            \n");
  EXPECT_EQ(toml_in("\xef\xbb\xbf/* assay\r\na = 1\r\n*/"), "1|           \r\na = 1\r\n");
}

TEST(ManifestText, NothingElseIsOne) {
  EXPECT_EQ(toml_in(""), "none");
  EXPECT_EQ(toml_in("int x; /* assay\n*/"), "none");
  EXPECT_EQ(toml_in("/* assayer */ int x;"), "none");
  EXPECT_EQ(toml_in("/* assay never ends"), "none");
  EXPECT_EQ(toml_in("/*/ assay */"), "none");
  EXPECT_EQ(toml_in("// assay a = 1\n"), "none");
  EXPECT_EQ(toml_in("/"), "none");
  EXPECT_EQ(toml_in("/* x */"), "none");
}

TEST(ManifestText, AnEmptyOneIsOne) {
  EXPECT_EQ(toml_in("/* assay*/"), "1|        ");
}

// The columns of mistakes in the first line are those of the file.
TEST(ManifestText, ColumnsOfTheFirstLine) {
  const auto found = manifest_in("/* assay expect = \"maybe\"\n*/");
  ASSERT_TRUE(found);
  const auto parsed =
      parse_candidate(found->toml + manifest_text, "k.cu", found->first_line, sample_task());
  ASSERT_EQ(parsed.mistakes.size(), 1U);
  EXPECT_EQ(parsed.mistakes[0].column, 19U);
}

// What a person is shown must be valid as it stands.
TEST(ManifestText, TheSmallestManifestIsValid) {
  const auto text = smallest_manifest(sample_task());
  EXPECT_EQ(text,
            "[[launch]]\nkernel = \"name_of_the_kernel\"\ngrid = [\"rows\"]\nblock = [256]\nargs = "
            "[\"x\", \"y\", \"scale\", \"rows\", \"cols\"]\n");
  EXPECT_TRUE(manifest_mistakes(text).empty());
  Task bare;
  EXPECT_EQ(smallest_manifest(bare),
            "[[launch]]\nkernel = \"name_of_the_kernel\"\ngrid = [1]\nblock = [256]\nargs = []\n");
}

}  // namespace
}  // namespace assay::task::test
