// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/cubicspline_track.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/shared/track_question.h"

namespace bindpose::animation::cubicspline_track_test {

const std::vector<double> keys = {0.5, 0.75, 1.25};
// in-tangent, value, out-tangent per key; all six tangents differ
const Track curve{Interpolation::cubicspline, false, 1, keys, {9, 1, 4, -2, 3, 8, 6, -1, 7}};

std::vector<double> at(const Track& track, double t, HermiteForm form = HermiteForm::powers) {
  return cubicspline_track<double>(track, t, form);
}

/// The Hermite curve by de Casteljau's construction on the equivalent Bezier control points. It shares no polynomial
/// with the kernel.
double de_casteljau(double v0, double b0, double v1, double a1, double d, double u) {
  double p[4] = {v0, v0 + d * b0 / 3, v1 - d * a1 / 3, v1};
  for (int level = 3; level > 0; --level)
    for (int i = 0; i < level; ++i)
      p[i] += u * (p[i + 1] - p[i]);
  return p[0];
}

TEST(cubicspline_track, the_curve_agrees_with_de_casteljau) {
  for (const HermiteForm form : {HermiteForm::powers, HermiteForm::factored})
    for (double u = 0; u <= 1; u += 0.0625) {
      EXPECT_NEAR(at(curve, 0.5 + 0.25 * u, form)[0], de_casteljau(1, 4, 3, -2, 0.25, u), 1e-14);
      EXPECT_NEAR(at(curve, 0.75 + 0.5 * u, form)[0], de_casteljau(3, 8, -1, 6, 0.5, u), 1e-14);
    }
}

TEST(cubicspline_track, times_at_and_outside_the_keys_give_key_values) {
  EXPECT_EQ(at(curve, 0)[0], 1);
  EXPECT_EQ(at(curve, 0.5)[0], 1);
  EXPECT_EQ(at(curve, 0.75)[0], 3);
  EXPECT_EQ(at(curve, 1.25)[0], -1);
  EXPECT_EQ(at(curve, 9)[0], -1);
  EXPECT_NEAR(at(curve, std::nextafter(0.75f, 0.0f))[0], 3, 1e-5);
  EXPECT_NEAR(at(curve, std::nextafter(0.75f, 1.0f))[0], 3, 1e-5);
}

TEST(cubicspline_track, the_outermost_tangents_are_not_used) {
  Track garbage = curve;
  garbage.values.front() = 1e30;
  garbage.values.back() = -1e30;
  for (double t = 0; t < 2; t += 0.0625)
    EXPECT_EQ(at(garbage, t), at(curve, t));
}

TEST(cubicspline_track, a_rotation_curve_through_zero_is_undefined) {
  Track track{Interpolation::cubicspline, true, 4, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1,  0, 0, 0, 0,  //
                                                            0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0}};
  ArraySet question;
  add_track(question, track, {0.25, 0.5, 1});
  const auto answer = find_algorithm("cubicspline_track")->implementation.in_double(question, {});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->undefined.size(), 1u);
  EXPECT_EQ(answer->undefined[0].row, 1u);
  EXPECT_EQ(answer->undefined[0].code, "ZERO_ROTATION");
  for (const double x : answer->find("values")->values)
    EXPECT_TRUE(std::isfinite(x));
}

TEST(cubicspline_track, invalid_inputs_are_refused) {
  const auto code = [](const ArraySet& question) {
    return find_algorithm("cubicspline_track")->implementation.in_double(question, {}).error().code;
  };
  Track track = curve;
  track.values.pop_back();
  EXPECT_EQ(validate(track).error().code, "COUNT_MISMATCH");
  ArraySet question;
  add_track(question, curve, {1});
  question.put({"values", {3, 3}, Array::Reals(9)});
  EXPECT_EQ(code(question), "ARRAY_SHAPE");
}

}  // namespace bindpose::animation::cubicspline_track_test
