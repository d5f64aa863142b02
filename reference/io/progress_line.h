// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far a long work is - a line that is written over on a terminal, a line now and then in a pipe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace bindpose {

/// "3 min left", from the remaining work (tests, or their costs) and the
/// time for the finished part; empty if unknown or if nothing is left.
std::string time_left(double seconds, double done, double left);

/// Number of columns for output to a file: the variable COLUMNS, else the terminal's width, else 80, as for a pipe; 40 to 1000.
std::size_t terminal_columns(std::FILE* file);

/// From now on, a message that stderr does not take is lost: the disk is full, stderr is closed, the terminal is gone. Otherwise fmt
/// throws, and an exception in a thread, or on the way to an error message, ends the program with a signal.
void lose_unwritable_messages();

class ProgressLine {
 public:
  /// period: between two lines in a pipe.
  explicit ProgressLine(std::chrono::milliseconds period = std::chrono::seconds(30),
                        std::FILE* file = stderr);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// "[done/all] what", as much of it as a terminal has columns for, and how long the rest takes at the pace so far once that can be said;
  /// from any thread. what: clean text. share: finished part of the work, 0 to 1; default done / all.
  void show(std::size_t done, std::size_t all, std::string_view what = {}, std::optional<double> share = {});
  /// Takes the line off a terminal, so that something else can be printed.
  void clear();

 private:
  std::chrono::milliseconds period_;
  std::FILE* file_;
  bool terminal_;
  std::chrono::steady_clock::time_point next_line_, first_shown_ = {};
  double first_share_ = 0;
  std::mutex mutex_;
};

}  // namespace bindpose
