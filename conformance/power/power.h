// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: conclusions from a matrix of mistakes and cases - undetected mistakes, and cases that are enough.
#pragma once

#include "conformance/power/matrix.h"

namespace bindpose::conformance {

/// A mistake as it shows in one algorithm at one level: an implementation of that alone is to be told.
struct Sight {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  std::size_t defect = 0;
  std::vector<std::size_t> killers;  ///< cases, the cheapest first
  std::vector<std::size_t> hiding;   ///< cases in which it moves numbers within the bound, the cheapest first
};

/// Wherever a mistake moves a number of an algorithm that it is registered for, in the order of the algorithms, levels, defects.
std::vector<Sight> sights_of(const PowerMatrix& matrix);

/// Few cases that kill all that the chosen ones kill, at each algorithm and level: repeatedly the case that
/// kills most of the rest for its cost. Conventions that only some subjects declare do not replace a case
/// that all subjects get.
std::vector<std::size_t> smoke_of(const PowerMatrix& matrix, const std::vector<Sight>& sights);

/// Cases that are neither the first nor the second killer of any mistake by cost.
std::vector<std::size_t> idle_cases(const PowerMatrix& matrix, const std::vector<Sight>& sights);

/// Whether every mistake that a case kills is also killed by a golden file; unseen.h has those that no case
/// kills. And no answer with errors above 1e-5 in all numbers passes every case of an algorithm, unless the
/// reason is known; and the smoke cases kill what all cases kill, without conventions if possible.
bool is_whole(const PowerMatrix& matrix, const std::vector<Sight>& sights);

/// How many of the sights these cases kill.
std::size_t killed_by(const std::vector<Sight>& sights, const std::vector<bool>& chosen);

/// The smoke_of() all as conformance/cases/smoke.inc lists them.
std::string smoke_text(const PowerMatrix& matrix);

/// A table in text: of each algorithm and level how many mistakes show, how many the suite, its golden files, its smoke cases
/// kill; below it what is not killed, by name. Unless brief also mistakes that one case alone kills, and cases that kill nothing
/// which two cheaper ones do not.
std::string power_text(const PowerMatrix& matrix, bool brief = false);
/// Returns a line for each array of an algorithm of which the loosest bound in the median case is above 1e-4 of the array's scale.
std::string loose_text(const PowerMatrix& matrix);
/// A row of each mistake that shows in an algorithm at a level: how many cases kill it, and hide it, how many of the killers are
/// golden and smoke cases, the two cheapest, and all that hide it.
std::string power_csv(const PowerMatrix& matrix);
/// Returns a row for each case that kills mistakes: at most five of them, beginning with the one that the fewest
/// cases of the algorithm at the level kill.
std::string catches_csv(const PowerMatrix& matrix);
/// The same as power_csv() for programs, with the cases that kill each mistake and those that hide it.
std::string power_json(const PowerMatrix& matrix);

}  // namespace bindpose::conformance
