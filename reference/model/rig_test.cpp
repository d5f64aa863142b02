// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/rig.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::rig_test {

using test::expect_error;

Mesh triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.tangents.assign(3, {1, 0, 0, -1});
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

Influences two_each() {
  return {2, {0, 1, 1, 0, 2, 0}, {0.5, 0.5, 1, 0, 0.25, 0.75}};
}

void expect_mesh_error(const Mesh& mesh, const char* code, const char* where) {
  expect_error(validate(mesh, two_each(), 3), code, where);
}

void expect_influence_error(const Influences& influences, const char* code, const char* where) {
  expect_error(validate(triangle(), influences, 3), code, where);
}

TEST(Rig, valid_meshes_are_accepted) {
  EXPECT_TRUE(validate(triangle(), two_each(), 3));
  Mesh bare;
  bare.positions = triangle().positions;
  EXPECT_TRUE(validate(bare, two_each(), 3));
  EXPECT_TRUE(validate(Mesh{}, Influences{}, 0));
  EXPECT_EQ(two_each().vertex_count(), 3u);
  EXPECT_EQ(Influences{}.vertex_count(), 0u);
}

TEST(Rig, wrong_mesh_counts_and_numbers_are_reported) {
  Mesh mesh = triangle();
  mesh.normals.pop_back();
  expect_mesh_error(mesh, "COUNT_MISMATCH", "normals");
  mesh = triangle();
  mesh.tangents.emplace_back();
  expect_mesh_error(mesh, "COUNT_MISMATCH", "tangents");
  mesh = triangle();
  mesh.positions[1][2] = std::numeric_limits<double>::quiet_NaN();
  expect_mesh_error(mesh, "NOT_FINITE", "positions[1]");
  mesh = triangle();
  mesh.tangents[2][0] = std::numeric_limits<double>::infinity();
  expect_mesh_error(mesh, "NOT_FINITE", "tangents[2]");
  mesh = triangle();
  mesh.triangles.push_back({0, 3, 1});
  expect_mesh_error(mesh, "INDEX_RANGE", "triangles[1]");
}

TEST(Rig, wrong_influence_counts_are_reported) {
  expect_influence_error({0, {}, {}}, "COUNT_MISMATCH", "joints");
  Influences influences = two_each();
  influences.joints.pop_back();
  expect_influence_error(influences, "COUNT_MISMATCH", "joints");
  influences = two_each();
  influences.weights.push_back(0);
  expect_influence_error(influences, "COUNT_MISMATCH", "weights");
}

TEST(Rig, influence_errors_name_the_first_wrong_slot) {
  Influences influences = two_each();
  influences.joints[3] = 3;
  expect_influence_error(influences, "INDEX_RANGE", "joints[1][1]");
  influences = two_each();
  influences.weights[4] = -0x1p-149;
  expect_influence_error(influences, "NEGATIVE_WEIGHT", "weights[2][0]");
  influences.weights[2] = std::numeric_limits<double>::quiet_NaN();
  expect_influence_error(influences, "NOT_FINITE", "weights[1][0]");
}

TEST(Rig, missing_parents_and_cycles_are_reported) {
  Skeleton skeleton;
  skeleton.parents = {2, -1, 1, -1};
  EXPECT_TRUE(validate(skeleton)) << "children first, two roots";
  skeleton.inverse_binds.resize(4);
  EXPECT_TRUE(validate(skeleton));
  skeleton.inverse_binds.resize(3);
  expect_error(validate(skeleton), "COUNT_MISMATCH", "inverse_binds");
  skeleton.inverse_binds.clear();
  skeleton.parents = {-1, 4, 0, 0};
  expect_error(validate(skeleton), "INDEX_RANGE", "parents[1]");
  skeleton.parents = {-1, 0, -2, 0};
  expect_error(validate(skeleton), "INDEX_RANGE", "parents[2]");
  skeleton.parents = {-1, 2, 3, 1};
  expect_error(validate(skeleton), "CYCLE", "parents[1]");
  skeleton.parents = {0};
  expect_error(validate(skeleton), "CYCLE", "parents[0]");
}

/// Walks from every joint to the root would visit 5 * 10^11 joints.
TEST(Rig, validation_visits_each_of_a_million_joints_once) {
  Skeleton skeleton;
  constexpr int count = 1'000'000;
  for (int j = 0; j < count; ++j)
    skeleton.parents.push_back(j - 1);
  EXPECT_TRUE(validate(skeleton));
  std::reverse(skeleton.parents.begin(), skeleton.parents.end());
  for (int& parent : skeleton.parents)
    parent = parent < 0 ? -1 : count - 1 - parent;
  EXPECT_TRUE(validate(skeleton)) << "children first";
  skeleton.parents.back() = count / 2;
  expect_error(validate(skeleton), "CYCLE", "parents[0]");
}

TEST(Rig, topological_order_puts_parents_first) {
  const std::vector<int> parents = {3, 0, -1, 2, 1, -1, 5};
  const std::vector<std::size_t> order = topological_order(parents);
  ASSERT_EQ(order.size(), parents.size());
  const auto place = [&](int joint) {
    return std::find(order.begin(), order.end(), static_cast<std::size_t>(joint)) - order.begin();
  };
  for (int j = 0; j < 7; ++j) {
    EXPECT_LT(place(j), 7) << j;
    if (parents[static_cast<std::size_t>(j)] >= 0) {
      EXPECT_LT(place(parents[static_cast<std::size_t>(j)]), place(j)) << j;
    }
  }
}

}  // namespace bindpose::rig_test
