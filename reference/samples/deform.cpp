// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in deform, in the order of algorithms.def.

#include "reference/numeric/float32.h"
#include "reference/samples/deformers.h"

namespace bindpose::samples {

ArraySet taper_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  add_random_deformer(question, random);
  add_random_profile(question, "factors", 0.25, 2, random);
  return question;
}

ArraySet twist_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  add_random_deformer(question, random);
  add_random_profile(question, "angles", -4, 4, random);
  return question;
}

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

/// A lattice of degrees 1 to 3, a little askew, around most of the mesh; each point moved by up to a fifth of a metre.
ArraySet free_form_question(std::size_t size, Random& random) {
  ArraySet question = sample_mesh(size, random);
  const Vec3<double> corner = Vec3<double>(-2, -2, -2) + random.point(0.25);
  Mat3<double> axes = 4 * Mat3<double>::Identity();
  for (int a = 0; a < 3; ++a)
    axes.col(a) += random.point(0.5);
  Array::Integers degrees;
  for (int a = 0; a < 3; ++a)
    degrees.push_back(static_cast<std::int32_t>(1 + random.below(3)));
  Array::Reals points;
  for (int i = 0; i <= degrees[0]; ++i)
    for (int j = 0; j <= degrees[1]; ++j)
      for (int k = 0; k <= degrees[2]; ++k) {
        const Vec3<double> at(i / static_cast<double>(degrees[0]), j / static_cast<double>(degrees[1]),
                              k / static_cast<double>(degrees[2]));
        const Vec3<double> P = corner + axes * at + random.point(0.2);
        for (const double x : P)
          points.push_back(to_float32(x));
      }
  Array::Reals rows;
  for (int a = 0; a < 3; ++a)
    for (const double x : Vec3<double>(axes.col(a)))
      rows.push_back(to_float32(x));
  question.add("lattice_origin", {3},
               Array::Reals{to_float32(corner[0]), to_float32(corner[1]), to_float32(corner[2])});
  question.add("lattice_axes", {3, 3}, std::move(rows));
  question.add("degrees", {3}, std::move(degrees));
  const std::size_t count = points.size() / 3;
  question.add("lattice_points", {count, 3}, std::move(points));
  return question;
}

}  // namespace bindpose::samples
