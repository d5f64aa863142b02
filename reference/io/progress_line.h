// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: progress of long work: an updated line on a terminal, occasional lines in a pipe.
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

/// Makes failed writes to stderr (full disk, closed stderr or terminal) lose the message. Otherwise fmt would throw,
/// and an exception in a thread or during error handling would end the program with a signal.
void lose_unwritable_messages();

class ProgressLine {
 public:
  /// period: between two lines in a pipe.
  explicit ProgressLine(std::chrono::milliseconds period = std::chrono::seconds(30),
                        std::FILE* file = stderr);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// "[done/all] what", cut to the terminal's width, and the remaining time, if known. Thread-safe. what: clean text.
  /// share: finished part of the work, 0 to 1; default done / all.
  void show(std::size_t done, std::size_t all, std::string_view what = {}, std::optional<double> share = {});
  /// Removes the line from a terminal before other output.
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
