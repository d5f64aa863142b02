// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/sign_pivot.h"

#include <gtest/gtest.h>

#include "reference/scenes/scene.h"

namespace bindpose::skinning::sign_pivot_test {

/// Rotations about z by the given degrees.
std::vector<Rigid<double>> turns(const std::vector<double>& degrees) {
  std::vector<Rigid<double>> palette;
  for (const double angle : degrees)
    palette.push_back({scenes::rotation_about({0, 0, 1}, scenes::degrees(angle)), {0, 0, 0}});
  return palette;
}

using Weights = std::vector<double>;

Weights signs(const std::vector<Rigid<double>>& palette, const Weights& w, SignPivot pivot) {
  std::vector<Influence<double>> influences;
  for (std::uint32_t j = 0; j < w.size(); ++j)
    if (w[j] != 0) influences.push_back({j, w[j]});
  Weights found = signed_weights(influences, palette, palette[0].rotation, pivot);
  for (double& s : found)
    s = s < 0 ? -1 : 1;
  return found;
}

TEST(SignPivot, each_policy_has_its_own_output) {
  const auto palette = turns({0, 120, 240});  // neighbours' products are 1/2, the ends' -1/2
  const Weights w = {0.25, 0.5, 0.25};
  EXPECT_EQ(signs(palette, w, SignPivot::first_influence), (Weights{1, 1, -1}));
  EXPECT_EQ(signs(palette, w, SignPivot::first_slot), (Weights{1, 1, -1}));
  EXPECT_EQ(signs(palette, w, SignPivot::largest_weight), (Weights{1, 1, 1}));
  EXPECT_EQ(signs(palette, w, SignPivot::running_sum), (Weights{1, 1, 1}));
}

TEST(SignPivot, an_unweighted_slot_0_matters_for_one_policy_only) {
  const auto palette = turns({300, 40, 100});
  const Weights w = {0, 0.5, 0.5};
  EXPECT_EQ(signs(palette, w, SignPivot::first_influence), (Weights{1, 1}));
  EXPECT_EQ(signs(palette, w, SignPivot::first_slot), (Weights{-1, -1}));
  EXPECT_EQ(signs(palette, {0, 1e-3, 0.5}, SignPivot::largest_weight), (Weights{1, 1}));
}

TEST(SignPivot, the_first_of_equal_weights_leads) {
  EXPECT_EQ(signs(turns({0, 200, 160}), {0.2, 0.4, 0.4}, SignPivot::largest_weight), (Weights{-1, 1, 1}));
}

}  // namespace bindpose::skinning::sign_pivot_test
