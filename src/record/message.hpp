// SPDX-License-Identifier: Apache-2.0
// Records as frames between processes, and the verdict as JSON. Frames come from processes that
// touched hostile input, so reading checks everything and answers with an Error.
#pragma once

#include <string>

#include "base/bytes.hpp"
#include "base/result.hpp"
#include "record/build.hpp"
#include "record/job.hpp"
#include "record/verdict.hpp"

namespace assay::record {

// A frame is one JSON text with binary blobs behind it.
[[nodiscard]] Bytes to_frame(const BuildRequest& request);
[[nodiscard]] Bytes to_frame(const Build& build);
[[nodiscard]] Bytes to_frame(const LoadRequest& request);
[[nodiscard]] Bytes to_frame(const LoadAnswer& answer);
[[nodiscard]] Bytes to_frame(const RunRequest& request);
[[nodiscard]] Bytes to_frame(const RunAnswer& answer);

template <class Record>
[[nodiscard]] Result<Record> from_frame(ByteView frame);
extern template Result<BuildRequest> from_frame(ByteView);
extern template Result<Build> from_frame(ByteView);
extern template Result<LoadRequest> from_frame(ByteView);
extern template Result<LoadAnswer> from_frame(ByteView);
extern template Result<RunRequest> from_frame(ByteView);
extern template Result<RunAnswer> from_frame(ByteView);

/// `judge --json`: {"schema": 1, "task": …, "verdicts": […]}; keys in a fixed order, two-space
/// indent, numbers that are not finite as strings. Times and dates stand in "seconds" and "date"
/// fields only.
[[nodiscard]] std::string to_json(const Report& report);

}  // namespace assay::record
