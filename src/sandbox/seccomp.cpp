// SPDX-License-Identifier: Apache-2.0
#include "sandbox/seccomp.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace assay::sandbox {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t native = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t native = AUDIT_ARCH_AARCH64;
#else
#error "the seccomp filter knows x86-64 and aarch64"
#endif

// Calls that did not exist when this was written answer "no such call", which every C library copes
// with.
constexpr std::uint32_t last_known = 462;  // mseal, Linux 6.10; the x32 calls lie far above

// A list of what is refused, not of what is allowed: the compiler is a closed library whose next
// version may use another harmless call, and a judge that breaks on it would be switched off.
constexpr int refused[] = {
    // network, all families
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_recvmmsg,
    // other processes
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_process_madvise,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_setpriority,
    SYS_setpgid,
    SYS_setsid,
    // memory that outlives the process
    SYS_shmget,
    SYS_shmat,
    SYS_semget,
    SYS_msgget,
    SYS_mq_open,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    // interfaces with a history of holes
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_fanotify_init,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_personality,
    // namespaces and mounts
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_move_mount,
    SYS_open_tree,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_pivot_root,
    SYS_chroot,
    // who we are
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_setgroups,
    SYS_capset,
    // the machine
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
    SYS_setrlimit,
#if defined(__x86_64__)
    SYS_fork,
    SYS_vfork,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_kexec_file_load,
#endif
};

/// The filter as it grows: `load` a word of the call, compare, answer.
class Filter {
 public:
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_number() { load(offsetof(seccomp_data, nr)); }
  /// The low half of an argument: both architectures are little-endian.
  void load_argument(int index, bool high = false) {
    load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(index) + (high ? 4 : 0));
  }
  void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  void answer_if_equal(std::uint32_t value, std::uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(what);
  }
  void answer_unless_equal(std::uint32_t value, std::uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(what);
  }
  void answer_if_above(std::uint32_t value, std::uint32_t what) {
    add(BPF_JMP | BPF_JGT | BPF_K, value, 0, 1);
    answer(what);
  }
  void answer_unless_any_bit(std::uint32_t bits, std::uint32_t what) {
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
    answer(what);
  }
  void skip_unless_equal(std::uint32_t value, std::uint8_t instructions) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, instructions);
  }
  [[nodiscard]] sock_fprog program() {
    return {static_cast<unsigned short>(code_.size()), code_.data()};
  }

 private:
  void add(int code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), yes, no, k});
  }
  std::vector<sock_filter> code_;
};

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t deny = SECCOMP_RET_ERRNO | EPERM;
constexpr std::uint32_t unknown = SECCOMP_RET_ERRNO | ENOSYS;

/// Threads, yes; processes, no: their limits would be counted anew.
void add_threads_only(Filter& filter) {
  filter.answer_if_equal(SYS_clone3,
                         unknown);  // its flags lie in memory, so glibc is sent to clone
  filter.skip_unless_equal(SYS_clone, 4);
  filter.load_argument(0);
  filter.answer_unless_any_bit(CLONE_THREAD, deny);
  filter.answer(allow);
}

/// abort() and raise() signal a thread of our own; nobody else's. Reading limits is fine, changing
/// them is not (root could raise them).
void add_own_signals_and_limits(Filter& filter) {
  filter.skip_unless_equal(SYS_tgkill, 4);
  filter.load_argument(0);
  filter.answer_unless_equal(static_cast<std::uint32_t>(::getpid()), deny);
  filter.answer(allow);
  filter.skip_unless_equal(SYS_prlimit64, 6);
  filter.load_argument(2);
  filter.answer_unless_equal(0, deny);
  filter.load_argument(2, true);
  filter.answer_unless_equal(0, deny);
  // falls through: `allow` is the last answer, but the accumulator must hold the number again
  filter.load_number();
}

Filter make_filter(const Policy& policy) {
  Filter filter;
  filter.load(offsetof(seccomp_data, arch));
  filter.answer_unless_equal(native, SECCOMP_RET_KILL_PROCESS);
  filter.load_number();
  filter.answer_if_above(last_known, unknown);
  for (const int number : refused) filter.answer_if_equal(static_cast<std::uint32_t>(number), deny);
  if (!policy.may_execute) {
    filter.answer_if_equal(SYS_execve, deny);
    filter.answer_if_equal(SYS_execveat, deny);
  }
  add_threads_only(filter);
  add_own_signals_and_limits(filter);
  filter.answer(allow);
  return filter;
}

}  // namespace

void apply_seccomp(const Policy& policy, Report& report) {
  auto filter = make_filter(policy);
  auto program = filter.program();
  const auto refusal =
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (refusal == 0) {
    report.applied.emplace_back("seccomp");
  } else if (refusal > 0) {
    report.missing.emplace_back("seccomp: a thread has a filter of its own");
  } else {
    report.missing.push_back(std::string("seccomp: ") + std::strerror(errno));
  }
}

}  // namespace assay::sandbox
