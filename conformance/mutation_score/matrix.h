// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mutation score of the suite - every registered defect is made in every case, and the judge sees it or does not.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/mutation_score/readings.h"

namespace bindpose::conformance {

/// The effect of a defect on the output for a case.
enum class Effect : char {
  cannot,  ///< it cannot be made of this input
  none,    ///< applied, and every judged number is right except for roundings of double
  hidden,  ///< it moves numbers, none further than the bound
  killed   ///< the case fails an implementation that makes it
};

/// The effect of one defect in one case. right: the expected output.
Effect effect_of(const Defect& defect, const Question& question, const Expectation& right);

/// For each array, the largest e with which an output still passes if its numbers, except exact ones, are (1
/// + e) times the right ones.
using UniformErrors = std::map<std::string, double>;
UniformErrors uniform_errors(const Expectation& right);

/// For each array, the largest bound of a judged number, as a share of the array's scale
/// (reference/model/judged_share.h).
UniformErrors loosest_bounds(const Question& question, const Expectation& right);

struct MutationScoreMatrix {
  std::vector<const Case*> cases;
  std::vector<const Defect*> defects;
  std::vector<std::size_t> costs;           ///< of each case: numbers that are judged
  std::vector<UniformErrors> errors;        ///< of each case
  std::vector<Effect> effects;              ///< case by case
  std::vector<UniformErrors> loosest = {};  ///< loosest_bounds() of each case

  Effect at(std::size_t c, std::size_t defect) const { return effects[c * defects.size() + defect]; }
};

/// Measurements in addition to what bounds let pass.
struct Measured {
  bool defects = true;           ///< each of them in every case
  Readings* readings = nullptr;  ///< notes what the cases distinguish, unless it is null
};

/// Measures with `threads` threads. done(cases so far) reports progress, from any thread; returning false
/// ends the measurement. Errors in cases' inputs; INTERRUPTED.
Expected<MutationScoreMatrix> measure_power(std::span<const Case* const> cases, unsigned threads,
                                            const std::function<bool(std::size_t)>& done,
                                            const Measured& what = {});

}  // namespace bindpose::conformance
