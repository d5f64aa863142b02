// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "reference/surface/shared/laplacian.h"
#include "reference/testing/mesh_checks.h"

namespace bindpose::surface::delta_mush_test {

using namespace test;

constexpr const char* id = "delta-mush";
const Options uniform = {{"laplacian", "uniform"}}, cotangent = {{"laplacian", "cotangent"}};

ArraySet smoothed(ArraySet question, std::size_t iterations = 4, double step = 0.5) {
  add_smoothing(question, {iterations, step});
  return question;
}

Result<double> mush(const ArraySet& question, const Options& options = uniform) {
  return answer(id, question, options);
}

/// The tests use exact matrices.
Result<double> mush(const Mesh& mesh, const Influences& influences,
                    const std::vector<Affine<double>>& palette, const Smoothing& smoothing,
                    const Options& options) {
  return mush(
      smoothed(exact_triangle_question(mesh, influences, palette), smoothing.iterations, smoothing.step),
      options);
}

TEST(DeltaMush, no_smoothing_gives_linear_blending) {
  const ArraySet question = smoothed(tube_question(80, 30), 0);
  EXPECT_LT(distance(rows_of(mush(question), "positions"), positions("lbs", question)), 1e-14);
}

TEST(DeltaMush, the_formula_matches_a_hand_calculation) {
  // One whole step moves every corner of a triangle to the middle of the two others: the triangle
  // is rotated by half a turn and half as large.
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 2, 0}};
  mesh.triangles = {{0, 1, 2}};
  const Influences one{1, {0, 1, 1}, {1, 1, 1}};
  Affine<double> up;
  up.translation = {0, 0, 4};
  const Result<double> result = mush(mesh, one, {up, Affine<double>{}}, {1, 1}, uniform);
  EXPECT_EQ(rows_of(result, "smoothed_rest")[0], Vec3<double>(2, 1, 0));
  EXPECT_EQ(rows_of(result, "smoothed")[0], Vec3<double>(2, 1, 0)) << "neither neighbour moved";
  EXPECT_EQ(rows_of(result, "smoothed")[1], Vec3<double>(0, 1, 2));
  // At rest vertex 0 has t towards 1: (-1, 0, 0), n = z, b = n x t = (0, -1, 0): d = F^T (-2, -1, 0) = (2, 1,
  // 0).
  const Vec3<double> t = Vec3<double>(-2, 0, 2).normalized();
  const Vec3<double> n = Vec3<double>(-2, 0, 2).cross(Vec3<double>(0, -1, 2)).normalized();
  const Vec3<double> expected = Vec3<double>(2, 1, 0) + 2 * t + n.cross(t);
  EXPECT_LT((rows_of(result, "positions")[0] - expected).norm(), 1e-14);
}

TEST(DeltaMush, linear_blending_moves_vertices_without_triangles) {
  const scenes::Scene scene = test_tube(60, 0);
  Mesh mesh = scene.rig.mesh;
  mesh.triangles = {{0, 1, 6}};
  const auto palette = palette_of(scene);
  const Surface<double> result = surface_of(mush(mesh, scene.rig.influences, palette, {3, 0.5}, cotangent));
  const Surface<double> blended =
      surface_of(answer("lbs", exact_triangle_question(mesh, scene.rig.influences, palette)));
  for (std::size_t v = 7; v < mesh.vertex_count(); ++v) {
    EXPECT_EQ(result.positions[v], blended.positions[v]);
    EXPECT_EQ(result.normals[v], blended.normals[v]);
    EXPECT_EQ(result.tangents[v], blended.tangents[v]);
  }
  // A separate right triangle shrinks to a line, because its longest side has no weight.
  EXPECT_EQ(result.undefined.size(), 9U);
  for (const Undefined& u : result.undefined)
    EXPECT_TRUE(u.row == 0 || u.row == 1 || u.row == 6) << u.row;
}

TEST(DeltaMush, collapsed_frames_are_undefined) {
  const ArraySet question = smoothed(with_palette(tube_question(0, 0), [](const Affine<double>&) {
    return Affine<double>{Mat3<double>::Zero(), {1, 2, 3}};
  }));
  const Result<double> result = mush(question);
  EXPECT_EQ(result.undefined.size(), 3 * question.find("positions")->shape[0]);
  EXPECT_EQ(result.undefined[0].code, "DEGENERATE_FRAME");
  for (const double x : result.find("positions")->values)
    EXPECT_EQ(x, 0);
}

TEST(DeltaMush, wrong_inputs_are_refused_with_a_reason) {
  ArraySet question = smoothed(tube_question(10, 0));
  EXPECT_EQ(error_of(id, smoothed(tube_question(10, 0), 1, 2)), "PARAMETER_RANGE step");
  EXPECT_EQ(error_of(id, smoothed(tube_question(10, 0), 2000)), "PARAMETER_RANGE iterations");
  EXPECT_EQ(error_of(id, tube_question(10, 0)), "ARRAY_MISSING iterations");
  std::get<Array::Reals>(question.find("positions")->data)[3] = std::nan("");
  EXPECT_EQ(error_of(id, question), "NOT_FINITE positions[1]");
  question = smoothed(tube_question(10, 0));
  auto& x = std::get<Array::Reals>(question.find("positions")->data);
  std::copy(x.begin(), x.begin() + 3, x.begin() + 3);
  EXPECT_EQ(error_of(id, question, cotangent).substr(0, 19), "DEGENERATE_TRIANGLE");
  EXPECT_EQ(error_of(id, question, uniform), "");
}

}  // namespace bindpose::surface::delta_mush_test
