// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/float32.h"
#include "reference/samples/deformers.h"

namespace bindpose::samples {

ArraySet bend_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  add_random_deformer(question, random);
  const double size_of_k = random.uniform(0.125, 1);
  const double sign = random.below(2) == 0 ? -1 : 1;
  const double centre = random.uniform(-1, 1);
  const double low = random.uniform(-2, 0);
  const double high = to_float32(low + random.uniform(0.5, 3));
  question.add("curvature", {1}, Array::Reals{sign * size_of_k});
  question.add("bend_centre", {1}, Array::Reals{centre});
  question.add("bend_range", {2}, Array::Reals{low, high});
  return question;
}

}  // namespace bindpose::samples
