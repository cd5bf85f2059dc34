// SPDX-License-Identifier: Apache-2.0
// The JSON of a verdict against its schema, and the promises about it: order of keys, odd numbers,
// sources kept.
#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "record/message.hpp"
#include "record/packed.hpp"
#include "record/sample.hpp"
#include "record/schema.hpp"

namespace assay::record {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string schema_path = ASSAY_SOURCE_DIR "/docs/verdict.schema.json";

Json schema() {
  return Json::parse(read_file(schema_path).value());
}
Json document() {
  return Json::parse(to_json(full_report()));
}

TEST(VerdictJson, conforms_to_its_schema) {
  EXPECT_THAT(complaints(schema(), document()), IsEmpty());
  EXPECT_THAT(complaints(schema(), Json::parse(to_json(Report{}))), IsEmpty());
}

/// Takes each property away in turn, and adds one to each object: the schema must notice both
/// everywhere.
void damage(const Json& whole, const Json::json_pointer& at, int& tried) {
  const Json& here = whole.at(at);
  const auto refused = [&](const Json& damaged) { return !complaints(schema(), damaged).empty(); };
  if (here.is_object()) {
    const bool open = at.to_string().ends_with("provenance") || at.to_string().ends_with("axes") ||
                      at.to_string().ends_with("instruction_mix");
    Json added = whole;
    added[at]["surprise"] = Json::array();
    EXPECT_TRUE(refused(added)) << at;
    for (const auto& [name, value] : here.items()) {
      Json removed = whole;
      removed[at].erase(name);
      EXPECT_TRUE(open || refused(removed)) << at / name;
      ++tried;
      damage(whole, at / name, tried);
    }
  } else if (here.is_array() && !here.empty()) {
    damage(whole, at / 0, tried);
  }
}

TEST(VerdictJson, the_schema_describes_every_field_exactly) {
  int tried = 0;
  Json one = document();
  one["verdicts"] = Json::array({one["verdicts"][0]});
  damage(one, Json::json_pointer(""), tried);
  EXPECT_GT(tried, 100);
}

TEST(VerdictJson, the_schema_holds_for_another_validator) {
  if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0)
    GTEST_SKIP() << "python3 with the package jsonschema is not installed";
  const auto folder = TemporaryFolder::create().value();
  const auto path = folder.path() / "verdict.json";
  ASSERT_TRUE(write_file(path, bytes_of(to_json(full_report()))));
  const std::string program =
      "import json, sys, jsonschema; "
      "jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys."
      "argv[2])))";
  const std::string command =
      "python3 -c '" + program + "' '" + schema_path + "' '" + path.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(VerdictJson, keys_stand_in_their_order) {
  const auto ordered = nlohmann::ordered_json::parse(to_json(full_report()));
  std::vector<std::string> names;
  for (const auto& [name, unused] : ordered.items()) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("schema", "task", "task_path", "device", "seed", "date", "seconds",
                                 "provenance", "verdicts"));
  names.clear();
  for (const auto& [name, unused] : ordered["verdicts"][0].items()) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("candidate", "name", "baseline", "verdict", "expected",
                                 "as_expected", "error", "reasons", "findings", "build", "checks",
                                 "cases", "estimate", "coverage", "provenance", "seconds"));
}

TEST(VerdictJson, numbers_that_are_not_finite_are_strings_and_seeds_are_exact) {
  const Json json = document();
  EXPECT_EQ(json["seed"], "0xfedcba9876543210");
  EXPECT_EQ(json["verdicts"][0]["checks"][0]["value"], "inf");
  EXPECT_EQ(json["verdicts"][0]["checks"][0]["worst"]["got"], "nan");
  EXPECT_EQ(json["verdicts"][0]["checks"][0]["worst"]["expected"], 0.25);
}

TEST(VerdictJson, sources_are_kept_and_artifacts_are_named_by_hash) {
  const Report report = full_report();
  const Json json = document();
  const Json& source = json["verdicts"][0]["provenance"]["source"];
  EXPECT_EQ(unpacked(source["text"].get<std::string>()).value(), report.verdicts[0].source);
  EXPECT_EQ(source["hash"], hash_hex(bytes_of(report.verdicts[0].source)));
  EXPECT_EQ(unpacked(json["provenance"]["sources"][1]["text"].get<std::string>()).value(),
            "__global__");
  EXPECT_EQ(json["verdicts"][0]["build"][0]["artifacts"]["ptx"]["hash"], hash_hex(bytes_of("ptx")));
  EXPECT_EQ(json["verdicts"][0]["provenance"]["compiler"], "nvrtc 12.9, nvcc 13.0");
}

TEST(VerdictJson, hostile_bytes_become_valid_text) {
  EXPECT_THAT(document()["verdicts"][0]["build"][0]["log"].get<std::string>(),
              HasSubstr("\xef\xbf\xbd"));
}

/// Everything that depends on time or on the cache stands under two names, so two runs can be
/// compared.
TEST(VerdictJson, only_seconds_and_date_tell_the_time) {
  Report other = full_report();
  other.date = "2030-01-01T00:00:00Z";
  other.seconds = 9;
  other.verdicts[0].seconds = 9;
  other.verdicts[0].builds[0].from_cache = true;
  const auto without_times = [](const Report& report) {
    const auto drop = [](int, Json::parse_event_t event, const Json& value) {
      return event != Json::parse_event_t::key || (value != "seconds" && value != "date");
    };
    return Json::parse(to_json(report), drop).dump();
  };
  EXPECT_EQ(without_times(other), without_times(full_report()));
  EXPECT_NE(to_json(other), to_json(full_report()));
}

TEST(VerdictJson, expectation_is_answered_where_there_is_one) {
  const Json json = document();
  EXPECT_EQ(json["verdicts"][0]["as_expected"], true);
  EXPECT_TRUE(json["verdicts"][1]["as_expected"].is_null());
  Verdict verdict;
  verdict.expected = "accepted";
  EXPECT_EQ(as_expected(verdict), false);
}

TEST(SchemaValidator, finds_what_is_wrong) {
  const Json schema =
      Json::parse(R"({"type": "object", "required": ["a"], "additionalProperties": false,
    "properties": {"a": {"type": ["integer", "null"], "minimum": 0}, "b": {"enum": ["x"]},
                   "c": {"type": "array", "items": {"$ref": "#/$defs/s"}, "maxItems": 1},
                   "d": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/s"}]}}, "$defs": {"s": {"type": "string"}}})");
  const auto count = [&](const char* text) { return complaints(schema, Json::parse(text)).size(); };
  EXPECT_EQ(count(R"({"a": 1, "b": "x", "c": ["s"], "d": null})"), 0U);
  EXPECT_EQ(count(R"({"a": null, "d": "s"})"), 0U);
  EXPECT_EQ(count(R"({})"), 1U);
  EXPECT_EQ(count(R"({"a": -1, "b": "y", "c": [1, 2], "d": 3, "e": 0})"), 7U);
  EXPECT_EQ(count(R"([])"), 1U);
  EXPECT_EQ(complaints(Json::parse(R"({"pattern": "x"})"), Json("x")).size(), 1U);
}

}  // namespace
}  // namespace assay::record
