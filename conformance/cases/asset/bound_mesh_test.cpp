// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/bound_mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace bound_mesh_test {

constexpr std::uint32_t sides = 6, rings = 9;

/// Around the y axis from 0 to 2 m.
gltf::Primitive tube() {
  gltf::Primitive primitive;
  primitive.influences.width = 2;
  for (std::uint32_t r = 0; r < rings; ++r)
    for (std::uint32_t s = 0; s < sides; ++s) {
      const double angle = (s + 0.5 * (r % 2)) * std::acos(-1.0) / 3, y = 0.25 * r;
      primitive.mesh.positions.emplace_back(0.25 * std::cos(angle), y, 0.25 * std::sin(angle));
      const double w = std::clamp(y - 0.5, 0.0, 1.0);
      primitive.influences.joints.insert(primitive.influences.joints.end(), {0, 1});
      primitive.influences.weights.insert(primitive.influences.weights.end(), {1 - w, w});
    }
  for (std::uint32_t r = 0; r + 1 < rings; ++r)
    for (std::uint32_t s = 0; s < sides; ++s) {
      const std::uint32_t a = r * sides + s, b = r * sides + (s + 1) % sides;
      primitive.mesh.triangles.push_back({a, a + sides, b});
      primitive.mesh.triangles.push_back({b, a + sides, b + sides});
    }
  return primitive;
}

/// Two joints and the end of the second one, which bends by a right angle within a second.
gltf::Asset bending_tube() {
  gltf::Asset asset;
  asset.path = "tube.glb";
  asset.nodes.resize(4);
  asset.nodes[0].mesh = 0;
  asset.nodes[0].skin = 0;
  asset.nodes[2].parent = 1;
  asset.nodes[2].local.trs.translation = {0, 1, 0};
  asset.nodes[3].parent = 2;
  asset.nodes[3].local.trs.translation = {0, 1, 0};
  asset.meshes = {{"tube", {tube()}, {}}};
  std::vector<Affine<double>> inverse_binds(3);
  inverse_binds[1].translation = {0, -1, 0};
  inverse_binds[2].translation = {0, -2, 0};
  asset.skins = {{"skin", {1, 2, 3}, inverse_binds}};
  const double h = std::sqrt(0.5);
  asset.clips = {{"bend",
                  {{2,
                    gltf::Channel::Path::rotation,
                    {.rotation = true, .width = 4, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0, h, h}}}}}};
  return asset;
}

class BoundMeshTest : public testing::Test {
 protected:
  BoundMeshTest() {
    for (Drawable& each : drawables(*asset_))
      skin_ = std::make_shared<const Drawable>(std::move(each));
  }

  Departure apart(const BoundWeights& weights, std::size_t moments = 4) {
    const auto found = departure(asset_, skin_, weights, moments);
    EXPECT_TRUE(found) << to_string(found.error());
    return found ? *found : Departure{};
  }

  std::shared_ptr<const gltf::Asset> asset_ = std::make_shared<const gltf::Asset>(bending_tube());
  std::shared_ptr<const Drawable> skin_;
};

TEST_F(BoundMeshTest, methods_are_those_that_need_nothing_but_a_file) {
  const auto methods = bind_methods();
  for (const char* id : {"bind.heat", "bind.bbw", "bind.delaunay", "bind.containment", "bind.point-to-line"})
    EXPECT_NE(std::ranges::find(methods, id), methods.end()) << id;
  EXPECT_EQ(methods.size(), 5U);
}

TEST_F(BoundMeshTest, every_method_gives_weights_that_bend_the_tube_nearly_alike) {
  for (const std::string_view method : bind_methods()) {
    const auto weights = bound_weights(*asset_, *skin_, method);
    ASSERT_TRUE(weights) << method << ": " << to_string(weights.error());
    ASSERT_EQ(weights->vertices(), sides * rings);
    const WeightSums sums = sums_of(*weights);
    EXPECT_GE(sums.least, 0) << method;
    EXPECT_LE(sums.most, 1 + 1e-9) << method;
    EXPECT_LE(sums.sum_error, 1e-9) << method;
    const Departure found = apart(*weights);
    EXPECT_EQ(found.moments, 4U);
    EXPECT_GT(found.most, 0) << method;
    EXPECT_LT(found.root_mean_square, 0.2) << method;
    EXPECT_LE(found.root_mean_square, found.most) << method;
    EXPECT_GT(found.size, 1.5) << method;
  }
}

TEST_F(BoundMeshTest, own_weights_are_no_way_apart_and_those_of_the_root_are) {
  BoundWeights weights = own_weights(*skin_);
  EXPECT_EQ(sums_of(weights).sum_error, 0);
  EXPECT_LT(apart(weights).most, 1e-12);
  for (std::size_t i = 0; i < weights.w.size(); ++i)
    weights.w[i] = i % weights.joints == 0 ? 1 : 0;
  // The far end turns about (0, 1, 0): at the last of four moments by 7/8 of a right angle.
  const double turn = 0.875 * std::acos(0.0);
  EXPECT_NEAR(apart(weights).most, 2 * std::hypot(1, 0.25) * std::sin(turn / 2), 1e-6);
}

TEST_F(BoundMeshTest, vertices_without_weights_are_counted) {
  BoundWeights weights = own_weights(*skin_);
  std::fill_n(weights.w.begin(), 2 * weights.joints, 0.0);
  EXPECT_EQ(sums_of(weights).bare, 2U);
}

TEST_F(BoundMeshTest, colours_are_those_of_joints) {
  const auto colours = colours_of(own_weights(*skin_));
  ASSERT_TRUE(colours) << to_string(colours.error());
  ASSERT_EQ(colours->size(), sides * rings);
  EXPECT_EQ((*colours)[0], (*colours)[1]) << "both wholly of the first joint";
  EXPECT_NE((*colours)[0], colours->back());
  EXPECT_TRUE(((*colours)[3 * sides] - 0.75 * (*colours)[0] - 0.25 * colours->back()).norm() < 1e-12);
}

TEST_F(BoundMeshTest, a_method_that_does_not_bind_is_named) {
  EXPECT_EQ(bound_weights(*asset_, *skin_, "lbs").error().code, "METHOD_UNKNOWN");
  EXPECT_EQ(bound_weights(*asset_, *skin_, "weights.linear-falloff").error().code, "METHOD_UNKNOWN");
}

}  // namespace bound_mesh_test
}  // namespace bindpose::conformance
