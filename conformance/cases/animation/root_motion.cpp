// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for root motion. Varied: the parts that count as motion, the axis, the reference, and
// large rotations off the axis.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

using Rotations = std::vector<Vec4<double>>;

struct Root {
  Array::Integers components = {1, 0, 1};
  Vec3<double> axis = {0, 1, 0}, forward = {1, 0, 0}, reference = {0, 0, 0};
  Vec4<double> reference_rotation = {0, 0, 0, 1};
};

ArraySet root_question(const Root& root, const std::vector<Vec3<double>>& t, const Rotations& q) {
  const auto row = [](const auto& x) { return Array::Reals(x.begin(), x.end()); };
  ArraySet question;
  question.add("translations", {t.size(), 3}, numbers_of(t)).add("rotations", {q.size(), 4}, numbers_of(q));
  question.add("reference_translation", {3}, row(root.reference));
  question.add("reference_rotation", {4}, row(root.reference_rotation));
  question.add("components", {3}, root.components);
  question.add("axis", {3}, row(root.axis)).add("forward", {3}, row(root.forward));
  return question;
}

/// A walk that leans and turns more from key to key and moves up and down. One key has the other
/// sign.
ArraySet walk(const Root& root) {
  std::vector<Vec3<double>> t;
  Rotations q;
  for (int k = 0; k < 4; ++k) {
    t.emplace_back(0.5 + 0.75 * k, 1 + 0.125 * (k % 2), 0.25 - 0.5 * k);
    q.push_back((k == 2 ? -1 : 1) * rotation({0.25 * k, 2, 0.5}, 20 + 65 * k));
  }
  return root_question(root, t, q);
}

/// A rotation by 180 degrees about x; a rotation that maps x to y; a heading of 180 degrees.
ArraySet headlong(const Root& root) {
  return root_question(
      root, {{1, 2, 3}, {3, 2, 1}, {2, 1, 3}},
      {Vec4<double>(1, 0, 0, 0), Vec4<double>(0.5, 0.5, 0.5, 0.5), Vec4<double>(0, 1, 0, 0)});
}

}  // namespace

void root_motion_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "root_motion");
  Root other;
  other.components = {1, 1, 0};
  other.axis = {0, 0, 1};
  other.reference = {0.5, -0.25, 2};
  other.reference_rotation = rotation({3, 1, 2}, 70);
  Root oblique = other;
  oblique.axis = Vec3<double>(2, 3, 6).normalized().unaryExpr(&to_float32);
  oblique.forward = Vec3<double>(6, -2, 3).normalized().unaryExpr(&to_float32);
  oblique.components = {0, 1, 1};
  Root still;
  still.components = {0, 0, 0};
  const Options heading = {{"turn", "heading"}}, none = {{"turn", "none"}};
  add("walk.twist", "A leaning walk: the twist about the vertical is root motion.", walk, Root{});
  add("walk.heading", "A leaning walk: the heading of x is root motion.", walk, Root{}).options = heading;
  add("walk.translation-only", "A leaning walk: the translation alone is root motion.", walk, Root{})
      .options = none;
  add("walk.z-up", "Another vertical axis, and a reference away from the origin.", walk, other).golden =
      false;
  add("walk.oblique", "Axis and forward direction are not parallel to any axis of the parent.", walk, oblique)
      .golden = false;
  add("walk.oblique.heading", "Oblique axis and forward direction, by heading.", walk, oblique).options =
      heading;
  add("walk.still", "No axis of the translation is root motion; the rotation is.", walk, still).golden =
      false;
  add("headlong.twist", "Half a turn about a perpendicular axis has no twist.", headlong, Root{});
  add("headlong.heading", "A direction that becomes vertical has no heading.", headlong, Root{}).options =
      heading;
}

}  // namespace bindpose::conformance::animation
