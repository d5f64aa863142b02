// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/weighted_vertices.h"

namespace bindpose::samples {

/// Four joints stay of those in six slots.
ArraySet weight_limit_question(std::size_t size, Random& random) {
  ArraySet question = sample_weighted_vertices(size, 6, random);
  question.add("influence_count", {1}, Array::Integers{4});
  return question;
}

}  // namespace bindpose::samples
