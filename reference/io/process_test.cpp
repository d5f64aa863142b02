// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Waiting for other processes, and events that end the wait.
#include "reference/io/process.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reference/testing/assert.h"

namespace bindpose::process_test {

constexpr int had_interruption = 10, had_byte = 11, had_other = 12;

/// The exit code of a process that waits for a byte which comes only after a signal, if at all.
int code_after(int signal, Wait wait, bool sends_byte) {
  const auto ready = make_pipe(), bytes = make_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    catch_interrupts();
    char byte = 'r';
    if (::write(ready->second.get(), &byte, 1) != 1) ::_exit(had_other);
    const auto got = receive_some(bytes->first, &byte, 1, never, wait);
    ::_exit(got ? had_byte : got.error().code == "INTERRUPTED" ? had_interruption : had_other);
  }
  char byte = 0;
  EXPECT_TRUE(receive_some(ready->first, &byte, 1, never));
  ::kill(child, signal);
  if (sends_byte) {
    ::usleep(300'000);  // longer than the interval in which an interruption is noticed
    EXPECT_EQ(::write(bytes->second.get(), "b", 1), 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(Process, a_signal_ends_the_wait_for_a_hanging_child) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    EXPECT_EQ(code_after(signal, Wait::until_interrupted, false), had_interruption) << ::strsignal(signal);
}

TEST(Process, a_wait_regardless_of_signals_continues) {
  EXPECT_EQ(code_after(SIGINT, Wait::regardless, true), had_byte);
}

TEST(Process, available_bytes_are_read_after_a_signal) {
  const auto pipe = make_pipe();
  ASSERT_EQ(::write(pipe->second.get(), "b", 1), 1);
  const pid_t child = ::fork();
  if (child == 0) {
    catch_interrupts();
    ::raise(SIGTERM);
    char byte = 0;
    ::_exit(receive_some(pipe->first, &byte, 1, never) ? had_byte : had_other);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), had_byte);
}

/// Formerly the deadline applied only to a slow reader; with a fast one, a long transfer lasted longer.
TEST(Process, a_transfer_to_a_fast_reader_ends_at_its_deadline) {
  const auto sockets = make_sockets();
  ASSERT_TRUE(sockets);
  EXPECT_TRUE(send_all(sockets->first, "early", 5, after(60)));
  EXPECT_EQ(test::code_of(send_all(sockets->first, "late", 4, after(0))), "TIMEOUT");
  std::atomic<bool> is_over = false;
  std::thread reader([&] {
    std::vector<char> some(1 << 16);
    while (!is_over)
      if (::recv(sockets->second.get(), some.data(), some.size(), MSG_DONTWAIT) <= 0)
        std::this_thread::yield();
  });
  const std::vector<char> much(1UL << 28);  // takes a tenth of a second
  const auto sent = send_all(sockets->first, much.data(), much.size(), after(0.01));
  is_over = true;
  reader.join();
  EXPECT_EQ(test::code_of(sent), "TIMEOUT");
}

}  // namespace bindpose::process_test
