// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/linear_muscle.h"

#include <gtest/gtest.h>

#include "reference/testing/deformer_checks.h"

namespace bindpose::face::linear_muscle_test {

using namespace bindpose::test;
using Row = Array::Reals;
const Options after = {{"together", "one-after-another"}};

/// One muscle for each contraction, all from the origin along x.
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

TEST(linear_muscle, nothing_moves_without_contraction) {
  EXPECT_LT(moved_by("muscle.linear", pulled_along_x(six_vertices(), 1.5, 0.5, 2, {0, 0})), 1e-15);
  EXPECT_LT(moved_by("muscle.linear", pulled_along_x(six_vertices(), 1.5, 0.5, 2, {})), 1e-15);
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

TEST(linear_muscle, invalid_inputs_are_refused) {
  const ArraySet right = pulled_along_x(six_vertices(), 1, 2, 4, {0.5, 0.25});
  const auto error = [&](Array changed) { return error_with("muscle.linear", right, std::move(changed)); };
  EXPECT_EQ(error_of("muscle.linear", right), "");
  EXPECT_EQ(error({"falloff_ends", {2}, Row{4, 2}}), "PARAMETER_RANGE falloff_ends[1]");
  EXPECT_EQ(error({"muscle_insertions", {2, 3}, Row{1, 0, 0, 0, 0, 0}}), "ZERO_MUSCLE muscle_insertions[1]");
}

}  // namespace bindpose::face::linear_muscle_test
