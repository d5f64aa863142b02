// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/progress_line.h"

#include <array>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace bindpose::progress_line_test {

using std::chrono::milliseconds;

std::string text_of(std::FILE* file) {
  std::string text(1000, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}

TEST(ProgressLine, occasional_lines_are_written_to_a_pipe) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    ProgressLine at_once(milliseconds(0), file);
    at_once.show(1, 3, "first");
    at_once.show(2, 3);
    ProgressLine seldom(std::chrono::hours(1), file);
    seldom.show(3, 3, "too soon");
  }
  EXPECT_EQ(text_of(file), "[1/3] first\n[2/3]\n");
  std::fclose(file);
}

TEST(ProgressLine, the_remaining_time_is_shown_once_the_pace_is_known) {
  EXPECT_EQ(time_left(10, 50, 100), "20 s left");
  EXPECT_EQ(time_left(60, 100, 500), "5 min left");
  EXPECT_EQ(time_left(1, 50, 100), "") << "too early";
  EXPECT_EQ(time_left(10, 0, 100), "");
  EXPECT_EQ(time_left(10, 100, 0), "");
  EXPECT_EQ(time_left(10, 1, 99), "") << "too little of the work is done";
  EXPECT_EQ(time_left(60, 1, 99), "99 min left");
}

/// The output of two lines and their end on a terminal of this many columns; 0: the terminal does not report its
/// width.
void expect_on_terminal(unsigned short columns, const std::string& expected) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  const winsize size = {.ws_row = 0, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  ASSERT_EQ(::ioctl(terminal, TIOCSWINSZ, &size), 0);
  std::FILE* file = std::fopen(::ptsname(terminal), "w");
  ASSERT_NE(file, nullptr);
  {
    ProgressLine progress(std::chrono::hours(1), file);
    progress.show(1, 2, "first");
    progress.show(2, 2, "s\xC3\xA4\xC3\xA4nd");
  }
  // The text may come in several pieces.
  std::string seen;
  while (seen.size() < expected.size()) {
    std::array<char, 200> bytes{};
    const ssize_t got = ::read(terminal, bytes.data(), bytes.size());
    ASSERT_GT(got, 0) << seen;
    seen.append(bytes.data(), static_cast<std::size_t>(got));
  }
  EXPECT_EQ(seen, expected);
  std::fclose(file);
  ::close(terminal);
}

TEST(ProgressLine, the_line_on_a_terminal_is_overwritten_and_removed) {
  expect_on_terminal(0, "\r\x1b[K[1/2] first\r\x1b[K[2/2] s\xC3\xA4\xC3\xA4nd\r\x1b[K");
}

TEST(ProgressLine, the_line_is_never_wider_than_the_terminal) {
  expect_on_terminal(9, "\r\x1b[K[1/2] fi\r\x1b[K[2/2] s\xC3\xA4\r\x1b[K");
}

}  // namespace bindpose::progress_line_test
