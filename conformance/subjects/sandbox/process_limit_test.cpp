// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/process_limit.h"

#include <cerrno>
#include <csignal>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/own_user.h"

namespace bindpose::conformance::process_limit_test {

/// Changes root to an ordinary user, because the kernel does not limit processes of root.
bool become_ordinary(const OwnUser& user) {
  return ::geteuid() != 0 || (user.id() != 0 && become_user(user.id()));
}

TEST(ProcessLimit, a_users_threads_are_counted) {
  constexpr std::size_t more = 20;
  const auto counts = [] {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < more; ++i)
      threads.emplace_back([] { ::usleep(50'000); });
    const std::size_t tasks = tasks_of_user(::getuid());
    for (std::thread& each : threads)
      each.join();
    return tasks > more;
  };
  EXPECT_EQ(holds_in_a_child(counts), true);
  const OwnUser user = OwnUser::lend();
  EXPECT_TRUE(user.id() == 0 || tasks_of_user(user.id()) == 0) << "no process has this user id";
}

TEST(ProcessLimit, the_limit_is_permanent_and_leaves_room) {
  const OwnUser user = OwnUser::lend();
  const auto is_limited = [&user] {
    if (!become_ordinary(user)) return false;
    rlimit limit{};
    ::getrlimit(RLIMIT_NPROC, &limit);
    const rlim_t before = std::exchange(limit.rlim_cur, tasks_of_user(::getuid()) + 3);
    ::setrlimit(RLIMIT_NPROC, &limit);
    if (limit_processes(100)) return false;  // too few to start a process
    limit.rlim_cur = before;
    ::setrlimit(RLIMIT_NPROC, &limit);
    if (!limit_processes(100)) return false;
    ::getrlimit(RLIMIT_NPROC, &limit);
    return limit.rlim_max == limit.rlim_cur && limit.rlim_cur > 100 && limit.rlim_cur < (1U << 20) &&
           holds_in_a_child([] { return true; }) == true;
  };
  if (!can_become_others() && ::geteuid() == 0) GTEST_SKIP() << "root cannot change its user here";
  EXPECT_EQ(holds_in_a_child(is_limited), true);
}

/// The exit code of a child that is stopped, continues and forks: 0, or the reason why it failed.
int code_of_held_child() {
  int ready[2], go[2], status = 0;
  if (::pipe(ready) != 0 || ::pipe(go) != 0) return -1;
  char byte = 0;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::write(ready[1], &byte, 1) != 1 || ::read(go[0], &byte, 1) != 1) ::_exit(1);
    ::_exit(::fork() < 0 ? errno : 0);
  }
  if (::read(ready[0], &byte, 1) != 1) return -1;
  hold_still(child);
  if (::waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status)) return -1;
  if (::write(go[1], &byte, 1) != 1 || ::kill(child, SIGCONT) != 0) return -1;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ProcessLimit, queued_signals_of_a_users_other_programs_are_counted) {
  constexpr int more = 20;
  const OwnUser user = OwnUser::lend();
  if (!can_become_others() && ::geteuid() == 0) GTEST_SKIP() << "root cannot change its user here";
  const auto counts = [&user] {
    if (!become_ordinary(user)) return false;
    const rlim_t before = queued_signals();
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGRTMIN);
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    for (int i = 0; i < more; ++i)
      if (::sigqueue(::getpid(), SIGRTMIN, {}) != 0) return false;
    return holds_in_a_child([before] { return queued_signals() >= before + more; }) == true;
  };
  EXPECT_EQ(holds_in_a_child(counts), true);
}

TEST(ProcessLimit, a_stopped_process_can_start_no_other) {
  if (!can_become_others() && ::geteuid() == 0) GTEST_SKIP() << "root cannot change its user here";
  const OwnUser user = OwnUser::lend();
  EXPECT_EQ(holds_in_a_child([&user] { return become_ordinary(user) && code_of_held_child() == EAGAIN; }),
            true);
}

TEST(ProcessLimit, all_processes_of_a_user_end_at_once) {
  if (!can_become_others()) GTEST_SKIP() << "only root can change users";
  const OwnUser user = OwnUser::lend();
  const pid_t child = ::fork();
  if (child == 0) {
    if (become_user(user.id())) ::pause();
    ::_exit(0);
  }
  int status = 0;
  for (int i = 0; i < 200 && tasks_of_user(user.id()) == 0; ++i)
    ::usleep(5'000);
  kill_all_of(user.id());
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
}

}  // namespace bindpose::conformance::process_limit_test
