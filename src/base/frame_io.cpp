// SPDX-License-Identifier: Apache-2.0
// The child's side of base/process.hpp: whole frames through one descriptor, blocking or not.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "base/frame.hpp"
#include "base/interrupt.hpp"
#include "base/process.hpp"

namespace assay {
namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 20;

// An interrupt alone fails it; the descriptor's own troubles show in the read or write that
// follows.
Result<void> ready(int fd, short events) {
  if (fd < 0) return fail("the descriptor is not open", {}, Blame::assay);  // poll would skip it
  pollfd fds[2] = {{fd, events, 0}, {interrupt_descriptor(), POLLIN, 0}};
  while (!interrupted()) {
    const int count = ::poll(fds, 2, -1);
    if (count < 0 && errno != EINTR) return fail(fmt::format("poll: {}", std::strerror(errno)));
    if (count > 0 && fds[0].revents != 0) return {};
  }
  return fail("interrupted");
}

bool try_again(int number) {
  return number == EINTR || number == EAGAIN || number == EWOULDBLOCK;
}

// Some bytes, at least one; 0 at the end of input.
Result<std::size_t> read_some(int fd, std::span<std::byte> space) {
  for (;;) {
    if (auto waited = ready(fd, POLLIN); !waited) return fail(std::move(waited.error()));
    const ssize_t got = ::read(fd, space.data(), space.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (!try_again(errno)) return fail(fmt::format("can't read: {}", std::strerror(errno)));
  }
}

// Fills `space`; less only at the end of input.
Result<std::size_t> read_up_to(int fd, std::span<std::byte> space) {
  std::size_t have = 0;
  while (have < space.size()) {
    const Result<std::size_t> got = read_some(fd, space.subspan(have));
    if (!got) return got;
    if (*got == 0) break;
    have += *got;
  }
  return have;
}

Result<void> write_all(int fd, ByteView bytes) {
  while (!bytes.empty()) {
    if (auto waited = ready(fd, POLLOUT); !waited) return waited;
    const ssize_t wrote = ::write(fd, bytes.data(), bytes.size());
    if (wrote >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(wrote));
    } else if (!try_again(errno)) {
      return fail(fmt::format("can't write: {}", std::strerror(errno)));
    }
  }
  return {};
}

}  // namespace

Result<std::optional<Bytes>> read_frame(int fd, std::size_t limit) {
  std::array<std::byte, frame_header_bytes> header{};
  const Result<std::size_t> got = read_up_to(fd, header);
  if (!got) return fail(got.error());
  if (*got == 0) return std::nullopt;
  if (*got < header.size()) return fail("the input ended inside the length of a frame");
  const std::uint64_t length = frame_length(header);
  if (length > limit) {
    return fail(fmt::format("a frame of {} bytes is above the limit of {}", length, limit));
  }
  Bytes frame;
  while (frame.size() < length) {
    const std::size_t have = frame.size();
    // Grow with what has come, not with what was claimed.
    const std::size_t step = std::max(have, most_at_once);
    frame.resize(static_cast<std::size_t>(std::min<std::uint64_t>(length, have + step)));
    const Result<std::size_t> part = read_up_to(fd, std::span(frame).subspan(have));
    if (!part) return fail(part.error());
    if (have + *part < frame.size()) {
      return fail(
          fmt::format("the input ended after {} of the {} bytes of a frame", have + *part, length));
    }
  }
  return frame;
}

Result<void> write_frame(int fd, ByteView frame) {
  if (auto wrote = write_all(fd, frame_header(frame.size())); !wrote) return wrote;
  return write_all(fd, frame);
}

}  // namespace assay
