// SPDX-License-Identifier: Apache-2.0
// The ranges of the fields of records, in one place.
#include "record/complaint.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "record/fields.hpp"

namespace assay::record {
namespace {

constexpr std::int64_t most_align = std::int64_t{1} << 30;
constexpr std::size_t most_dimensions = 32;

/// Walks the fields of a record and remembers the first integer below zero.
struct NegativeFinder {
  Complaint found;
  void operator()(const char* name, std::int64_t value) {
    if (value < 0 && !found) found = fmt::format("'{}' is {}, expected 0 or more", name, value);
  }
  template <class Other>
  void operator()(const char* name, const Other& value) {
    if constexpr (requires {
                    value.begin();
                    *value.begin() < 0;
                  }) {
      for (const auto& each : value)
        if constexpr (std::same_as<std::remove_cvref_t<decltype(each)>, std::int64_t>)
          (*this)(name, each);
    }
  }
};

template <class Record>
Complaint any_negative(const Record& record) {
  NegativeFinder finder;
  fields(finder, record);
  return finder.found;
}

Complaint bad_shape(Dtype dtype, const std::vector<std::int64_t>& shape) {
  if (shape.size() > most_dimensions)
    return fmt::format("{} dimensions, expected at most {}", shape.size(), most_dimensions);
  if (!size_in_bytes(dtype, shape)) return "the shape is negative or its size overflows";
  return {};
}

Complaint bad_coordinate(const char* name, const std::optional<std::array<std::int64_t, 3>>& at) {
  if (at && std::ranges::any_of(*at, [](std::int64_t each) { return each < 0; }))
    return fmt::format("'{}' has a negative coordinate", name);
  return {};
}

}  // namespace

Complaint complaint(const Place& place) {
  if (Complaint bad = bad_coordinate("block", place.block)) return bad;
  if (Complaint bad = bad_coordinate("thread", place.thread)) return bad;
  return any_negative(place);
}

Complaint complaint(const Finding& finding) {
  const auto known = {"reject", "warn", "info"};
  if (std::ranges::find(known, finding.severity) == known.end())
    return "'severity' is none of reject, warn, info";
  return any_negative(finding);
}

Complaint complaint(const KernelInfo& kernel) {
  return any_negative(kernel);
}
Complaint complaint(const Symbol& symbol) {
  return any_negative(symbol);
}
Complaint complaint(const JobLaunch& launch) {
  return any_negative(launch);
}
Complaint complaint(const RunRequest& request) {
  return any_negative(request);
}
Complaint complaint(const RunCounters& counters) {
  return any_negative(counters);
}

Complaint complaint(const JobBuffer& buffer) {
  const auto align = static_cast<std::uint64_t>(buffer.align);
  if (buffer.align < 1 || buffer.align > most_align || !std::has_single_bit(align))
    return fmt::format("'align' is {}, expected a power of two up to 2^30", buffer.align);
  return bad_shape(buffer.dtype, buffer.shape);
}

Complaint complaint(const LoadRequest& request) {
  if (request.host_threads < 1 || request.host_threads > 1024)
    return fmt::format("'host_threads' is {}, expected 1 to 1024", request.host_threads);
  return {};
}

Complaint complaint(const HostTensor& tensor) {
  if (Complaint bad = bad_shape(tensor.dtype, tensor.shape)) return bad;
  const auto expected = size_in_bytes(tensor.dtype, tensor.shape).value();
  if (tensor.bytes.size() == static_cast<std::size_t>(expected)) return {};
  return fmt::format("the shape takes {} bytes, found {}", expected, tensor.bytes.size());
}

Complaint complaint(const RunOutput& output) {
  const auto size = static_cast<std::int64_t>(output.tensor.bytes.size());
  if (output.unwritten_bytes < 0 || output.unwritten_bytes > size)
    return fmt::format("'unwritten_bytes' is {} of {} bytes", output.unwritten_bytes, size);
  if (output.first_unwritten < -1 || output.first_unwritten >= std::max<std::int64_t>(size, 1))
    return fmt::format("'first_unwritten' is {} of {} bytes", output.first_unwritten, size);
  return {};
}

}  // namespace assay::record
