// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results of a matrix of defects and cases: undetected defects, and sufficient sets of cases.
#pragma once

#include "conformance/mutation_score/matrix.h"

namespace bindpose::conformance {

/// The cases of one algorithm and level that detect a defect; a subject may have only this
/// algorithm.
struct Sight {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  std::size_t defect = 0;
  std::vector<std::size_t> killers;  ///< cases, cheapest first
  std::vector<std::size_t>
      hiding;  ///< cases in which the defect changes numbers within the bound, cheapest first
};

/// An entry for each algorithm and level in which a registered defect changes a number, ordered by
/// algorithm, level and defect.
std::vector<Sight> sights_of(const MutationScoreMatrix& matrix);

/// A small set of cases that kills all defects that the chosen cases kill, for each algorithm and
/// level. Repeatedly adds the case that kills most remaining defects for its cost. A case of a
/// convention that only some subjects declare never replaces a case that all subjects get.
std::vector<std::size_t> smoke_of(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// Cases that are neither the cheapest nor the second cheapest killer of any defect.
std::vector<std::size_t> idle_cases(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// True under three conditions. Golden files kill every defect that any case kills (undetected.h
/// has the other defects). No output with errors above 1e-5 in all numbers passes every case of an
/// algorithm, unless the reason is known. The smoke cases kill all defects that any case kills,
/// without conventions if possible.
bool is_whole(const MutationScoreMatrix& matrix, const std::vector<Sight>& sights);

/// The number of `sights` that these cases kill.
std::size_t killed_by(const std::vector<Sight>& sights, const std::vector<bool>& chosen);

/// smoke_of() for all cases, in the format of conformance/cases/smoke.inc.
std::string smoke_text(const MutationScoreMatrix& matrix);

/// A text table: for each algorithm and level, the number of defects that change a number, and of
/// those that the suite, its golden files and its smoke cases kill. Below the table: the names of
/// surviving defects and, unless brief, the defects that only one case kills and the redundant
/// cases.
std::string mutation_score_text(const MutationScoreMatrix& matrix, bool brief = false);
/// A line for each array whose loosest bound in the median case is above 1e-4 of the array's scale.
std::string loose_text(const MutationScoreMatrix& matrix);
/// A row for each defect that changes a number of an algorithm at a level: the numbers of cases
/// that kill and that hide it, of golden and smoke cases that kill it, the two cheapest killers,
/// and all cases that hide it.
std::string mutation_score_csv(const MutationScoreMatrix& matrix);
/// A row for each case that kills defects, with at most five defects. Defects that the fewest cases
/// of the algorithm and level kill come first.
std::string catches_csv(const MutationScoreMatrix& matrix);
/// The table of mutation_score_csv() as JSON, with all cases that kill or hide each defect.
std::string mutation_score_json(const MutationScoreMatrix& matrix);

}  // namespace bindpose::conformance
