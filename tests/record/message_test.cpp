// SPDX-License-Identifier: Apache-2.0
// Frames: what goes in comes out, and nothing that a hostile process sends gets further than an
// Error.
#include "record/message.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay::record {
namespace {

using testing::HasSubstr;

Bytes bytes(std::string_view text) {
  const ByteView view = bytes_of(text);
  return {view.begin(), view.end()};
}

Bytes frame_of(std::string_view text, std::string_view blobs = "") {
  Bytes frame(8);
  const std::uint64_t size = text.size();
  std::memcpy(frame.data(), &size, 8);
  const Bytes head = bytes(text), tail = bytes(blobs);
  frame.insert(frame.end(), head.begin(), head.end());
  frame.insert(frame.end(), tail.begin(), tail.end());
  return frame;
}

template <class Record>
std::string refusal(const Bytes& frame) {
  const auto read = from_frame<Record>(frame);
  if (read) return "accepted";
  std::string text = read.error().message;
  for (const std::string& cause : read.error().causes) text += ": " + cause;
  return text;
}

Finding a_finding() {
  Place place{
      "a.cu", 12, "k", 1, 99, "ld.global.f32 %f1, [%rd1];", std::array<std::int64_t, 3>{1, 2, 3},
      {}};
  return {"race.shared", "reject", "two lanes, one word", place, Place{}, 7};
}

Build a_build() {
  Build build;
  build.ok = true;
  build.log = "warning: caf\xc3\xa9 \xff\x00 end";
  build.ptx = bytes(std::string("\0\1\2", 3));
  build.cubin = bytes("ELF");
  build.kernels = {
      {"k<4>", "_Z1k", {8, 4}, 32, 1024, 0, 0, 256, {1, 1, 1}, {}, {{"ld", 5}, {"st", 2}}}};
  build.writable_symbols = {{"count", 4, "global", true}};
  build.findings = {a_finding()};
  build.sandbox = {"seccomp"};
  return build;
}

RunRequest a_run() {
  RunRequest run;
  JobBuffer in{"x", Dtype::bf16, {3, 5}, 256, false, true, {}, false};
  in.fill = {Fill::Kind::values,
             {Values::Family::normal, 0.1, std::numeric_limits<double>::infinity(), ""},
             0xffff'ffff'ffff'ffff,
             {}};
  JobBuffer out{"y", Dtype::f32, {}, 16, true, false, {Fill::Kind::bytes, {}, 1, bytes("abcd")},
                true};
  run.buffers = {in, out};
  run.launches = {{"k", {2, 1, 1}, {32, 1, 1}, {}, 48, true, {{"x", {}}, {"", bytes("1234")}}}};
  run.state_symbols = {"count"};
  run.schedule_seed = 1;
  run.step_limit = 1000;
  return run;
}

RunAnswer an_answer() {
  RunAnswer answer;
  answer.ok = answer.completed = true;
  answer.faults = {a_finding()};
  answer.outputs = {{"y", {Dtype::f32, {2}, bytes("abcdefgh")}, 4, 4}};
  answer.inputs_before = {{"x", "00"}};
  answer.counters.steps = std::numeric_limits<std::int64_t>::max();
  answer.printed = "\x1b[31mred";
  return answer;
}

TEST(Message, a_build_survives_with_bytes_that_are_not_utf8) {
  const Build sent = a_build();
  const auto got = from_frame<Build>(to_frame(sent));
  ASSERT_TRUE(got) << to_text(got.error());
  EXPECT_EQ(got->log, sent.log);
  EXPECT_EQ(got->ptx, sent.ptx);
  EXPECT_EQ(got->kernels[0].instruction_mix, sent.kernels[0].instruction_mix);
  EXPECT_EQ(got->findings[0].place->block, sent.findings[0].place->block);
  EXPECT_FALSE(got->findings[0].place->thread);
  EXPECT_TRUE(got->findings[0].other);
  EXPECT_EQ(to_frame(*got), to_frame(sent));
}

TEST(Message, each_kind_of_record_survives) {
  const BuildRequest build{"a.cu",  "cu",         bytes("source"), "nvrtc", "90",
                           {"-O3"}, {{"N", "4"}}, {"/inc"},        {"k"}};
  EXPECT_EQ(to_frame(from_frame<BuildRequest>(to_frame(build)).value()), to_frame(build));
  const LoadRequest load{"sim", "h200", bytes("ptx"), "a.cu", 4, {"k"}};
  EXPECT_EQ(to_frame(from_frame<LoadRequest>(to_frame(load)).value()), to_frame(load));
  const LoadAnswer loaded{false, "no memory", {a_finding()}};
  EXPECT_EQ(to_frame(from_frame<LoadAnswer>(to_frame(loaded)).value()), to_frame(loaded));
  EXPECT_EQ(to_frame(from_frame<RunRequest>(to_frame(a_run())).value()), to_frame(a_run()));
  EXPECT_EQ(to_frame(from_frame<RunAnswer>(to_frame(an_answer())).value()), to_frame(an_answer()));
}

TEST(Message, seeds_and_infinities_are_exact) {
  const auto got = from_frame<RunRequest>(to_frame(a_run()));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->buffers[0].fill.seed, 0xffff'ffff'ffff'ffffU);
  EXPECT_EQ(got->buffers[0].fill.values.a, 0.1);
  EXPECT_TRUE(std::isinf(got->buffers[0].fill.values.b));
}

TEST(Message, every_double_survives_bit_by_bit) {
  rc::check([](std::uint64_t bits) {
    RunRequest run = a_run();
    double value = 0;
    std::memcpy(&value, &bits, 8);
    run.buffers[0].fill.values.a = value;
    const double got = from_frame<RunRequest>(to_frame(run)).value().buffers[0].fill.values.a;
    RC_ASSERT(std::memcmp(&got, &value, 8) == 0 || (std::isnan(got) && std::isnan(value)));
  });
}

TEST(Message, one_record_is_not_another) {
  EXPECT_THAT(refusal<Build>(to_frame(LoadAnswer{})),
              HasSubstr("another record than the expected 'build'"));
}

TEST(Message, torn_frames_are_refused_at_every_length) {
  const Bytes whole = to_frame(an_answer());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Bytes torn(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(refusal<RunAnswer>(torn), "accepted") << size;
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  EXPECT_THAT(refusal<RunAnswer>(longer), HasSubstr("bytes that no field takes"));
}

TEST(Message, damaged_frames_never_crash) {
  const Bytes whole = to_frame(an_answer());
  rc::check([&] {
    Bytes damaged = whole;
    const auto hits = *rc::gen::inRange(1, 8);
    for (int i = 0; i < hits; ++i) {
      const auto at = *rc::gen::inRange<std::size_t>(0, damaged.size());
      damaged[at] = static_cast<std::byte>(*rc::gen::inRange(0, 256));
    }
    if (const auto read = from_frame<RunAnswer>(damaged)) {
      for (const RunOutput& output : read->outputs)
        RC_ASSERT(static_cast<std::int64_t>(output.tensor.bytes.size()) ==
                  size_in_bytes(output.tensor.dtype, output.tensor.shape).value());
    }
  });
}

std::string load_answer(std::string_view value) {
  return fmt::format(R"({{"record": "load_answer", "value": {}}})", value);
}

TEST(Message, types_are_checked_and_the_place_is_named) {
  const auto refused = [](std::string_view value, std::string_view blobs = "") {
    return refusal<LoadAnswer>(frame_of(load_answer(value), blobs));
  };
  EXPECT_EQ(refused(R"({"ok": true, "error": "", "unsupported": []})"), "accepted");
  EXPECT_THAT(refused(R"({"ok": 1, "error": "", "unsupported": []})"),
              HasSubstr("'.ok' is a number, expected true or false"));
  EXPECT_THAT(refused(R"({"ok": true, "error": ""})"), HasSubstr("'.unsupported' is missing"));
  EXPECT_THAT(refused(R"({"ok": true, "error": "", "unsupported": [], "x": 1})"),
              HasSubstr("not known"));
  EXPECT_THAT(refused(R"({"ok": true, "error": "", "unsupported": [3]})"),
              HasSubstr("'.unsupported[0]' is a number, expected an object"));
  EXPECT_THAT(refused(R"({"ok": true, "error": {"blob": 9}, "unsupported": []})", "12345678"),
              HasSubstr("'.error' takes 9 bytes of blob, 8 are left"));
  EXPECT_THAT(refused(R"({"ok": true, "error": {"blob": -1}, "unsupported": []})"),
              HasSubstr("expected an integer"));
  EXPECT_THAT(refused(R"({"ok": true, "error": {"blob": 1e300}, "unsupported": []})"),
              HasSubstr("expected an integer"));
  EXPECT_THAT(refused("[]"), HasSubstr("expected an object"));
}

TEST(Message, a_text_too_deep_is_refused) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_THAT(refusal<LoadAnswer>(frame_of(load_answer(deep))), HasSubstr("not a record"));
}

TEST(Message, a_length_beyond_the_frame_is_refused) {
  EXPECT_THAT(refusal<Build>(Bytes(64, std::byte{0xff})), HasSubstr("in a frame of 64"));
}

TEST(Message, a_tensor_has_the_size_of_its_shape) {
  RunAnswer answer = an_answer();
  answer.outputs[0].tensor.shape = {3};
  EXPECT_THAT(refusal<RunAnswer>(to_frame(answer)), HasSubstr("the shape takes 12 bytes, found 8"));
  answer.outputs[0].tensor.shape = {-2};
  EXPECT_THAT(refusal<RunAnswer>(to_frame(answer)), HasSubstr("negative or its size overflows"));
  answer.outputs[0].tensor.shape = {std::int64_t{1} << 62, std::int64_t{1} << 62};
  EXPECT_THAT(refusal<RunAnswer>(to_frame(answer)), HasSubstr("overflows"));
  answer.outputs[0].tensor.shape = std::vector<std::int64_t>(40, 1);
  EXPECT_THAT(refusal<RunAnswer>(to_frame(answer)), HasSubstr("40 dimensions"));
}

TEST(Message, ranges_are_checked) {
  const auto answer_with = [](auto change) {
    RunAnswer answer = an_answer();
    change(answer);
    return refusal<RunAnswer>(to_frame(answer));
  };
  EXPECT_THAT(answer_with([](auto& a) { a.outputs[0].unwritten_bytes = 9; }),
              HasSubstr("9 of 8 bytes"));
  EXPECT_THAT(answer_with([](auto& a) { a.outputs[0].unwritten_bytes = -1; }),
              HasSubstr("-1 of 8 bytes"));
  EXPECT_THAT(answer_with([](auto& a) { a.outputs[0].first_unwritten = 8; }),
              HasSubstr("'first_unwritten'"));
  EXPECT_THAT(answer_with([](auto& a) { a.counters.atomics = -1; }), HasSubstr("'atomics' is -1"));
  EXPECT_THAT(answer_with([](auto& a) { a.faults[0].severity = "fatal"; }),
              HasSubstr("'severity'"));
  EXPECT_THAT(answer_with([](auto& a) { a.faults[0].count = -5; }), HasSubstr("'count' is -5"));
  EXPECT_THAT(answer_with([](auto& a) { a.faults[0].place->line = -5; }),
              HasSubstr("'line' is -5"));
  EXPECT_THAT(answer_with([](auto& a) { a.faults[0].place->block = {0, -1, 0}; }),
              HasSubstr("'block'"));
}

TEST(Message, requests_are_checked_too) {
  RunRequest run = a_run();
  run.buffers[0].align = 3;
  EXPECT_THAT(refusal<RunRequest>(to_frame(run)), HasSubstr("'align' is 3"));
  run = a_run();
  run.launches[0].block[1] = -1;
  EXPECT_THAT(refusal<RunRequest>(to_frame(run)), HasSubstr("'block' is -1"));
  run = a_run();
  run.buffers[1].shape = {-1};
  EXPECT_THAT(refusal<RunRequest>(to_frame(run)), HasSubstr("negative"));
  LoadRequest load;
  load.host_threads = 0;
  EXPECT_THAT(refusal<LoadRequest>(to_frame(load)), HasSubstr("'host_threads' is 0"));
}

}  // namespace
}  // namespace assay::record
