// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of linear falloff. Varied: the form, the direction of the chain, how far its joints are apart, vertices beyond its ends.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

using Points = std::vector<Vec3<double>>;

/// falloff: 0 leaves it out.
ArraySet ask_falloff(const Points& x, const Points& pivots, double falloff) {
  ArraySet question;
  question.add("positions", {x.size(), 3}, numbers_of(x));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  if (falloff != 0) question.add("falloff", {1}, Array::Reals{falloff});
  return question;
}

/// Along a slanted line from before its first joint to beyond its last, away from it by turns; the joints are also next to it.
ArraySet slanted(double falloff) {
  const Vec3<double> step(0.5, -1.25, 0.75), aside(1.25, 0.5, 0);
  Points x, pivots;
  for (const double along : {0.0, 1.0, 2.5, 3.25, 5.0})
    pivots.push_back(scenes::to_float32(
        Vec3<double>(Vec3<double>(2, 1, -3) + along * step + (along == 2.5 ? 0.25 : 0.0) * aside)));
  for (int i = -4; i < 26; ++i)
    x.push_back(scenes::to_float32(
        Vec3<double>(Vec3<double>(2, 1, -3) + (0.25 * i + 0.0625) * step + (i % 3) * aside)));
  return ask_falloff(x, pivots, falloff);
}

/// Joints that no line holds: the axis leads from the first to the last of them.
ArraySet bent(double falloff) {
  const Points pivots = {{0, 0, 0}, {1, 0.5, 0}, {2.5, -0.25, 0.5}, {4, 0.25, 0.25}, {5, 0.5, 1}};
  Points x;
  for (int i = -2; i < 24; ++i)
    x.push_back({0.25 * i, 0.125 * (i % 5), 0.25 * (i % 3)});
  return ask_falloff(x, pivots, falloff);
}

/// A chain of one joint, which has all weight.
ArraySet single_joint() {
  return ask_falloff({{0, 0, 0}, {1, 2, 3}}, {{0.5, 0, 0}}, 0);
}

ArraySet falloff_cylinder() {
  const scenes::Scene scene = small_cylinder(0, 0)();
  return ask_falloff(scene.rig.mesh.positions, {{0, 0, 0}, {0, 0, 25}, {0, 0, 50}}, 12.5);
}

}  // namespace

void linear_falloff_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "linear_falloff");
  add("slanted.hose",
      "Joints at uneven distances along a slanted chain, one next to it; vertices beyond both ends.",
      &slanted, 0.0);
  add("slanted.cylinder", "The same with a short stretch around each joint.", &slanted, 0.375).options = {
      {"form", "cylinder"}};
  add("slanted.wide", "Stretches that overlap: three joints have weight.", &slanted, 1.5).options = {
      {"form", "cylinder"}};
  add("bent.hose", "Joints that no line holds.", &bent, 0.0);
  add("bent.cylinder", "The same with a short stretch around each joint.", &bent, 0.375).options = {
      {"form", "cylinder"}};
  add("single.joint", "A chain of one joint, which has all weight.", &single_joint);
  add("cylinder.elbow", "The cylinder and its elbow.", &falloff_cylinder).options = {{"form", "cylinder"}};
}

}  // namespace bindpose::conformance::binding
