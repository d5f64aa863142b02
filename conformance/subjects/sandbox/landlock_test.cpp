// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/landlock.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <span>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/subjects/sandbox/system_calls.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::landlock_test {

namespace fs = std::filesystem;

/// The result of `check` in a separate process, as its exit code.
template <class Check>
int in_a_process(Check check) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(check());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool opens(const fs::path& path, int how) {
  const int file = ::open(path.c_str(), how, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

TEST(Landlock, a_process_has_only_the_allowed_rights) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const TemporaryFolder folder;
  const fs::path seen = folder.path() / "seen", listed = folder.path() / "listed",
                 written = folder.path() / "written", hidden = folder.path() / "hidden";
  for (const fs::path& each : {seen, listed, written, hidden}) {
    fs::create_directory(each);
    std::ofstream(each / "file") << "text";
  }
  const FileRules rules{{seen.string()}, {listed.string()}, {written.string()}};
  enum Right {
    read_seen,
    list_listed,
    write_written,
    create_written,
    write_seen,
    read_listed,
    read_hidden,
    cut_hidden
  };
  const int rights = in_a_process([&] {
    if (!restrict_files(rules)) return 255;
    int found = 0;
    found |= opens(seen / "file", O_RDONLY) << read_seen;
    found |= opens(listed, O_RDONLY | O_DIRECTORY) << list_listed;
    found |= opens(written / "file", O_RDWR) << write_written;
    found |= opens(written / "new", O_WRONLY | O_CREAT) << create_written;
    found |= opens(seen / "file", O_WRONLY) << write_seen;
    found |= opens(listed / "file", O_RDONLY) << read_listed;
    found |= opens(hidden / "file", O_RDONLY) << read_hidden;
    if (landlock_version() >= landlock_with_truncation)
      found |= (::truncate((hidden / "file").c_str(), 0) == 0) << cut_hidden;
    return found;
  });
  EXPECT_EQ(rights, 1 << read_seen | 1 << list_listed | 1 << write_written | 1 << create_written);
}

TEST(SystemCalls, calls_that_landlock_does_not_control_are_refused) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "file";
  std::ofstream(file) << "text";
  const pid_t other = ::fork();
  if (other == 0) {
    ::pause();
    ::_exit(0);
  }
  enum Right {
    change_mode,
    cut_off,
    cut_off_by_opening,
    signal_other,
    signal_itself,
    any_socket,
    socket_pair,
    plain_open
  };
  const int rights = in_a_process([&] {
    if (!refuse_system_calls({.attributes = true, .truncation = true, .signals = true})) return 255;
    int found = 0, pair[2];
    found |= (::chmod(file.c_str(), 0777) == 0) << change_mode;
    found |= (::truncate(file.c_str(), 0) == 0) << cut_off;
    found |= opens(file, O_RDONLY | O_TRUNC) << cut_off_by_opening;
    found |= (::kill(other, 0) == 0) << signal_other;
    found |= (::kill(::getpid(), 0) == 0) << signal_itself;
    found |= (::socket(AF_UNIX, SOCK_STREAM, 0) >= 0) << any_socket;
    found |= (::socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) << socket_pair;
    found |= opens(file, O_WRONLY | O_TRUNC) << plain_open;
    return found;
  });
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  EXPECT_EQ(rights, 1 << signal_itself | 1 << socket_pair | 1 << plain_open);
}

/// The error of a system call with arguments without meaning; 0 if it succeeds.
int error_of(long number, long first = 0, long second = 0, long third = 0) {
  return ::syscall(number, first, second, third, 0, 0, 0) < 0 ? errno : 0;
}

TEST(SystemCalls, only_calls_of_the_list_are_allowed) {
  struct Attempt {
    const char* name;
    long number, first = 0, second = 0, third = 0;
  };
  constexpr long many_bits = 1L << 32;  // bits that the kernel ignores in an int
  const Attempt attempts[] = {
#ifdef SYS_modify_ldt
      {"modify_ldt", SYS_modify_ldt},
      {"sysfs", SYS_sysfs, 3},
      {"inotify_init", SYS_inotify_init},
#endif
      {"inotify_init1", SYS_inotify_init1},
      {"pidfd_open", SYS_pidfd_open, ::getpid()},
      {"vmsplice", SYS_vmsplice, 1},
      {"set_mempolicy", SYS_set_mempolicy},
      {"mbind", SYS_mbind},
      {"get_mempolicy", SYS_get_mempolicy},
      {"move_pages", SYS_move_pages},
      {"io_setup", SYS_io_setup, 1},
      {"seccomp", SYS_seccomp, 2},
      {"memfd_create", SYS_memfd_create},
      {"userfaultfd", SYS_userfaultfd},
      {"fanotify_init", SYS_fanotify_init},
      {"sync", SYS_sync},
      {"clone into a user name space", SYS_clone, CLONE_NEWUSER | SIGCHLD},
      {"an Internet socket", SYS_socket, AF_INET, SOCK_DGRAM},
      {"AF_UNIX with more bits", SYS_socket, AF_UNIX | many_bits, SOCK_STREAM},
      {"PR_SET_DUMPABLE", SYS_prctl, PR_SET_DUMPABLE, 0},
      {"PR_SET_DUMPABLE with more bits", SYS_prctl, PR_SET_DUMPABLE | many_bits, 0},
      {"F_SETPIPE_SZ", SYS_fcntl, 0, F_SETPIPE_SZ, 4096},
      {"F_SETPIPE_SZ with more bits", SYS_fcntl, 0, F_SETPIPE_SZ | many_bits, 4096},
      {"F_SETLEASE", SYS_fcntl, 0, F_SETLEASE, F_WRLCK},
      {"F_SETOWN", SYS_fcntl, 0, F_SETOWN, ::getpid()},
      {"F_SETOWN_EX", SYS_fcntl, 0, F_SETOWN_EX},
      {"F_SETSIG", SYS_fcntl, 0, F_SETSIG, SIGKILL},
      {"FIOSETOWN", SYS_ioctl, 0, FIOSETOWN},
      {"FIOSETOWN with more bits", SYS_ioctl, 0, FIOSETOWN | many_bits},
      {"SIOCSPGRP", SYS_ioctl, 0, SIOCSPGRP},
      {"TIOCSTI", SYS_ioctl, 0, TIOCSTI},
      {"FS_IOC_RESVSP", SYS_ioctl, 0, 0x4030'5828},
      {"FS_IOC_RESVSP64", SYS_ioctl, 0, 0x4030'582A},
      {"FS_IOC_RESVSP64 with more bits", SYS_ioctl, 0, 0x4030'582A | many_bits},
      {"FS_IOC_ZERO_RANGE", SYS_ioctl, 0, 0x4030'5839},
      {"FS_IOC_FSSETXATTR", SYS_ioctl, 0, 0x401C'5820},
      {"FICLONE", SYS_ioctl, 0, 0x4004'9409},
      {"process_madvise", SYS_process_madvise, ::getpid()},
      {"process_vm_writev", SYS_process_vm_writev, ::getpid()},
      {"pidfd_send_signal", SYS_pidfd_send_signal, 0},
      {"kcmp", SYS_kcmp, ::getpid(), ::getpid()},
      {"migrate_pages", SYS_migrate_pages, ::getpid()},
      {"perf_event_open", SYS_perf_event_open},
      {"SO_SNDBUF", SYS_setsockopt, 0, SOL_SOCKET, SO_SNDBUF},
      {"SO_SNDBUF with more bits", SYS_setsockopt, 0, SOL_SOCKET, SO_SNDBUF | many_bits},
      {"SO_RCVBUF", SYS_setsockopt, 0, SOL_SOCKET, SO_RCVBUF},
      {"SO_SNDBUFFORCE", SYS_setsockopt, 0, SOL_SOCKET, SO_SNDBUFFORCE},
      {"SO_RCVBUFFORCE", SYS_setsockopt, 0, SOL_SOCKET, SO_RCVBUFFORCE}};
  const Attempt unknown[] = {
      {"clone3", SYS_clone3}, {"statmount", 457}, {"listmount", 458}, {"a later call", 500}};
  const Attempt by_copying[] = {
      {"sendfile", SYS_sendfile, 1, 1}, {"splice", SYS_splice, 1}, {"tee", SYS_tee, 1, 1}};
  const Attempt by_nothing[] = {{"fallocate", SYS_fallocate},
                                {"setxattr", SYS_setxattr},
                                {"lsetxattr", SYS_lsetxattr},
                                {"fsetxattr", SYS_fsetxattr}};
  const auto all_give = [](std::span<const Attempt> each_of, int first, int second) {
    for (const Attempt& each : each_of) {
      const int error = error_of(each.number, each.first, each.second, each.third);
      if (error == first || error == second) continue;
      std::fprintf(stderr, "%s: %s\n", each.name, std::strerror(error));
      return false;
    }
    return true;
  };
  EXPECT_EQ(in_a_process([&] {
              if (!refuse_system_calls({})) return 255;
              return all_give(attempts, EPERM, EPERM) && all_give(unknown, ENOSYS, EPERM) &&
                             all_give(by_copying, EINVAL, EINVAL) &&
                             all_give(by_nothing, EOPNOTSUPP, EOPNOTSUPP)
                         ? 0
                         : 1;
            }),
            0);
}

TEST(SystemCalls, only_harmless_device_commands_are_allowed) {
  EXPECT_EQ(in_a_process([] {
              int ends[2], waiting = 0, yes = 1;
              if (::pipe(ends) != 0 || !refuse_system_calls({})) return 255;
              const bool works = ::write(ends[1], "x", 1) == 1 && ::ioctl(ends[0], FIONREAD, &waiting) == 0 &&
                                 ::ioctl(ends[0], FIONBIO, &yes) == 0 && ::ioctl(ends[0], FIOCLEX) == 0;
              const bool is_terminal = ::isatty(ends[0]) != 0 || errno != ENOTTY;
              return works && waiting == 1 && !is_terminal ? 0 : 1;
            }),
            0);
}

TEST(SystemCalls, other_processes_of_the_user_are_out_of_reach) {
  const pid_t other = ::fork();
  if (other == 0) {
    ::pause();
    ::_exit(0);
  }
  constexpr long who_process = 1;  // IOPRIO_WHO_PROCESS
  const auto all_are_refused = [](long process, bool expected) {
    rlimit limit{};
    unsigned long long some[16] = {~0ULL};
    sched_param param{};
    const int errors[] = {
        static_cast<int>(::syscall(SYS_prlimit64, process, RLIMIT_CORE, nullptr, &limit)) < 0 ? errno : 0,
        error_of(SYS_setpriority, PRIO_PROCESS, process, 19),
        error_of(SYS_sched_setaffinity, process, sizeof some, reinterpret_cast<long>(some)),
        error_of(SYS_sched_setscheduler, process, SCHED_OTHER, reinterpret_cast<long>(&param)),
        error_of(SYS_sched_setparam, process, reinterpret_cast<long>(&param)),
        error_of(SYS_sched_setattr, process, 0),
        error_of(SYS_ioprio_set, who_process, process, 3 << 13),
        error_of(SYS_get_robust_list, process, 0, 0)};
    return std::ranges::all_of(errors, [&](int error) { return (error == EPERM) == expected; });
  };
  const auto are_out_of_reach = [&](bool only_itself) {
    return in_a_process([&] {
      if (!refuse_system_calls({.others = only_itself})) return 255;
      ::setpgid(0, 0);
      const bool is_group_refused = (error_of(SYS_setpriority, PRIO_PGRP, 0, 19) == EPERM) == only_itself;
      return is_group_refused && all_are_refused(other, only_itself) && all_are_refused(0, false) &&
                     all_are_refused(::getpid(), false)
                 ? 0
                 : 1;
    });
  };
  EXPECT_EQ(are_out_of_reach(true), 0);
  EXPECT_EQ(are_out_of_reach(false), 0);
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
}

/// Uses threads, processes, pipes, files, sockets and shared memory through the libraries of
/// several languages.
constexpr const char* python = R"(
import asyncio, mmap, multiprocessing, os, shutil, socket, subprocess, tempfile, threading
threads = [threading.Thread(target=sum, args=(range(1000),)) for _ in range(4)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
assert subprocess.run(["sh", "-c", "echo yes | cat"], capture_output=True).stdout == b"yes\n"
mmap.mmap(-1, 4096)[0] = 1
folder = tempfile.mkdtemp()
open(folder + "/a", "wb").write(bytes(100000))
shutil.copy(folder + "/a", folder + "/b")
shutil.copy2("/usr/bin/env", folder + "/c")
subprocess.run(["cp", "-a", folder + "/b", folder + "/d"], check=True)
shutil.rmtree(folder)
with multiprocessing.Pool(2) as pool:
    assert pool.map(abs, range(-3, 0)) == [3, 2, 1]
async def say():
    child = await asyncio.create_subprocess_exec("echo", "yes", stdout=subprocess.PIPE)
    return (await child.communicate())[0]
assert asyncio.run(say()) == b"yes\n"
one, other = socket.socketpair()
one.send(b"x")
assert other.recv(1) == b"x"
)";
constexpr const char* javascript = R"(
const assert = require('assert'), child = require('child_process'), fs = require('fs'), os = require('os');
const { Worker } = require('worker_threads');
assert.equal(child.execSync('echo yes | cat').toString(), 'yes\n');
const folder = fs.mkdtempSync(os.tmpdir() + '/node-');
fs.writeFileSync(folder + '/a', 'text');
fs.copyFileSync(folder + '/a', folder + '/b');
fs.rmSync(folder, { recursive: true });
new Worker('new SharedArrayBuffer(1024)', { eval: true }).on('exit', (code) => assert.equal(code, 0));
child.spawn('cat', { stdio: ['pipe', 'pipe', 'ipc'] }).on('exit', (code) => assert.equal(code, 0)).stdin.end('x');
)";

TEST(AllowedSystemCalls, python_node_and_cpp_need_no_other_calls) {
  const auto runs = [](std::vector<const char*> words) {
    words.push_back(nullptr);
    return in_a_process([&words] {
      if (!refuse_system_calls({})) return 255;
      ::execvp(words[0], const_cast<char**>(words.data()));
      return 127;
    });
  };
  EXPECT_EQ(runs({"python3", "-c", python}), 0);
  EXPECT_EQ(runs({"node", "-e", javascript}), 0);
  EXPECT_EQ(in_a_process([] {
              if (!refuse_system_calls({})) return 255;
              int sum = 0;
              std::thread([&sum] { sum = 3; }).join();
              return std::system("echo yes | grep -q yes") == 0 && sum == 3 ? 0 : 1;
            }),
            0);
}

TEST(OwnUser, each_program_gets_its_own_user_and_returns_it) {
  if (!can_become_others()) GTEST_SKIP() << "only root can change users";
  uid_t lent = 0;
  {
    const OwnUser one = OwnUser::lend(), two = OwnUser::lend();
    EXPECT_NE(one.id(), 0U);
    EXPECT_NE(one.id(), two.id());
    lent = one.id();
  }
  const OwnUser again = OwnUser::lend();
  EXPECT_EQ(again.id(), lent);
  EXPECT_EQ(in_a_process([&] {
              return become_user(again.id()) && ::getuid() == again.id() && ::getegid() == again.id() &&
                             ::getgroups(0, nullptr) == 0 && ::setuid(0) != 0
                         ? 0
                         : 1;
            }),
            0);
}

}  // namespace bindpose::conformance::landlock_test
