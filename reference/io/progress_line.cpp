// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

namespace bindpose {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* erase_line = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::chrono::milliseconds period, std::FILE* file)
    : period_(period),
      file_(file),
      terminal_(::isatty(::fileno(file)) == 1),
      next_line_(Clock::now() + period) {}

void ProgressLine::show(std::size_t done, std::size_t all, std::string_view what) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (!terminal_ && now < next_line_) return;
  next_line_ = now + period_;
  const std::string text = fmt::format("[{}/{}]{}{}", done, all, what.empty() ? "" : " ", what);
  if (terminal_)
    fmt::print(file_, "{}{}", erase_line, text);
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
