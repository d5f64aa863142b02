// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/system_calls.h"

#include <cerrno>
#include <memory>

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

constexpr unsigned long new_namespaces[] = {CLONE_NEWNS,  CLONE_NEWUTS, CLONE_NEWIPC,   CLONE_NEWUSER,
                                            CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP};

struct Release {
  void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

/// Names that this kernel or library does not know cannot be called.
Filter make_filter() {
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
  // As SCMP_A0 says it in C99, which clang warns of.
  add(SCMP_ACT_ERRNO(EPERM), "socket", scmp_arg_cmp{0, SCMP_CMP_NE, AF_UNIX, 0});
  for (const unsigned long flag : new_namespaces)
    add(SCMP_ACT_ERRNO(EPERM), "clone", scmp_arg_cmp{0, SCMP_CMP_MASKED_EQ, flag, flag});
  return filter;
}

}  // namespace

bool refuse_system_calls() {
  const Filter filter = make_filter();  // which also gives up new privileges
  return filter != nullptr && ::seccomp_load(filter.get()) == 0;
}

int system_call_filter() {
  const Filter filter = make_filter();
  const int file = ::memfd_create("filter", 0);
  if (filter == nullptr || file < 0 || ::seccomp_export_bpf(filter.get(), file) != 0 ||
      ::lseek(file, 0, SEEK_SET) != 0)
    return -1;
  return file;
}

}  // namespace bindpose::conformance
