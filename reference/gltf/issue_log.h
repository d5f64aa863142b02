// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the log for the errors and warnings of all checks of a file.
#pragma once

#include "reference/gltf/asset.h"
#include "reference/gltf/pointer.h"

namespace bindpose::gltf {

/// Collects issues in the order they are found. Keeps the first 10,000 of each severity and counts the rest,
/// so that a malicious file cannot fill the memory with issues.
class IssueLog {
 public:
  void error(std::string_view code, const Pointer& where, std::string message);
  void error_at(std::string_view code, std::string pointer, std::string message);
  void warning(std::string_view code, const Pointer& where, std::string message);
  void warning_at(std::string_view code, std::string pointer, std::string message);

  bool has_errors() const { return error_count_ > 0; }

  std::vector<Issue> warnings() const { return warnings_; }

  /// The errors, then the warnings.
  std::vector<Issue> all() const;

 private:
  std::vector<Issue> errors_;
  std::vector<Issue> warnings_;
  std::size_t error_count_ = 0;
};

}  // namespace bindpose::gltf
