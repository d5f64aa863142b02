// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/progress_line.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace bindpose {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_taken = 3;    // seconds until the pace is known
constexpr double least_done = 0.02;  // fraction of the work; a smaller one says nothing about the rest ...
constexpr double long_taken = 60;    // ... except after this many seconds
constexpr const char* erase_line = "\r\x1b[K";

/// After lose_unwritable_messages(), also for stderr.
int descriptor_of(std::FILE* file) {
  return file == stderr ? STDERR_FILENO : ::fileno(file);
}

/// 0 if the terminal does not report it.
std::size_t columns_of(std::FILE* terminal) {
  winsize size = {};
  return ::ioctl(descriptor_of(terminal), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// 0 unless the whole variable is a number.
std::size_t columns_in(const char* variable) {
  const std::string_view text = variable == nullptr ? "" : variable;
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  return error == std::errc() && end == text.data() + text.size() ? columns : 0;
}

/// Cut so that the terminal does not wrap to a second line, which would remain. Assumes one column per character.
std::string fitting(const std::string& text, std::size_t columns) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins && columns > 0 && ++characters == columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace

std::string time_left(double seconds, double done, double left) {
  if (seconds < least_taken || done <= 0 || left <= 0) return "";
  if (seconds < long_taken && done < least_done * (done + left)) return "";
  const double rest = seconds / done * left;
  return rest < 90 ? fmt::format("{:.0f} s left", rest) : fmt::format("{:.0f} min left", rest / 60);
}

std::size_t terminal_columns(std::FILE* file) {
  constexpr std::size_t least = 40, usual = 80, most = 1000;
  for (const std::size_t columns : {columns_in(std::getenv("COLUMNS")), columns_of(file)})
    if (columns > 0) return std::clamp(columns, least, most);
  return usual;
}

void lose_unwritable_messages() {
  const auto write = [](void*, const char* text, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t written = ::write(STDERR_FILENO, text + done, size - done);
      if (written < 0 && errno != EINTR) break;
      done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    }
    return static_cast<ssize_t>(size);
  };
  std::FILE* const stream = ::fopencookie(nullptr, "w", {nullptr, write, nullptr, nullptr});
  if (stream == nullptr) return;
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stderr = stream;
}

ProgressLine::ProgressLine(std::chrono::milliseconds period, std::FILE* file)
    : period_(period),
      file_(file),
      terminal_(::isatty(descriptor_of(file)) == 1),
      next_line_(Clock::now() + period) {}

void ProgressLine::show(std::size_t done, std::size_t all, std::string_view what,
                        std::optional<double> share) {
  const std::lock_guard lock(mutex_);
  if (!share) share = static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1));
  const auto now = Clock::now();
  if (first_shown_ == Clock::time_point()) {
    first_shown_ = now;
    first_share_ = *share;
  }
  if (!terminal_ && now < next_line_) return;
  next_line_ = now + period_;
  const double taken = std::chrono::duration<double>(now - first_shown_).count();
  const std::string left = time_left(taken, *share - first_share_, 1 - *share);
  const std::string text = fmt::format("[{}/{}]{}{}{}", done, all, left.empty() ? "" : " " + left + ",",
                                       what.empty() ? "" : " ", what);
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
