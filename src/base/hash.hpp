// SPDX-License-Identifier: Apache-2.0
// Content hashes: BLAKE2b-256. Candidates are hostile, so identity is never a weak hash.
#pragma once

#include <memory>
#include <string>

#include "base/bytes.hpp"

namespace assay {

/// Feed fields one by one; each is framed by its length, so ("ab","c") and ("a","bc") differ.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& field(ByteView bytes);
  Hasher& field(std::string_view text) { return field(bytes_of(text)); }
  /// 64 lower-case hex digits; the hasher is spent afterwards.
  [[nodiscard]] std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Hash of one run of bytes, 64 hex digits.
[[nodiscard]] std::string hash_hex(ByteView bytes);

}  // namespace assay
