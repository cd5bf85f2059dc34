// SPDX-License-Identifier: Apache-2.0
#include "base/file.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/descriptor.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

// A path that leads nowhere, or a file that may not be read, is the user's to mend; a disk that
// refuses to be written is the machine's.
tl::unexpected<Error> failed(std::string_view doing, const fs::path& path, int number) {
  const bool leads_nowhere = number == ENOENT || number == ENOTDIR || number == EISDIR ||
                             number == ELOOP || number == ENAMETOOLONG || number == ENXIO;
  const bool usage = leads_nowhere || (number == EACCES && doing == "read");
  std::string hint;
  if (number == ENOSPC || number == EDQUOT) hint = "free some space and try again";
  if (number == EACCES) hint = "check the permissions of the file and of its folders";
  return fail(fmt::format("can't {} {}: {}", doing, path.string(), std::strerror(number)), hint,
              usage ? Blame::usage : Blame::machine);
}

tl::unexpected<Error> too_large(const fs::path& path, std::size_t limit) {
  return fail(fmt::format("{} is larger than the limit of {} bytes", path.string(), limit), {},
              Blame::usage);
}

// The size that stat reports is a hint only: files grow, and those of /proc say 0.
Result<std::string> read_all(int fd, const fs::path& path, std::size_t hint, std::size_t limit) {
  std::string content;
  std::size_t have = 0;
  content.resize(std::min(hint, limit) + 1);
  for (;;) {
    const ssize_t got = ::read(fd, content.data() + have, content.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed("read", path, errno);
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
    if (have > limit) return too_large(path, limit);
    if (have == content.size()) content.resize(std::min(2 * have + 4096, limit + 1));
  }
  content.resize(have);
  return content;
}

int write_all(int fd, ByteView content) {
  while (!content.empty()) {
    const ssize_t wrote = ::write(fd, content.data(), content.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return errno;
    content = content.subspan(static_cast<std::size_t>(wrote));
  }
  return 0;
}

// A new file beside `path` (rename needs the same file system), with the umask applied; `name` is
// set.
Descriptor open_beside(const fs::path& path, mode_t mode, fs::path& name) {
  static std::atomic<unsigned> counter{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = path.parent_path() / fmt::format(".assay-{}-{}.tmp", ::getpid(), counter++);
    const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0 || errno != EEXIST) return Descriptor(fd);
  }
  return {};
}

// Writes, syncs and renames; what errno said, or 0.
int replace(Descriptor file, const fs::path& temporary, const fs::path& path, ByteView content) {
  if (const int number = write_all(file.get(), content)) return number;
  if (::fsync(file.get()) != 0) return errno;
  if (!file.close()) return errno;
  return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
}

// Makes the rename itself durable. Some file systems refuse; the content is safe either way.
void sync_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.is_open()) ::fsync(fd.get());
}

// A device or a pipe can't be replaced (and must not be: think of /dev/stdout).
Result<void> write_through(const fs::path& path, ByteView content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return failed("write", path, errno);
  if (const int number = write_all(file.get(), content)) return failed("write", path, number);
  if (!file.close()) return failed("write", path, errno);
  return {};
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t limit) {
  // Non-blocking, or opening a pipe that nobody writes to would hang.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return failed("read", path, errno);
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return failed("read", path, errno);
  if (S_ISDIR(status.st_mode)) return failed("read", path, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return fail(fmt::format("can't read {}: not a regular file", path.string()), {}, Blame::usage);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > limit) return too_large(path, limit);
  return read_all(file.get(), path, size, limit);
}

Result<void> write_file(const fs::path& path, ByteView content) {
  // A link stays a link: what it points to is replaced.
  std::error_code ignored;
  const fs::path linked = fs::canonical(path, ignored);
  const fs::path target = linked.empty() ? path : linked;
  struct stat status{};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return failed("write", path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) return write_through(target, content);

  fs::path temporary;
  Descriptor file = open_beside(target, 0666, temporary);
  if (!file.is_open()) return failed("write", path, errno);
  if (exists) ::fchmod(file.get(), status.st_mode & 07777);
  if (const int number = replace(std::move(file), temporary, target, content)) {
    ::unlink(temporary.c_str());
    return failed("write", path, number);
  }
  sync_folder(target);
  return {};
}

Result<TemporaryFolder> TemporaryFolder::create(std::string_view prefix) {
  assert(prefix.find('/') == std::string_view::npos);
  std::error_code code;
  const fs::path parent = fs::temp_directory_path(code);
  if (code) {
    return fail("there is no folder for temporary files: " + code.message(),
                "set TMPDIR to a folder that can be written");
  }
  std::string name = (parent / (std::string(prefix) + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) return failed("create a folder in", parent, errno);
  return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  path_.swap(other.path_);
  return *this;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

fs::path executable_folder() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
}

}  // namespace assay
