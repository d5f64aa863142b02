// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/tube_with_bones.h"

namespace bindpose::samples {

/// A tube of at most 30 vertices with three joints.
ArraySet heat_question(std::size_t size, Random& random) {
  ArraySet question = sample_tube_with_bones(size, random);
  question.add("heat", {1}, Array::Reals{random.uniform(0.25, 2)});
  return question;
}

}  // namespace bindpose::samples
