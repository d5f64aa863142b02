// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a class as class.csv and class.html, for staff, written a sheet at a time: a class may have more sheets than memory
// holds.
#pragma once

#include "conformance/grade/formats/sheet.h"
#include "reference/io/new_file.h"

namespace bindpose::conformance {

/// class.csv: a row per submission: submission, score, points, a column per exercise, status, staff_words(), what is wrong first in one
/// line. Text that a spreadsheet would take for a formula gets a leading apostrophe.
/// class.html: one page without scripts, with what is hidden: a row a sheet, then the details of each.
class ClassTable {
 public:
  /// Files in `folder`, which is there. blank: a sheet of the rubric, with every exercise and nothing judged.
  ClassTable(const std::filesystem::path& folder, GradeSheet blank);

  void add(const GradeSheet& sheet);
  /// Puts both files in place; those of before stay until then. Error FILE_WRITE.
  Expected<void> finish();

 private:
  GradeSheet blank_;
  std::size_t count_ = 0;
  NewFile csv_, page_;
  NewFile details_;  ///< which are behind the last row of the page
};

}  // namespace bindpose::conformance
