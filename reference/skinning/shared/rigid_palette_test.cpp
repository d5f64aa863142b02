// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rigid_palette.h"

#include <gtest/gtest.h>

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/rigid_palette_bound.h"

namespace bindpose::skinning::rigid_palette_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Rigid<double>> some_motions(std::size_t count) {
  Random random("rigid_palette");
  std::vector<Rigid<double>> motions;
  for (std::size_t i = 0; i < count; ++i)
    motions.push_back({random.rotation(), random.point(4)});
  return motions;
}

/// "CODE where" of a palette-level input about one vertex of two slots.
std::string error_of(const std::vector<Rigid<double>>& motions, const Influences& influences) {
  Mesh mesh;
  mesh.positions.emplace_back(0, 0, 0);
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, influences);
  add_rigids(question, "palette", motions);
  const Declaration declared{mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays(), {}, {}, {}};
  const auto checked = check(declared, question);
  return checked ? "" : checked.error().code + " " + checked.error().where;
}

TEST(RigidPalette, palettes_are_read_as_written) {
  const auto motions = some_motions(5);
  ArraySet question;
  add_rigids(question, "palette", motions);
  const auto read = read_rigids<double>(question, "palette");
  ASSERT_TRUE(read);
  for (std::size_t j = 0; j < motions.size(); ++j) {
    EXPECT_EQ((*read)[j].rotation.coeffs(), motions[j].rotation.coeffs());
    EXPECT_EQ((*read)[j].translation, motions[j].translation);
  }
}

TEST(RigidPalette, joints_without_influence_may_hold_anything) {
  auto motions = some_motions(3);
  motions[1].rotation.x() = nan;
  motions[2].translation[0] = nan;
  EXPECT_EQ(error_of(motions, {2, {0, 1}, {1, 0}}), "");
  EXPECT_EQ(error_of(motions, {2, {0, 1}, {0.5, 0.5}}), "NOT_FINITE palette_rotations[1]");
  EXPECT_EQ(error_of(motions, {2, {0, 2}, {0.5, 0.5}}), "NOT_FINITE palette_translations[2]");
  EXPECT_EQ(error_of(motions, {1, {3}, {1}}), "INDEX_RANGE joints[0][0]");
  ArraySet question;
  add_rigids(question, "palette", motions);
  EXPECT_EQ(require_rigid(question, "palette", 1).error().code, "NOT_FINITE");
  const auto read = *read_rigids<double>(question, "palette");
  EXPECT_EQ(read[1].rotation.w(), 1) << "the identity";
  EXPECT_EQ(read[2].translation, Vec3<double>(0, 0, 0));
}

TEST(RigidPalette, lengths_and_shapes_are_checked) {
  auto motions = some_motions(2);
  motions[1].rotation.coeffs() *= 1.5;
  ArraySet question;
  add_rigids(question, "palette", motions);
  EXPECT_EQ(require_rigid(question, "palette", 1).error().code, "NOT_UNIT");
  EXPECT_EQ(error_of(motions, {2, {0, 1}, {0.5, 0.5}}), "NOT_UNIT palette_rotations[1]");
  EXPECT_EQ(read_rigids<double>(question, "other").error().code, "ARRAY_MISSING");
  question.put({"palette_translations", {1, 3}, Array::Reals{1, 2, 3}});
  EXPECT_EQ(read_rigids<double>(question, "palette").error().code, "ARRAY_SHAPE");
}

/// The forms that a subject may take: computed in double, rounded to float32, converted back in
/// float32.
TEST(RigidPalette, the_bound_covers_every_form) {
  double worst = 0;
  for (const Rigid<double>& motion : some_motions(2000)) {
    const Rigid<Tracked> bound =
        in_any_form(Rigid<Tracked>{Quat<Tracked>(Vec4<Tracked>(motion.rotation.coeffs().cast<Tracked>())),
                                   motion.translation.cast<Tracked>()});
    Vec4<float> q = quaternion_of<float>(rotation_matrix(motion.rotation).cast<float>()).coeffs();
    if (q.cast<double>().dot(motion.rotation.coeffs()) < 0) q = -q;
    const Quat<double> half(0, motion.translation[0] / 2, motion.translation[1] / 2,
                            motion.translation[2] / 2);
    const Quat<float> real = motion.rotation.cast<float>();
    const Quat<float> dual = bindpose::quaternion_product(half, motion.rotation).cast<float>();
    const Vec3<float> t = 2.0F * bindpose::quaternion_product(dual, bindpose::conjugate(real)).vec();
    for (int i = 0; i < 4; ++i) {
      const Tracked& x = bound.rotation.coeffs()[i];
      worst = std::max(worst, std::fabs(static_cast<double>(q[i]) - x.value()) / x.error());
    }
    for (int i = 0; i < 3; ++i) {
      const Tracked& x = bound.translation[i];
      worst = std::max(worst, std::fabs(static_cast<double>(t[i]) - x.value()) / x.error());
      EXPECT_LT(x.error(), 1e-5);
    }
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.02) << "the bound must not be much too large";
}

}  // namespace bindpose::skinning::rigid_palette_test
