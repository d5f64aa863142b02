// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/system_calls.h"

#include <cerrno>
#include <memory>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

constexpr const char* refused[] = {"unshare",
                                   "setns",
                                   "mount",
                                   "umount2",
                                   "pivot_root",
                                   "chroot",
                                   "move_mount",
                                   "open_tree",
                                   "fsopen",
                                   "fsconfig",
                                   "fsmount",
                                   "fspick",
                                   "mount_setattr",
                                   "swapon",
                                   "swapoff",
                                   "quotactl",
                                   "acct",  // mounts
                                   "add_key",
                                   "request_key",
                                   "keyctl",  // keyrings
                                   "ptrace",
                                   "process_vm_readv",
                                   "process_vm_writev",
                                   "kcmp",
                                   "pidfd_getfd",
                                   "process_madvise",  // others
                                   "io_uring_setup",
                                   "io_uring_enter",
                                   "io_uring_register",
                                   "bpf",
                                   "perf_event_open",
                                   "userfaultfd",  // kernel
                                   "memfd_create",
                                   "memfd_secret",  // memory
                                   "shmget",
                                   "shmat",
                                   "shmctl",
                                   "shmdt",
                                   "semget",
                                   "semop",
                                   "semctl",
                                   "semtimedop",
                                   "msgget",
                                   "msgsnd",  // System V
                                   "msgrcv",
                                   "msgctl",
                                   "mq_open",
                                   "mq_unlink",  // queues
                                   "name_to_handle_at",
                                   "open_by_handle_at",
                                   "fanotify_init",
                                   "lookup_dcookie",  // files
                                   "init_module",
                                   "finit_module",
                                   "delete_module",
                                   "kexec_load",
                                   "kexec_file_load",
                                   "reboot",
                                   "syslog",  // machine
                                   "settimeofday",
                                   "clock_settime",
                                   "clock_adjtime",
                                   "adjtimex",
                                   "iopl",
                                   "ioperm",
                                   "vhangup",
                                   "personality"};

constexpr const char* attribute_calls[] = {
    "chmod",        "fchmod",        "fchmodat",  "fchmodat2", "chown",      "fchown",      "lchown",
    "fchownat",     "setxattr",      "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr",
    "fremovexattr", "removexattrat", "utime",     "utimes",    "utimensat",  "futimesat",   "file_setattr"};
constexpr const char* signal_calls[] = {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

constexpr unsigned long new_namespaces[] = {CLONE_NEWNS,  CLONE_NEWUTS, CLONE_NEWIPC,   CLONE_NEWUSER,
                                            CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP};

struct Release {
  void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

/// Names that this kernel or library does not know cannot be called.
Filter make_filter(const Refusals& more) {
  Filter filter(::seccomp_init(SCMP_ACT_ALLOW));
  if (filter == nullptr) return filter;
  const auto add = [&filter](std::uint32_t action, const char* name, auto... condition) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number != __NR_SCMP_ERROR)
      ::seccomp_rule_add(filter.get(), action, number, sizeof...(condition), condition...);
  };
  for (const char* name : refused)
    add(SCMP_ACT_ERRNO(EPERM), name);
  add(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  // What SCMP_A0 and its like are in C99, which clang warns of: {argument, comparison, value, second value}.
  if (more.sockets)
    add(SCMP_ACT_ERRNO(EPERM), "socket");
  else
    add(SCMP_ACT_ERRNO(EPERM), "socket", scmp_arg_cmp{0, SCMP_CMP_NE, AF_UNIX, 0});
  if (more.attributes)
    for (const char* name : attribute_calls)
      add(SCMP_ACT_ERRNO(EPERM), name);
  if (more.truncation) {
    constexpr auto how = static_cast<scmp_datum_t>(O_ACCMODE | O_TRUNC);
    add(SCMP_ACT_ERRNO(EPERM), "truncate");
    add(SCMP_ACT_ERRNO(ENOSYS), "openat2");  // whose flags cannot be read here
    add(SCMP_ACT_ERRNO(EPERM), "open", scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, how, O_RDONLY | O_TRUNC});
    add(SCMP_ACT_ERRNO(EPERM), "openat", scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, how, O_RDONLY | O_TRUNC});
  }
  if (more.signals) {
    for (const char* name : signal_calls)
      add(SCMP_ACT_ERRNO(EPERM), name,
          scmp_arg_cmp{0, SCMP_CMP_NE, static_cast<scmp_datum_t>(::getpid()), 0});
    for (const char* name : {"tkill", "pidfd_send_signal"})
      add(SCMP_ACT_ERRNO(EPERM), name);
  }
  for (const unsigned long flag : new_namespaces)
    add(SCMP_ACT_ERRNO(EPERM), "clone", scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, flag, flag});
  return filter;
}

}  // namespace

bool refuse_system_calls(const Refusals& more) {
  const Filter filter = make_filter(more);  // which also gives up new privileges
  return filter != nullptr && ::seccomp_load(filter.get()) == 0;
}

int system_call_filter(const Refusals& more) {
  const Filter filter = make_filter(more);
  const int file = ::memfd_create("filter", 0);
  if (filter == nullptr || file < 0 || ::seccomp_export_bpf(filter.get(), file) != 0 ||
      ::lseek(file, 0, SEEK_SET) != 0)
    return -1;
  return file;
}

}  // namespace bindpose::conformance
