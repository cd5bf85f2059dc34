// SPDX-License-Identifier: Apache-2.0
#include "base/frame.hpp"

#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include "base/descriptor.hpp"
#include "base/process.hpp"

namespace assay {
namespace {

using ::testing::HasSubstr;

Bytes to_bytes(std::string_view text) {
  const ByteView view = bytes_of(text);
  return {view.begin(), view.end()};
}

struct Pipe {
  Descriptor read, write;
  Pipe() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
  }
  void raw(std::string_view text) const {
    EXPECT_EQ(::write(write.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
};

TEST(Frame, AHeaderIsItsLengthLittleEndian) {
  const auto header = frame_header(0x0102030405060708);
  EXPECT_EQ(header.front(), std::byte{8});
  EXPECT_EQ(header.back(), std::byte{1});
  EXPECT_EQ(frame_length(header), 0x0102030405060708U);
}

TEST(Frame, PiecesOfAnySizeGiveTheSameFrames) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& frames) {
    std::string wire;
    for (const std::string& frame : frames) {
      wire += text_of(frame_header(frame.size()));
      wire += frame;
    }
    FrameReader reader;
    std::string_view left = wire;
    while (!left.empty()) {
      const auto size = *rc::gen::inRange<std::size_t>(1, left.size() + 1);
      reader.feed(bytes_of(left.substr(0, size)));
      left.remove_prefix(size);
    }
    for (const std::string& frame : frames) RC_ASSERT(reader.next() == to_bytes(frame));
    RC_ASSERT(reader.next() == std::nullopt);
    RC_ASSERT(!reader.mid_frame());
    RC_ASSERT(reader.held() == 0U);
  }));
}

TEST(Frame, AnEmptyFrameIsAFrame) {
  FrameReader reader;
  reader.feed(frame_header(0));
  EXPECT_EQ(reader.next(), Bytes{});
  EXPECT_FALSE(reader.mid_frame());
}

TEST(Frame, AClaimIsKnownBeforeTheBodyAndCostsNothing) {
  FrameReader reader;
  EXPECT_EQ(reader.claimed(), std::nullopt);
  reader.feed(frame_header(~std::uint64_t{0}));
  EXPECT_EQ(reader.claimed(), ~std::uint64_t{0});
  EXPECT_TRUE(reader.mid_frame());
  EXPECT_EQ(reader.held(), 0U);
}

TEST(Frame, EmptyFramesAreCountedAsMemoryToo) {
  FrameReader reader;
  reader.feed(Bytes(8000));
  EXPECT_GE(reader.held(), 1000 * sizeof(Bytes));
}

TEST(FrameIo, WhatIsWrittenIsRead) {
  const Pipe pipe;
  const Bytes large(3'000'000, std::byte{42});
  std::thread writer([&] {
    EXPECT_TRUE(write_frame(pipe.write.get(), bytes_of("hello")));
    EXPECT_TRUE(write_frame(pipe.write.get(), {}));
    EXPECT_TRUE(write_frame(pipe.write.get(), large));
  });
  EXPECT_EQ(read_frame(pipe.read.get()).value(), to_bytes("hello"));
  EXPECT_EQ(read_frame(pipe.read.get()).value(), Bytes{});
  EXPECT_EQ(read_frame(pipe.read.get()).value(), large);
  writer.join();
}

TEST(FrameIo, NonBlockingDescriptorsWorkAsWell) {
  const Pipe pipe;
  for (const int fd : {pipe.read.get(), pipe.write.get()}) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  }
  const Bytes large(1'000'000, std::byte{1});
  std::thread writer([&] { EXPECT_TRUE(write_frame(pipe.write.get(), large)); });
  EXPECT_EQ(read_frame(pipe.read.get()).value(), large);
  writer.join();
}

TEST(FrameIo, TheEndOfInputIsNoError) {
  Pipe pipe;
  pipe.write.close();
  const auto frame = read_frame(pipe.read.get());
  ASSERT_TRUE(frame);
  EXPECT_EQ(*frame, std::nullopt);
}

TEST(FrameIo, ATornHeaderIsAnError) {
  Pipe pipe;
  pipe.raw("abc");
  pipe.write.close();
  EXPECT_THAT(read_frame(pipe.read.get()).error().message, HasSubstr("inside the length"));
}

TEST(FrameIo, ATornBodyIsAnErrorThatSaysHowMuchCame) {
  Pipe pipe;
  pipe.raw(text_of(frame_header(10)));
  pipe.raw("abc");
  pipe.write.close();
  EXPECT_THAT(read_frame(pipe.read.get()).error().message, HasSubstr("3 of the 10 bytes"));
}

TEST(FrameIo, AFrameAboveTheLimitIsRefusedBeforeItComes) {
  const Pipe pipe;
  pipe.raw(text_of(frame_header(101)));
  EXPECT_THAT(read_frame(pipe.read.get(), 100).error().message,
              HasSubstr("above the limit of 100"));
}

TEST(FrameIo, AClosedDescriptorIsAnError) {
  EXPECT_FALSE(read_frame(-1));
}

}  // namespace
}  // namespace assay
