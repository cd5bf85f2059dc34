// SPDX-License-Identifier: Apache-2.0
#include "sandbox/landlock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace assay::sandbox {
namespace {

// Own names for the kernel's numbers (include/uapi/linux/landlock.h): the header of the
// distribution that this is built on may be older than the kernel that it runs on.
constexpr std::uint64_t execute = 1 << 0;
constexpr std::uint64_t write_file = 1 << 1;
constexpr std::uint64_t read_file = 1 << 2;
constexpr std::uint64_t read_folder = 1 << 3;
constexpr std::uint64_t all_of_abi_1 = (1 << 13) - 1;
constexpr std::uint64_t refer = 1 << 13;
constexpr std::uint64_t truncate_file = 1 << 14;
constexpr std::uint64_t ioctl_device = 1 << 15;
constexpr std::uint64_t remove_folder = 1 << 4;
constexpr std::uint64_t remove_file = 1 << 5;
constexpr std::uint64_t make_folder = 1 << 7;
constexpr std::uint64_t make_regular = 1 << 8;
constexpr std::uint64_t tcp_bind_and_connect = 3;
constexpr std::uint64_t abstract_sockets_and_signals = 3;
constexpr std::uint64_t for_files = execute | write_file | read_file | truncate_file | ioctl_device;

struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};

struct __attribute__((packed)) PathRule {
  std::uint64_t allowed = 0;
  std::int32_t parent = -1;
};

constexpr unsigned version_flag = 1;
constexpr int path_beneath = 1;

/// The kernel refuses a ruleset that is longer than it knows, so older ones get the part that they
/// know.
std::size_t size_for(int abi) {
  return abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
}

Ruleset ruleset_for(int abi) {
  Ruleset rules;
  rules.files = all_of_abi_1;
  if (abi >= 2) rules.files |= refer;
  if (abi >= 3) rules.files |= truncate_file;
  if (abi >= 5) rules.files |= ioctl_device;
  if (abi >= 4) rules.network = tcp_bind_and_connect;
  if (abi >= 6) rules.scoped = abstract_sockets_and_signals;
  return rules;
}

/// A path that does not exist needs no rule: nothing below it can be opened anyhow.
bool allow(int ruleset, const std::filesystem::path& path, std::uint64_t rights) {
  const int parent = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (parent < 0) return errno == ENOENT || errno == ENOTDIR;
  struct stat facts{};
  if (::fstat(parent, &facts) == 0 && !S_ISDIR(facts.st_mode)) rights &= for_files;
  const PathRule rule{rights, parent};
  const auto refused = ::syscall(SYS_landlock_add_rule, ruleset, path_beneath, &rule, 0U);
  ::close(parent);
  return refused == 0;
}

bool allow_paths(int ruleset, const Policy& policy, std::uint64_t handled) {
  const auto reading = execute | read_file | read_folder;
  for (const auto& path : policy.readable) {
    if (!allow(ruleset, path, reading & handled)) return false;
  }
  if (!policy.writable) return true;
  const auto writing = read_file | read_folder | write_file | truncate_file | remove_file |
                       remove_folder | make_folder | make_regular;
  return allow(ruleset, *policy.writable, writing & handled);
}

void note_what_lacks(int abi, Report& report) {
  const auto lacks = [&](int needed, const char* what) {
    if (abi >= needed) return;
    report.missing.push_back(std::string("landlock ") + what + ": needs abi " +
                             std::to_string(needed) + ", the kernel has " + std::to_string(abi));
  };
  lacks(3, "truncate");
  lacks(4, "tcp");
  lacks(5, "device ioctl");
  lacks(6, "signals and abstract sockets");
}

}  // namespace

LandlockVersion landlock_version() {
  const auto abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, version_flag);
  if (abi > 0) return {static_cast<int>(abi), {}};
  if (errno == ENOSYS) return {0, "the kernel has none"};
  if (errno == EOPNOTSUPP) return {0, "switched off at boot"};
  return {0, std::strerror(errno)};
}

void apply_landlock(const Policy& policy, Report& report) {
  const auto version = landlock_version();
  if (version.abi == 0) {
    report.missing.push_back("landlock: " + version.reason);
    return;
  }
  const auto rules = ruleset_for(version.abi);
  const int ruleset =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, size_for(version.abi), 0U));
  const bool applied = ruleset >= 0 && allow_paths(ruleset, policy, rules.files) &&
                       ::syscall(SYS_landlock_restrict_self, ruleset, 0U) == 0;
  const std::string reason = std::strerror(errno);
  if (ruleset >= 0) ::close(ruleset);
  if (!applied) {
    report.missing.push_back("landlock: " + reason);
    return;
  }
  report.applied.push_back("landlock abi " + std::to_string(version.abi));
  note_what_lacks(version.abi, report);
}

}  // namespace assay::sandbox
