// SPDX-License-Identifier: Apache-2.0
// Memory of the host for what the simulator holds in bulk.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace assay::sim {

class HostBytes {
 public:
  HostBytes() = default;
  /// Zeroed; large ones cost nothing until touched. False when the machine has no such amount.
  [[nodiscard]] bool allocate(std::size_t size) { return take(std::calloc(size + spare, 1), size); }
  /// Not zeroed: for what is overwritten whole at once.
  [[nodiscard]] bool allocate_raw(std::size_t size) {
    return take(std::malloc(size + spare), size);
  }
  [[nodiscard]] std::uint8_t* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  // One line more than asked, so that an empty buffer has memory too.
  static constexpr std::size_t spare = 64;
  bool take(void* p, std::size_t size) {
    if (p == nullptr) return false;
    data_.reset(static_cast<std::uint8_t*>(p));
    size_ = size;
    return true;
  }
  struct Free {
    void operator()(std::uint8_t* p) const { std::free(p); }
  };
  std::unique_ptr<std::uint8_t, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace assay::sim
