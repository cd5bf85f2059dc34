// SPDX-License-Identifier: Apache-2.0
#include "base/hash.hpp"

#include <array>
#include <cassert>
#include <cstdint>

#include <blake2.h>

namespace assay {
namespace {

constexpr std::size_t digest_bytes = 32;

std::string hex_of(const std::array<std::uint8_t, digest_bytes>& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest_bytes);
  for (const std::uint8_t byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string finished(blake2b_state& state) {
  std::array<std::uint8_t, digest_bytes> digest{};
  [[maybe_unused]] const int failed = blake2b_final(&state, digest.data(), digest.size());
  assert(failed == 0 && "a hasher gives its digest once");
  return hex_of(digest);
}

void update(blake2b_state& state, ByteView bytes) {
  blake2b_update(&state, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

struct Hasher::State {
  blake2b_state blake{};
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  blake2b_init(&state_->blake, digest_bytes);
}

Hasher::~Hasher() = default;

Hasher& Hasher::field(ByteView bytes) {
  std::array<std::byte, 8> length{};
  for (std::size_t i = 0; i < length.size(); ++i) {
    length[i] = static_cast<std::byte>(std::uint64_t{bytes.size()} >> (8 * i));
  }
  update(state_->blake, length);
  update(state_->blake, bytes);
  return *this;
}

std::string Hasher::hex() {
  return finished(state_->blake);
}

std::string hash_hex(ByteView bytes) {
  blake2b_state state;
  blake2b_init(&state, digest_bytes);
  update(state, bytes);
  return finished(state);
}

}  // namespace assay
