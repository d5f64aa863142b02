// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stretchable_twistable.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::stretchable_twistable_test {

using namespace test;

constexpr double pi = std::numbers::pi;
/// A bone's change along itself.
struct BoneMotion {
  Vec3<double> stretch = Vec3<double>::Zero();
  double twist = 0;
};

/// Applies the kernel to every vertex.
Surface<double> stretchable_twistable(const Mesh& mesh, const Influences& influences,
                                      const std::vector<Rigid<double>>& palette,
                                      const std::vector<Bone<double>>& bones,
                                      const std::vector<BoneMotion>& motions, const std::vector<double>& e,
                                      TwistForm form) {
  std::vector<Vec3<double>> s;
  std::vector<double> t;
  for (const BoneMotion& motion : motions) {
    s.push_back(motion.stretch);
    t.push_back(motion.twist);
  }
  return *deform_vertices(exact_mesh(mesh, influences, palette), [&](const RestVertex<double>& rest) {
    return stretchable_twistable(rest, palette, bones, s, t, e, form);
  });
}

constexpr TwistForm forms[] = {TwistForm::rodrigues, TwistForm::combined_quaternion};

const Implementation& implementation() {
  return find_algorithm("stbs")->implementation;
}

/// The parts of a sample input in the kernel's types.
struct Sample {
  Mesh mesh;
  Influences influences;
  std::vector<Rigid<double>> palette;
  std::vector<Bone<double>> bones;
  std::vector<BoneMotion> motions;
  std::vector<double> e;

  explicit Sample(std::string_view seed) {
    Random random(seed);
    const ArraySet question = implementation().sample(100, random);
    mesh = *read_mesh(question);
    influences = *read_influences(question, 100);
    palette = *read_rigids<double>(question, "palette");
    for (Rigid<double>& M : palette)
      M.rotation.normalize();
    for (std::size_t j = 0; j < palette.size(); ++j)
      bones.push_back({read_row<double, 3>(*question.find("bone_heads"), j),
                       read_row<double, 3>(*question.find("bone_tails"), j)});
    for (std::size_t j = 0; j < palette.size(); ++j)
      motions.push_back(
          {read_row<double, 3>(*question.find("stretches"), j), question.find("twists")->reals()[j]});
    e = question.find("endpoint_weights")->reals();
  }
  Surface<double> skin(TwistForm form = TwistForm::rodrigues) const {
    return stretchable_twistable(mesh, influences, palette, bones, motions, e, form);
  }
  Surface<double> lbs() const {
    std::vector<Affine<double>> matrices;
    for (const Rigid<double>& M : palette)
      matrices.push_back(bindpose::affine_from_rigid(M));
    return *test::linearly_blended(mesh, influences, matrices);
  }
};

/// A vertex at x that follows only a bone from (1, 2, 3) to (1, 6, 3), moved by M.
Surface<double> one_bone(const Vec3<double>& x, double e, const BoneMotion& motion,
                         const Rigid<double>& M = {}, TwistForm form = TwistForm::rodrigues) {
  return stretchable_twistable(one_vertex(x), {1, {0}, {1}}, {M}, {{{1, 2, 3}, {1, 6, 3}}}, {motion}, {e},
                               form);
}

Rigid<double> quarter_about_x() {
  return {Quat<double>(Eigen::AngleAxisd(pi / 2, Vec3<double>::UnitX())), {0, 0, 10}};
}

void expect_error(const ArraySet& question, const char* code, const char* where) {
  test::expect_error(implementation().in_double(question, {}), code, where);
}

/// One vertex of joint 0, with a slot of weight 0 that names joint 1.
ArraySet small_question() {
  ArraySet question;
  add_mesh(question, one_vertex({2, 3, 3}));
  add_influences(question, {2, {0, 1}, {1, 0}});
  add_rigids(question, "palette", {quarter_about_x(), {}});
  question.add("bone_heads", {2, 3}, Array::Reals{1, 2, 3, 0, 0, 0});
  question.add("bone_tails", {2, 3}, Array::Reals{1, 6, 3, 0, 1, 0});
  question.add("endpoint_weights", {1, 2}, Array::Reals{0.25, 0});
  question.add("stretches", {2, 3}, Array::Reals{0, 2, 0, 0, 0, 0});
  question.add("twists", {2}, Array::Reals{1, 0});
  return question;
}

TEST(StretchableTwistable, no_stretch_and_twist_gives_linear_blending) {
  Sample rig("stbs.lbs");
  EXPECT_GT(distance(rig.skin(), rig.lbs()), 0.1);
  Sample heads = rig;
  heads.e.assign(heads.e.size(), 0);
  rig.motions.assign(rig.motions.size(), {});
  for (const TwistForm form : forms) {
    EXPECT_LT(distance(rig.skin(form), rig.lbs()), 1e-13);
    EXPECT_LT(distance(heads.skin(form), rig.lbs()), 1e-13) << "equal for e = 0";
  }
}

TEST(StretchableTwistable, a_twist_spreads_linearly_about_the_rest_bone) {
  const BoneMotion twist{{0, 0, 0}, 2};
  for (const TwistForm form : forms)
    for (const double e : {-0.5, 0.0, 0.25, 0.5, 1.0, 2.0}) {
      const auto surface = one_bone({1.5, 5, 3}, e, twist, {}, form);
      const double a = 2 * e;  // about y: x goes to -z
      EXPECT_LT((surface.positions[0] - Vec3<double>(1 + 0.5 * std::cos(a), 5, 3 - 0.5 * std::sin(a))).norm(),
                1e-14);
      EXPECT_LT((surface.normals[0] - Vec3<double>(std::sin(a), 0, std::cos(a))).norm(), 1e-14);
      EXPECT_LT((surface.tangents[0] - Vec4<double>(std::cos(a), 0, -std::sin(a), -1)).norm(), 1e-14);
    }
  // Then rotated: y to z, z to -y, and moved 10 m along z.
  const auto turned = one_bone({1.5, 5, 3}, 0.5, {{0, 0, 0}, pi}, quarter_about_x());
  EXPECT_LT((turned.positions[0] - Vec3<double>(1, -2.5, 15)).norm(), 1e-14);
}

TEST(StretchableTwistable, a_bone_without_length_must_not_twist) {
  ArraySet question = small_question();
  question.put({"bone_tails", {2, 3}, Array::Reals{1, 2, 3, 0, 0, 0}});
  expect_error(question, "ZERO_BONE", "bone_tails[0]");
  question.put({"twists", {2}, Array::Reals{0, 1}});
  for (const char* form : {"rodrigues", "combined-quaternion"}) {
    const auto result = implementation().in_double(question, {{"formulation", form}});
    ASSERT_TRUE(result) << "joint 1 twists, but influences no vertex";
    EXPECT_NEAR(result->find("positions")->values[2], 10 + 3 + 0.25 * 2, 1e-6);
  }
}

}  // namespace bindpose::skinning::stretchable_twistable_test
