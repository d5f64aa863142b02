// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: conclusions from a matrix of defects and cases - undetected defects, and cases that are enough.
#pragma once

#include "conformance/mutation_score/matrix.h"

namespace bindpose::conformance {

/// The cases of one algorithm and level that detect a defect, for subjects that have only this algorithm.
struct Sight {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  std::size_t defect = 0;
  std::vector<std::size_t> killers;  ///< cases, the cheapest first
  std::vector<std::size_t> hiding;   ///< cases in which it moves numbers within the bound, the cheapest first
};

/// Wherever a defect moves a number of an algorithm that it is registered for, in the order of the algorithms, levels, defects.
std::vector<Sight> sights_of(const MutationScoreMatrix& matrix);

/// Few cases that kill all that the chosen ones kill, at each algorithm and level: repeatedly the case that
/// kills most of the rest for its cost. Conventions that only some subjects declare do not replace a case
/// that all subjects get.
std::vector<std::size_t> smoke_of(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// Cases that are neither the first nor the second killer of any defect by cost.
std::vector<std::size_t> idle_cases(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// True if every defect that a case kills is also killed by a golden file; undetected.h has those that no case
/// kills. And no output with errors above 1e-5 in all numbers passes every case of an algorithm, unless the
/// reason is known; and the smoke cases kill what all cases kill, without conventions if possible.
bool is_whole(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// How many of the sights these cases kill.
std::size_t killed_by(const std::vector<Sight>& sights, const std::vector<bool>& chosen);

/// The smoke_of() all as conformance/cases/smoke.inc lists them.
std::string smoke_text(const MutationScoreMatrix& matrix);

/// A table in text: of each algorithm and level how many defects show, how many the suite, its golden files, its smoke cases
/// kill; below it what is not killed, by name. Unless brief also defects that one case alone kills, and cases that kill nothing
/// which two cheaper ones do not.
std::string mutation_score_text(const MutationScoreMatrix& matrix, bool brief = false);
/// A line for each array of an algorithm whose loosest bound in the median case is above 1e-4 of the array's scale.
std::string loose_text(const MutationScoreMatrix& matrix);
/// A row of each defect that shows in an algorithm at a level: how many cases kill it, and hide it, how many of the killers are
/// golden and smoke cases, the two cheapest, and all that hide it.
std::string mutation_score_csv(const MutationScoreMatrix& matrix);
/// Returns a row for each case that kills defects: at most five of them, beginning with the one that the fewest
/// cases of the algorithm at the level kill.
std::string catches_csv(const MutationScoreMatrix& matrix);
/// The table of mutation_score_csv() as JSON, with the cases that kill each defect and those that hide it.
std::string mutation_score_json(const MutationScoreMatrix& matrix);

}  // namespace bindpose::conformance
