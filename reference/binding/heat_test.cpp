// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/heat.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::heat_test {

using test::binding_question, test::Pivots, test::tube;

std::string error_of(const ArraySet& question) {
  return test::error_of("bind.heat", question);
}

TEST(Heat, heat_does_not_pass_through_a_surface) {
  // A square above a triangle, which is between the square and the closer bone.
  Mesh mesh;
  mesh.positions = {{0, 2, 0}, {1, 2, 0}, {1, 2, 1}, {0, 2, 1}, {-1, 1, -1}, {3, 1, -1}, {-1, 1, 3}};
  mesh.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 6, 5}};
  const Pivots pivots = {{0.5, 0.5, 0.5}, {0.5, 4, 0.5}};
  EXPECT_EQ(error_of(binding_question(mesh, {-1, -1}, pivots)), "ISLAND_WITHOUT_BONE positions[0]");
  const auto W =
      test::joint_weights("bind.heat", binding_question(mesh, {-1, -1}, {pivots[0], {0.5, 3, 0.5}}));
  EXPECT_GT(W[0][1], 0.999) << "the other bone is closer now";
  EXPECT_GT(W[4][0], 0.999);
}

TEST(Heat, an_island_without_a_bone_is_an_error) {
  Mesh mesh = tube(5, 6, false);
  EXPECT_EQ(error_of(binding_question(mesh, {}, {})), "NO_BONE parents");
  const auto first = static_cast<std::uint32_t>(mesh.vertex_count());
  for (const double z : {0, 1, 2})
    mesh.positions.emplace_back(3, 1 + z, z * z / 4);
  mesh.triangles.push_back({first, first + 1, first + 2});
  const std::vector<Vec3<double>> pivots = {{0, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(error_of(binding_question(mesh, {-1, 0}, pivots)),
            "ISLAND_WITHOUT_BONE positions[" + std::to_string(first) + "]")
      << "the tube hides the bone";
}

TEST(Heat, heat_lost_in_rounding_is_reported) {
  Mesh mesh = tube(9, 12, false);
  for (std::size_t v = 0; v < 12; ++v) {  // a pole that rounding of sin(pi) leaves slightly open
    mesh.positions[v][0] *= 1e-16;
    mesh.positions[v][2] *= 1e-16;
  }
  const ArraySet question = binding_question(mesh, {-1, 0, 1}, {{0, 0, 0}, {0, 2, 0}, {0, 4, 0}});
  EXPECT_EQ(error_of(question).substr(0, 15), "ILL_CONDITIONED");
}

/// D = 0: h_vj = c / max(d_vj^2, 0) is infinite on the bone and finite away from it.
TEST(Heat, a_mesh_of_one_point_is_refused_only_on_a_bone) {
  const Vec3<double> place(1, 2, 3);
  for (const std::size_t vertices : {1U, 3U}) {
    Mesh mesh;
    mesh.positions.assign(vertices, place);
    const auto on = [&](const Pivots& pivots) { return binding_question(mesh, {-1, 0}, pivots); };
    EXPECT_EQ(error_of(on({place, {1, 4, 3}})), "ILL_CONDITIONED positions[0]") << "at an end";
    EXPECT_EQ(error_of(on({{1, 0, 3}, {1, 4, 3}})), "ILL_CONDITIONED positions[0]") << "between";
    const auto W = test::joint_weights("bind.heat", on({{1, 0, 3}, {1, 1, 3}}));
    for (const auto& row : W)
      EXPECT_EQ(row[0] + row[1], 1);
  }
}

TEST(Heat, vertices_on_bones_or_without_triangles_have_weights) {
  Mesh mesh = tube(5, 6, false);
  mesh.positions.emplace_back(5, 1, 0);
  const Pivots pivots = {{0, 0, 0}, mesh.positions[14], {0, 4, 0}};
  const auto W = test::joint_weights("bind.heat", binding_question(mesh, {-1, 0, 1}, pivots));
  test::expect_bounded(W);
  EXPECT_NEAR(W[14][0], 0.5, 1e-3) << "the end of one bone, the beginning of the next";
  EXPECT_EQ(W.back()[0] + W.back()[1] + W.back()[2], 1);
}

/// Every triangle has its own copies of its vertices.
TEST(Heat, unshared_vertices_get_the_weights_of_shared_ones) {
  const Mesh mesh = tube(9, 8, true);
  const Pivots row = {{0, 0.25, 0}, {0.125, 2, 0}, {0, 3.75, 0}};
  const auto shared = test::joint_weights("bind.heat", binding_question(mesh, {-1, 0, 1}, row));
  Mesh apart;
  for (const Triangle& triangle : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(apart.positions.size());
    for (const std::uint32_t v : triangle)
      apart.positions.push_back(mesh.positions[v]);
    apart.triangles.push_back({first, first + 1, first + 2});
  }
  const auto W = test::joint_weights("bind.heat", binding_question(apart, {-1, 0, 1}, row));
  test::expect_bounded(W);
  for (std::size_t i = 0; i < W.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(W[i][j], shared[mesh.triangles[i / 3][i % 3]][j], 1e-12);
}

TEST(Heat, right_angles_let_heat_through) {
  // A square cut along a diagonal: both angles opposite to the cut are right angles.
  Mesh mesh;
  for (const double x : {0, 1})
    for (const double y : {0, 1})
      mesh.positions.emplace_back(x, y, 0);
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}};
  test::expect_bounded(
      test::joint_weights("bind.heat", binding_question(mesh, {-1, 0}, {{0, 0, -0.5}, {1, 1, -0.5}})));
}

TEST(Heat, a_degenerate_triangle_is_refused) {
  const Mesh mesh = tube(5, 6, false);
  const Pivots pivots = {{0, 0, 0}, {0, 4, 0}};
  EXPECT_EQ(error_of(binding_question(mesh, {-1, 0}, pivots)), "");
  Mesh flat = mesh;
  for (const double x : {5, 6, 8})
    flat.positions.emplace_back(x, 0, 0);
  flat.triangles.push_back({32, 33, 34});
  EXPECT_EQ(error_of(binding_question(flat, {-1, 0}, pivots)).substr(0, 19), "DEGENERATE_TRIANGLE");
}

}  // namespace bindpose::binding::heat_test
