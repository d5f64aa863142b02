// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/deformers.h"

#include "reference/model/question.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

ArraySet sample_mesh(std::size_t size, Random& random) {
  ArraySet question;
  add_mesh(question, scenes::crowd({.vertices = size}, random).mesh);
  return question;
}

void add_random_deformer(ArraySet& question, Random& random) {
  const Vec3<double> o = random.point(0.5);
  const Vec4<double> q = random.rotation().coeffs();
  question.add("deformer_origin", {3}, Array::Reals(o.begin(), o.end()));
  question.add("deformer_rotation", {4}, Array::Reals(q.begin(), q.end()));
}

void add_random_profile(ArraySet& question, const char* values, double low, double high, Random& random) {
  const std::size_t count = 1 + random.below(6);
  Array::Reals heights, f;
  double z = random.uniform(-2, -1);
  for (std::size_t k = 0; k < count; ++k) {
    heights.push_back(z);
    z = to_float32(z + random.uniform(0.25, 1));
    f.push_back(random.uniform(low, high));
  }
  question.add("heights", {count}, std::move(heights));
  question.add(values, {count}, std::move(f));
}

}  // namespace bindpose::samples
