// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a whole class graded, with files that are readable at any moment.
// And: the folders that a class has handed in, their names, and the command that runs one.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/grade/grader.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

class VerdictCache;

/// When what is known so far is written once more: at most every 100 ms, and for at most a share of the time.
class NowAndThen {
 public:
  explicit NowAndThen(double share) : share_(share) {}
  bool is_due() const;
  /// Tells how long it takes.
  void write(const std::function<void()>& what);

 private:
  double share_;
  double next_ = 0;  ///< not before this time, on a steady clock
};

/// Writes a sheet into a folder: sheet.json and, at the end or always, every format. What is written on the way
/// takes at most a fiftieth of the time, a 250th in a class.
class SheetWriter {
 public:
  enum class Formats { at_the_end, always };
  /// below: a folder in `folder`, made by the program (reference/io/below.h).
  explicit SheetWriter(std::filesystem::path folder, Formats formats = Formats::always,
                       std::filesystem::path below = {});

  /// Errors FILE_WRITE; the first is kept, and grading goes on.
  void write(const GradeSheet& sheet);
  const Expected<void>& result() const { return result_; }

 private:
  std::filesystem::path folder_, below_;
  Formats formats_;
  NowAndThen on_the_way_;
  bool has_begun_ = false;  ///< then no format of an earlier grading is there
  Expected<void> result_ = {};
};

/// A submission to be graded.
struct ClassMember {
  std::string name;
  std::function<Expected<std::unique_ptr<Subject>>()> open;
  /// Returns the submission_hash(); called when the submission's turn comes. An error is the submission's grade.
  std::function<Expected<std::string>()> hash = {};
  std::function<std::shared_ptr<KeptVerdicts>()> kept = {};  ///< called before it is opened
};

/// What is still known of a member's sheet once it is in its files: a class may have more sheets than memory holds.
struct MemberGrade {
  std::string submission;
  double score = 0, points = 0;
  double seconds = 0, subject_seconds = 0;
  bool complete = false;
  std::optional<Error> broken, judge_error;
  std::size_t cases = 0,
              cached = 0;    ///< of so many cases there is a verdict, of so many of them it was found
  std::size_t verified = 0;  ///< and so many of those were asked all the same
  std::string mark = {};     ///< staff_words() of its sheet
};

MemberGrade grade_of(const GradeSheet& sheet);

struct ClassRun {
  std::filesystem::path out;
  unsigned threads = 1;
  bool again = false;  ///< also submissions that have not changed since they were graded
  /// Called after every case, and with the former sheet of a submission that is not graded again; on any thread, one at a time.
  std::function<void(std::size_t member, const GradeSheet&)> progress = {};
  /// Called before the files of a submission are read; likewise.
  std::function<void(std::size_t member)> reading = {};
  std::vector<std::string> handed_in =
      {};                         ///< names of all submissions, where only some are members of this run
  VerdictCache* cache = nullptr;  ///< whose verdicts are settled now and then; null: none are kept
  std::size_t verify = 0;         ///< as of a Submission
};

/// Grades, each in a thread, the members that are new, that have changed since they were graded, or whose grading was not
/// finished; the sheets of others stay as they are. Writes OUT/<member>/, OUT/grading.json and OUT/journal.csv
/// (class_record.h) and, at the end, OUT/class.csv and OUT/class.html of all that were ever graded into OUT. OUT/grading.json is
/// written now and then and at the end: what a killed run graded last is graded again. Answers the
/// members' grades in their order; after an interruption, those there are. Errors: FILE_WRITE, FOLDER_BUSY, those of
/// read_class_record(); GRADING_SEED where the class was graded with another seed than the grader's.
Expected<std::vector<MemberGrade>> grade_class(const Grader& grader, const std::vector<ClassMember>& members,
                                               const ClassRun& run);

/// Every sub-folder of a folder, sorted by name, whose name matches a glob; hidden ones are left out. Error
/// FILE_READ.
Expected<std::vector<std::filesystem::path>> submissions_in(const std::filesystem::path& folder,
                                                            const std::string& only);

/// Names of what is in the folder of a class and is no submission: files, hidden folders, links that lead nowhere. Sorted. Empty if the
/// folder cannot be read.
std::vector<std::string> other_entries_in(const std::filesystem::path& folder);

/// The name of a submission's folder as a text. A name that is not UTF-8 gets its bytes above 127 as "%E9", and its % as "%25". So does the % of
/// a name that looks like the result. Two folders never have the same name.
std::string submission_name(const std::filesystem::path& folder);

/// A link could make one student's work, or a file from elsewhere, another's: SUBMISSION_LINK.
Expected<void> require_own_folder(const std::filesystem::path& submission);

/// The command with every "{}" replaced by the path, which the command's words keep together: behind
/// a backslash where a blank or a quote is in it.
std::string command_for(std::string_view command, const std::filesystem::path& folder);

}  // namespace bindpose::conformance
