// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: grades submissions by a rubric. Questions and expectations are made once for all of them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/grade/formats/sheet.h"
#include "conformance/grade/rubric.h"

namespace bindpose::conformance {

struct PreparedCase;
class KeptVerdicts;

/// A submission and how it was opened.
struct Submission {
  std::string name;
  Subject* subject = nullptr;
  double start_seconds = 0;  ///< what opening it took
  /// Opens it once more. A subject that hangs too often is not asked any more (subjects/foreign_subject.h); with
  /// this, that is the end of its exercise only.
  std::function<Expected<std::unique_ptr<Subject>>()> again = {};
  /// Where verdicts on it are searched for before it is asked, and kept; null: nowhere. Not those on fresh cases.
  std::shared_ptr<KeptVerdicts> kept = nullptr;
  std::size_t verify =
      0;  ///< of those that were found so many are asked again; one that differs is the judge's error
};

class Grader {
 public:
  /// Told of the sheet after every case; at the end it is complete.
  using Progress = std::function<void(const GradeSheet& sheet)>;

  /// Chooses and makes the fresh cases. Errors: FRESH_IMPOSSIBLE if no fresh case can be made of any case of an exercise.
  static Expected<std::unique_ptr<Grader>> make(Rubric rubric, std::string seed);
  ~Grader();

  const Rubric& rubric() const { return rubric_; }
  const std::string& seed() const { return seed_; }
  std::size_t case_count() const;

  /// Any number of threads may grade at once, each its own subject. An interruption (suite.h) leaves the sheet
  /// incomplete.
  GradeSheet grade(const Submission& submission, const Progress& progress = {}) const;
  /// The sheet of a submission that could not be opened: `broken`; if that is not its own fault, judge_error.
  GradeSheet unopened(const std::string& name, const Error& error) const;
  /// One with every exercise, on which nothing is judged.
  GradeSheet empty_sheet(const std::string& name) const;

 private:
  struct Item {
    std::shared_ptr<PreparedCase> prepared;
    bool hidden = false;
    bool fresh = false;
    bool is_secret = false;                             ///< fresh, or hidden and of the rubric's own files
    std::optional<std::size_t> made_of = std::nullopt;  ///< of a fresh case: index of the case
  };
  class Session;

  Grader(Rubric rubric, std::string seed);
  Expected<void> add_fresh(std::size_t exercise);
  void find_owners();

  Rubric rubric_;
  std::string seed_;
  std::vector<std::vector<Item>> items_;  ///< by exercise
  /// By exercise: of stages that another exercise is about, which one. It gives the points for them, and nobody else does.
  std::vector<std::map<std::string, std::string, std::less<>>> owners_;
};

}  // namespace bindpose::conformance
