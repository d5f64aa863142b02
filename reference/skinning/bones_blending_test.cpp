// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/bones_blending.h"

#include <gtest/gtest.h>

#include "reference/samples/pivot_questions.h"
#include "reference/testing/rigid_laws.h"

namespace bindpose::skinning::bones_blending_test {

using namespace test;

constexpr const char* stem = "bones_blending";
const Options by_slerp = {{"formulation", "slerp"}};

ArraySet forks(const char* seed, std::size_t width = 2) {
  Random random(seed);
  return with_unit_rotations(samples::sample_forks(60, width, random));
}

ArraySet with_weights(const ArraySet& question, double parent, double child) {
  Array::Reals weights;
  for (int v = 0; v < 6; ++v)
    weights.insert(weights.end(), {parent, child});
  return with_array(question, "weights", {6, 2}, weights);
}

TEST(BonesBlending, the_weight_of_the_child_is_its_share_of_the_angle) {
  for (const double twist : {1e-9, 0.5, 2.0, 3.0, 3.1415})
    for (const double w : {0.25, 0.5, 0.875}) {
      EXPECT_LT(distance(surface_of(stem, twisted_ring(w, twist)), turned_ring(w * twist)), 1e-12);
      EXPECT_LT(distance(surface_of(stem, twisted_ring(w, twist), by_slerp), turned_ring(w * twist)), 1e-12);
    }
}

TEST(BonesBlending, half_turns_may_go_either_way) {
  ArraySet question = twisted_ring(0.5, 0);
  std::vector<Rigid<double>> motions(2);
  const double c = to_float32(std::sqrt(0.5));
  motions[0].rotation = Quat<double>(c, 0, 0, c);
  motions[1].rotation = Quat<double>(c, 0, 0, -c);
  question = with_motions(question, motions);
  for (const Options& options : {Options{}, by_slerp}) {
    double y[2] = {0, 0};
    for (const bool other : {false, true}) {
      Branches::current() = {0, other};
      const auto answer =
          find_algorithm("skinning.bones_blending")->implementation.in_tracked(question, options);
      EXPECT_EQ(Branches::current().undecided, 6U);
      const Tracked& x = answer->find("positions")->values[0];
      y[other ? 1 : 0] = x.value();
      EXPECT_LT(x.error(), 1e-4);
    }
    EXPECT_NEAR(std::fabs(y[0] - y[1]), 2, 1e-6);
  }
  Branches::current() = {};
}

TEST(BonesBlending, wrong_inputs_are_refused) {
  const ArraySet question = twisted_ring(0.5, 1);
  EXPECT_EQ(error_of(stem, question), "");
  EXPECT_EQ(error_of(stem, with_array(question, "parents", {2}, Array::Integers{-1, -1})),
            "NOT_PARENT_AND_CHILD joints[0]");
  EXPECT_EQ(error_of(stem, forks("bones.three", 3)), "NOT_PARENT_AND_CHILD joints[0]");
  EXPECT_EQ(error_of(stem, with_weights(question, 0.5, 1.5), by_slerp), "NOT_APPLICABLE weights[0]");
  EXPECT_EQ(error_of(stem, with_weights(question, -0.5, 1.5)), "NEGATIVE_WEIGHT weights[0][0]");
  EXPECT_EQ(error_of(stem, with_array(question, "bind_positions", {1, 3}, Array::Reals(3, 0.0))),
            "ARRAY_SHAPE bind_positions");
  EXPECT_EQ(surface_of(stem, with_weights(question, 0, 0)).undefined.front().code, "NO_INFLUENCE");
}

}  // namespace bindpose::skinning::bones_blending_test
