// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: credit of an exercise from the credit of its cases, and signs that its answers are memorised.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "conformance/grade/rubric.h"
#include "conformance/judge/terms.h"

namespace bindpose::conformance {

/// A case of an exercise that was judged.
struct CountedCase {
  double credit = 0;  ///< 0 to 1
  bool is_secret =
      false;  ///< its answer cannot be known before: it is fresh, or hidden and from the rubric's own files
  bool is_excused = false;  ///< left out of the mean
  bool has_run = true;      ///< false: there is no answer that could be right, as to a fresh case in files
  std::optional<std::size_t> made_of =
      std::nullopt;  ///< of a fresh case: index of the case with other numbers
};

struct ExerciseCredit {
  double share = 0;         ///< of the points, 0 to 1
  std::size_t counted = 0;  ///< cases in the mean, with those that are not judged yet
  bool all_right = false;
  double most = 1;                  ///< the most that a visible case counts
  bool only_visible_right = false;  ///< is_unproven(), and more than half of the visible cases are right
};

/// True if no secret case is right, not even a fresh one that was made of a right case. An honest mistake makes a fresh case wrong
/// where the case is wrong that it was made of, so these answers may be memorised. Visible are all cases that are not secret, also
/// built-in ones that a rubric hides: their answers are published.
bool is_unproven(const std::vector<CountedCase>& cases);

/// Mean credit of `planned` cases, of which `cases` are judged. Once all are judged and the visible ones are unproven, each of
/// them counts at most the mean credit of the secret ones, unless the rule is as_usual.
ExerciseCredit exercise_credit(const std::vector<CountedCase>& cases, std::size_t planned,
                               OnlyVisibleRight rule);

/// policy: as a verdict names it, "normal_rule=direction".
bool is_accepted(const std::string& policy, const Terms& accept);
bool are_accepted(const Options& policies, const Terms& accept);

/// The policies by which a submission is asked a case in place of the case's own: of each that it declares without the
/// case's value, the first declared one that the rubric accepts, else with or_any the first.
Options policies_for(const Case& c, const Terms& declared, const Terms& accept, bool or_any);

}  // namespace bindpose::conformance
