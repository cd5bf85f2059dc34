// SPDX-License-Identifier: Apache-2.0
// One line on a terminal's stderr that says how far a long step is; silent elsewhere.
#pragma once

#include <mutex>

#include "flow/options.hpp"

namespace assay::cli {

class TerminalProgress : public flow::Progress {
 public:
  explicit TerminalProgress(bool shown) : shown_(shown) {}
  ~TerminalProgress() override { clear(); }
  void step(std::string_view phase, std::string_view item, int done, int total) override;
  /// Wipes the line, so that what is printed next starts at the margin.
  void clear();

 private:
  std::mutex mutex_;
  bool shown_;
  bool dirty_ = false;
};

}  // namespace assay::cli
