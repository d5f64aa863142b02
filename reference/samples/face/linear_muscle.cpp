// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/numeric/float32.h"
#include "reference/samples/deformers.h"

namespace bindpose::samples {

/// 1 to 4 muscles of a metre or two.
ArraySet linear_muscle_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  const std::size_t count = 1 + random.below(4);
  Array::Reals from, to, angles, starts, ends, contractions;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> v_1 = random.point(2), way = random.direction();
    const double length = random.uniform(1, 2);
    for (int c = 0; c < 3; ++c) {
      from.push_back(v_1[c]);
      to.push_back(to_float32(v_1[c] + length * way[c]));
    }
    angles.push_back(random.uniform(0.25, 1.25));
    starts.push_back(random.uniform(0.75, 1.5));
    ends.push_back(to_float32(starts.back() + random.uniform(0.5, 2)));
    contractions.push_back(random.uniform(-0.25, 0.5));
  }
  question.add("muscle_attachments", {count, 3}, std::move(from));
  question.add("muscle_insertions", {count, 3}, std::move(to));
  question.add("zone_angles", {count}, std::move(angles));
  question.add("falloff_starts", {count}, std::move(starts));
  question.add("falloff_ends", {count}, std::move(ends));
  question.add("contractions", {count}, std::move(contractions));
  return question;
}

}  // namespace bindpose::samples
