// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/multi_weight.h"

#include <gtest/gtest.h>

#include "reference/scenes/crowd.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::multi_weight_test {

using namespace test;

using Weights = std::vector<double>;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose};
constexpr EntryOrder orders[] = {EntryOrder::transform_then_blend, EntryOrder::blend_then_transform};

scenes::Crowd people(const char* name) {
  Random random(name);
  return scenes::crowd({100, 3, 16}, random);
}

/// Weights of slot i: entry (r, c) is of(w_i, r, c).
template <class Of>
Weights spread(const std::vector<double>& weights, Of of) {
  Weights entries;
  for (const double w : weights)
    for (int e = 0; e < 12; ++e)
      entries.push_back(of(w, e / 4, e % 4));
  return entries;
}

Weights equal(const std::vector<double>& weights) {
  return spread(weights, [](double w, int, int) { return w; });
}

Expected<Surface<double>> ask(const Mesh& mesh, const Influences& slots, const Weights& weights,
                              const std::vector<Affine<double>>& palette, NormalRule rule, EntryOrder order) {
  Expected<ArraySet> question = exact_question(mesh, slots, palette);
  if (question) question->add("entry_weights", {mesh.vertex_count(), slots.width, 12}, weights);
  return skinned("mwe", question, {option(rigid_normal_rules, rule), option(entry_orders, order)});
}

Surface<double> skin(const Mesh& mesh, const Influences& slots, const Weights& weights,
                     const std::vector<Affine<double>>& palette, NormalRule rule = NormalRule::direction,
                     EntryOrder order = EntryOrder::transform_then_blend) {
  return *ask(mesh, slots, weights, palette, rule, order);
}

Affine<double> numbered() {
  Affine<double> M;
  M.linear << 1, 2, 3, 5, 6, 7, 9, 10, 11;
  M.translation << 4, 8, 12;
  return M;
}

TEST(MultiWeight, the_formula_matches_a_hand_calculation) {
  Weights w(12);
  for (std::size_t e = 0; e < 12; ++e)
    w[e] = static_cast<double>(e) / 4;
  Mesh mesh = one_vertex({1, 10, 100});
  mesh.normals[0] = {0, 1, 0};
  for (const EntryOrder order : orders) {
    const Surface<double> surface = skin(mesh, {1, {0}, {1}}, w, {numbered()}, NormalRule::direction, order);
    // Weighted matrix, times 4: (0 2 6 | 12), (20 30 42 | 56), (72 90 110 | 132).
    EXPECT_EQ(surface.positions[0], Vec3<double>(632, 4576, 12104) / 4);
    EXPECT_LT((surface.normals[0] - Vec3<double>(2, 30, 90).normalized()).norm(), 1e-15);
    EXPECT_LT((surface.tangents[0].head<3>() - Vec3<double>(0, 20, 72).normalized()).norm(), 1e-15);
    EXPECT_EQ(surface.tangents[0][3], -1);
  }
}

TEST(MultiWeight, twelve_equal_weights_are_linear_blending) {
  const scenes::Crowd crowd = people("multi_weight.linear");
  const Weights w = equal(crowd.influences.weights);
  constexpr NormalRule same[] = {NormalRule::direction, NormalRule::inverse_transpose};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto linear = linearly_blended(crowd.mesh, crowd.influences, crowd.palette, same[i]);
    EXPECT_LT(distance(skin(crowd.mesh, crowd.influences, w, crowd.palette, rules[i]), *linear), 1e-13);
  }
}

TEST(MultiWeight, diagonals_that_sum_to_1_give_the_rest_mesh) {
  const scenes::Crowd crowd = people("multi_weight.rest");
  Random random("multi_weight.rest.beside");
  const Weights w = spread(crowd.influences.weights,
                           [&](double w_i, int r, int c) { return r == c ? w_i : random.uniform(-1, 1); });
  const Surface<double> surface =
      skin(crowd.mesh, crowd.influences, w, std::vector<Affine<double>>(crowd.palette.size()));
  EXPECT_LT(distance(surface.positions, crowd.mesh.positions), 1e-15);
  EXPECT_LT(distance(surface.normals, crowd.mesh.normals), 0x1p-23);
}

TEST(MultiWeight, equal_weights_per_row_commute_with_motions) {
  const scenes::Crowd crowd = people("multi_weight.motion");
  Random random("multi_weight.motion.by");
  const Affine<double> motion{rotation_matrix(random.rotation().normalized()), random.point(10)};
  const auto expect_carried = [&](const Weights& w, bool carried) {
    const Surface<double> at_home = skin(crowd.mesh, crowd.influences, w, crowd.palette);
    const Surface<double> away = skin(crowd.mesh, crowd.influences, w, moved(motion, crowd.palette));
    if (carried)
      EXPECT_LT(distance(away, moved(motion, at_home)), 1e-11);
    else
      EXPECT_GT(distance(away, moved(motion, at_home)), 0.1);
  };
  expect_carried(
      spread(crowd.influences.weights, [](double w, int, int c) { return c == 3 ? w : w * (1 + 0.25 * c); }),
      true);
  expect_carried(spread(crowd.influences.weights, [](double w, int r, int) { return w * (1 + 0.25 * r); }),
                 false);
}

TEST(MultiWeight, weight_0_with_nan_contributes_nothing) {
  const Mesh mesh = one_vertex({1, 2, 3});
  Affine<double> broken = numbered();
  broken.linear(1, 2) = not_a_number;
  broken.translation[0] = std::numeric_limits<double>::infinity();
  Weights w(24, 0.5), alone(12, 0.5);
  for (std::size_t e = 12; e < 24; ++e)
    w[e] = 0;
  Affine<double> nothing;
  nothing.linear.setConstant(not_a_number);
  nothing.translation.setConstant(not_a_number);
  alone[6] = alone[3] = w[6] = w[3] = 0;
  Affine<double> without_nan = numbered();
  without_nan.linear(1, 2) = without_nan.translation[0] = 0;
  const Surface<double> expected = skin(mesh, {1, {0}, {1}}, alone, {without_nan});
  for (const NormalRule rule : rules)
    for (const EntryOrder order : orders) {
      const auto found = ask(mesh, {2, {0, 1}, {1, 1}}, w, {broken, nothing}, rule, order);
      ASSERT_TRUE(found) << to_string(found.error());
      EXPECT_EQ(distance(found->positions, expected.positions), 0);
      EXPECT_TRUE(found->normals[0].allFinite());
    }
  w[3] = 1e-3;
  const auto refused = ask(mesh, {2, {0, 1}, {1, 1}}, w, {broken, nothing}, NormalRule::direction, orders[0]);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_FINITE");
  EXPECT_EQ(refused.error().where, "palette[0][0][3]");
}

}  // namespace bindpose::skinning::multi_weight_test
