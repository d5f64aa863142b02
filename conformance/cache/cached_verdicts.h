// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cached verdicts on one subject in a folder, and the verdicts of this run that are added.
#pragma once

#include "conformance/cache/subject_content.h"
#include "conformance/cache/verdict_folder.h"

namespace bindpose::conformance {

/// A name for the whole content of an input. Its arrays may be large.
std::string question_content(const Question& question);

/// The input, and how it is judged.
struct QuestionAsked {
  std::string_view judge;     ///< the judge's command, which determines the contents of the verdict
  std::string_view question;  ///< question_content()
  const Options& variant;
  const Options& policies;                   ///< policies that replace the case's own
  const std::vector<std::string>& left_out;  ///< arrays that the subject lacks
  const PrecisionClasses& classes;           ///< accepted classes
  std::string_view relation = {};            ///< metamorphic relation that judges the output; empty: none
};
/// Key of an input and of how it is judged; differs if either differs.
std::string question_name(const QuestionAsked& asked);

/// True if two verdicts on the same input are equal, except for times.
bool is_same(const Verdict& one, const Verdict& other);

/// Thread-safe.
class CachedVerdicts {
 public:
  /// look_again: returns the subject's present content.
  CachedVerdicts(VerdictFolder folder, SubjectContent content, std::function<SubjectContent()> look_again)
      : folder_(std::move(folder)), content_(std::move(content)), look_again_(std::move(look_again)) {}

  /// A cached verdict, marked as cached.
  std::optional<Verdict> find(const std::string& question) const;
  /// Adds a verdict, which can be found after settle(). Ignores verdicts that must not be cached.
  void keep(const std::string& question, const Verdict& verdict);
  /// Compares a cached verdict with a new verdict on the same test. Error CACHE_DIFFERS: removes the entry.
  Expected<void> verify(const std::string& question, const Verdict& found, const Verdict& now) const;

  /// Writes the new verdicts if the subject has not changed since. Errors: FILE_WRITE; CACHE_CHANGED if it has
  /// changed: then it writes nothing.
  Expected<void> settle();

 private:
  std::string name_of(const std::string& question) const;

  VerdictFolder folder_;
  SubjectContent content_;
  std::function<SubjectContent()> look_again_;
  std::mutex mutex_;  ///< guards the members below
  std::map<std::string, Verdict> new_;
};

}  // namespace bindpose::conformance
