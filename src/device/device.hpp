// SPDX-License-Identifier: Apache-2.0
// One interface to whatever runs kernels. A device holds code and buffers for one candidate; it
// knows no task, no golden result and no tolerance.
#pragma once

#include "base/result.hpp"
#include "num/tensor.hpp"
#include "record/job.hpp"

namespace assay::device {

class Device {
 public:
  virtual ~Device() = default;
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Takes the candidate's code; called once, before any run.
  [[nodiscard]] virtual record::LoadAnswer load(const record::LoadRequest& request) = 0;
  /// One run: fresh buffers, the whole launch list once, contents back. Runs share nothing.
  [[nodiscard]] virtual record::RunAnswer run(const record::RunRequest& request) = 0;
};

/// What stands in a buffer before a run. Error: a shape that overflows, bytes of the wrong length.
[[nodiscard]] Result<HostTensor> contents_of(const record::JobBuffer& buffer);

}  // namespace assay::device
