// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/numbers_of.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {
namespace {

/// Moves every vertex in turn, up to `farthest` along each axis.
Array::Reals random_displacements(std::size_t count, std::size_t size, double farthest, Random& random) {
  std::vector<Vec3<double>> rows;
  for (std::size_t i = 0; i < count * size; ++i) {
    const Vec3<double> d = random.point(farthest);
    rows.push_back(scenes::to_float32(d));
  }
  return numbers_of(rows);
}

Array::Reals random_coefficients(std::size_t count, Random& random) {
  Array::Reals a(count);
  for (double& each : a)
    each = random.uniform(-1, 1);
  return a;
}

}  // namespace

/// At palette level, with two to six displacements and one to three corrections of normals.
ArraySet eigenskin_question(std::size_t size, Random& random) {
  ArraySet question = scenes::sample_skinning(size, random);
  const std::size_t B = 2 + random.below(5), C = 1 + random.below(3);
  question.add("eigendisplacements", {B, size, 3}, random_displacements(B, size, 0.25, random));
  question.add("coefficients", {B}, random_coefficients(B, random));
  question.add("eigennormals", {C, size, 3}, random_displacements(C, size, 0.125, random));
  question.add("normal_coefficients", {C}, random_coefficients(C, random));
  return question;
}

}  // namespace bindpose::samples
