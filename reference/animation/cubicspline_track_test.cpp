// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/cubicspline_track.h"

#include <cmath>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/shared/track_question.h"
#include "reference/model/algorithm.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

namespace cubicspline_track_test {

const std::vector<double> keys = {0.5, 0.75, 1.25};
// in-tangent, value, out-tangent per key; all six tangents differ
const Track curve{Interpolation::cubicspline, false, 1, keys, {9, 1, 4, -2, 3, 8, 6, -1, 7}};

std::vector<double> at(const Track& track, double t, HermiteForm form = HermiteForm::powers) {
  return cubicspline_track<double>(track, t, form);
}

/// The Hermite curve by de Casteljau's construction on the equivalent Bezier control points: no polynomial in
/// common.
double de_casteljau(double v0, double b0, double v1, double a1, double d, double u) {
  double p[4] = {v0, v0 + d * b0 / 3, v1 - d * a1 / 3, v1};
  for (int level = 3; level > 0; --level)
    for (int i = 0; i < level; ++i)
      p[i] += u * (p[i + 1] - p[i]);
  return p[0];
}

TEST(cubicspline_track, agrees_with_de_casteljau) {
  for (const HermiteForm form : {HermiteForm::powers, HermiteForm::factored})
    for (double u = 0; u <= 1; u += 0.0625) {
      EXPECT_NEAR(at(curve, 0.5 + 0.25 * u, form)[0], de_casteljau(1, 4, 3, -2, 0.25, u), 1e-14);
      EXPECT_NEAR(at(curve, 0.75 + 0.5 * u, form)[0], de_casteljau(3, 8, -1, 6, 0.5, u), 1e-14);
    }
}

TEST(cubicspline_track, reproduces_a_cubic) {
  const auto f = [](double t) { return 2 * t * t * t - t * t + 3 * t - 5; };
  const auto slope = [](double t) { return 6 * t * t - 2 * t + 3; };
  Track track{Interpolation::cubicspline, false, 1, keys, {}};
  for (const double t : keys)
    track.values.insert(track.values.end(), {slope(t), f(t), slope(t)});
  for (double t = 0.5; t <= 1.25; t += 0.03125)
    EXPECT_NEAR(at(track, t)[0], f(t), 1e-14);
}

TEST(cubicspline_track, on_keys_and_outside) {
  EXPECT_EQ(at(curve, 0)[0], 1);
  EXPECT_EQ(at(curve, 0.5)[0], 1);
  EXPECT_EQ(at(curve, 0.75)[0], 3);
  EXPECT_EQ(at(curve, 1.25)[0], -1);
  EXPECT_EQ(at(curve, 9)[0], -1);
  EXPECT_NEAR(at(curve, std::nextafter(0.75f, 0.0f))[0], 3, 1e-5);
  EXPECT_NEAR(at(curve, std::nextafter(0.75f, 1.0f))[0], 3, 1e-5);
}

TEST(cubicspline_track, outer_tangents_do_not_matter) {
  Track garbage = curve;
  garbage.values.front() = 1e30;
  garbage.values.back() = -1e30;
  for (double t = 0; t < 2; t += 0.0625)
    EXPECT_EQ(at(garbage, t), at(curve, t));
}

TEST(cubicspline_track, components_do_not_mix) {
  const Track pair{Interpolation::cubicspline, false, 2, {0, 2}, {0, 0, 1, 10, 2, 20, 3, 30, 4, 40, 0, 0}};
  const std::vector<double> x = at(pair, 1);
  EXPECT_NEAR(x[1], 10 * x[0], 1e-14);
  EXPECT_NEAR(x[0], de_casteljau(1, 2, 4, 3, 2, 0.5), 1e-15);
}

TEST(cubicspline_track, rotations_are_normalised) {
  // 0 and 90 degrees with flat tangents: the chord's middle is cos(22.5 degrees) long.
  const double h = std::sqrt(0.5);
  const Track track{Interpolation::cubicspline, true, 4, {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,  //
                                                                  0, 0, 0, 0, h, 0, 0, h, 0, 0, 0, 0}};
  const std::vector<double> q = at(track, 0.5);
  EXPECT_NEAR(q[0], std::sin(M_PI / 8), 1e-15);
  EXPECT_NEAR(q[3], std::cos(M_PI / 8), 1e-15);
}

TEST(cubicspline_track, opposite_signs_are_not_mended) {
  const double s = std::sin(0.25), c = std::cos(0.25);
  const Track track{Interpolation::cubicspline, true, 4, {0, 1}, {0, 0, 0, 0, 0,  0, 0, 1,  0, 0, 0, 0,  //
                                                                  0, 0, 0, 0, -s, 0, 0, -c, 0, 0, 0, 0}};
  const std::vector<double> q = at(track, 0.5);  // perpendicular to the short way
  EXPECT_NEAR(std::fabs(q[3]), std::sin(0.125), 1e-14);
}

TEST(cubicspline_track, curve_through_zero_is_undefined) {
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

TEST(cubicspline_track, errors) {
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

}  // namespace cubicspline_track_test
}  // namespace bindpose::animation
