// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/exercise_credit.h"

#include <algorithm>

namespace bindpose::conformance {
namespace {

double mean_of_secret(const std::vector<CountedCase>& cases) {
  double credit = 0, count = 0;
  for (const CountedCase& c : cases)
    if (c.is_secret && !c.is_excused) {
      credit += c.credit;
      ++count;
    }
  return count == 0 ? 0 : credit / count;
}

bool are_most_visible_right(const std::vector<CountedCase>& cases) {
  std::size_t visible = 0, right = 0;
  for (const CountedCase& c : cases) {
    if (c.is_secret || c.is_excused) continue;
    ++visible;
    right += c.credit == 1 ? 1 : 0;
  }
  return 2 * right > visible;
}

}  // namespace

bool is_unproven(const std::vector<CountedCase>& cases) {
  bool is_made_of_right = false;
  for (const CountedCase& c : cases) {
    if (!c.is_secret || c.is_excused || !c.has_run) continue;
    if (c.credit == 1) return false;
    is_made_of_right = is_made_of_right || (c.made_of && cases[*c.made_of].credit == 1);
  }
  return is_made_of_right;
}

ExerciseCredit exercise_credit(const std::vector<CountedCase>& cases, std::size_t planned,
                               OnlyVisibleRight rule) {
  ExerciseCredit found{.counted = planned, .all_right = cases.size() == planned};
  if (cases.size() == planned && is_unproven(cases)) {
    found.only_visible_right = are_most_visible_right(cases);
    if (rule == OnlyVisibleRight::as_hidden) found.most = mean_of_secret(cases);
  }
  double credit = 0;
  for (const CountedCase& c : cases) {
    if (c.is_excused) {
      --found.counted;
      continue;
    }
    credit += c.is_secret ? c.credit : std::min(c.credit, found.most);
    found.all_right = found.all_right && c.credit == 1;
  }
  found.share = found.counted == 0 ? 0 : credit / static_cast<double>(found.counted);
  return found;
}

}  // namespace bindpose::conformance
