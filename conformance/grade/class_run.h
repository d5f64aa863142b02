// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a whole class graded, with files that are readable at any moment.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "conformance/grade/grader.h"

namespace bindpose::conformance {

/// Writes a sheet into a folder: sheet.json and, at the end or always, every format. What is written on the way
/// is written at most every 100 ms, and for at most a fiftieth of the time, a 250th in a class.
class SheetWriter {
 public:
  enum class Formats { at_the_end, always };
  explicit SheetWriter(std::filesystem::path folder, Formats formats = Formats::always)
      : folder_(std::move(folder)), formats_(formats) {}

  /// Errors FILE_WRITE; the first is kept, and grading goes on.
  void write(const GradeSheet& sheet);
  const Expected<void>& result() const { return result_; }

 private:
  std::filesystem::path folder_;
  Formats formats_;
  double next_ = 0;  ///< not before this time, on a steady clock
  Expected<void> result_ = {};
};

/// A submission to be graded: its name and how to open it.
struct ClassMember {
  std::string name;
  std::function<Expected<std::unique_ptr<Subject>>()> open;
};

struct ClassRun {
  std::filesystem::path out;
  unsigned threads = 1;
  bool resume = false;
  /// Told of a sheet after every case of it; on any thread, one at a time.
  std::function<void(std::size_t member, const GradeSheet&)> progress;
};

/// Every sub-folder of a folder, sorted by name, whose name matches a glob; hidden ones are left out. Error
/// FILE_READ.
Expected<std::vector<std::filesystem::path>> submissions_in(const std::filesystem::path& folder,
                                                            const std::string& only);

/// A link could make one student's work, or a file from elsewhere, another's: SUBMISSION_LINK.
Expected<void> require_own_folder(const std::filesystem::path& submission);

/// The command with every "{}" replaced by the path, which the command's words keep together: behind
/// a backslash where a blank or a quote is in it.
std::string command_for(std::string_view command, const std::filesystem::path& folder);

/// The seed of a grading that is taken up again. Errors: FILE_READ, GRADING_FORMAT, GRADING_RUBRIC (another
/// rubric).
Expected<std::string> recorded_seed(const std::filesystem::path& out, const Rubric& rubric);

/// Grades each member in a thread; writes OUT/grading.json (seed, hash of the rubric), OUT/<member>/ and, at
/// the end, OUT/class.csv and OUT/class.html. To resume: complete sheets of the same rubric and seed stay.
/// Answers the sheets in the members' order; after an interruption, those there are. Errors: FILE_WRITE.
Expected<std::vector<GradeSheet>> grade_class(const Grader& grader, const std::vector<ClassMember>& members,
                                              const ClassRun& run);

}  // namespace bindpose::conformance
