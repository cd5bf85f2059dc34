// SPDX-License-Identifier: Apache-2.0
// The frames of base/process.hpp as bytes: 8 bytes little-endian length, then that many bytes. No
// I/O.
#pragma once

#include <array>
#include <deque>
#include <optional>

#include "base/bytes.hpp"

namespace assay {

inline constexpr std::size_t frame_header_bytes = 8;

[[nodiscard]] std::array<std::byte, frame_header_bytes> frame_header(std::uint64_t length);
[[nodiscard]] std::uint64_t frame_length(std::span<const std::byte, frame_header_bytes> header);

/// Puts frames together from pieces of any size. Memory grows with what has arrived, never with
/// what a header claims, so a hostile header costs nothing.
class FrameReader {
 public:
  void feed(ByteView piece);
  /// The oldest whole frame.
  [[nodiscard]] std::optional<Bytes> next();
  /// The claimed length of the oldest frame, whole or not, once its header is in.
  [[nodiscard]] std::optional<std::uint64_t> claimed() const;
  /// Inside a frame: an end of input here tears it.
  [[nodiscard]] bool mid_frame() const { return header_have_ > 0; }
  /// Bytes kept, of whole frames (and for them) and of the one under way.
  [[nodiscard]] std::size_t held() const { return held_; }

 private:
  void finish_frame();

  std::deque<Bytes> whole_;
  std::array<std::byte, frame_header_bytes> header_{};
  std::size_t header_have_ = 0;
  Bytes body_;
  std::size_t held_ = 0;
};

}  // namespace assay
