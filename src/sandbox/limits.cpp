// SPDX-License-Identifier: Apache-2.0
#include "sandbox/limits.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::sandbox {
namespace {

// Address space beyond the memory itself: libraries (the compiler alone maps 110 MB), the
// reservations of malloc's arenas (64 MB a thread) and thread stacks, all of which cost nothing
// until they are touched.
constexpr std::uint64_t reserved_bytes = std::uint64_t{1} << 30;

bool limit(int resource, std::uint64_t wanted) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return false;
  const auto value = std::min<rlim_t>(wanted, now.rlim_max);
  const rlimit next{value, value};
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &next) == 0;
}

/// The soft limit's signal says what happened; at the hard one it would be SIGKILL, which might
/// come from anybody. So the hard one lies two seconds later.
bool limit_processor_time(std::uint64_t seconds) {
  rlimit now{};
  if (::getrlimit(RLIMIT_CPU, &now) != 0) return false;
  const rlimit next{std::min<rlim_t>(seconds, now.rlim_max),
                    std::min<rlim_t>(seconds + 2, now.rlim_max)};
  return ::setrlimit(RLIMIT_CPU, &next) == 0;
}

void note(Report& report, bool applied, const std::string& name) {
  if (applied) {
    report.applied.push_back(name);
  } else {
    report.missing.push_back(name + ": " + std::strerror(errno));
  }
}

/// The address sanitizer reserves terabytes, so that no limit on memory can hold in such a build.
constexpr bool sanitized() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

void limit_memory(std::uint64_t bytes, Report& report) {
  if (sanitized()) {
    report.missing.emplace_back("rlimit memory: built with the address sanitizer");
    return;
  }
  const bool applied = limit(RLIMIT_DATA, bytes) && limit(RLIMIT_AS, bytes + reserved_bytes);
  note(report, applied, "rlimit memory");
}

}  // namespace

void apply_limits(const Policy& policy, Report& report) {
  note(report, limit(RLIMIT_CORE, 0) && ::prctl(PR_SET_DUMPABLE, 0) == 0, "no core dump");
  if (policy.cpu_time) {
    note(report, limit_processor_time(static_cast<std::uint64_t>(policy.cpu_time->count())),
         "rlimit cpu");
  }
  if (policy.file_bytes) note(report, limit(RLIMIT_FSIZE, *policy.file_bytes), "rlimit file size");
  if (policy.open_files)
    note(report, limit(RLIMIT_NOFILE, *policy.open_files), "rlimit open files");
  if (policy.memory_bytes) limit_memory(*policy.memory_bytes, report);
}

void drop_capabilities(Report& report) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct held[2]{};
  bool applied = ::syscall(SYS_capget, &header, held) == 0;
  const std::uint32_t reading = 1U << CAP_DAC_READ_SEARCH;
  for (auto& half : held) {
    const std::uint32_t kept = &half == held ? half.effective & reading : 0;
    half = {kept, kept, 0};
  }
  applied = applied && ::syscall(SYS_capset, &header, held) == 0;
  note(report, applied, "capabilities");
}

}  // namespace assay::sandbox
