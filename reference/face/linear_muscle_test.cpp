// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/linear_muscle.h"

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::face {
namespace linear_muscle_test {

using namespace bindpose::test;
using Row = Array::Reals;
const Options after = {{"together", "one-after-another"}};

/// As many muscles as there are contractions, all from the origin along x.
ArraySet pulled_along_x(const Mesh& mesh, double Omega, double R_s, double R_f, const Row& K) {
  ArraySet question;
  add_mesh(question, mesh);
  Row v_2;
  for (std::size_t i = 0; i < K.size(); ++i)
    v_2.insert(v_2.end(), {2, 0, 0});
  question.add("muscle_attachments", {K.size(), 3}, Row(3 * K.size(), 0.0));
  question.add("muscle_insertions", {K.size(), 3}, v_2);
  question.add("zone_angles", {K.size()}, Row(K.size(), Omega));
  question.add("falloff_starts", {K.size()}, Row(K.size(), R_s));
  question.add("falloff_ends", {K.size()}, Row(K.size(), R_f));
  question.add("contractions", {K.size()}, K);
  return question;
}

Row position(const Vec3<double>& x) {
  return answered("muscle.linear", pulled_along_x(one_vertex(x), 1, 2, 4, {0.5}), "positions");
}

TEST(linear_muscle, pulls_most_where_the_fall_off_starts) {
  EXPECT_LT(greatest_difference(position({2, 0, 0}), {1.5, 0, 0}), 1e-15);
  EXPECT_LT(greatest_difference(position({1, 0, 0}), {1 - 0.5 * std::sqrt(0.5), 0, 0}), 1e-15);
  EXPECT_LT(greatest_difference(position({3, 0, 0}), {3 - 0.5 * std::sqrt(0.5), 0, 0}), 1e-15);
  EXPECT_LT(greatest_difference(position({4, 0, 0}), {4, 0, 0}), 1e-15);
  EXPECT_EQ(position({4.5, 0, 0}), (Row{4.5, 0, 0}));
  EXPECT_EQ(position({0, 0, 0}), (Row{0, 0, 0})) << "the attachment stays";
}

TEST(linear_muscle, pulls_less_beside_its_line_and_not_outside_its_cone) {
  const double mu = 0.75, A = std::cos(mu / 2);
  EXPECT_LT(greatest_difference(position({2 * std::cos(mu), 2 * std::sin(mu), 0}),
                                {(2 - 0.5 * A) * std::cos(mu), (2 - 0.5 * A) * std::sin(mu), 0}),
            1e-15);
  const Vec3<double> beside(2 * std::cos(1.01), 0, 2 * std::sin(1.01));
  EXPECT_EQ(position(beside), Row(beside.begin(), beside.end()));
}

TEST(linear_muscle, without_contraction_nothing_moves) {
  EXPECT_LT(moved_by("muscle.linear", pulled_along_x(six_vertices(), 1.5, 0.5, 2, {0, 0})), 1e-15);
  EXPECT_LT(moved_by("muscle.linear", pulled_along_x(six_vertices(), 1.5, 0.5, 2, {})), 1e-15);
}

TEST(linear_muscle, several_act_on_the_vertex_at_rest_or_one_after_another) {
  const ArraySet twice = pulled_along_x(one_vertex({2, 0, 0}), 1, 2, 4, {0.5, 0.5});
  EXPECT_NEAR(answered("muscle.linear", twice, "positions")[0], 1, 1e-15);
  EXPECT_NEAR(answered("muscle.linear", twice, "positions", after)[0],
              1.5 - 0.5 * std::cos(std::acos(-1) / 8), 1e-15);
}

TEST(linear_muscle, directions_follow_the_jacobian) {
  for (const Options& together : {Options{}, after}) {
    EXPECT_LT(
        directions_off("muscle.linear", pulled_along_x(six_vertices(), 1.5, 0.375, 3, {0.125}), together),
        1e-8);
    EXPECT_LT(
        directions_off("muscle.linear", pulled_along_x(six_vertices(), 1.5, 2, 3, {0.25, -0.125}), together),
        1e-8);
  }
}

TEST(linear_muscle, errors) {
  const ArraySet right = pulled_along_x(six_vertices(), 1, 2, 4, {0.5, 0.25});
  const auto error = [&](Array changed) {
    ArraySet question = right;
    question.put(std::move(changed));
    return error_of("muscle.linear", question);
  };
  EXPECT_EQ(error_of("muscle.linear", right), "");
  EXPECT_EQ(error({"falloff_ends", {2}, Row{4, 2}}), "PARAMETER_RANGE falloff_ends[1]");
  EXPECT_EQ(error({"muscle_insertions", {2, 3}, Row{1, 0, 0, 0, 0, 0}}), "ZERO_MUSCLE muscle_insertions[1]");
}

}  // namespace linear_muscle_test
}  // namespace bindpose::face
