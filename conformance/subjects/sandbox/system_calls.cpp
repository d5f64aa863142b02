// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/system_calls.h"

#include <cerrno>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

/// Names of the system calls that every program gets, with any arguments. Source: the default profile of Docker
/// (moby/profiles, seccomp/default.json), without calls that change the machine, reach other processes, watch
/// files, or keep memory that no limit counts.
constexpr const char* allowed[] = {
    // Files and folders.
    "access chdir close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64",
    "fchdir fdatasync fgetxattr flistxattr flock fstat fstatfs fsync ftruncate getcwd",
    "getdents getdents64 getxattr lgetxattr link linkat listxattr llistxattr lseek lstat mkdir mkdirat",
    "mknod mknodat newfstatat pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink",
    "readlinkat readv rename renameat renameat2 rmdir stat statfs statx symlink symlinkat",
    "sync_file_range umask unlink unlinkat write writev",
    // Memory.
    "brk madvise map_shadow_stack membarrier mincore mlock mlock2 mlockall mmap mprotect mremap mseal",
    "msync munlock munlockall munmap",
    // Processes, threads and users.
    "arch_prctl capget capset execve execveat exit exit_group fork futex futex_requeue futex_wait",
    "futex_waitv futex_wake get_thread_area getcpu getegid geteuid getgid getgroups getpgid getpgrp",
    "getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid ioprio_get",
    "restart_syscall rseq sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr",
    "sched_getparam sched_getscheduler sched_rr_get_interval sched_yield set_robust_list",
    "set_thread_area set_tid_address setgid setgroups setpgid",
    "setregid setresgid setresuid setreuid setrlimit setsid setuid sysinfo uname vfork wait4 waitid",
    // Signals and time.
    "alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep pause",
    "rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait setitimer",
    "sigaltstack signalfd signalfd4 time timer_create timer_delete timer_getoverrun timer_gettime",
    "timer_settime timerfd_create timerfd_gettime timerfd_settime times",
    // Pipes, sockets, and calls that wait for them.
    "epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2",
    "getpeername getrandom getsockname getsockopt pipe pipe2 poll ppoll pselect6 recvfrom recvmmsg",
    "recvmsg select sendto shutdown",
    // The same calls for 32-bit processors, and calls of single processors.
    "_llseek _newselect arm_fadvise64_64 breakpoint cacheflush clock_getres_time64 clock_gettime64",
    "clock_nanosleep_time64 fadvise64_64 fstat64 fstatat64 fstatfs64 ftruncate64 futex_time64 getegid32",
    "geteuid32 getgid32 getgroups32 getresgid32 getresuid32 getuid32 lstat64 mmap2 ppoll_time64",
    "pselect6_time64 recv recvmmsg_time64 riscv_flush_icache riscv_hwprobe rt_sigtimedwait_time64",
    "sched_rr_get_interval_time64 send set_tls setgid32 setgroups32 setregid32 setresgid32 setresuid32",
    "setreuid32 setuid32 sigprocmask sigreturn stat64 statfs64 swapcontext sync_file_range2",
    "timer_gettime64 timer_settime64 timerfd_gettime64 timerfd_settime64 ugetrlimit waitpid"};

constexpr const char* attribute_calls =
    "chmod chown chown32 fchmod fchmodat fchmodat2 fchown fchown32 fchownat fremovexattr futimesat "
    "lchown lchown32 lremovexattr removexattr utime utimensat utimensat_time64 utimes";
/// An access control list (system.posix_acl_access) takes 96 KiB of the kernel's memory, which neither a
/// control group nor /proc counts.
constexpr const char* extended_attribute_calls = "setxattr lsetxattr fsetxattr setxattrat";
constexpr const char* truncation_calls = "truncate truncate64 open openat openat2";
/// Calls on a process or thread: number 0 means the caller itself.
constexpr const char* other_process_calls =
    "get_robust_list prlimit64 sched_setaffinity sched_setattr sched_setparam sched_setscheduler";
constexpr const char* other_priority_calls = "setpriority ioprio_set";
constexpr scmp_datum_t ioprio_who_process = 1;  // in linux/ioprio.h only since 6.5

/// Excludes larger pipes, leases (they would make the judge wait for a file), and signals to a
/// descriptor's owner.
constexpr int descriptor_commands[] = {
    F_DUPFD,  F_GETFD,  F_SETFD,     F_GETFL,     F_SETFL,     F_GETLK,      F_SETLK,         F_SETLKW,
    F_GETOWN, F_GETSIG, F_GETOWN_EX, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_DUPFD_CLOEXEC, F_GETPIPE_SZ};
/// 64-bit locks, if their numbers differ.
constexpr int first_lock64 = 12, last_lock64 = 14;
constexpr std::uint32_t tcgets2 = 0x802C'542A;  // the header of its structure conflicts with <termios.h>
/// ioctl(): terminal test, readable bytes, blocking, close on exec. Others reserve disk space beyond limits
/// (FS_IOC_RESVSP), type into a terminal, or send a signal to a descriptor's owner, which may be any process.
constexpr std::uint32_t device_commands[] = {TCGETS,     tcgets2,   FIONREAD, FIONBIO,  FIOCLEX,  FIONCLEX,
                                             TIOCGWINSZ, TIOCGPGRP, TIOCGSID, TIOCOUTQ, TIOCNOTTY};
constexpr scmp_datum_t command_bits = 0xFFFF'FFFF;  // the bits of the number that the kernel reads

constexpr const char* signal_calls = "kill tgkill rt_sigqueueinfo rt_tgsigqueueinfo";

/// Calls that would let pipes and sockets pin pages of files that no limit counts. Programs that
/// use them copy the bytes themselves if these calls fail.
constexpr const char* zero_copy_calls = "sendfile sendfile64 splice tee";

/// Allows only pairs of stream sockets. A named socket keeps data that others have sent and closed,
/// and a message (sendmsg) can hold descriptors of files that nothing else holds; no limit counts
/// either.
constexpr unsigned long socket_flags = SOCK_CLOEXEC | SOCK_NONBLOCK;

/// Excludes larger buffers (SO_SNDBUF and similar options) and filters.
constexpr int socket_options[] = {SO_REUSEADDR, SO_BROADCAST, SO_KEEPALIVE, SO_LINGER,  SO_REUSEPORT,
                                  SO_PASSCRED,  SO_RCVLOWAT,  SO_RCVTIMEO,  SO_SNDTIMEO};
/// Excludes PR_SET_DUMPABLE, which hides a process from the supervisor.
constexpr int process_options[] = {
    PR_SET_PDEATHSIG,    PR_GET_PDEATHSIG,        PR_GET_DUMPABLE,         PR_SET_NAME,
    PR_GET_NAME,         PR_GET_SECCOMP,          PR_CAPBSET_READ,         PR_CAPBSET_DROP,
    PR_GET_SECUREBITS,   PR_SET_SECUREBITS,       PR_GET_KEEPCAPS,         PR_SET_KEEPCAPS,
    PR_GET_TIMERSLACK,   PR_SET_TIMERSLACK,       PR_GET_CHILD_SUBREAPER,  PR_GET_NO_NEW_PRIVS,
    PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER,  PR_GET_THP_DISABLE,      PR_SET_THP_DISABLE,
    PR_CAP_AMBIENT,      PR_GET_SPECULATION_CTRL, PR_SET_SPECULATION_CTRL, PR_SET_VMA};

constexpr unsigned long new_namespaces =
    CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
/// No current kernel has a call with this number.
constexpr int past_all_numbers = 512;

struct Release {
  void operator()(void* filter) const { ::seccomp_release(filter); }
};

/// A filter that refuses all calls with EPERM, except those that are added.
class Filter {
 public:
  Filter() : filter_(::seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
    if (filter_ != nullptr)
      ::seccomp_attr_set(filter_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a search tree, not a list
  }
  scmp_filter_ctx get() const { return filter_.get(); }
  bool is_good() const { return filter_ != nullptr && is_good_; }

  /// Names that this kernel or library does not know are skipped: they cannot be called.
  void add(std::uint32_t action, const std::string& names,
           std::initializer_list<scmp_arg_cmp> conditions = {}) {
    std::istringstream words(names);
    for (std::string name; words >> name;)
      add_number(action, ::seccomp_syscall_resolve_name(name.c_str()), conditions);
  }
  void add_number(std::uint32_t action, int number, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    if (filter_ == nullptr || number == __NR_SCMP_ERROR) return;
    const int failed = ::seccomp_rule_add_array(filter_.get(), action, number,
                                                static_cast<unsigned>(conditions.size()), conditions.begin());
    // EDOM: a call of other processors, which cannot be made here.
    is_good_ = is_good_ && (failed == 0 || failed == -EDOM);
  }

 private:
  std::unique_ptr<void, Release> filter_;
  bool is_good_ = true;
};

scmp_arg_cmp equal(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp masked_equal(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// Calls that are allowed with some arguments. Compares all 64 bits of an argument, so that no
/// argument passes because the kernel reads fewer bits.
void add_by_arguments(Filter& filter) {
  filter.add(SCMP_ACT_ALLOW, "socketpair", {equal(0, AF_UNIX), masked_equal(1, ~socket_flags, SOCK_STREAM)});
  for (const int option : socket_options)
    filter.add(SCMP_ACT_ALLOW, "setsockopt",
               {equal(1, SOL_SOCKET), equal(2, static_cast<scmp_datum_t>(option))});
  for (const int option : process_options)
    filter.add(SCMP_ACT_ALLOW, "prctl", {equal(0, static_cast<scmp_datum_t>(option))});
  std::set<int> commands(std::begin(descriptor_commands), std::end(descriptor_commands));
  for (int lock = first_lock64; lock <= last_lock64; ++lock)
    commands.insert(lock);
  for (const int command : commands)
    filter.add(SCMP_ACT_ALLOW, "fcntl fcntl64", {equal(1, static_cast<scmp_datum_t>(command))});
  for (const std::uint32_t command : device_commands)
    filter.add(SCMP_ACT_ALLOW, "ioctl", {masked_equal(1, command_bits, command)});
  filter.add(SCMP_ACT_ALLOW, "clone", {masked_equal(0, new_namespaces, 0)});
}

/// Allows calls that change any process in reach; with only_itself, only the caller.
void add_on_processes(Filter& filter, bool only_itself) {
  if (!only_itself) {
    filter.add(SCMP_ACT_ALLOW, other_process_calls);
    filter.add(SCMP_ACT_ALLOW, other_priority_calls);
    return;
  }
  for (const scmp_datum_t itself : {scmp_datum_t{0}, static_cast<scmp_datum_t>(::getpid())}) {
    filter.add(SCMP_ACT_ALLOW, other_process_calls, {equal(0, itself)});
    filter.add(SCMP_ACT_ALLOW, "setpriority", {equal(0, PRIO_PROCESS), equal(1, itself)});
    filter.add(SCMP_ACT_ALLOW, "ioprio_set", {equal(0, ioprio_who_process), equal(1, itself)});
  }
}

/// Calls that Landlock on older kernels does not refuse.
void add_unless_refused(Filter& filter, const Refusals& more) {
  if (!more.attributes) filter.add(SCMP_ACT_ALLOW, attribute_calls);
  if (!more.signals) {
    filter.add(SCMP_ACT_ALLOW, signal_calls);
    filter.add(SCMP_ACT_ALLOW, "tkill");
  } else {
    filter.add(SCMP_ACT_ALLOW, signal_calls, {equal(0, static_cast<scmp_datum_t>(::getpid()))});
  }
  add_on_processes(filter, more.others);
  if (!more.truncation) {
    filter.add(SCMP_ACT_ALLOW, truncation_calls);
    return;
  }
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "openat2");  // the filter cannot read its flags
  unsigned flags = 1;
  for (const char* name : {"open", "openat"}) {
    filter.add(SCMP_ACT_ALLOW, name, {masked_equal(flags, O_TRUNC, 0)});
    filter.add(SCMP_ACT_ALLOW, name, {masked_equal(flags, O_ACCMODE, O_WRONLY)});
    filter.add(SCMP_ACT_ALLOW, name, {masked_equal(flags, O_ACCMODE, O_RDWR)});
    ++flags;
  }
}

Filter make_filter(const Refusals& more) {
  Filter filter;
  for (const char* names : allowed)
    filter.add(SCMP_ACT_ALLOW, names);
  add_by_arguments(filter);
  add_unless_refused(filter, more);
  filter.add(SCMP_ACT_ERRNO(EINVAL), zero_copy_calls);
  filter.add(SCMP_ACT_ERRNO(EOPNOTSUPP), extended_attribute_calls);
  filter.add(SCMP_ACT_ERRNO(EOPNOTSUPP),
             "fallocate");                       // allocates disk space at once, beyond RLIMIT_FSIZE
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3");  // the filter cannot read its flags
  for (int number = 0; number < past_all_numbers; ++number) {
    const std::unique_ptr<char, void (*)(void*)> name(
        ::seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number), &std::free);
    if (name == nullptr) filter.add_number(SCMP_ACT_ERRNO(ENOSYS), number);
  }
  return filter;
}

}  // namespace

bool refuse_system_calls(const Refusals& more) {
  const Filter filter = make_filter(more);  // also gives up new privileges
  return filter.is_good() && ::seccomp_load(filter.get()) == 0;
}

int system_call_filter(const Refusals& more) {
  const Filter filter = make_filter(more);
  const int file = ::memfd_create("filter", 0);
  if (!filter.is_good() || file < 0 || ::seccomp_export_bpf(filter.get(), file) != 0 ||
      ::lseek(file, 0, SEEK_SET) != 0)
    return -1;
  return file;
}

}  // namespace bindpose::conformance
