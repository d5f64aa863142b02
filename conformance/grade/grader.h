// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: grades submissions by a rubric. Computes inputs and expected outputs once for all.
// And: the feedback for the author of a submission.
// And: credit of an exercise from the credit of its cases, and signs that its outputs are memorised.
#pragma once

#include "conformance/grade/formats/sheet.h"
#include "conformance/grade/rubric.h"

namespace bindpose::conformance {

struct PreparedCase;
class CachedVerdicts;

/// A submission and how it was opened.
struct Submission {
  std::string name;
  Subject* subject = nullptr;
  double start_seconds = 0;  ///< time to open it
  /// Opens the subject again. Without this function, a subject that hangs too often
  /// (subjects/foreign_subject.h) is not run any more; with it, only the current exercise ends.
  std::function<Expected<std::unique_ptr<Subject>>()> again = {};
  /// Cached verdicts on the subject, read before a case runs and written after. Null: no cache. Fresh cases are not cached.
  std::shared_ptr<CachedVerdicts> kept = nullptr;
  std::size_t verify = 0;   ///< number of cached verdicts to run again; a different one is our error
  std::string folder = {};  ///< removed from messages, which must not show the staff's paths
  std::string hash = {};    ///< hash of the submission's files
};

class Grader {
 public:
  /// Gets the sheet after every case; at the end it is complete.
  using Progress = std::function<void(const GradeSheet& sheet)>;

  /// Chooses and makes the fresh cases. Errors: FRESH_IMPOSSIBLE if no fresh case can be made of any case of an exercise.
  static Expected<std::unique_ptr<Grader>> make(Rubric rubric, std::string seed);
  ~Grader();

  const Rubric& rubric() const { return rubric_; }
  const std::string& seed() const { return seed_; }
  std::size_t case_count() const;

  /// Any number of threads may grade at once, each with its own subject. An interruption (suite.h)
  /// leaves the sheet incomplete.
  GradeSheet grade(const Submission& submission, const Progress& progress = {}) const;
  /// The sheet of a submission that could not be opened: `broken`; if the submission is not at
  /// fault, judge_error.
  GradeSheet unopened(const std::string& name, const Error& error, const std::string& folder = {}) const;
  /// A sheet with every exercise, none of which is judged.
  GradeSheet empty_sheet(const std::string& name) const;

 private:
  struct Item {
    std::shared_ptr<PreparedCase> prepared;
    bool hidden = false;
    bool fresh = false;
    bool is_secret = false;                             ///< fresh, or hidden and from the rubric's own files
    std::optional<std::size_t> made_of = std::nullopt;  ///< for a fresh case: index of the original case
  };
  class Session;

  Grader(Rubric rubric, std::string seed);
  Expected<void> add_fresh(std::size_t exercise);
  void find_owners();

  Rubric rubric_;
  std::string seed_;
  std::vector<std::vector<Item>> items_;  ///< by exercise
  /// Stages that belong to another exercise, and which; for each exercise. Only that exercise gives
  /// points for them.
  std::vector<std::map<std::string, std::string, std::less<>>> owners_;
};

/// The result of one case: the number with the largest error, a known defect if there is one, the
/// first wrong stage. For a hidden or fresh case, only "right" or not.
std::string case_feedback(const CaseGrade& grade);

/// Removes the folder from a text: "/staff/class/ada/subject.py" becomes "subject.py".
std::string without_folder(std::string text, const std::string& folder);

/// Which cases are right, which is worst, and where to look. The exercise must be judged.
/// `no_hidden_right`: no hidden case is right, and the visible ones therefore count less.
std::string exercise_feedback(const Exercise& exercise, const ExerciseGrade& grade, bool no_hidden_right);

/// A case of an exercise that was judged.
struct CountedCase {
  double credit = 0;  ///< 0 to 1
  bool is_secret =
      false;  ///< its output is unknown to students: fresh, or hidden and from the rubric's own files
  bool is_excused = false;  ///< left out of the mean
  bool has_run = true;      ///< false: no output could be right, e.g. to a fresh case in files
  std::optional<std::size_t> made_of = std::nullopt;  ///< for a fresh case: index of the original case
};

struct ExerciseCredit {
  double share = 0;         ///< share of the points, 0 to 1
  std::size_t counted = 0;  ///< cases in the mean, including those not judged yet
  bool all_right = false;
  double most = 1;                  ///< upper limit for the credit of a visible case
  bool only_visible_right = false;  ///< is_unproven(), and more than half of the visible cases are right
};

/// True if no secret case is right, not even a fresh case made from a right case. An honest error
/// affects a case and its fresh cases alike, so these outputs may be memorised. Visible are all
/// cases that are not secret, also built-in ones that a rubric hides: their outputs are published.
bool is_unproven(const std::vector<CountedCase>& cases);

/// Mean credit of `planned` cases, of which `cases` are judged. Once all are judged and the visible ones are unproven, each of
/// them counts at most the mean credit of the secret cases, unless the rule is as_usual.
/// hidden_weight: share of all secret cases together, if there are cases of both kinds; nothing:
/// all cases count alike.
ExerciseCredit exercise_credit(const std::vector<CountedCase>& cases, std::size_t planned,
                               OnlyVisibleRight rule, std::optional<double> hidden_weight = {});

bool are_accepted(const Options& policies, const AcceptedDeviations& accept);

/// The policies that replace a case's policies for a submission. For each policy that the submission
/// declares without the case's value: the first declared value that the rubric accepts; if there is
/// none and or_any is set, the first declared value.
Options policies_for(const Case& c, const AcceptedDeviations& declared, const AcceptedDeviations& accept,
                     bool or_any);

}  // namespace bindpose::conformance
