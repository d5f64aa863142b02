// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "reference/surface/shared/omegas_question.h"
#include "reference/testing/mesh_checks.h"

namespace bindpose::surface::direct_delta_mush_test {

using namespace test;

constexpr const char* id = "ddm";

ArraySet asked(const ArraySet& question, std::size_t iterations = 4) {
  return *with_omegas(question, {iterations, 0.5}, LaplacianWeights::uniform);
}

/// Moments that are not rounded to float32: rounding would hide small differences.
Surface<double> skin(const scenes::Scene& scene, const std::vector<Affine<double>>& palette,
                     const Smoothing& smoothing) {
  const Rig& rig = scene.rig;
  const std::size_t J = palette.size();
  const auto L = laplacian<double>(rig.mesh.positions, rig.mesh.triangles, LaplacianWeights::uniform);
  Influences influences{J, {}, {}};
  Array::Reals omegas(rig.mesh.vertex_count() * J * moment_count);
  for (std::size_t j = 0; j < J; ++j) {
    const auto Omega = direct_delta_mush_omegas(rig.mesh.positions, rig.influences, rig.influences.weights, j,
                                                *L, smoothing);
    for (std::size_t v = 0; v < Omega.size(); ++v)
      std::copy(Omega[v].begin(), Omega[v].end(), &omegas[(v * J + j) * moment_count]);
  }
  for (std::size_t v = 0; v < rig.mesh.vertex_count(); ++v)
    for (std::uint32_t j = 0; j < J; ++j) {
      influences.joints.push_back(j);
      influences.weights.push_back(1);
    }
  ArraySet question = exact_triangle_question(rig.mesh, influences, palette);
  question.add("omegas", {rig.mesh.vertex_count(), J, moment_count}, std::move(omegas));
  return surface_of(answer(id, question));
}

TEST(DirectDeltaMush, a_rigid_motion_moves_the_result_rigidly) {
  const scenes::Scene scene = test_tube(80, 40);
  const auto palette = palette_of(scene);
  const Affine<double> motion = some_motion();
  const Surface<double> here = skin(scene, palette, {4, 0.5});
  EXPECT_LT(distance(skin(scene, moved(motion, palette), {4, 0.5}), moved(motion, here)), 1e-6);
  const Surface<double> rest{scene.rig.mesh.positions, scene.rig.mesh.normals, scene.rig.mesh.tangents, {}};
  EXPECT_LT(distance(skin(scene, {motion, motion}, {4, 0.5}), moved(motion, rest)), 1e-6)
      << "one motion for all joints";
}

TEST(DirectDeltaMush, no_smoothing_gives_linear_blending) {
  const scenes::Scene scene = test_tube(80, 40);
  const auto palette = palette_of(scene);
  const Surface<double> blended =
      surface_of(answer("lbs", exact_triangle_question(scene.rig.mesh, scene.rig.influences, palette)));
  const Surface<double> surface = skin(scene, palette, {0, 1});
  EXPECT_LT(distance(surface.positions, blended.positions), 1e-14);
  EXPECT_EQ(surface.undefined.size(), 2 * scene.rig.mesh.vertex_count());
  EXPECT_EQ(surface.undefined[0].code, "ROTATION_UNDETERMINED");
  EXPECT_EQ(surface.normals[0], Vec3<double>::Zero());
}

TEST(DirectDeltaMush, mirrored_joints_still_give_a_proper_rotation) {
  ArraySet question = tube_question(0, 0);
  question = asked(with_palette(question, [](const Affine<double>&) { return scaling(-1, 1, 1); }), 6);
  const Result<double> result = answer(id, question);
  const auto n = rows_of(result, "normals"), t = rows_of(result, "tangents");
  for (std::size_t v = 0; v < n.size(); ++v) {
    const Vec3<double> n0 = read_row<double, 3>(*question.find("normals"), v);
    const Vec3<double> t0 = read_row<double, 4>(*question.find("tangents"), v).head<3>();
    EXPECT_NEAR(n[v].dot(t[v]), n0.normalized().dot(t0.normalized()), 1e-12);
  }
}

TEST(DirectDeltaMush, slots_without_moments_contribute_nothing) {
  const scenes::Scene scene = test_tube(60, 0);
  ArraySet question = asked(*scenes::with_triangles(scenes::palette_question(scene), scene), 1);
  const auto before = positions(id, question);
  Array palette = *question.find("palette"), joints = *question.find("joints");
  palette.shape[0] = 3;
  std::get<Array::Reals>(palette.data).resize(36, std::numeric_limits<double>::quiet_NaN());
  const auto& omegas = question.find("omegas")->reals();
  auto& slots = std::get<Array::Integers>(joints.data);
  std::size_t unused = 0;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (omegas[10 * i + 9] == 0) {
      slots[i] = 2;
      ++unused;
    }
  EXPECT_GT(unused, 10u);
  question.put(palette);
  question.put(joints);
  EXPECT_EQ(distance(positions(id, question), before), 0);
  ArraySet used = question;
  std::get<Array::Reals>(used.find("palette")->data)[5] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of(id, used), "NOT_FINITE palette[0]");

  std::get<Array::Reals>(question.find("omegas")->data).assign(omegas.size(), 0.0);
  const Result<double> none = answer(id, question);
  EXPECT_EQ(none.undefined.size(), 3 * 44u);
  EXPECT_EQ(none.undefined[0].code, "NO_INFLUENCES");
}

TEST(DirectDeltaMush, wrong_inputs_are_refused_with_a_reason) {
  const auto damaged = [](auto change) {
    ArraySet question = asked(tube_question(60, 0));
    change(question);
    return error_of(id, question);
  };
  const auto omegas = [](ArraySet& q) -> Array::Reals& {
    return std::get<Array::Reals>(q.find("omegas")->data);
  };
  EXPECT_EQ(damaged([](ArraySet&) {}), "");
  EXPECT_EQ(damaged([&](ArraySet& q) { omegas(q)[14] = std::nan(""); }), "NOT_FINITE omegas[0][1]");
  EXPECT_EQ(damaged([&](ArraySet& q) { omegas(q)[9] = -0.5; }), "NEGATIVE_WEIGHT omegas[0][0]");
  EXPECT_EQ(damaged([](ArraySet& q) { q.find("omegas")->shape = {44, 10, 2}; }), "ARRAY_SHAPE omegas");
  EXPECT_EQ(damaged([](ArraySet& q) { std::get<Array::Integers>(q.find("joints")->data)[0] = 2; }),
            "INDEX_RANGE joints[0][0]");
  EXPECT_EQ(error_of(id, tube_question(60, 0)), "ARRAY_MISSING omegas");
  EXPECT_EQ(with_omegas(fail("X", "y", "z"), {}, LaplacianWeights::uniform).error().code, "X");
  ArraySet no_joints = tube_question(60, 0), bare;
  for (const Array& array : no_joints)
    if (array.name != "palette") bare.put(array);
  EXPECT_EQ(with_omegas(bare, {}, LaplacianWeights::uniform).error().code, "ARRAY_MISSING");
}

}  // namespace bindpose::surface::direct_delta_mush_test
