// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/bound_mesh.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/asset/mirror_pairs.h"
#include "conformance/cases/asset/smoothing_reach.h"
#include "reference/gltf/load.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::bound_mesh_test {

constexpr std::uint32_t sides = 6, rings = 9;

/// A tube around the y axis from 0 to 2 m.
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

/// Two joints and the second one's end; the second joint bends by 90 degrees within a second.
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

struct BoundMeshTest : testing::Test {
  BoundMeshTest() {
    const auto asset = std::make_shared<const gltf::Asset>(bending_tube());
    for (Drawable& each : drawables(*asset))
      tube_ = *character_of(asset, std::make_shared<const Drawable>(std::move(each)), 4);
  }

  Departure apart(const BoundWeights& weights) const { return departure(tube_, tube_.own, weights); }

  Character tube_;
};

TEST_F(BoundMeshTest, bind_methods_need_only_a_character) {
  const auto methods = bind_methods();
  for (const char* id : {"bind.heat", "bind.bbw", "bind.delaunay", "bind.containment", "bind.point-to-line",
                         "weights.smooth", "weights.direct"})
    EXPECT_NE(std::ranges::find(methods, id), methods.end()) << id;
  EXPECT_EQ(methods.size(), 7U);
}

TEST_F(BoundMeshTest, inputs_are_float32) {
  const Character legs = built_in_legs(4);
  for (const std::string_view method : bind_methods()) {
    BINDPOSE_ASSERT(const auto question, bind_question(legs, method));
    for (const Array& array : question.arrays) {
      if (!array.is_real()) continue;
      for (const double x : array.reals())
        EXPECT_EQ(x, to_float32(x)) << method << " " << array.name;
    }
  }
}

TEST_F(BoundMeshTest, all_methods_bend_the_tube_similarly) {
  for (const std::string_view method : bind_methods()) {
    const auto weights = bound_weights(tube_, method);
    ASSERT_TRUE(weights) << method << ": " << to_string(weights.error());
    ASSERT_EQ(weights->vertices(), sides * rings);
    const WeightSums sums = sums_of(*weights);
    EXPECT_GE(sums.least, 0) << method;
    EXPECT_LE(sums.most, 1 + 1e-9) << method;
    EXPECT_LE(sums.sum_error, 1e-9) << method;
    const Departure found = apart(*weights);
    EXPECT_GT(found.most, 0) << method;
    EXPECT_LT(found.root_mean_square, 0.2) << method;
    EXPECT_LE(found.root_mean_square, found.most) << method;
    EXPECT_EQ(found.most, *std::ranges::max_element(found.of_vertex)) << method;
    EXPECT_GT(found.size, 1.5) << method;
  }
}

TEST_F(BoundMeshTest, direct_weights_reproduce_moved_vertices) {
  BINDPOSE_ASSERT(const auto weights, bound_weights(tube_, "weights.direct"));
  EXPECT_LT(apart(weights).most, 1e-3) << "except what the stiffness keeps";
}

TEST_F(BoundMeshTest, own_weights_have_distance_0_and_root_weights_do_not) {
  BoundWeights weights = tube_.own;
  EXPECT_EQ(sums_of(weights).sum_error, 0);
  EXPECT_EQ(apart(weights).most, 0);
  for (std::size_t i = 0; i < weights.w.size(); ++i)
    weights.w[i] = i % weights.joints == 0 ? 1 : 0;
  // At the last of four moments, the far end is rotated about (0, 1, 0) by 7/8 of a right angle.
  const double turn = 0.875 * std::acos(0.0);
  EXPECT_NEAR(apart(weights).most, 2 * std::hypot(1, 0.25) * std::sin(turn / 2), 1e-6);
}

TEST_F(BoundMeshTest, vertices_without_weights_are_counted) {
  BoundWeights weights = tube_.own;
  std::fill_n(weights.w.begin(), 2 * weights.joints, 0.0);
  EXPECT_EQ(sums_of(weights).bare, 2U);
}

TEST_F(BoundMeshTest, weights_that_do_not_sum_to_1_are_invalid_for_methods) {
  const WeightSums own = sums_of(tube_.own);
  for (const std::string_view method : bind_methods())
    EXPECT_TRUE(are_valid(method, sums_of(*bound_weights(tube_, method)), own)) << method;
  const auto scaled = [this](double factor) {
    BoundWeights weights = tube_.own;
    for (double& w : weights.w)
      w *= factor;
    return sums_of(weights);
  };
  for (const double factor : {2.0, 1 + 1e-7, 1 - 1e-7, std::numeric_limits<double>::infinity(), -1.0})
    for (const std::string_view method : bind_methods())
      EXPECT_FALSE(are_valid(method, scaled(factor), own)) << method << " " << factor;
  EXPECT_TRUE(are_valid("own", scaled(2), own)) << "as a file gives them";
  EXPECT_TRUE(are_valid("weights.smooth", scaled(2), scaled(2))) << "what they were";
  EXPECT_FALSE(are_valid("weights.smooth", scaled(3), scaled(2)));
  EXPECT_FALSE(are_valid("weights.smooth", scaled(0.25), scaled(0.5)));
}

TEST_F(BoundMeshTest, vertex_colours_blend_joint_colours) {
  BINDPOSE_ASSERT(const auto colours, colours_of(tube_.own));
  ASSERT_EQ(colours.size(), sides * rings);
  EXPECT_EQ(colours[0], colours[1]) << "both wholly of the first joint";
  EXPECT_NE(colours[0], colours.back());
  EXPECT_TRUE((colours[3 * sides] - 0.75 * colours[0] - 0.25 * colours.back()).norm() < 1e-12);
}

TEST_F(BoundMeshTest, methods_that_do_not_bind_are_unknown) {
  EXPECT_EQ(bound_weights(tube_, "lbs").error().code, "METHOD_UNKNOWN");
  EXPECT_EQ(bound_weights(tube_, "weights.linear-falloff").error().code, "METHOD_UNKNOWN");
}

TEST_F(BoundMeshTest, output_without_weights_for_every_vertex_is_invalid) {
  const Question question = *bind_question(tube_, "bind.heat");
  ArraySet answer;
  EXPECT_EQ(weights_in(answer, question, 3).error().code, "INVALID_OUTPUT");
  answer.add("joint_weights", {2, 3}, Array::Reals(6));
  EXPECT_EQ(weights_in(answer, question, 3).error().where, "joint_weights");
}

TEST_F(BoundMeshTest, own_weights_move_the_built_in_figure) {
  BINDPOSE_ASSERT(const auto figure, built_in_figure(3));
  EXPECT_EQ(figure.palettes.size(), 3U);
  EXPECT_EQ(figure.own.vertices(), figure.mesh.vertex_count());
  EXPECT_EQ(figure.own.joints, figure.pivots.size());
  BoundWeights still = figure.own;
  for (std::size_t i = 0; i < still.w.size(); ++i)
    still.w[i] = i % still.joints == 0 ? 1 : 0;
  EXPECT_GT(departure(figure, figure.own, still).most, 0.1);
}

TEST_F(BoundMeshTest, the_built_in_legs_mirror_each_other) {
  const Character legs = built_in_legs(3);
  BINDPOSE_ASSERT(const auto pairs, mirror_pairs(legs));
  EXPECT_EQ(pairs.joints, (std::vector<std::size_t>{0, 3, 4, 1, 2}));
  ASSERT_EQ(pairs.vertices.size(), legs.mesh.vertex_count());
  EXPECT_EQ(pairs.vertices[0], legs.mesh.vertex_count() / 2);
  EXPECT_EQ(sums_of(legs.own).sum_error, 0);
  EXPECT_FALSE(mirror_pairs(tube_)) << "no joint has another side";
  Character lopsided = legs;
  lopsided.mesh.positions[3].z() += 0.01;
  EXPECT_TRUE(mirror_pairs(lopsided)->vertices.empty());
  lopsided.pivots[2].z() += 0.1;
  EXPECT_FALSE(mirror_pairs(lopsided));
}

/// Vertex 3 of the strip is three edges away from vertex 0, through vertex 1 or 2.
TEST_F(BoundMeshTest, smoothing_reaches_one_edge_per_step) {
  Character strip;
  for (int v = 0; v < 8; ++v)
    strip.mesh.positions.emplace_back(v / 2, v % 2, 0);
  for (std::uint32_t v = 0; v < 6; ++v)
    strip.mesh.triangles.push_back({v, v + 1, v + 2});
  strip.own = {1, {1, 0, 0, 0, 0, 0, 0, 0}};
  const auto beyond = [&](std::size_t steps) {
    return beyond_reach(strip, {1, {8, 7, 6, 5, 4, 3, 2, -1}}, steps);
  };
  EXPECT_EQ(beyond(0).v, 1U);
  EXPECT_EQ(beyond(1).v, 3U);
  EXPECT_EQ(beyond(2).most, 3);
  EXPECT_EQ(beyond(3).most, 1) << "also below 0";
  EXPECT_EQ(beyond(4).most, 0);
  strip.mesh.positions[7] = strip.mesh.positions[0];
  EXPECT_EQ(beyond(0).v, 1U) << "a seam's copies are one vertex";
  EXPECT_EQ(beyond(1).v, 3U);
  EXPECT_EQ(beyond(2).most, 0) << "from either end";
}

/// The ranking on the page: heat is closer to the artist's weights than all other methods.
TEST_F(BoundMeshTest, heat_is_closest_to_the_artists_weights_on_a_real_character) {
  const std::filesystem::path file = std::filesystem::path(BINDPOSE_ASSETS) / "Fox/Fox.glb";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  BINDPOSE_ASSERT(auto loaded, gltf::load(file.string()));
  const auto asset = std::make_shared<const gltf::Asset>(std::move(loaded));
  const Character fox = *character_of(asset, std::make_shared<const Drawable>(drawables(*asset).front()), 2);
  EXPECT_EQ(fox.palettes.size(), 2 * fox.clips);
  const auto share = [&fox](std::string_view method) {
    const Departure found = departure(fox, fox.own, *bound_weights(fox, method));
    return found.root_mean_square / found.size;
  };
  const double nearest = share("bind.heat");
  EXPECT_LT(nearest, 0.02);
  for (const char* other : {"bind.bbw", "bind.delaunay", "bind.containment", "bind.point-to-line"})
    EXPECT_LT(nearest, share(other)) << other;
}

}  // namespace bindpose::conformance::bound_mesh_test
