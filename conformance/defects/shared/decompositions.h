// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: smooth skinning decomposition with one of its steps taken otherwise.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// Which step is taken otherwise.
struct DecompositionWay {
  enum class Weights { right, normalised, clamped } weights = Weights::right;
  enum class Cut { right, by_weight, renormalised, none } cut = Cut::right;
  enum class Bone { right, reflected, unsquared, unscaled, uncentred, whole, unguarded } bone = Bone::right;
  bool stale = false;         ///< bones do not see those found before them in the same round
  bool weights_last = false;  ///< a round is bones, then weights
};

bool is_decomposition(const Question& question);

/// The answer taken that way; NOT_APPLICABLE for other questions.
Computed decomposed_by(const Question& question, const DecompositionWay& way);

}  // namespace bindpose::conformance
