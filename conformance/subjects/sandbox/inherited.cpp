// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/inherited.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/io/below.h"

namespace bindpose::conformance {
namespace {

/// A shell controls its jobs with these signals; nohup ignores SIGHUP.
constexpr std::array job_signals = {SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};

void reset_signals(bool of_jobs) {
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (of_jobs || std::ranges::find(job_signals, signal) == job_signals.end())
      std::signal(signal, SIG_DFL);  // fails for SIGKILL and SIGSTOP
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
    unused = ::open("/dev/null", O_RDONLY);  // also makes them unwritable
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

std::optional<std::string> text_of_a_child(const std::function<std::string()>& make, double seconds) {
  constexpr char end = '\0';
  auto pipe = make_pipe();
  const pid_t child = pipe ? ::fork() : -1;
  if (child < 0) return std::nullopt;
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Output of a loaded library must not mix with the program's output.
    const int nothing = ::open("/dev/null", O_WRONLY);
    if (nothing < 0 || ::dup2(nothing, STDOUT_FILENO) < 0 || ::dup2(nothing, STDERR_FILENO) < 0) ::_exit(1);
    ::_exit(write_all(pipe->second, make() + end) ? 0 : 1);
  }
  pipe->second.close();
  std::string text;
  std::array<char, 4096> block;
  const Deadline deadline = after(seconds);
  while (const auto got = receive_some(pipe->first, block.data(), block.size(), deadline))
    text.append(block.data(), *got);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  if (text.empty() || text.back() != end) return std::nullopt;
  text.pop_back();
  return text;
}

}  // namespace bindpose::conformance
