// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/skinning/optimised_centres_bound.h"
#include "reference/skinning/shared/centres.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::optimised_centres_test {

using namespace test;

/// Vertices with two joints; joint 0 has the given weight.
Influences two_joints(const std::vector<double>& weights) {
  Influences influences{2, {}, {}};
  for (const double w : weights) {
    influences.joints.insert(influences.joints.end(), {0, 1});
    influences.weights.insert(influences.weights.end(), {w, 1 - w});
  }
  return influences;
}

/// Two separate triangles of areas 1/2 and 2; the corners of a triangle have equal weights.
struct TwoTriangles {
  Mesh mesh;
  Influences influences;
  std::vector<Triangle> triangles = {{0, 1, 2}, {3, 4, 5}};

  TwoTriangles(double first, double second) {
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 0, 0}, {11, 0, 0}, {9, 2, 0}};
    influences = two_joints({first, first, first, second, second, second});
  }
  Centres<double> centres() const { return optimised_centres<double>(mesh, influences, triangles); }
};

const Vec3<double> near_centre(1 / 3.0, 1 / 3.0, 0), far_centre(29 / 3.0, 2 / 3.0, 0);

TEST(OptimisedCentres, the_kernel_matches_a_hand_calculation) {
  // Own triangle: (1/4 3/4)^2; the other: 1/4 3/4 1/2 1/2 exp(-((1/4 1/2 - 3/4 1/2) 10)^2).
  const auto centres = TwoTriangles(0.25, 0.5).centres();
  const double own = 0.1875 * 0.1875 * 0.5, other = 0.1875 * 0.25 * std::exp(-6.25) * 2;
  EXPECT_LT((centres.p[0] - (own * near_centre + other * far_centre) / (own + other)).norm(), 1e-13);
}

TEST(OptimisedCentres, slots_of_one_joint_add_up) {
  TwoTriangles scene(0.5, 0.25);
  const auto expected = scene.centres();
  Influences split{4, {}, {}};
  for (std::size_t v = 0; v < 6; ++v) {
    const double w = scene.influences.weights[2 * v];
    split.joints.insert(split.joints.end(), {1, 0, 7, 0});
    split.weights.insert(split.weights.end(), {1 - w, w / 4, 0, 3 * w / 4});
  }
  scene.influences = split;
  EXPECT_LT(distance(scene.centres().p, expected.p), 1e-14);
}

TEST(OptimisedCentres, vertices_without_similar_triangles_have_no_centre) {
  EXPECT_EQ(TwoTriangles(1, 0.5).centres().has, (Array::Integers{0, 0, 0, 1, 1, 1}));
  TwoTriangles scene(0.5, 0.5);
  scene.triangles.clear();
  for (const std::int32_t has : scene.centres().has)
    EXPECT_EQ(has, 0);
  Random random("optimised_centres.none");
  ArraySet question = find_algorithm("cor.centres")->implementation.sample(3, random);
  question.put({"weights", {3, 2}, Array::Reals{0, 0, 1, 0, 0, 1}});
  const auto answer = *find_algorithm("cor.centres")->implementation.in_double(question, {});
  ASSERT_EQ(answer.undefined.size(), 3U);
  EXPECT_EQ(answer.undefined[2].code, "NO_CENTRE");
  EXPECT_EQ(answer.undefined[2].row, 2U);
}

TEST(OptimisedCentres, triangles_without_area_do_not_count) {
  TwoTriangles scene(0.5, 0.25);
  const auto expected = scene.centres();
  const double y = to_float32(0.3), z = to_float32(0.7);
  for (const double far : {0, 2, 4})
    scene.mesh.positions.push_back({3 + far, y + far, z + far});
  const Influences more = two_joints({0.5, 0.5, 0.5});
  scene.influences.joints.insert(scene.influences.joints.end(), more.joints.begin(), more.joints.end());
  scene.influences.weights.insert(scene.influences.weights.end(), more.weights.begin(), more.weights.end());
  scene.triangles.insert(scene.triangles.end(), {{6, 7, 8}, {1, 1, 1}, {0, 3, 0}});
  const auto found = scene.centres();
  for (std::size_t v = 0; v < 6; ++v)
    EXPECT_EQ(found.p[v], expected.p[v]);
  scene.triangles = {{6, 7, 8}};
  EXPECT_EQ(scene.centres().has[6], 0) << "the only similar triangle is degenerate";
}

TEST(OptimisedCentres, centres_move_with_the_mesh) {
  scenes::Scene scene = scenes::bar();
  const auto before =
      optimised_centres<double>(scene.rig.mesh, scene.rig.influences, scene.rig.mesh.triangles);
  for (Vec3<double>& x : scene.rig.mesh.positions)
    x = Vec3<double>(x[1] + 8, -x[0], x[2] - 4);
  const auto after =
      optimised_centres<double>(scene.rig.mesh, scene.rig.influences, scene.rig.mesh.triangles);
  for (std::size_t v = 0; v < before.p.size(); ++v)
    if (before.has[v] != 0) {
      const Vec3<double>& p = before.p[v];
      EXPECT_LT((after.p[v] - Vec3<double>(p[1] + 8, -p[0], p[2] - 4)).norm(), 1e-12);
    }
}

TEST(OptimisedCentres, the_area_of_a_sliver_is_bounded) {
  const auto point = [](double x, double y, double z) { return Vec3<Tracked>(x, y, z); };
  const double y = to_float32(0.1), z = to_float32(0.7);
  const Tracked sliver =
      twice_area<Tracked>(point(0, y, z), point(1, y, z), point(2, to_float32(y * (1 + 0x1p-23)), z));
  EXPECT_TRUE(std::isfinite(sliver.error()));
  EXPECT_GT(sliver.error(), sliver.value());
  const Tracked fat = twice_area<Tracked>(point(0, 0, 0), point(3, 0, 0), point(0, 4, 0));
  EXPECT_EQ(fat.value(), 12);
  EXPECT_LT(fat.error(), 12 * 2e-6);
}

}  // namespace bindpose::skinning::optimised_centres_test
