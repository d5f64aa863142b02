// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/sphincter_muscle.h"

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::face::sphincter_muscle_test {

using namespace bindpose::test;
using Row = Array::Reals;
const Options after = {{"together", "one-after-another"}};

/// One muscle for each contraction, around one point, rotated by 0.75 radians about (1, 2, 2) / 3 if askew.
ArraySet drawn(const Mesh& mesh, double l_x, double l_y, const Row& K, bool askew = false) {
  ArraySet question;
  add_mesh(question, mesh);
  const double s = askew ? std::sin(0.375) / 3 : 0, w = askew ? std::cos(0.375) : 1;
  Row centres, rotations, radii;
  for (std::size_t i = 0; i < K.size(); ++i) {
    centres.insert(centres.end(), {askew ? 0.25 : 0, 0, askew ? -0.125 : 0});
    rotations.insert(rotations.end(), {s, 2 * s, 2 * s, w});
    radii.insert(radii.end(), {l_x, l_y});
  }
  question.add("muscle_centres", {K.size(), 3}, centres);
  question.add("muscle_rotations", {K.size(), 4}, rotations);
  question.add("muscle_radii", {K.size(), 2}, radii);
  question.add("contractions", {K.size()}, K);
  return question;
}

TEST(sphincter_muscle, nothing_moves_without_contraction) {
  EXPECT_LT(moved_by("muscle.sphincter", drawn(six_vertices(), 2, 1, {0}, true)), 1e-15);
  EXPECT_LT(moved_by("muscle.sphincter", drawn(six_vertices(), 2, 1, {})), 1e-15);
}

TEST(sphincter_muscle, directions_follow_the_jacobian) {
  for (const Options& together : {Options{}, after})
    EXPECT_LT(
        directions_off("muscle.sphincter", drawn(six_vertices(), 1.25, 1.75, {0.5, -0.25}, true), together),
        1e-5);
}

TEST(sphincter_muscle, the_strength_has_no_gradient_on_the_axis) {
  Mesh mesh = one_vertex({0, 0, 1});
  mesh.normals[0] = {0.6, 0, 0.8};
  const ArraySet question = drawn(mesh, 4, 2, {0.5});
  EXPECT_LT(greatest_difference(answered("muscle.sphincter", question, "normals"), {0.6, 0, 0.8}), 1e-15);
  EXPECT_EQ(undefined_of("muscle.sphincter", drawn(mesh, 4, 2, {1})),
            (std::vector<std::string>{"ZERO_NORMAL 0", "ZERO_TANGENT 0"}));
}

}  // namespace bindpose::face::sphincter_muscle_test
