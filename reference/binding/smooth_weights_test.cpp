// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/smooth_weights.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::smooth_weights_test {

using Row = std::vector<double>;

/// A strip of the triangles 0 1 2 and 2 1 3, and a third triangle 4 2 5. Vertex 4 is a copy of vertex 3.
ArraySet strip(Array::Reals weights, int iterations, double step) {
  ArraySet asked = test::weighted(2, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, std::move(weights), 2);
  asked.add("positions", {6, 3}, Array::Reals{0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 2, 0, 0});
  add_triangles(asked, {{0, 1, 2}, {2, 1, 3}, {4, 2, 5}});
  surface::add_smoothing(asked, {static_cast<std::size_t>(iterations), step});
  return asked;
}
const Array::Reals ramp = {1, 0, 1, 0, 0.5, 0.5, 0.25, 0.75, 0.75, 0.25, 0, 1};

TEST(SmoothWeights, copies_at_a_seam_count_as_one_vertex) {
  const auto none = test::joint_weights("weights.smooth", strip(ramp, 0, 1));
  EXPECT_EQ(none[3], (Row{0.5, 0.5}));
  EXPECT_EQ(none[4], none[3]);
  const auto once = test::joint_weights("weights.smooth", strip(ramp, 1, 1));
  EXPECT_EQ(once[3], (Row{(1 + 0.5) / 3, (0.5 + 1) / 3}));
  EXPECT_EQ(once[4], once[3]);
  const auto apart = test::joint_weights("weights.smooth", strip(ramp, 1, 1), {{"seams", "apart"}});
  EXPECT_NE(apart[3], apart[4]);
}

TEST(SmoothWeights, weights_stay_valid_after_any_number_of_steps) {
  const scenes::Scene scene = scenes::tube(0, 0);
  for (const char* laplacian : {"uniform", "cotangent"})
    for (const int iterations : {1, 7, 100}) {
      ArraySet asked;
      add_mesh(asked, scene.rig.mesh);
      add_influences(asked, scene.rig.influences);
      add_triangles(asked, scene.rig.mesh.triangles);
      asked.add("joint_count", {1}, Array::Integers{2});
      surface::add_smoothing(asked, {static_cast<std::size_t>(iterations), 0.75});
      const auto w = test::joint_weights("weights.smooth", asked, {{"laplacian", laplacian}});
      test::expect_weights(w);
      for (const Row& row : w)
        EXPECT_LE(row[0], 1 + 1e-15);
    }
}

TEST(SmoothWeights, invalid_inputs_are_refused) {
  Array::Reals without = ramp;
  without[2] = without[3] = 0;
  EXPECT_EQ(test::error_of("weights.smooth", strip(without, 1, 1)), "NO_INFLUENCE weights[1]");
  ArraySet line = strip(ramp, 1, 1);
  line.put({"triangles", {1, 3}, Array::Integers{0, 2, 5}});
  EXPECT_EQ(test::error_of("weights.smooth", line, {{"laplacian", "cotangent"}}),
            "DEGENERATE_TRIANGLE triangles[0]");
}

}  // namespace bindpose::binding::smooth_weights_test
