// SPDX-License-Identifier: Apache-2.0
// Owner marks of the parallel order: which thread read or wrote each granule of writable memory, as
// each host thread saw it. They show whether blocks touched each other's data.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/core/context.hpp"
#include "sim/memory/host_bytes.hpp"

namespace assay::sim {

/// One host thread's marks. Kept from launch to launch: each launch counts its marks from a base
/// above all earlier ones, so that old ones mean nothing and needn't be cleared.
class Owners {
 public:
  /// Gives every writable region its marks. False when there is no memory.
  [[nodiscard]] bool attach(std::vector<Region>& regions, std::uint32_t granule);

 private:
  friend class OwnerMarks;
  struct alignas(64) Part {  // host threads write `stored` all the time
    std::uint32_t* marks = nullptr;
    std::uint64_t count = 0;
    std::uint32_t stored = 0;  ///< this host thread stored there
  };
  HostBytes memory_;
  std::vector<Part> parts_;
};

/// The marks of all host threads.
class OwnerMarks {
 public:
  /// A launch of so many threads. False when their numbers don't fit.
  [[nodiscard]] bool begin(std::size_t host_threads, std::uint64_t threads);
  [[nodiscard]] std::uint32_t base() const { return base_; }
  [[nodiscard]] std::uint32_t many() const { return many_; }
  [[nodiscard]] bool attach(std::size_t host_thread, std::vector<Region>& regions,
                            std::uint32_t granule) {
    return of_[host_thread]->attach(regions, granule);
  }
  /// Did two host threads' blocks touch the same granule, one of them writing? Each host thread
  /// looks at its share, once all are done.
  [[nodiscard]] bool clash(std::size_t share, std::size_t shares);

 private:
  bool clash(std::size_t part, std::uint64_t from, std::uint64_t to);

  std::vector<std::unique_ptr<Owners>> of_;
  std::size_t used_ = 0;  ///< host threads of this launch
  std::uint64_t next_ = 0;
  std::uint32_t base_ = 0, many_ = 0;
};

}  // namespace assay::sim
