// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/inherited.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

/// The shell that starts a job decides about these: nohup ignores SIGHUP.
constexpr std::array job_signals = {SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};

void reset_signals(bool of_jobs) {
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (of_jobs || std::ranges::find(job_signals, signal) == job_signals.end())
      std::signal(signal, SIG_DFL);  // which fails for SIGKILL and SIGSTOP
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace

void close_all_but(std::initializer_list<int> kept) {
  int next = 0;
  for (const int each : kept) {
    for (; next < each; ++next)
      ::close(next);
    next = each + 1;
  }
  ::closefrom(next);
}

void forget_caller() {
  int unused = 0;
  do
    unused = ::open("/dev/null", O_RDONLY);  // to which nothing can be written either
  while (unused >= 0 && unused <= STDERR_FILENO);
  ::close(unused);
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  reset_signals(false);
}

void reset_all_signals() {
  reset_signals(true);
}

std::optional<bool> holds_in_a_child(const std::function<bool()>& check) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(check() ? 0 : 1);
  int status = 1;
  pid_t ended = -1;
  do
    ended = child < 0 ? -1 : ::waitpid(child, &status, 0);
  while (child > 0 && ended < 0 && errno == EINTR);
  if (ended != child || child < 0) return std::nullopt;
  return status == 0;
}

}  // namespace bindpose::conformance
