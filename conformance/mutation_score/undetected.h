// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: defects that apply to an algorithm but change no number in its cases, and the reasons.
#pragma once

#include "conformance/mutation_score/matrix.h"

namespace bindpose::conformance {

/// A defect that applies to inputs of the algorithm at a level, but changes no number in its cases.
struct Undetected {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  std::string_view defect;

  /// "skinning/linear_blend at level pose: nan-at-180"
  std::string name() const;
};

/// The undetected defects, ordered by algorithm, level and defect.
std::vector<Undetected> undetected_of(const MutationScoreMatrix& matrix);

/// A line "NAME | reason". NAME is an item's name, with globs.
struct UndetectedReason {
  std::string pattern, reason;
};
/// Reads a file of such lines; ignores empty lines and lines that begin with #. Error REASON_LINE.
Expected<std::vector<UndetectedReason>> read_undetected_reasons(std::string_view text);
/// A file of reasons, and texts for its report.
struct ReasonFile {
  std::string_view name;     ///< name of the file in the data folder's mutation_score
  std::string_view line;     ///< text before each name without a reason
  std::string_view summary;  ///< text after the number of names
};
inline constexpr ReasonFile reasons_of_undetected = {
    "undetected.txt", "no case shows",
    "defects apply to an algorithm at a level, but change no number in its cases"};
/// The reasons why no case distinguishes an item (readings.h).
inline constexpr ReasonFile reasons_of_readings = {
    "readings.txt", "no case distinguishes", "items of declarations and pages are distinguished by no case"};

/// Reads the file of reasons. Errors: those of reading.
Expected<std::vector<UndetectedReason>> kept_reasons(const ReasonFile& file);

/// Lists names without a reason and reasons that match no name, one per line.
struct UndetectedReport {
  std::string text;
  bool is_whole = true;
};
UndetectedReport report_undetected(const std::vector<std::string>& names,
                                   const std::vector<UndetectedReason>& reasons,
                                   const ReasonFile& file = reasons_of_undetected);
UndetectedReport report_undetected(const std::vector<Undetected>& undetected,
                                   const std::vector<UndetectedReason>& reasons);

}  // namespace bindpose::conformance
