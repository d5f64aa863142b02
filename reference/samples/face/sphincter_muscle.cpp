// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/samples/deformers.h"

namespace bindpose::samples {

/// 1 to 3 muscles with ellipses of half a metre to two.
ArraySet sphincter_muscle_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  const std::size_t count = 1 + random.below(3);
  Array::Reals centres, rotations, radii, contractions;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> c = random.point(1.5);
    const Vec4<double> q = random.rotation().coeffs();
    centres.insert(centres.end(), c.begin(), c.end());
    rotations.insert(rotations.end(), q.begin(), q.end());
    radii.push_back(random.uniform(0.5, 2));
    radii.push_back(random.uniform(0.5, 2));
    contractions.push_back(random.uniform(-0.25, 0.75));
  }
  question.add("muscle_centres", {count, 3}, std::move(centres));
  question.add("muscle_rotations", {count, 4}, std::move(rotations));
  question.add("muscle_radii", {count, 2}, std::move(radii));
  question.add("contractions", {count}, std::move(contractions));
  return question;
}

}  // namespace bindpose::samples
