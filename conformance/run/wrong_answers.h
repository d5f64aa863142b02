// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a few wrong outputs of each subject, saved during a run, for the diagnosis of an interrupted run: then no
// subject runs again.
#pragma once

#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

class WrongAnswers {
 public:
  /// Saves a wrong output: at most 2 for each algorithm and level, and 16 for the subject. Any thread may
  /// call it.
  void look_at(const std::string& subject, const Case& from, const Question& question,
               const Expectation& right, const Answer& answer, const Verdict& verdict);
  /// Saved outputs of a subject, in the order of their addition.
  std::vector<GivenAnswer> of(const std::string& subject) const;

 private:
  using Kind = std::pair<const Algorithm*, Level>;
  struct OfSubject {
    std::vector<GivenAnswer> answers;
    std::map<Kind, std::size_t> counts;
  };
  mutable std::mutex mutex_;
  std::map<std::string, OfSubject> subjects_;
};

}  // namespace bindpose::conformance
