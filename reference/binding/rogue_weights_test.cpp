// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/rogue_weights.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::rogue_weights_test {

using Row = std::vector<double>;

/// Two legs side by side, each a strip of four vertices, and an eye of three; joint 0 has the left leg and the eye, joint 1 the right leg.
/// Vertex 6 of the right leg depends on joint 0.
ArraySet legs(Array::Reals weights = {}) {
  const Array::Integers joints = {0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1};
  if (weights.empty()) weights = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0.75, 0.25, 1, 0, 1, 0, 1, 0, 1, 0};
  ArraySet asked = test::weighted(2, joints, std::move(weights), 3);
  Array::Reals x;
  for (int leg = 0; leg < 2; ++leg)
    for (const double y : {0, 1})
      for (const double side : {0, 1})
        x.insert(x.end(), {3.0 * leg + side, y, 0});
  x.insert(x.end(), {0, 9, 0, 1, 9, 0, 0, 10, 0});
  asked.add("positions", {11, 3}, x);
  add_triangles(asked, {{0, 1, 2}, {2, 1, 3}, {4, 5, 6}, {6, 5, 7}, {8, 9, 10}});
  asked.add("rogue_size", {1}, Array::Integers{1});
  return asked;
}

TEST(RogueWeights, an_isolated_weight_is_removed_and_the_rest_normalised) {
  const auto w = test::joint_weights("weights.rogue", legs());
  EXPECT_EQ(w[6], (Row{0, 1, 0}));
  const auto marks = test::answer_rows("weights.rogue", "rogue_marks", legs());
  for (std::size_t v = 0; v < marks.size(); ++v)
    EXPECT_EQ(marks[v], (Row{v == 6 ? 1.0 : 0.0, 0, 0})) << v;
}

TEST(RogueWeights, a_whole_connected_part_is_not_rogue) {
  ArraySet asked = legs();
  asked.put({"rogue_size", {1}, Array::Integers{3}});
  const auto w = test::joint_weights("weights.rogue", asked);
  for (std::size_t v = 8; v < 11; ++v)
    EXPECT_EQ(w[v], (Row{1, 0, 0})) << "the eye";
}

TEST(RogueWeights, an_emptied_vertex_takes_the_mean_of_its_neighbours) {
  const ArraySet asked = legs({1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0});
  EXPECT_EQ(test::joint_weights("weights.rogue", asked)[6], (Row{0, 1, 0}));
  const auto none = find_algorithm("weights.rogue")->implementation.in_double(asked, {{"emptied", "none"}});
  ASSERT_EQ(none->undefined.size(), 1U);
  EXPECT_EQ(none->undefined[0].row, 6U);
  EXPECT_EQ(none->undefined[0].code, "NO_INFLUENCE");
}

TEST(RogueWeights, copies_of_a_vertex_are_connected) {
  ArraySet asked = legs();
  Array::Reals x = asked.find("positions")->reals();
  x[3 * 8] = x[3 * 6],
        x[3 * 8 + 1] = x[3 * 6 + 1];  // moves the eye's first vertex to vertex 6 of the right leg
  asked.put({"positions", {11, 3}, x});
  EXPECT_EQ(test::answer_rows("weights.rogue", "rogue_marks", asked)[6], (Row{0, 0, 0}))
      << "joint 0's group there is the eye";
}

}  // namespace bindpose::binding::rogue_weights_test
