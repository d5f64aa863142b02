// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/pivot.h"

#include <gtest/gtest.h>

#include "reference/scenes/scene.h"

namespace bindpose::skinning {
namespace {

/// Rotations about z by the given degrees.
template <class T = double>
std::vector<Rigid<T>> turns(const std::vector<double>& degrees) {
  std::vector<Rigid<T>> palette;
  for (const double angle : degrees) {
    const Quat<double> q = scenes::rotation_about({0, 0, 1}, scenes::degrees(angle));
    palette.push_back({Quat<T>(Vec4<T>(q.coeffs().cast<T>())), Vec3<T>::Zero()});
  }
  return palette;
}

using Weights = std::vector<double>;

Weights signs(const std::vector<Rigid<double>>& palette, const Weights& w, Pivot pivot) {
  std::vector<Pull<double>> pulls;
  for (std::uint32_t j = 0; j < w.size(); ++j)
    if (w[j] != 0) pulls.push_back({j, w[j]});
  Weights found = signed_weights(pulls, palette, palette[0].rotation, pivot);
  for (double& s : found)
    s = s < 0 ? -1 : 1;
  return found;
}

TEST(Pivot, each_policy_has_its_own_answer) {
  const auto palette = turns({0, 120, 240});  // neighbours' products are 1/2, the ends' -1/2
  const Weights w = {0.25, 0.5, 0.25};
  EXPECT_EQ(signs(palette, w, Pivot::first_influence), (Weights{1, 1, -1}));
  EXPECT_EQ(signs(palette, w, Pivot::first_slot), (Weights{1, 1, -1}));
  EXPECT_EQ(signs(palette, w, Pivot::largest_weight), (Weights{1, 1, 1}));
  EXPECT_EQ(signs(palette, w, Pivot::running_sum), (Weights{1, 1, 1}));
}

TEST(Pivot, slot_0_has_a_say_without_weight_in_one_policy_only) {
  const auto palette = turns({300, 40, 100});
  const Weights w = {0, 0.5, 0.5};
  EXPECT_EQ(signs(palette, w, Pivot::first_influence), (Weights{1, 1}));
  EXPECT_EQ(signs(palette, w, Pivot::first_slot), (Weights{-1, -1}));
  EXPECT_EQ(signs(palette, {0, 1e-3, 0.5}, Pivot::largest_weight), (Weights{1, 1}));
}

TEST(Pivot, the_first_of_equal_weights_leads) {
  EXPECT_EQ(signs(turns({0, 200, 160}), {0.2, 0.4, 0.4}, Pivot::largest_weight), (Weights{-1, 1, 1}));
}

TEST(Pivot, several_open_signs_are_not_bounded) {
  const auto palette = turns<Tracked>({0, 180, 180});
  const auto ask = [&](std::size_t count) {
    std::vector<Pull<Tracked>> pulls;
    for (std::uint32_t j = 0; j < count; ++j)
      pulls.push_back({j, Tracked(0.25)});
    Branches::current() = {};
    const auto w = signed_weights(pulls, palette, palette[0].rotation, Pivot::first_influence);
    Branches::current() = {};
    return w.back().error();
  };
  EXPECT_EQ(ask(2), 0);
  EXPECT_TRUE(std::isinf(ask(3)));
}

}  // namespace
}  // namespace bindpose::skinning
