// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/head.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes::head_test {

/// Vertices that a shape moves.
std::size_t moved(const Mesh& shape, const Mesh& rest) {
  std::size_t count = 0;
  for (std::size_t v = 0; v < rest.vertex_count(); ++v)
    count += shape.positions[v] != rest.positions[v] ? 1 : 0;
  return count;
}

TEST(Head, the_head_is_sound_at_rest_and_posed) {
  for (const HeadShape& shape : {HeadShape{}, small_head})
    for (const bool posed : {false, true})
      test::expect_sound(head(shape, posed));
}

TEST(Head, the_head_is_closed) {
  const Mesh mesh = head().rig.mesh;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i)
      ++edges[{t[i], t[(i + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ((edges[{edge.second, edge.first}]), 1) << edge.first << " " << edge.second;
  }
}

TEST(Head, action_units_move_their_part_of_the_face_symmetrically) {
  const Mesh rest = head().rig.mesh;
  for (const int unit : head_action_units()) {
    const Mesh shape = head_with_action_unit(unit);
    EXPECT_GT(moved(shape, rest), 1U) << unit;
    EXPECT_LT(moved(shape, rest), rest.vertex_count() / 3) << unit;
    double left = 0, right = 0, farthest = 0;
    for (std::size_t v = 0; v < rest.vertex_count(); ++v) {
      const Vec3<double> d = shape.positions[v] - rest.positions[v];
      farthest = std::max(farthest, d.norm());
      if (rest.positions[v][0] > 1e-6) left += d.norm();
      if (rest.positions[v][0] < -1e-6) right += d.norm();
      EXPECT_TRUE(d == Vec3<double>::Zero() || rest.positions[v][2] > 0) << "the back must not move";
    }
    EXPECT_GT(farthest, 0.001) << unit;
    EXPECT_LT(farthest, 0.03) << unit;
    EXPECT_NEAR(left, right, 1e-5) << unit;
  }
}

TEST(Head, named_shapes_differ_from_the_rest_and_from_each_other) {
  const Mesh rest = head(small_head).rig.mesh;
  std::vector<std::vector<Vec3<double>>> seen = {rest.positions};
  for (const std::string& name : head_shape_names()) {
    const Mesh shape = head_with_shape(name, small_head);
    for (const auto& other : seen)
      EXPECT_NE(shape.positions, other) << name;
    seen.push_back(shape.positions);
  }
}

}  // namespace bindpose::scenes::head_test
