// SPDX-License-Identifier: Apache-2.0
#include "base/spawn.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/keeper.hpp"

namespace assay {
namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

// Never 0, 1 or 2, should the parent run with some of these closed: the child's dup2 would clash.
Descriptor lifted(int fd) {
  if (fd > 2) return Descriptor(fd);
  const Descriptor low(fd);
  return Descriptor(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
}

bool open_pipe(Pipe& pipe) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  pipe.read = lifted(ends[0]);
  pipe.write = lifted(ends[1]);
  // Fewer wake-ups for tensors of many megabytes; a refusal costs nothing.
  ::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
  return pipe.read.is_open() && pipe.write.is_open();
}

void set_non_blocking(const Descriptor& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

// All that the child needs between vfork and exec, made before, since it may not allocate.
struct Plan {
  std::vector<std::string> strings;
  std::vector<char*> argv;
  std::vector<char*> environment;
  Pipe input, output, error;
  pid_t parent = -1;
  int failed_with = 0;  ///< errno of the child: vfork shares memory, so it needs no pipe of its own
};

void fill_strings(Plan& plan, const Command& command) {
  for (const std::string& argument : command.argv) plan.strings.push_back(argument);
  for (const auto& [name, value] : command.environment) plan.strings.push_back(name + "=" + value);
  for (std::size_t i = 0; i < plan.strings.size(); ++i) {
    auto& list = i < command.argv.size() ? plan.argv : plan.environment;
    list.push_back(plan.strings[i].data());
  }
  plan.argv.push_back(nullptr);
  plan.environment.push_back(nullptr);
}

// A handler of ours that ran in the child would write the parent's memory. Only calls that are safe
// in a vfork child follow here.
void reset_signals() {
  struct sigaction plain{};
  plain.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGKILL && signal != SIGSTOP) ::sigaction(signal, &plain, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become(Plan& plan) {
  reset_signals();
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before the line above
  const bool wired = ::dup2(plan.input.read.get(), 0) == 0 &&
                     ::dup2(plan.output.write.get(), 1) == 1 &&
                     ::dup2(plan.error.write.get(), 2) == 2;
  // Whatever a library opened without close-on-exec stays here too.
  ::syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */);
  if (wired) ::execve(plan.argv[0], plan.argv.data(), plan.environment.data());
  plan.failed_with = errno;
  ::_exit(127);
}

// vfork: a parent that holds gigabytes of tensors would spend long copying page tables.
[[gnu::noinline]] pid_t fork_and_exec(Plan& plan) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::vfork();
  if (pid == 0) become(plan);
  const int number = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = number;
  return pid;
}

// A write to a child that has closed its input must be an error, not the end of the parent.
void ignore_broken_pipes() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction now{};
    ::sigaction(SIGPIPE, nullptr, &now);
    if (now.sa_handler == SIG_DFL) ::signal(SIGPIPE, SIG_IGN);
  });
}

tl::unexpected<Error> failed(const std::string& program, int number) {
  const std::string hint = number == ENOENT ? "check that the file exists" : "";
  return fail(fmt::format("can't start {}: {}", program, std::strerror(number)), hint);
}

Result<void> checked(const Command& command) {
  if (command.argv.empty()) return fail("can't start a command without words", {}, Blame::assay);
  const std::string& program = command.argv[0];
  if (program.find('/') == std::string::npos) {
    return fail(fmt::format("can't start '{}': not a path", program),
                "name the program by its whole path; PATH is not searched", Blame::assay);
  }
  const auto has_zero = [](const std::string& text) {
    return text.find('\0') != std::string::npos;
  };
  for (const std::string& argument : command.argv) {
    if (has_zero(argument))
      return fail(fmt::format("an argument of {} holds a zero byte", program));
  }
  for (const auto& [name, value] : command.environment) {
    if (has_zero(name) || has_zero(value) || name.empty() || name.find('=') != std::string::npos) {
      return fail(fmt::format("the environment of {} holds a malformed entry", program));
    }
  }
  return {};
}

Spawned our_ends(Plan& plan, pid_t pid) {
  Spawned spawned;
  spawned.pid = pid;
  spawned.handle = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  spawned.input = std::move(plan.input.write);
  spawned.output = std::move(plan.output.read);
  spawned.error = std::move(plan.error.read);
  set_non_blocking(spawned.input);
  set_non_blocking(spawned.output);
  set_non_blocking(spawned.error);
  return spawned;
}

}  // namespace

Result<Spawned> spawn(const Command& command) {
  if (auto sound = checked(command); !sound) return fail(std::move(sound.error()));
  ignore_broken_pipes();
  Plan plan;
  fill_strings(plan, command);
  plan.parent = ::getpid();
  if (!open_pipe(plan.input) || !open_pipe(plan.output) || !open_pipe(plan.error)) {
    return failed(command.argv[0], errno);
  }
  int number = 0;
  pid_t pid = -1;
  on_keeper_thread([&] {
    pid = fork_and_exec(plan);
    number = errno;
  });
  if (pid < 0) return failed(command.argv[0], number);
  if (plan.failed_with != 0) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
    return failed(command.argv[0], plan.failed_with);
  }
  return our_ends(plan, pid);
}

}  // namespace assay
