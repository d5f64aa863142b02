// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a device as a line of a table that fits a terminal.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Returns the width of the table, 80 to 100 columns, for a terminal of this width (0: unknown).
std::size_t device_table_width(std::size_t terminal);

class DeviceTable {
 public:
  explicit DeviceTable(std::size_t width) : width_(width) {}

  std::string head();
  /// The row of a subject, by its full name: renderer, version, and whether it is software. A longer cell ends
  /// with "...".
  std::string row(std::string_view subject, const SubjectInfo& info);
  /// The row of an unusable device, with the reason; may take several lines.
  std::string row(std::string_view subject, const Error& error) const;
  /// Prints a missing device.
  std::string missing(const Error& error) const;
  /// True if a row was shortened.
  bool is_shortened() const { return is_shortened_; }

 private:
  std::string line(std::string_view subject, std::string renderer, std::string version,
                   std::string_view ending);
  std::string shortened(std::string text, std::size_t most);
  std::string below_each_other(const std::string& words) const;

  std::size_t width_;
  bool is_shortened_ = false;
};

}  // namespace bindpose::conformance
