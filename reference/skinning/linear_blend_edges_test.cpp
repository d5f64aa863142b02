// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: linear blend skinning in degenerate and refused cases, and inputs that must not matter.

#include <gtest/gtest.h>

#include "reference/testing/surfaces.h"

namespace bindpose::skinning::linear_blend_edges_test {

using namespace test;

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

TEST(LinearBlendEdges, missing_attributes_are_not_in_the_result) {
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
      << "a joint of weight 0 has no effect";
}

TEST(LinearBlendEdges, an_implicit_last_weight_needs_sums_of_one) {
  const Mesh mesh = one_vertex({1, 2, 3});
  expect_error(mesh, {2, {0, 1}, {0.5, 0.25}}, "NOT_APPLICABLE", "weights[0]",
               BlendOrder::implicit_last_weight);
  const std::vector<Affine<double>> palette = {scaling(1, 1, 1), scaling(2, 2, 2)};
  const Influences thirds{3, {0, 1, 0}, {0.25, 0.25, 0.5}};
  EXPECT_EQ(distance(*skin(mesh, thirds, palette, rules[0], BlendOrder::implicit_last_weight),
                     *skin(mesh, thirds, palette)),
            0);
}

}  // namespace bindpose::skinning::linear_blend_edges_test
