// SPDX-License-Identifier: Apache-2.0
#include "num/random.hpp"

#include <charconv>

#include "base/hash.hpp"

namespace assay {

std::array<std::uint32_t, 4> philox(std::uint64_t key, std::array<std::uint32_t, 4> counter) {
  // The constants of Philox4x32 in "Parallel random numbers: as easy as 1, 2, 3" (SC'11).
  auto key0 = static_cast<std::uint32_t>(key);
  auto key1 = static_cast<std::uint32_t>(key >> 32);
  auto [a, b, c, d] = counter;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t ab = std::uint64_t{0xD2511F53} * a;
    const std::uint64_t cd = std::uint64_t{0xCD9E8D57} * c;
    a = static_cast<std::uint32_t>(cd >> 32) ^ b ^ key0;
    c = static_cast<std::uint32_t>(ab >> 32) ^ d ^ key1;
    b = static_cast<std::uint32_t>(cd);
    d = static_cast<std::uint32_t>(ab);
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return {a, b, c, d};
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  // One block serves two neighbours.
  const std::uint64_t block = index / 2;
  const auto words =
      philox(seed, {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32),
                    static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)});
  const std::size_t first = 2 * (index % 2);
  return std::uint64_t{words[first + 1]} << 32 | words[first];
}

std::uint64_t derived_seed(std::uint64_t seed, const char* purpose, std::uint64_t index) {
  Hasher hasher;
  hasher.field(purpose).field(std::to_string(seed)).field(std::to_string(index));
  const std::string hex = hasher.hex();
  std::uint64_t value = 0;
  std::from_chars(hex.data(), hex.data() + 16, value, 16);
  return value;
}

}  // namespace assay
