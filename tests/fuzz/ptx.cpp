// SPDX-License-Identifier: Apache-2.0
// Any bytes: an answer with a place, or a module that survives printing and whose control flow can
// be taken apart.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ptx/cfg.hpp"
#include "ptx/compare.hpp"
#include "ptx/parse.hpp"
#include "ptx/print.hpp"

namespace {

[[noreturn]] void give_up(const std::string& what, const std::string& printed) {
  std::fprintf(stderr, "%s\nin:\n%s\n", what.c_str(), printed.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto module = assay::ptx::parse(text);
  if (!module) return 0;
  for (const auto& function : module->functions) static_cast<void>(assay::ptx::make_cfg(function));
  const std::string printed = assay::ptx::print(*module);
  const auto again = assay::ptx::parse(printed);
  if (!again) give_up(to_text(again.error()), printed);
  const std::string where = assay::ptx::difference(*module, *again);
  if (!where.empty()) give_up(where + " differs", printed);
  return 0;
}
