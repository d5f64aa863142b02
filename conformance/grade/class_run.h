// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: grades a whole class; its files are valid at any moment.
// And: the folders that a class has submitted, their names, and the command to run a submission.
// And: the record of a class in its folder of grades. OUT/grading.json has the seed, the rubric,
// and a hash of each submission; OUT/journal.csv has when and why each grade changed.
#pragma once

#include "conformance/cache/tree.h"
#include "conformance/grade/gradebook.h"
#include "conformance/grade/grader.h"
#include "conformance/subjects/sandbox/folders.h"

namespace bindpose::conformance {

class VerdictCache;

/// Decides when intermediate results are written: at most every 100 ms, and within a share of the time.
class NowAndThen {
 public:
  explicit NowAndThen(double share) : share_(share) {}
  bool is_due() const;
  /// Records how long the writing took.
  void write(const std::function<void()>& what);

 private:
  double share_;
  double next_ = 0;  ///< earliest time of the next writing, on a steady clock
};

/// Writes a sheet into a folder: sheet.json and, at the end or always, every format. Writing during a run
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
  bool has_begun_ = false;  ///< the formats of an earlier grading were removed
  Expected<void> result_ = {};
};

/// A submission to be graded.
struct ClassMember {
  std::string name;
  std::function<Expected<std::unique_ptr<Subject>>()> open;
  /// Returns the submission_hash(); called when the grading of the submission begins. An error
  /// becomes its grade.
  std::function<Expected<std::string>()> hash = {};
  std::function<std::shared_ptr<CachedVerdicts>()> kept = {};  ///< called before it is opened
  std::string folder = {};                                     ///< removed from messages
};

/// The part of a member's sheet that stays in memory after its files are written: a class may have more
/// sheets than memory holds.
struct MemberGrade {
  std::string submission;
  double score = 0, points = 0;
  double seconds = 0, subject_seconds = 0;
  bool complete = false;
  std::optional<Error> broken, judge_error;
  std::size_t cases = 0;     ///< cases with a verdict
  std::size_t cached = 0;    ///< cases with a verdict from the cache
  std::size_t verified = 0;  ///< cached verdicts that a run confirmed
  std::string mark = {};     ///< staff_words() of its sheet
};

MemberGrade grade_of(const GradeSheet& sheet);

struct ClassRun {
  std::filesystem::path out;
  unsigned threads = 1;
  bool again = false;  ///< also submissions that have not changed since they were graded
  /// Called after every case, and with the former sheet of a submission that keeps its grade; on
  /// any thread, but never concurrently.
  std::function<void(std::size_t member, const GradeSheet&)> progress = {};
  /// Called before the files of a submission are read; on any thread, but never concurrently.
  std::function<void(std::size_t member)> reading = {};
  std::vector<std::string> handed_in = {};  ///< names of all submissions if only some are members of this run
  VerdictCache* cache = nullptr;            ///< its verdicts are written periodically; null: no cache
  std::size_t verify = 0;                   ///< like Submission::verify
  const Gradebook* book = nullptr;          ///< the staff's decisions; null: none
  std::map<std::string, std::string> names =
      {};  ///< names of anonymous members by id; empty: members have their names
  bool is_anonymous = false;
  std::string command = {};                          ///< command line of this process, for the page
  std::optional<ColumnMap> fill = {};                ///< a table to fill in, as OUT/filled.csv
  std::vector<std::string>* not_in_table = nullptr;  ///< receives the submissions without a row in the table
};

/// Grades, each in its own thread, the members that are new, have changed or were not finished; the
/// sheets of others stay as they are. Writes OUT/<member>/, OUT/grading.json and OUT/journal.csv
/// and, at the end, OUT/class.csv and OUT/class.html of all members ever graded into OUT.
/// OUT/grading.json is written periodically and at the end, so the last submissions of a killed run
/// are graded again. Returns the members' grades in their order; after an interruption, the
/// existing ones. Errors: FILE_WRITE, FOLDER_BUSY, those of read_class_record(); GRADING_SEED if
/// the class was graded with a seed other than the grader's.
Expected<std::vector<MemberGrade>> grade_class(const Grader& grader, const std::vector<ClassMember>& members,
                                               const ClassRun& run);

/// Every sub-folder whose name matches a glob, sorted by name, except hidden ones. Error FILE_READ.
Expected<std::vector<std::filesystem::path>> submissions_in(const std::filesystem::path& folder,
                                                            const std::string& only);

/// Names of entries in a class's folder that are not submissions: files, hidden
/// folders, broken links. Sorted. Empty if the folder cannot be read.
std::vector<std::string> other_entries_in(const std::filesystem::path& folder);

/// The name of a submission's folder as reports show it. Escapes bytes as "%E9", "%0A" (a new line)
/// and "%25" (%) in a name that is not UTF-8 or that clean_line() changes, and every % in a name
/// that looks escaped already. Two folders never have the same escaped name.
std::string submission_name(const std::filesystem::path& folder);

/// Error SUBMISSION_LINK if the submission is a link: it could show another student's work, or a file from elsewhere.
Expected<void> require_own_folder(const std::filesystem::path& submission);

/// Returns the first command whose files are all in the submission, with the folder in place of {}:
/// for "cmd:python3 {}/subject.py" it looks for subject.py. Error SUBMISSION_FILE: names the
/// missing files and the existing ones.
Expected<std::string> fitting_command(const std::vector<std::string>& commands,
                                      const std::filesystem::path& folder);

/// Replaces every "{}" of the command by the path. Blanks and quotes
/// in the path get a backslash, so that the path stays one word.
std::string command_for(std::string_view command, const std::filesystem::path& folder);

/// The last grading of a submission.
struct RecordedSubmission {
  std::string hash;         ///< submission_hash()
  bool removed = false;     ///< no longer submitted; its grade stays
  std::string folder = {};  ///< folder of its sheet, below OUT; empty: its name
};

struct ClassRecord {
  std::string rubric;       ///< title
  std::string rubric_hash;  ///< Rubric::hash
  std::string seed;         ///< seed of the fresh cases, for the whole class
  std::map<std::string, RecordedSubmission> submissions = {};
  bool is_unfinished = false;  ///< a submission of the last run may not be graded
  bool is_anonymous = false;   ///< submissions have ids in place of names
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

/// Largest submission that is graded: 1 GiB of files, by their sizes; 100,000 files and folders;
/// and only folders that a sandbox can copy.
inline constexpr TreeSize largest_submission{std::uintmax_t{1} << 30, 100000, deepest - 1};

/// SHA-256 of everything in the folder (cache/tree.h). Links are not followed, and special files are not read. Returns an empty
/// text for a folder that is itself a link. Error SUBMISSION_SIZE: more than `most`; then no file is read.
Expected<std::string> submission_hash(const std::filesystem::path& folder,
                                      const TreeSize& most = largest_submission);

/// Appends "time in UTC,submission,event,score before,score" to OUT/journal.csv; a missing score is
/// empty. event: first, changed, again, unfinished, removed, returned, marked (for staff:
/// GradeSheet::exercises). Error FILE_WRITE.
Expected<void> note_in_journal(const std::filesystem::path& out, const std::string& submission,
                               std::string_view event, std::optional<double> before,
                               std::optional<double> now);

/// The folder in OUT for the sheet of each submission, recorded or submitted: the submission's
/// name, unless the class has a file of this name, the name is longer than 200 bytes, or another
/// submission has the folder (case does not matter). Otherwise the folder is the name with
/// ".submission", ".submission-2" and so on. A recorded folder stays.
std::map<std::string, std::string> sheet_folders(const ClassRecord& record,
                                                 const std::set<std::string>& handed_in);

}  // namespace bindpose::conformance
