// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mutation score of the suite: every registered defect is applied to every case, and the judge detects it
// or not.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/mutation_score/readings.h"

namespace bindpose::conformance {

/// The effect of a defect on the output for a case.
enum class Effect : char {
  cannot,  ///< it does not apply to this input
  none,    ///< applied, and every judged number is right except for roundings of double
  hidden,  ///< it changes numbers, but none beyond its bound
  killed   ///< an implementation with the defect fails the case
};

/// The effect of one defect in one case. right: the expected output.
Effect effect_of(const Defect& defect, const Question& question, const Expectation& right);

/// For each array, the largest e for which an output still passes if its numbers, except exact ones, are (1 + e)
/// times the right ones.
using UniformErrors = std::map<std::string, double>;
UniformErrors uniform_errors(const Expectation& right);

/// For each array, the largest bound of a judged number, as a share of the array's scale
/// (reference/model/judged_share.h).
UniformErrors loosest_bounds(const Question& question, const Expectation& right);

struct MutationScoreMatrix {
  std::vector<const Case*> cases;
  std::vector<const Defect*> defects;
  std::vector<std::size_t> costs;           ///< [#cases] judged numbers
  std::vector<UniformErrors> errors;        ///< of each case
  std::vector<Effect> effects;              ///< case by case
  std::vector<UniformErrors> loosest = {};  ///< loosest_bounds() of each case

  Effect at(std::size_t c, std::size_t defect) const { return effects[c * defects.size() + defect]; }
};

/// Measurements in addition to the errors that bounds allow.
struct Measured {
  bool defects = true;           ///< every defect in every case
  Readings* readings = nullptr;  ///< records what the cases distinguish, unless null
};

/// Measures with `threads` threads. done(cases so far) reports progress, from any thread; returning false ends the
/// measurement. Errors: those of cases' inputs; INTERRUPTED.
Expected<MutationScoreMatrix> measure_power(std::span<const Case* const> cases, unsigned threads,
                                            const std::function<bool(std::size_t)>& done,
                                            const Measured& what = {});

}  // namespace bindpose::conformance
