// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "base/text.hpp"

namespace assay::cli {
namespace {

constexpr int bar_width = 20;

std::string bar(int done, int total) {
  const int filled = total > 0 ? bar_width * done / total : 0;
  std::string text;
  for (int i = 0; i < bar_width; ++i) text += i < filled ? "━" : "╌";
  return text;
}

}  // namespace

void TerminalProgress::step(std::string_view phase, std::string_view item, int done, int total) {
  if (!shown_) return;
  const std::scoped_lock lock(mutex_);
  const std::string line = fmt::format("\r\x1b[2K{} {}/{} {} {}", bar(done, total), done, total,
                                       phase, escaped(item, 40));
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  dirty_ = true;
}

void TerminalProgress::clear() {
  const std::scoped_lock lock(mutex_);
  if (dirty_) std::fputs("\r\x1b[2K", stderr);
  dirty_ = false;
}

}  // namespace assay::cli
