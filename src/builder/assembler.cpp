// SPDX-License-Identifier: Apache-2.0
#include "builder/assembler.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "build/compiler_log.hpp"

namespace assay::builder {
namespace {

namespace fs = std::filesystem;

constexpr const char* log_name = ".ptxas.log";
constexpr const char* cubin_name = ".out.cubin";
constexpr int not_started = 127;

/// What a dynamically linked program needs to start.
std::vector<fs::path> readable_for(const build::BuilderArguments& arguments) {
  return {arguments.toolkit.ptxas, "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"};
}

/// In the child: waits for its command line, becomes ptxas.
[[noreturn]] void become_ptxas(int start, const build::BuilderArguments& arguments) {
  auto policy = sandbox::builder_policy(readable_for(arguments), arguments.temporary);
  policy.may_execute = true;
  policy.memory_bytes = arguments.memory_bytes;
  (void)sandbox::apply(policy);  // the parent reports the same limits
  const auto frame = read_frame(start);
  const int log =
      ::open((arguments.temporary / log_name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (!frame || !*frame || log < 0) ::_exit(not_started);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  const std::string line(text_of(**frame));
  std::vector<std::string> words;
  for (const auto word : split(line, '\0')) words.emplace_back(word);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  char* const no_environment[] = {nullptr};
  ::execve(argv[0], argv.data(), no_environment);
  ::_exit(not_started);
}

}  // namespace

Result<std::string> failure_of(int status, std::string_view log) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_started)
    return fail("the assembler can't be started");
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGKILL || signal == SIGTERM || signal == SIGINT || signal == SIGHUP)
    return fail("the assembler was killed by signal " + std::to_string(signal));
  if (log.find("emory allocation") != std::string_view::npos) return "memory";
  if (signal == 0) return "compile";
  return signal == SIGXCPU ? "timeout" : "crash";
}

Result<Assembler> Assembler::prepare(const build::BuilderArguments& arguments) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail("no pipe for the assembler");
  const pid_t child = ::fork();
  if (child < 0) return fail("no process for the assembler");
  if (child == 0) {
    ::close(ends[1]);
    become_ptxas(ends[0], arguments);
  }
  ::close(ends[0]);
  return Assembler(arguments.temporary, arguments.toolkit.ptxas, child, ends[1]);
}

Assembler::Assembler(Assembler&& other) noexcept
    : folder_(std::move(other.folder_)),
      ptxas_(std::move(other.ptxas_)),
      child_(std::exchange(other.child_, -1)),
      start_(std::exchange(other.start_, -1)) {}

/// A child that was never told to start ends when its pipe is closed.
Assembler::~Assembler() {
  if (start_ >= 0) ::close(start_);
  if (child_ > 0) (void)::waitpid(child_, nullptr, 0);
}

Result<Assembled> Assembler::assemble(ByteView ptx, const std::string& name,
                                      const std::string& arch) {
  const auto source = folder_ / name;
  const auto target = folder_ / cubin_name;
  if (auto written = write_file(source, ptx); !written) return fail(written.error());
  const std::string nul(1, '\0');
  const auto line = ptxas_.string() + nul + "--gpu-name=sm_" + arch + nul + "--generate-line-info" +
                    nul + source.string() + nul + "--output-file" + nul + target.string();
  if (auto sent = write_frame(start_, bytes_of(line)); !sent) return fail(sent.error());
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  Assembled result;
  const auto raw = read_file(folder_ / log_name, std::size_t{1} << 20).value_or("");
  result.log = build::readable_log(raw, {{folder_.string(), "", false}});
  auto failure = failure_of(status, raw);
  if (!failure) return fail(std::move(failure.error()));
  result.failure = std::move(*failure);
  result.ok = result.failure.empty();
  if (!result.ok) return result;
  const auto image = read_file(target, build::largest_artifact);
  if (!image) return fail(image.error());
  const auto bytes = bytes_of(*image);
  result.cubin.assign(bytes.begin(), bytes.end());
  return result;
}

}  // namespace assay::builder
