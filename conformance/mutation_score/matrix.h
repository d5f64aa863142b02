// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mutation score of the suite: applies every registered defect to every case and records
// whether the judge detects the defect.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/mutation_score/readings.h"

namespace bindpose::conformance {

/// The effect of a defect on the output for a case.
enum class Effect : char {
  cannot,  ///< the defect does not apply to this input
  none,    ///< applied, but every judged number is right within double rounding
  hidden,  ///< it changes numbers, but none beyond its bound
  killed   ///< an implementation with the defect fails the case
};

/// The effect of one defect on one case. right: the expected output.
Effect effect_of(const Defect& defect, const Question& question, const Expectation& right);

/// For each array, the largest e such that outputs still pass if all numbers, except exact ones,
/// are (1 + e) times the right ones.
using UniformErrors = std::map<std::string, double>;
UniformErrors uniform_errors(const Expectation& right);

/// For each array, the largest bound of a judged number relative to the array's scale
/// (reference/model/judged_share.h).
UniformErrors loosest_bounds(const Question& question, const Expectation& right);

struct MutationScoreMatrix {
  std::vector<const Case*> cases;
  std::vector<const Defect*> defects;
  std::vector<std::size_t> costs;           ///< number of judged numbers [#cases]
  std::vector<UniformErrors> errors;        ///< for each case
  std::vector<Effect> effects;              ///< ordered by case
  std::vector<UniformErrors> loosest = {};  ///< loosest_bounds() for each case

  Effect at(std::size_t c, std::size_t defect) const { return effects[c * defects.size() + defect]; }
};

/// Measurements in addition to the errors that bounds allow.
struct Measured {
  bool defects = true;           ///< every defect in every case
  Readings* readings = nullptr;  ///< records what the cases distinguish; may be null
};

/// Measures with `threads` threads. Calls done(number of finished cases) from any thread; if it
/// returns false, the measurement ends. Errors: those of cases' inputs; INTERRUPTED.
Expected<MutationScoreMatrix> measure_power(std::span<const Case* const> cases, unsigned threads,
                                            const std::function<bool(std::size_t)>& done,
                                            const Measured& what = {});

}  // namespace bindpose::conformance
