// SPDX-License-Identifier: Apache-2.0
#include "sandbox/seccomp.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include "sandbox/child.hpp"
#include "sandbox/policy.hpp"

namespace assay::sandbox {
namespace {

bool seccomp_works() {
  return in_child([] {
           const auto report = apply(worker_policy());
           return std::ranges::count(report.applied, "seccomp") == 1 ? 0 : 1;
         }).code == 0;
}

class Seccomp : public testing::Test {
 protected:
  void SetUp() override {
    if (!seccomp_works()) GTEST_SKIP() << "this machine refuses a seccomp filter";
  }

  /// errno of `attempt` inside the worker's sandbox, 0 when it went well.
  static int refusal(const std::function<long()>& attempt, bool may_execute = false) {
    return in_child([&] {
             auto policy = worker_policy();
             policy.may_execute = may_execute;
             policy.readable = {"/"};
             (void)apply(policy);
             return attempt() >= 0 ? 0 : errno;
           })
        .code;
  }
};

TEST_F(Seccomp, no_socket_of_any_family) {
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK}) {
    for (const int kind : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW}) {
      EXPECT_EQ(refusal([=] { return ::socket(family, kind, 0); }), EPERM) << family << ' ' << kind;
    }
  }
  EXPECT_EQ(refusal([] {
              int pair[2];
              return ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
            }),
            EPERM);
}

TEST_F(Seccomp, an_inherited_socket_sends_nothing) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_DGRAM, 0, pair), 0);
  EXPECT_EQ(refusal([&] { return ::send(pair[0], "x", 1, 0); }), EPERM);
  ::close(pair[0]);
  ::close(pair[1]);
}

TEST_F(Seccomp, no_new_process) {
  EXPECT_EQ(
      refusal([] { return ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr); }),
      EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(SYS_clone3, nullptr, 0); }), ENOSYS);
  EXPECT_EQ(refusal([] { return ::fork(); }), EPERM);
}

TEST_F(Seccomp, threads_still_start) {
  EXPECT_EQ(refusal([] {
              int answer = -1;
              std::thread([&] { answer = 0; }).join();
              return answer;
            }),
            0);
}

TEST_F(Seccomp, execution_only_where_the_policy_says_so) {
  const auto run_true = [] { return ::execl("/bin/true", "true", nullptr); };
  EXPECT_EQ(refusal(run_true), EPERM);
  EXPECT_EQ(refusal(run_true, true), 0);
}

TEST_F(Seccomp, other_processes_are_out_of_reach) {
  const auto parent = ::getpid();
  EXPECT_EQ(refusal([=] { return ::ptrace(PTRACE_ATTACH, parent, nullptr, nullptr); }), EPERM);
  EXPECT_EQ(refusal([=] { return ::kill(parent, 0); }), EPERM);
  EXPECT_EQ(refusal([=] { return ::syscall(SYS_tgkill, parent, parent, 0); }), EPERM);
  EXPECT_EQ(refusal([] { return ::setpgid(0, 0); }), EPERM);
  EXPECT_EQ(
      refusal([=] { return ::syscall(SYS_process_vm_readv, parent, nullptr, 0, nullptr, 0, 0); }),
      EPERM);
}

TEST_F(Seccomp, abort_still_ends_the_process) {
  const auto fate = in_child([] {
    (void)apply(worker_policy());
    std::abort();
    return 0;
  });
  EXPECT_EQ(fate.signal, SIGABRT);
}

TEST_F(Seccomp, kernel_interfaces_are_closed) {
  EXPECT_EQ(refusal([] { return ::syscall(SYS_io_uring_setup, 1, nullptr); }), EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(SYS_keyctl, 0, 0, 0, 0, 0); }), EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(SYS_bpf, 0, nullptr, 0); }), EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(SYS_shmget, 0, 4096, 0); }), EPERM);
  EXPECT_EQ(refusal([] { return ::mount("none", "/tmp", "tmpfs", 0, nullptr); }), EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(SYS_unshare, 0); }), EPERM);
  EXPECT_EQ(refusal([] { return ::syscall(9999); }), ENOSYS);
}

TEST_F(Seccomp, limits_are_read_but_not_changed) {
  rlimit now{};
  EXPECT_EQ(refusal([&] { return ::getrlimit(RLIMIT_NOFILE, &now); }), 0);
  EXPECT_EQ(refusal([&] { return ::setrlimit(RLIMIT_NOFILE, &now); }), EPERM);
}

}  // namespace
}  // namespace assay::sandbox
