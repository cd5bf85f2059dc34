// SPDX-License-Identifier: Apache-2.0
#include "base/frame.hpp"

#include <algorithm>

namespace assay {
namespace {

// A flood of empty frames takes memory too.
constexpr std::size_t cost_of_a_frame = sizeof(Bytes);

}  // namespace

std::array<std::byte, frame_header_bytes> frame_header(std::uint64_t length) {
  std::array<std::byte, frame_header_bytes> header{};
  for (std::size_t i = 0; i < header.size(); ++i) {
    header[i] = static_cast<std::byte>(length >> (8 * i));
  }
  return header;
}

std::uint64_t frame_length(std::span<const std::byte, frame_header_bytes> header) {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    length |= static_cast<std::uint64_t>(header[i]) << (8 * i);
  }
  return length;
}

void FrameReader::finish_frame() {
  whole_.push_back(std::move(body_));
  held_ += cost_of_a_frame;
  body_ = {};
  header_have_ = 0;
}

void FrameReader::feed(ByteView piece) {
  while (!piece.empty()) {
    if (header_have_ < header_.size()) {
      const std::size_t take = std::min(header_.size() - header_have_, piece.size());
      std::copy_n(piece.begin(), take, header_.begin() + static_cast<std::ptrdiff_t>(header_have_));
      header_have_ += take;
      piece = piece.subspan(take);
      if (header_have_ < header_.size()) return;
    }
    const std::uint64_t missing = frame_length(header_) - body_.size();
    const auto take = static_cast<std::size_t>(std::min<std::uint64_t>(missing, piece.size()));
    body_.insert(body_.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(take));
    held_ += take;
    piece = piece.subspan(take);
    if (take == missing) finish_frame();
  }
}

std::optional<Bytes> FrameReader::next() {
  if (whole_.empty()) return std::nullopt;
  Bytes frame = std::move(whole_.front());
  whole_.pop_front();
  held_ -= frame.size() + cost_of_a_frame;
  return frame;
}

std::optional<std::uint64_t> FrameReader::claimed() const {
  if (!whole_.empty()) return whole_.front().size();
  if (header_have_ < header_.size()) return std::nullopt;
  return frame_length(header_);
}

}  // namespace assay
