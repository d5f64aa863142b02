// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/progress_line.h"

#include <string>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace bindpose {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_taken = 3;  // seconds after which a pace can be told
constexpr const char* erase_line = "\r\x1b[K";

/// 0 where the terminal does not say.
std::size_t columns_of(std::FILE* terminal) {
  winsize size = {};
  return ::ioctl(::fileno(terminal), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// So much of it that the terminal does not go on to a second line, which would stay. A character is a column.
std::string fitting(const std::string& text, std::size_t columns) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins && columns > 0 && ++characters == columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace

ProgressLine::ProgressLine(std::chrono::milliseconds period, std::FILE* file)
    : period_(period),
      file_(file),
      terminal_(::isatty(::fileno(file)) == 1),
      next_line_(Clock::now() + period) {}

/// " 3 min left,"; nothing at the beginning, nor at the end.
std::string ProgressLine::remaining(std::size_t done, std::size_t all, Clock::time_point now) {
  const double taken = std::chrono::duration<double>(now - first_shown_).count();
  if (taken < least_taken || done <= first_done_ || done >= all) return "";
  const double seconds = taken / static_cast<double>(done - first_done_) * static_cast<double>(all - done);
  return seconds < 90 ? fmt::format(" {:.0f} s left,", seconds)
                      : fmt::format(" {:.0f} min left,", seconds / 60);
}

void ProgressLine::show(std::size_t done, std::size_t all, std::string_view what) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (first_shown_ == Clock::time_point()) {
    first_shown_ = now;
    first_done_ = done;
  }
  if (!terminal_ && now < next_line_) return;
  next_line_ = now + period_;
  const std::string text =
      fmt::format("[{}/{}]{}{}{}", done, all, remaining(done, all, now), what.empty() ? "" : " ", what);
  if (terminal_)
    fmt::print(file_, "{}{}", erase_line, fitting(text, columns_of(file_)));
  else
    fmt::print(file_, "{}\n", text);
  std::fflush(file_);
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (!terminal_) return;
  fmt::print(file_, "{}", erase_line);
  std::fflush(file_);
}

}  // namespace bindpose
