// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/tube_with_bones.h"

namespace bindpose::samples {

/// A tube of at most 18 vertices with three joints: energies of more are too badly conditioned for a bound.
ArraySet bounded_biharmonic_question(std::size_t size, Random& random) {
  ArraySet question = sample_tube_with_bones(size < 16 ? size : 16, random);
  question.add("reach", {1}, Array::Reals{random.uniform(0.125, 0.5)});
  return question;
}

}  // namespace bindpose::samples
