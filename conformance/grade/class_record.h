// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a folder of grades remembers of a class: OUT/grading.json, by which seed and rubric it is graded and what was
// handed in when; OUT/journal.csv, when and why each grade changed.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/grade/rubric.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

/// A submission as it was graded last.
struct RecordedSubmission {
  std::string hash;      ///< submission_hash()
  bool removed = false;  ///< it is no longer handed in; its grade stays
};

struct ClassRecord {
  std::string rubric;       ///< title
  std::string rubric_hash;  ///< Rubric::hash
  std::string seed;         ///< of the fresh cases, for the whole class
  std::map<std::string, RecordedSubmission> submissions = {};
  bool is_unfinished = false;  ///< a submission of the last run may not be graded
};

/// Of the text of grading.json, and back. Errors: GRADING_FORMAT, GRADING_RUBRIC (another rubric).
Expected<ClassRecord> parse_class_record(std::string_view text, const std::string& where,
                                         const Rubric& rubric);
std::string class_record_text(const ClassRecord& record);

/// What the folder remembers; nothing where no class has been graded into it. Errors: FILE_READ and those of
/// parse_class_record().
Expected<std::optional<ClassRecord>> read_class_record(const std::filesystem::path& out,
                                                       const Rubric& rubric);
/// Error FILE_WRITE.
Expected<void> write_class_record(const std::filesystem::path& out, const ClassRecord& record);

/// Of the names and contents of all files, links by where they lead; what Python and git keep for themselves is left out.
std::string submission_hash(const std::filesystem::path& folder);

/// Appends "time in UTC,submission,event,score before,score" to OUT/journal.csv; a score that is not there is empty. event:
/// first, changed, again, unfinished, removed, returned. Error FILE_WRITE.
Expected<void> note_in_journal(const std::filesystem::path& out, const std::string& submission,
                               std::string_view event, std::optional<double> before,
                               std::optional<double> now);

/// The folder of a submission's sheet in OUT: its name, unless a file of the class is called so.
std::string sheet_folder(const std::string& submission);

}  // namespace bindpose::conformance
