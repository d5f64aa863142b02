// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a folder of grades remembers of a class: OUT/grading.json, by which seed and rubric it is graded and what was
// handed in when; OUT/journal.csv, when and why each grade changed.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "conformance/cache/tree.h"
#include "conformance/grade/rubric.h"
#include "conformance/subjects/sandbox/folders.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

/// A submission as it was graded last.
struct RecordedSubmission {
  std::string hash;         ///< submission_hash()
  bool removed = false;     ///< it is no longer handed in; its grade stays
  std::string folder = {};  ///< of its sheet, below OUT; empty: the name
};

struct ClassRecord {
  std::string rubric;       ///< title
  std::string rubric_hash;  ///< Rubric::hash
  std::string seed;         ///< of the fresh cases, for the whole class
  std::map<std::string, RecordedSubmission> submissions = {};
  bool is_unfinished = false;  ///< a submission of the last run may not be graded
};

/// Reads the text of grading.json, and writes it. Errors: GRADING_FORMAT, GRADING_RUBRIC (another rubric).
Expected<ClassRecord> parse_class_record(std::string_view text, const std::string& where,
                                         const Rubric& rubric);
std::string class_record_text(const ClassRecord& record);

/// The folder's record; empty if no class has been graded into it. Errors: FILE_READ and those of
/// parse_class_record().
Expected<std::optional<ClassRecord>> read_class_record(const std::filesystem::path& out,
                                                       const Rubric& rubric);
/// Error FILE_WRITE.
Expected<void> write_class_record(const std::filesystem::path& out, const ClassRecord& record);

/// Largest submission that is graded: 1 GiB in files, by their sizes, 100,000 files and folders, and folders that a sandbox can copy.
inline constexpr TreeSize largest_submission{std::uintmax_t{1} << 30, 100000, deepest - 1};

/// SHA-256 of everything in the folder (cache/tree.h). Links are not followed, and special files are not read. Returns an empty
/// text for a folder that is itself a link. Error SUBMISSION_SIZE: more than `most`; then no file is read.
Expected<std::string> submission_hash(const std::filesystem::path& folder,
                                      const TreeSize& most = largest_submission);

/// Appends "time in UTC,submission,event,score before,score" to OUT/journal.csv; a score that is not there is empty. event:
/// first, changed, again, unfinished, removed, returned, marked (for staff: GradeSheet::exercises). Error FILE_WRITE.
Expected<void> note_in_journal(const std::filesystem::path& out, const std::string& submission,
                               std::string_view event, std::optional<double> before,
                               std::optional<double> now);

/// The folder in OUT of the sheet of each submission, recorded or handed in. It is the submission's name, unless the class has a file
/// of this name, the name is longer than 200 bytes, or another submission has the folder (a and A are the same letter). Then
/// it is the name with ".submission", ".submission-2" and so on. A recorded folder stays.
std::map<std::string, std::string> sheet_folders(const ClassRecord& record,
                                                 const std::set<std::string>& handed_in);

}  // namespace bindpose::conformance
