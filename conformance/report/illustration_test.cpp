// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/illustration.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace illustration_test {

TEST(IllustrationTest, compares_a_skinning_method_with_linear_blending) {
  const auto picture = illustration_of(*find_algorithm("dqs"));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->captions, (std::vector<std::string>{"at rest", "linear blending", "dqs"}));
  EXPECT_GT(picture->drawing.triangles.size(), 1000U);
  // A twist by nearly half a turn: linear blending collapses the middle to the axis, dual quaternions keep the radius.
  const auto& blended = picture->drawing.panels[1].places;
  const auto& kept = picture->drawing.panels[2].places;
  EXPECT_TRUE(has(picture->title, "twist"));
  float apart = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    apart = std::max(apart, std::abs(kept[i] - blended[i]));
  EXPECT_GT(apart, 0.5F);
  EXPECT_FALSE(picture->has_scale);
}

TEST(IllustrationTest, shows_weights_and_chains) {
  const auto weights = illustration_of(*find_algorithm("bind.heat"));
  ASSERT_TRUE(weights);
  const auto& colours = weights->drawing.panels.back().colours;
  EXPECT_NE(std::ranges::max(colours), std::ranges::min(colours));
  const auto chains = illustration_of(*find_algorithm("ik.ccd"));
  ASSERT_TRUE(chains);
  EXPECT_EQ(chains->captions, (std::vector<std::string>{"at rest", "ik.ccd"}));
  EXPECT_NE(chains->drawing.panels[0].places, chains->drawing.panels[1].places);
}

TEST(IllustrationTest, needs_places) {
  const auto picture = illustration_of(*find_algorithm("interp.slerp"));
  ASSERT_FALSE(picture);
  EXPECT_EQ(picture.error().code, "NO_MESH");
}

}  // namespace illustration_test
}  // namespace bindpose::conformance
