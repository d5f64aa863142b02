// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/palette_form.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::gpu::palette_form_test {

std::array<double, 12> rows(const Mat3<double>& C, const Vec3<double>& t) {
  std::array<double, 12> joint{};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      joint[4 * static_cast<std::size_t>(r) + static_cast<std::size_t>(c)] = to_float32(C(r, c));
    joint[4 * static_cast<std::size_t>(r) + 3] = to_float32(t[r]);
  }
  return joint;
}

std::vector<float> written(PaletteForm form, const std::array<double, 12>& joint) {
  std::vector<float> numbers(4 * rows_of(form));
  EXPECT_TRUE(write_joint(form, joint, numbers));
  return numbers;
}

Quat<double> quaternion(const float* xyzw) {
  return quaternion_xyzw<double>(static_cast<double>(xyzw[0]), static_cast<double>(xyzw[1]),
                                 static_cast<double>(xyzw[2]), static_cast<double>(xyzw[3]));
}

/// Random rotations, and half turns about the axes and between them, where w is 0.
std::vector<Quat<double>> rotations() {
  std::vector<Quat<double>> all = {quaternion_xyzw<double>(0, 0, 0, 1)};
  for (const double x : {0.0, 1.0})
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 1.0})
        if (x + y + z > 0) all.push_back(quaternion_xyzw<double>(x, y, z, 0).normalized());
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i)
    all.push_back(
        quaternion_xyzw<double>(normal(engine), normal(engine), normal(engine), normal(engine)).normalized());
  return all;
}

TEST(PaletteFormTest, quaternions_rotate_like_their_rows) {
  const Vec3<double> t(1.5, -2, 0.25);
  for (const Quat<double>& q : rotations()) {
    const auto numbers = written(PaletteForm::quaternion_translation, rows(rotation_matrix(q), t));
    const Quat<double> back = quaternion(numbers.data());
    EXPECT_NEAR(std::fabs(back.dot(q)), 1, 1e-7);
    EXPECT_NEAR((back.coeffs() - (back.dot(q) < 0 ? -1 : 1) * q.coeffs()).norm(), 0, 4 * 0x1p-24);
    EXPECT_NEAR(back.norm(), 1, 0x1p-23);
    EXPECT_GE(back.w(), 0);
    EXPECT_EQ((std::vector<float>(numbers.begin() + 4, numbers.end())),
              (std::vector<float>{1.5F, -2, 0.25F, 0}));
  }
}

TEST(PaletteFormTest, dual_quaternions_move_like_their_rows) {
  const Vec3<double> t(1.5, -2, 0.25);
  for (const Quat<double>& q : rotations()) {
    const auto numbers = written(PaletteForm::dual_quaternion, rows(rotation_matrix(q), t));
    const Quat<double> real = quaternion(numbers.data()), dual = quaternion(&numbers[4]);
    EXPECT_NEAR(((dual * real.conjugate()).vec() * 2 - t).norm(), 0, 1e-6);
    EXPECT_NEAR(real.dot(dual), 0, 1e-6);
  }
}

TEST(PaletteFormTest, only_rows_hold_transforms_that_are_not_rigid) {
  const Mat3<double> I = Mat3<double>::Identity();
  Mat3<double> shear = I, mirror = I, nan = I;
  shear(0, 1) = 1e-5;
  mirror(2, 2) = -1;
  nan(1, 1) = NAN;
  for (const Mat3<double>& C : {shear, mirror, nan, Mat3<double>(1.001 * I), Mat3<double>(0 * I)}) {
    EXPECT_EQ(written(PaletteForm::rows_3x4, rows(C, {1, 2, 3})).size(), 12U);
    for (const PaletteForm form : {PaletteForm::quaternion_translation, PaletteForm::dual_quaternion}) {
      std::vector<float> numbers(8, 7.0F);
      EXPECT_FALSE(write_joint(form, rows(C, {1, 2, 3}), numbers));
      EXPECT_EQ(numbers, std::vector<float>(8, 7.0F)) << "nothing written";
    }
  }
}

}  // namespace bindpose::gpu::palette_form_test
