// SPDX-License-Identifier: Apache-2.0
#include "sandbox/policy.hpp"

#include <sys/prctl.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "sandbox/landlock.hpp"
#include "sandbox/limits.hpp"
#include "sandbox/seccomp.hpp"

namespace assay::sandbox {
namespace {

std::ptrdiff_t thread_count() {
  std::error_code failed;
  const std::filesystem::directory_iterator tasks("/proc/self/task", failed);
  return failed ? 1 : std::distance(begin(tasks), end(tasks));
}

}  // namespace

Policy builder_policy(std::vector<std::filesystem::path> readable,
                      std::filesystem::path temporary) {
  Policy policy;
  policy.name = "builder";
  policy.readable = std::move(readable);
  policy.writable = std::move(temporary);
  policy.cpu_time = std::chrono::seconds(60);
  policy.memory_bytes = std::uint64_t{4} << 30;
  policy.file_bytes = std::uint64_t{1} << 30;
  policy.open_files = 256;
  return policy;
}

Policy worker_policy() {
  Policy policy;
  policy.name = "worker";
  policy.memory_bytes = std::uint64_t{16} << 30;
  policy.file_bytes = 0;  // pipes have no size, so answers still go through
  policy.open_files = 256;
  return policy;
}

Report apply(const Policy& policy) {
  Report report;
  const auto threads = thread_count();
  apply_limits(policy, report);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
    report.applied.emplace_back("no new privileges");
  } else {
    report.missing.push_back(std::string("no new privileges: ") + std::strerror(errno));
  }
  apply_landlock(policy, report);
  if (threads > 1) {
    report.missing.push_back("landlock for " + std::to_string(threads - 1) +
                             " threads that stood before");
  }
  drop_capabilities(report);
  apply_seccomp(policy, report);
  return report;
}

}  // namespace assay::sandbox
