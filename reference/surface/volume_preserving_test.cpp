// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/volume_preserving.h"

#include <gtest/gtest.h>

#include "reference/testing/mesh_checks.h"

namespace bindpose::surface::volume_preserving_test {

using namespace test;

constexpr const char* id = "volume-preserving";

struct Restored {
  Surface<double> surface;
  std::vector<double> multipliers;
};

ArraySet exact_question_of(const scenes::Scene& scene) {
  return exact_triangle_question(scene.rig.mesh, scene.rig.influences, palette_of(scene));
}

Surface<double> blended(const scenes::Scene& scene) {
  return surface_of(answer("lbs", exact_question_of(scene)));
}

Restored restored(const scenes::Scene& scene, const std::vector<std::int32_t>& regions = {}) {
  ArraySet question = exact_question_of(scene);
  if (!regions.empty()) question.add("regions", {regions.size()}, Array::Integers(regions));
  const Result<double> result = answer(id, question);
  return {surface_of(result), result.find("multipliers")->values};
}

double volume(const Mesh& mesh, const std::vector<Vec3<double>>& x) {
  return enclosed_volume<double>(split(mesh, {})->front(), x);
}

/// A tube and a thinner copy next to it.
scenes::Scene pair_of_cylinders(double bend) {
  scenes::Scene scene = test_tube(bend, 0);
  Mesh& mesh = scene.rig.mesh;
  Influences& influences = scene.rig.influences;
  const Mesh first = mesh;
  for (const Vec3<double>& x : first.positions)
    mesh.positions.push_back({0.5 * x[0], x[1], 0.5 * x[2] + 2});
  mesh.normals.clear();
  mesh.tangents.clear();
  for (const Triangle& t : first.triangles)
    mesh.triangles.push_back({t[0] + 44, t[1] + 44, t[2] + 44});
  const Influences once = influences;
  influences.joints.insert(influences.joints.end(), once.joints.begin(), once.joints.end());
  influences.weights.insert(influences.weights.end(), once.weights.begin(), once.weights.end());
  return scene;
}

std::vector<std::int32_t> two_regions() {
  std::vector<std::int32_t> regions(88, 0);
  std::fill(regions.begin() + 44, regions.end(), 1);
  return regions;
}

Mesh part(const Mesh& mesh, bool second) {
  Mesh result = mesh;
  result.triangles.clear();
  for (const Triangle& t : mesh.triangles)
    if ((t[0] >= 44) == second) result.triangles.push_back(t);
  return result;
}

TEST(VolumePreserving, the_volume_is_restored) {
  for (const double bend : {30.0, 60.0, 90.0, 120.0})
    for (const double twist : {0.0, 100.0}) {
      const scenes::Scene scene = test_tube(bend, twist);
      const Mesh& mesh = scene.rig.mesh;
      const double rest = volume(mesh, mesh.positions);
      EXPECT_GT(std::fabs(volume(mesh, blended(scene).positions) / rest - 1), 1e-3);
      EXPECT_NEAR(volume(mesh, restored(scene).surface.positions) / rest, 1, 1e-12);
    }
}

TEST(VolumePreserving, every_region_has_its_own_multiplier) {
  const scenes::Scene scene = pair_of_cylinders(90);
  const Mesh &mesh = scene.rig.mesh, first = part(mesh, false), second = part(mesh, true);
  const Restored apart = restored(scene, two_regions()), together = restored(scene);
  ASSERT_EQ(apart.multipliers.size(), 2u);
  EXPECT_GT(std::fabs(apart.multipliers[0] / apart.multipliers[1] - 1), 0.1);
  for (const Mesh& one : {first, second})
    EXPECT_NEAR(volume(one, apart.surface.positions) / volume(one, mesh.positions), 1, 1e-12);
  EXPECT_NEAR(volume(mesh, together.surface.positions), volume(mesh, mesh.positions), 1e-12);
  EXPECT_GT(std::fabs(volume(first, together.surface.positions) / volume(first, mesh.positions) - 1), 1e-5);
}

TEST(VolumePreserving, vertices_of_no_region_are_only_skinned) {
  const scenes::Scene scene = pair_of_cylinders(90);
  std::vector<std::int32_t> regions = two_regions();
  std::replace(regions.begin(), regions.end(), 0, -3);
  scenes::Scene open = scene;
  open.rig.mesh.triangles.erase(open.rig.mesh.triangles.begin());
  const auto y = blended(scene).positions;
  const auto x = restored(open, regions).surface.positions;
  for (std::size_t v = 0; v < 44; ++v)
    EXPECT_EQ(x[v], y[v]) << "open, but in no region";
  EXPECT_GT((x[50] - y[50]).norm(), 1e-4);
}

TEST(VolumePreserving, wrong_inputs_are_refused_with_a_reason) {
  ArraySet question = tube_question(60, 0);
  auto& triangles = std::get<Array::Integers>(question.find("triangles")->data);
  std::swap(triangles[0], triangles[1]);
  EXPECT_EQ(error_of(id, question).substr(0, 19), "OPEN_MESH triangles") << "one triangle faces inward";
  const auto message = find_algorithm(id)->implementation.in_double(question, {}).error().message;
  EXPECT_NE(message.find("edge"), std::string::npos);
  question = tube_question(60, 0);
  question.find("triangles")->shape[0] -= 1;
  std::get<Array::Integers>(question.find("triangles")->data)
      .resize(3 * question.find("triangles")->shape[0]);
  EXPECT_EQ(error_of(id, question).substr(0, 9), "OPEN_MESH");

  question = tube_question(60, 0);
  Array::Integers regions(44, 0);
  regions[3] = 1;
  question.add("regions", {44}, std::move(regions));
  EXPECT_EQ(error_of(id, question).substr(0, 12), "REGION_SPLIT");
  question = tube_question(60, 0);
  question.add("regions", {43}, Array::Integers(43, 0));
  EXPECT_EQ(error_of(id, question), "ARRAY_SHAPE regions");

  const auto everywhere = [](const Mat3<double>& C) {
    return with_palette(tube_question(0, 0), [&](const Affine<double>&) {
      return Affine<double>{C, {1, 2, 3}};
    });
  };
  EXPECT_EQ(error_of(id, everywhere(Mat3<double>::Zero())), "ZERO_GRADIENT region 0");
  EXPECT_EQ(error_of(id, everywhere(Vec3<double>(0, 1, 0).asDiagonal())), "ZERO_GRADIENT region 0")
      << "a line";
  EXPECT_EQ(error_of(id, everywhere(-Mat3<double>::Identity())), "VOLUME_UNREACHABLE region 0");
  EXPECT_EQ(error_of(id, everywhere(Mat3<double>::Constant(std::numeric_limits<double>::infinity()))),
            "NOT_FINITE palette[0]");
  ArraySet overflowing = everywhere(Mat3<double>::Identity());
  for (double& number : std::get<Array::Reals>(overflowing.find("palette")->data))
    number *= 5.5e307;
  EXPECT_EQ(error_of(id, overflowing), "NOT_FINITE region 0");
}

}  // namespace bindpose::surface::volume_preserving_test
