// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/texture_blend.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"

namespace bindpose::morph::texture_blend_test {

using Row = Array::Reals;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// One texel and two maps.
ArraySet two_maps(const Row& weights) {
  ArraySet question;
  question.add("target_weights", {2}, weights);
  question.add("texels", {1, 4}, Row{0.5, 0.25, 0, 1});
  question.add("target_texels", {2, 1, 4}, Row{1, 0.25, 0.5, 0, 0, 0.75, 0.125, 0.5});
  return question;
}

Row blended(const ArraySet& question, const Options& options = {}) {
  const auto result = find_algorithm("texture-blend")->implementation.in_double(question, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->find("texels")->values : Row(4, 0.0);
}

TEST(texture_blend, decoding_and_encoding_are_inverse) {
  for (const double x : {-0.25, 0.0, 0.03, 0.04045, 0.05, 0.5, 1.0, 1.5})
    EXPECT_NEAR(encoded(decoded(x)), x, 1e-7) << "the standard's two pieces do not meet exactly";
  EXPECT_NEAR(decoded(0.5), 0.21404114048223255, 1e-15);
  EXPECT_NEAR(encoded(0.5), 0.7353569830524495, 1e-15);
}

TEST(texture_blend, maps_without_weight_are_not_read) {
  ArraySet question = two_maps({0, 1});
  question.put({"target_texels", {2, 1, 4}, Row{not_a_number, 1, 1, 1, 0, 0.75, 0.125, 0.5}});
  EXPECT_EQ(blended(question), (Row{0, 0.75, 0.125, 0.5}));
}

}  // namespace bindpose::morph::texture_blend_test
