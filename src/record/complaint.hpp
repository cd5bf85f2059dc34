// SPDX-License-Identifier: Apache-2.0
// What the types of a record can't say: which values a frame from a process that ran hostile code
// may hold. Each answers with what is wrong, or with nothing. Not a check of meaning (a launch that
// makes no sense is the worker's to refuse), only of what would break the reader's arithmetic.
#pragma once

#include <optional>
#include <string>

#include "record/build.hpp"
#include "record/job.hpp"

namespace assay::record {

using Complaint = std::optional<std::string>;

/// Most records need none.
template <class Record>
[[nodiscard]] Complaint complaint(const Record&) {
  return {};
}
[[nodiscard]] Complaint complaint(const Place& place);
[[nodiscard]] Complaint complaint(const Finding& finding);
[[nodiscard]] Complaint complaint(const KernelInfo& kernel);
[[nodiscard]] Complaint complaint(const Symbol& symbol);
[[nodiscard]] Complaint complaint(const JobBuffer& buffer);
[[nodiscard]] Complaint complaint(const JobLaunch& launch);
[[nodiscard]] Complaint complaint(const LoadRequest& request);
[[nodiscard]] Complaint complaint(const RunRequest& request);
[[nodiscard]] Complaint complaint(const RunCounters& counters);
[[nodiscard]] Complaint complaint(const HostTensor& tensor);
[[nodiscard]] Complaint complaint(const RunOutput& output);

}  // namespace assay::record
