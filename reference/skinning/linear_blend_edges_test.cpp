// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: linear blend skinning in degenerate and refused cases, and inputs that must not matter.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/numeric/float32.h"
#include "reference/scenes/crowd.h"
#include "reference/skinning/linear_blend.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning {
namespace linear_blend_edges_test {

using namespace test;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose,
                                NormalRule::blend_of_inverse_transposes};
constexpr BlendOrder orders[] = {BlendOrder::transform_then_blend, BlendOrder::blend_then_transform,
                                 BlendOrder::rows_3x4};

template <class T = double>
Expected<Surface<T>> skin(const Mesh& mesh, const Influences& influences,
                          const std::vector<Affine<double>>& palette, NormalRule rule = NormalRule::direction,
                          BlendOrder order = BlendOrder::transform_then_blend) {
  return linearly_blended<T>(mesh, influences, palette, rule, order);
}

scenes::Crowd people(std::size_t vertices, std::size_t influences, const char* name) {
  Random random(name);
  return scenes::crowd({vertices, influences, 32}, random);
}

void expect_error(const Mesh& mesh, const Influences& influences, const char* code, const char* where,
                  BlendOrder order = BlendOrder::transform_then_blend) {
  const auto result = skin(mesh, influences, std::vector<Affine<double>>(2), NormalRule::direction, order);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, code);
  EXPECT_EQ(result.error().where, where);
}

void expect_undefined(const Surface<double>& surface, const std::vector<std::string>& codes) {
  ASSERT_EQ(surface.undefined.size(), codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(surface.undefined[i].code, codes[i]);
    EXPECT_EQ(surface.undefined[i].row, 0u);
  }
}

TEST(LinearBlendEdges, zero_weight_beside_a_broken_joint_contributes_nothing) {
  const Mesh mesh = one_vertex({1, 2, 3});
  Affine<double> broken;
  broken.linear.setConstant(not_a_number);
  broken.translation.setConstant(infinity);
  const Influences with{3, {1, 0, 1}, {0, 1, 0}}, without{1, {0}, {1}};
  const std::vector<Affine<double>> palette = {scaling(1, 2, 3), broken};
  for (const NormalRule rule : rules)
    for (const BlendOrder order : orders) {
      EXPECT_EQ(distance(*skin(mesh, with, palette, rule, order), *skin(mesh, without, palette, rule, order)),
                0);
      const auto tracked = skin<Tracked>(mesh, with, palette, rule, order);
      for (const Tracked& x : tracked->positions[0])
        EXPECT_TRUE(std::isfinite(x.error()));
    }
  // A weight that is not zero would let the broken joint in.
  const auto let_in = skin(mesh, {2, {0, 1}, {1, 0x1p-40}}, palette);
  ASSERT_FALSE(let_in);
  EXPECT_EQ(let_in.error().code, "NOT_FINITE");
  EXPECT_EQ(let_in.error().where, "palette[1]");
}

TEST(LinearBlendEdges, weights_are_used_as_given) {
  const scenes::Crowd crowd = people(50, 4, "linear_blend.sum");
  Influences doubled = crowd.influences;
  for (double& w : doubled.weights)
    w *= 2;
  for (const BlendOrder order : orders) {
    const auto once = skin(crowd.mesh, crowd.influences, crowd.palette, rules[0], order);
    const auto twice = skin(crowd.mesh, doubled, crowd.palette, rules[0], order);
    for (std::size_t v = 0; v < 50; ++v)
      EXPECT_EQ(twice->positions[v], 2 * once->positions[v]);
    EXPECT_LT(distance(once->normals, twice->normals), 1e-15);
  }
}

TEST(LinearBlendEdges, handedness_passes_through) {
  Mesh mesh = one_vertex({1, 0, 0});
  for (const double hand : {1.0, -1.0}) {
    mesh.tangents[0][3] = hand;
    for (const double mirror : {1.0, -1.0})
      EXPECT_EQ(skin(mesh, {1, {0}, {1}}, {scaling(mirror, 2, 3)})->tangents[0][3], hand);
  }
}

TEST(LinearBlendEdges, attributes_that_a_mesh_lacks_stay_away) {
  Mesh mesh = one_vertex({1, 0, 0});
  mesh.normals.clear();
  mesh.tangents.clear();
  const auto surface = skin(mesh, {1, {0}, {1}}, {Affine<double>{}});
  EXPECT_EQ(surface->positions.size(), 1u);
  EXPECT_TRUE(surface->normals.empty());
  EXPECT_TRUE(surface->tangents.empty());
  EXPECT_TRUE(skin(Mesh{}, Influences{}, {})->positions.empty());
}

TEST(LinearBlendEdges, cancelled_directions_are_undefined) {
  const std::vector<Affine<double>> palette = {scaling(1, 1, 1), scaling(-1, 1, -1)};  // 180 degrees about y
  const Influences halves{2, {0, 1}, {0.5, 0.5}};
  for (const BlendOrder order : orders) {
    const auto surface = skin(one_vertex({1, 2, 3}), halves, palette, rules[0], order);
    EXPECT_EQ(surface->positions[0], Vec3<double>(0, 2, 0));
    EXPECT_EQ(surface->normals[0], Vec3<double>(0, 0, 0));
    EXPECT_EQ(surface->tangents[0], Vec4<double>(0, 0, 0, -1));
    expect_undefined(*surface, {"ZERO_NORMAL", "ZERO_TANGENT"});
  }
  const auto of_blend = skin(one_vertex({1, 2, 3}), halves, palette, rules[1]);
  EXPECT_EQ(of_blend->normals[0], Vec3<double>(0, 0, 0));
  expect_undefined(*of_blend, {"SINGULAR_BLEND", "ZERO_TANGENT"});
  const auto of_each = skin(one_vertex({1, 2, 3}), halves, palette, rules[2]);
  EXPECT_EQ(of_each->normals[0], Vec3<double>(0, 0, 0));
  expect_undefined(*of_each, {"ZERO_NORMAL", "ZERO_TANGENT"});
}

TEST(LinearBlendEdges, singular_matrices_have_no_inverse_transpose) {
  const std::vector<Affine<double>> palette = {scaling(1, 1, 0), scaling(1, 1, 1)};
  const auto flat = skin(one_vertex({1, 2, 3}), {1, {0}, {1}}, palette, rules[1]);
  EXPECT_EQ(flat->normals[0], Vec3<double>(0, 0, 0));
  expect_undefined(*flat, {"SINGULAR_BLEND"});
  const Influences both{2, {0, 1}, {0.5, 0.5}};
  EXPECT_TRUE(skin(one_vertex({1, 2, 3}), both, palette, rules[1])->undefined.empty())
      << "the blend is regular";
  expect_undefined(*skin(one_vertex({1, 2, 3}), both, palette, rules[2]), {"SINGULAR_BLEND"});
  const Influences none{2, {0, 1}, {0, 1}};
  EXPECT_TRUE(skin(one_vertex({1, 2, 3}), none, palette, rules[2])->undefined.empty())
      << "weight 0 is no influence";
}

TEST(LinearBlendEdges, without_any_weight_everything_is_zero) {
  const auto surface = skin(one_vertex({1, 2, 3}), {2, {0, 1}, {0, 0}}, std::vector<Affine<double>>(2));
  EXPECT_EQ(surface->positions[0], Vec3<double>(0, 0, 0));
  expect_undefined(*surface, {"ZERO_NORMAL", "ZERO_TANGENT"});
}

TEST(LinearBlendEdges, implicit_last_weight_needs_unit_sums) {
  const Mesh mesh = one_vertex({1, 2, 3});
  expect_error(mesh, {2, {0, 1}, {0.5, 0.25}}, "NOT_APPLICABLE", "weights[0]",
               BlendOrder::implicit_last_weight);
  const std::vector<Affine<double>> palette = {scaling(1, 1, 1), scaling(2, 2, 2)};
  const Influences thirds{3, {0, 1, 0}, {0.25, 0.25, 0.5}};
  EXPECT_EQ(distance(*skin(mesh, thirds, palette, rules[0], BlendOrder::implicit_last_weight),
                     *skin(mesh, thirds, palette)),
            0);
}

TEST(LinearBlendEdges, options_choose_rule_and_formulation) {
  const Implementation& lbs = find_algorithm("lbs")->implementation;
  Random random("linear_blend.options");
  const ArraySet question = lbs.sample(40, random);
  const auto normals = [&](const Options& options) {
    return lbs.in_double(question, options)->find("normals")->values;
  };
  EXPECT_EQ(normals({}), normals({{"normal_rule", "direction"}}));
  EXPECT_NE(normals({}), normals({{"normal_rule", "inverse-transpose-of-blend"}}));
  EXPECT_NE(normals({{"normal_rule", "blend-of-inverse-transposes"}}),
            normals({{"normal_rule", "inverse-transpose-of-blend"}}));
  EXPECT_EQ(normals({{"formulation", "unrolled"}}), normals({{"formulation", "software"}}));
  EXPECT_NE(normals({{"formulation", "blend-then-transform"}}), normals({})) << "the order of rounding shows";
  EXPECT_EQ(lbs.in_double(question, {{"formulation", "backwards"}}).error().code, "OPTION_VALUE");
}

}  // namespace linear_blend_edges_test
}  // namespace bindpose::skinning
