// SPDX-License-Identifier: Apache-2.0
// Frames of every kind of record, damaged in the ways that a hostile process would damage them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <nlohmann/json.hpp>

#include "record/message.hpp"

namespace assay::record {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

constexpr std::size_t header = 8;

std::string json_text(const Bytes& frame) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < header; ++i) size |= static_cast<std::size_t>(frame[i]) << (8 * i);
  return std::string(text_of(ByteView(frame).subspan(header, size)));
}

/// The same frame with another JSON text before its blobs.
Bytes with_text(const Bytes& frame, const std::string& text) {
  const std::size_t before = header + json_text(frame).size();
  Bytes made(header);
  for (std::size_t i = 0; i < header; ++i) made[i] = static_cast<std::byte>(text.size() >> (8 * i));
  const ByteView view = bytes_of(text);
  made.insert(made.end(), view.begin(), view.end());
  made.insert(made.end(), frame.begin() + static_cast<std::ptrdiff_t>(before), frame.end());
  return made;
}

Place a_place() {
  return {"a.cu",
          1,
          "k",
          0,
          2,
          "ret;",
          std::array<std::int64_t, 3>{0, 0, 0},
          std::array<std::int64_t, 3>{1, 0, 0}};
}

Finding a_finding() {
  return {"race.shared", "reject", "message", a_place(), a_place(), 1};
}

Build a_build() {
  Build build;
  build.ptx = Bytes(5);
  build.kernels = {{"k", "k", {8}, 1, 2, 3, 4, 5, {1, 1, 1}, {1, 1, 1}, {{"ld", 1}}}};
  build.writable_symbols = {{"s", 4, "global", false}};
  build.findings = {a_finding()};
  return build;
}

RunRequest a_request() {
  RunRequest request;
  request.buffers.resize(2);
  request.buffers[0].shape = {2, 3};
  request.launches = {
      {"k", {1, 1, 1}, {1, 1, 1}, {0, 0, 0}, 0, false, {{"x", {}}, {"", Bytes(4)}}}};
  return request;
}

RunAnswer an_answer() {
  RunAnswer answer;
  answer.faults = {a_finding()};
  answer.outputs = {{"y", make_tensor(Dtype::f16, {3}), 2, 0}};
  answer.inputs_before = {{"x", "hash"}};
  return answer;
}

/// Puts each of these in place of each value of the text, one at a time.
template <class Record>
void replace_each_value(const Record& record) {
  const Bytes frame = to_frame(record);
  const Json whole = Json::parse(json_text(frame));
  const Json flat = whole.flatten();
  const std::vector<Json> odd{nullptr,
                              true,
                              -1,
                              18446744073709551615U,
                              1e308,
                              "text",
                              Json::array(),
                              Json::object(),
                              Json{{"blob", 1U << 30}},
                              Json{{"blob", 0}}};
  int refused = 0;
  for (const auto& [path, unused] : flat.items())
    for (const Json& value : odd) {
      Json damaged = whole;
      damaged[Json::json_pointer(path)] = value;
      const auto read = from_frame<Record>(with_text(frame, damaged.dump()));
      refused += read ? 0 : 1;
      EXPECT_TRUE(read || !read.error().causes.empty());
    }
  EXPECT_GT(refused, static_cast<int>(flat.size()) * 4) << "most are of the wrong type";
}

TEST(Hostile, any_value_may_be_of_another_type) {
  replace_each_value(BuildRequest{
      "a.cu", "cu", Bytes(3), "nvrtc", "90", {"-O3"}, {{"N", "1"}}, {"/i"}, {"k"}, true});
  replace_each_value(a_build());
  replace_each_value(LoadRequest{"sim", "h200", Bytes(3), "a.cu", 1, {"k"}});
  replace_each_value(LoadAnswer{true, "", {a_finding()}});
  replace_each_value(a_request());
  replace_each_value(an_answer());
}

template <class Record>
void drop_each_value(const Record& record) {
  const Bytes frame = to_frame(record);
  const Json whole = Json::parse(json_text(frame));
  for (const auto& [name, unused] : whole["value"].items()) {
    Json damaged = whole;
    damaged["value"].erase(name);
    const auto read = from_frame<Record>(with_text(frame, damaged.dump()));
    ASSERT_FALSE(read) << name;
    EXPECT_THAT(read.error().causes[0], testing::AnyOf(HasSubstr("is missing"), HasSubstr("blob")))
        << name;
  }
}

TEST(Hostile, no_field_may_be_missing) {
  drop_each_value(a_build());
  drop_each_value(LoadAnswer{true, "", {}});
  drop_each_value(a_request());
  drop_each_value(an_answer());
}

TEST(Hostile, any_byte_of_any_frame_may_be_flipped) {
  const std::vector<Bytes> frames{to_frame(a_build()), to_frame(a_request()),
                                  to_frame(an_answer())};
  rc::check([&] {
    Bytes damaged = frames[*rc::gen::inRange<std::size_t>(0, frames.size())];
    damaged[*rc::gen::inRange<std::size_t>(0, damaged.size())] ^=
        static_cast<std::byte>(1 << *rc::gen::inRange(0, 8));
    (void)from_frame<Build>(damaged);
    (void)from_frame<RunRequest>(damaged);
    if (const auto read = from_frame<RunAnswer>(damaged))
      RC_ASSERT(read->outputs.empty() ||
                read->outputs[0].unwritten_bytes <=
                    static_cast<std::int64_t>(read->outputs[0].tensor.bytes.size()));
  });
}

TEST(Hostile, many_small_values_are_refused_before_they_eat_memory) {
  std::string many = R"({"record": "load_answer", "value": [)";
  for (int i = 0; i < 5'000'000; ++i) many += "0,";
  many += "0]}";
  const auto read = from_frame<LoadAnswer>(with_text(to_frame(LoadAnswer{}), many));
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().causes[0], HasSubstr("too large"));
}

}  // namespace
}  // namespace assay::record
