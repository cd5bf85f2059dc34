// SPDX-License-Identifier: Apache-2.0
// Jobs 0 … n-1 over some threads, taken in order of their index; results stand by index, so the
// outcome never depends on who was faster.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace assay {

/// Runs job(0) … job(count - 1) over at most `threads` threads (at least one). After an exception
/// no new job is taken; once all have stopped, the exception of the lowest index is thrown again.
void for_each_index(std::size_t count, std::size_t threads,
                    const std::function<void(std::size_t)>& job);

/// As above; the results in order of index.
template <class Job>
[[nodiscard]] auto map_indices(std::size_t count, std::size_t threads, const Job& job) {
  using Value = decltype(job(std::size_t{0}));
  std::vector<std::optional<Value>> slots(count);
  for_each_index(count, threads, [&](std::size_t i) { slots[i].emplace(job(i)); });
  std::vector<Value> values;
  values.reserve(count);
  for (auto& slot : slots) values.push_back(std::move(*slot));
  return values;
}

/// Threads that this process may use, at least one.
[[nodiscard]] std::size_t usable_threads();

}  // namespace assay
