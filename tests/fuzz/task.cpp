// SPDX-License-Identifier: Apache-2.0
// task.toml on any bytes: a task, or mistakes, each with a place; a task that is accepted has cases
// that hold.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "task/task.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::task;
  const auto parsed = parse_task({reinterpret_cast<const char*>(data), size}, "task.toml");
  require(parsed.value.has_value() == parsed.mistakes.empty());
  for (const auto& mistake : parsed.mistakes) {
    require(mistake.line > 0 && mistake.column > 0);
    require(to_text(mistake).size() < 10'000);
  }
  if (!parsed.value) return 0;
  for (const auto& at : cases_of(*parsed.value, 1)) {
    for (const auto& axis : parsed.value->axes) {
      const auto bound = at.axes.at(axis.name);
      require(bound >= axis.min && bound <= axis.max && bound % axis.multiple_of == 0);
    }
  }
  return 0;
}
