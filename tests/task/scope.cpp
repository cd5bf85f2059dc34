// SPDX-License-Identifier: Apache-2.0
#include "task/scope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace assay::task::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> declared(
    const std::vector<std::pair<std::string, std::string_view>>& all) {
  Namespace names;
  Mistakes mistakes("f");
  std::uint32_t line = 0;
  for (const auto& [name, kind] : all) names.declare(name, kind, {++line, 1}, mistakes);
  return texts_of(mistakes.sorted());
}

TEST(Scope, OneNamespaceForAll) {
  EXPECT_THAT(declared({{"rows", kind::axis}, {"x", kind::tensor}, {"s", kind::scalar}}),
              IsEmpty());
  EXPECT_THAT(declared({{"rows", kind::axis}, {"rows", kind::tensor}}),
              ElementsAre("f:2:1: found 'rows' as a tensor, expected a name of its own: 'rows' is "
                          "an axis already, line 1"));
}

TEST(Scope, ReservedNamesAndFunctionsAreTaken) {
  EXPECT_THAT(
      declared({{"sm_count", kind::axis}, {"step", kind::param}, {"min", kind::tensor}}),
      ElementsAre("f:1:1: found 'sm_count' as an axis, expected a name of its own: 'sm_count' is "
                  "a reserved name",
                  "f:2:1: found 'step' as a parameter, expected a name of its own: 'step' is a "
                  "reserved name",
                  "f:3:1: found 'min' as a tensor, expected a name of its own: 'min' is a function "
                  "of expressions"));
}

TEST(Scope, NamesAreIdentifiers) {
  EXPECT_THAT(declared({{"a b", kind::axis}}),
              ElementsAre("f:1:1: found 'a b', expected a name of at most 64 letters, digits and "
                          "'_'"));
}

TEST(Scope, ANameOutOfScopeIsShownWithWhatItIs) {
  Namespace names;
  Mistakes mistakes("f");
  names.import("x", kind::tensor, "");
  const Toml text{.kind = Toml::Kind::text, .at = {2, 5}, .text = "x + rowz", .verbatim = true};
  const auto parsed = Expression::parse(text.text);
  ASSERT_TRUE(parsed);
  check_uses(parsed->uses(), text, {{"rows", "cols"}, "an axis"}, names, mistakes);
  EXPECT_THAT(texts_of(mistakes.sorted()),
              ElementsAre("f:2:6: found 'x', a tensor, expected an axis (rows, cols)",
                          "f:2:10: found 'rowz', expected an axis (rows, cols); did you mean "
                          "'rows'?"));
  EXPECT_THAT(names.of_kinds({kind::tensor}), ElementsAre("x"));
  EXPECT_EQ(names.kind_of("nobody"), "");
}

TEST(Scope, WithoutAnyNameThatIsSaid) {
  Namespace names;
  Mistakes mistakes("f");
  const Toml text{.kind = Toml::Kind::text, .at = {1, 1}, .text = "n"};
  check_uses({{"n", 0}}, text, {{}, "an axis"}, names, mistakes);
  EXPECT_THAT(texts_of(mistakes.sorted()),
              ElementsAre("f:1:1: found 'n', expected an axis (there is none)"));
}

}  // namespace
}  // namespace assay::task::test
