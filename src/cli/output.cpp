// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"
#include "cli/exit_code.hpp"
#include "record/message.hpp"
#include "report/terminal.hpp"

namespace assay::cli {
namespace {

constexpr int narrow = 80, wide = 160;

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 120;
  return std::clamp<int>(size.ws_col, narrow, wide);
}

}  // namespace

int complain(const Error& error) {
  std::fputs(escaped(to_text(error), std::size_t{1} << 20).c_str(), stderr);
  return exit_code_of(error);
}

bool wants_color(int descriptor, bool no_color) {
  const char* forbidden = std::getenv("NO_COLOR");
  return !no_color && (forbidden == nullptr || *forbidden == '\0') && isatty(descriptor) != 0;
}

Result<void> print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return {};
  if (errno == EPIPE) return {};  // whoever read us has seen enough
  const int number = errno;
  const bool full = number == ENOSPC || number == EDQUOT;
  return fail(std::string("can't write to stdout: ") + std::strerror(number),
              full ? "free some space and try again" : "is stdout open for writing?");
}

Result<void> print(const record::Report& report, const PrintOptions& options) {
  if (options.json) return print(record::to_json(report) + "\n");
  report::Style style;
  style.color = wants_color(STDOUT_FILENO, options.no_color);
  style.width = terminal_width();
  style.quiet = options.quiet;
  return print(report::render(report, style));
}

}  // namespace assay::cli
