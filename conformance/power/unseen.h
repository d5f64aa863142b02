// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: mistakes that can be made in an algorithm and that none of its cases shows, and the reasons why.
#pragma once

#include "conformance/power/matrix.h"

namespace bindpose::conformance {

/// A mistake that can be made on questions of the algorithm at a level, and that moves a number in none of its cases.
struct Unseen {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  std::string_view mistake;

  /// "skinning/linear_blend at level pose: nan-at-180"
  std::string name() const;
};

/// In the order of the algorithms, levels, mistakes.
std::vector<Unseen> unseen_of(const PowerMatrix& matrix);

/// A line "NAME | reason", NAME as above and with globs.
struct UnseenReason {
  std::string pattern, reason;
};
/// Reads a file with such lines, empty ones and ones that begin with #. Errors REASON_LINE.
Expected<std::vector<UnseenReason>> read_unseen_reasons(std::string_view text);
/// A list of reasons, and how a report names what they explain.
struct ReasonFile {
  std::string_view name;     ///< of the file in power/ of the data folder
  std::string_view line;     ///< before each name without a reason
  std::string_view summary;  ///< after the number of names
};
inline constexpr ReasonFile reasons_of_unseen = {
    "unseen.txt", "no case shows", "mistakes concern an algorithm at a level and show in none of its cases"};
/// The reasons why no case distinguishes an item (readings.h).
inline constexpr ReasonFile reasons_of_readings = {
    "readings.txt", "no case distinguishes", "items of declarations and pages are distinguished by no case"};

/// The reasons of that file. Errors of reading.
Expected<std::vector<UnseenReason>> kept_reasons(const ReasonFile& file);

/// The names without a reason, the reasons that explain nothing, a line each.
struct UnseenReport {
  std::string text;
  bool is_whole = true;
};
UnseenReport report_unseen(const std::vector<std::string>& names, const std::vector<UnseenReason>& reasons,
                           const ReasonFile& file = reasons_of_unseen);
UnseenReport report_unseen(const std::vector<Unseen>& unseen, const std::vector<UnseenReason>& reasons);

}  // namespace bindpose::conformance
