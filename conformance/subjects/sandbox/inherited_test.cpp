// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/inherited.h"

#include <csignal>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace bindpose::conformance::inherited_test {

constexpr int low = 20, middle = 21, high = 300;

bool is_open(int descriptor) {
  return ::fcntl(descriptor, F_GETFD) >= 0;
}

bool is_ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

/// Acts like a careless caller: leaves descriptors open and signals ignored or blocked.
void inherit() {
  for (const int number : {low, middle, high})
    ::dup2(STDIN_FILENO, number);
  for (const int signal : {SIGCHLD, SIGPIPE, SIGHUP})
    std::signal(signal, SIG_IGN);
  sigset_t blocked;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
}

TEST(Inherited, descriptors_and_signals_of_the_caller_are_reset) {
  EXPECT_EQ(holds_in_a_child([] {
              inherit();
              ::close(STDOUT_FILENO);
              forget_caller();
              sigset_t blocked;
              ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
              return is_open(STDOUT_FILENO) && ::write(STDOUT_FILENO, "", 1) < 0 &&
                     ::fcntl(low, F_GETFD) == FD_CLOEXEC && ::fcntl(high, F_GETFD) == FD_CLOEXEC &&
                     !is_ignored(SIGCHLD) && !is_ignored(SIGPIPE) && is_ignored(SIGHUP) &&
                     ::sigismember(&blocked, SIGTERM) == 0;
            }),
            true);
  EXPECT_EQ(holds_in_a_child([] {
              inherit();
              reset_all_signals();
              return !is_ignored(SIGCHLD) && !is_ignored(SIGHUP);
            }),
            true);
}

TEST(Inherited, all_descriptors_except_the_given_ones_close) {
  EXPECT_EQ(holds_in_a_child([] {
              inherit();
              close_all_but({STDERR_FILENO, middle});
              return !is_open(STDIN_FILENO) && is_open(STDERR_FILENO) && !is_open(low) && is_open(middle) &&
                     !is_open(middle + 1) && !is_open(high);
            }),
            true);
}

TEST(Inherited, a_child_that_cannot_be_waited_for_has_no_result) {
  EXPECT_EQ(holds_in_a_child([] { return false; }), false);
  EXPECT_EQ(holds_in_a_child([] {
              std::signal(SIGCHLD, SIG_IGN);
              return !holds_in_a_child([] { return true; });
            }),
            true);
}

}  // namespace bindpose::conformance::inherited_test
