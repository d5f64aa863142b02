// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for linear falloff. Varied: the falloff curve, the direction of the chain, the
// distances of its joints, vertices beyond its ends.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

using Points = std::vector<Vec3<double>>;

/// falloff: 0 omits the input.
ArraySet ask_falloff(const Points& x, const Points& pivots, double falloff) {
  ArraySet question;
  question.add("positions", {x.size(), 3}, numbers_of(x));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  if (falloff != 0) question.add("falloff", {1}, Array::Reals{falloff});
  return question;
}

/// Vertices along a slanted line, from before the first joint to beyond the last, alternately on
/// both sides. Joints are also off the line.
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

/// Joints that are not on one line. The axis leads from the first to the last joint.
ArraySet bent(double falloff) {
  const Points pivots = {{0, 0, 0}, {1, 0.5, 0}, {2.5, -0.25, 0.5}, {4, 0.25, 0.25}, {5, 0.5, 1}};
  Points x;
  for (int i = -2; i < 24; ++i)
    x.push_back({0.25 * i, 0.125 * (i % 5), 0.25 * (i % 3)});
  return ask_falloff(x, pivots, falloff);
}

/// A chain with a single joint, which gets all weight.
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
      "Unevenly spaced joints along a slanted chain, one off the line; vertices beyond both ends.", &slanted,
      0.0);
  add("slanted.cylinder", "A slanted chain with a short blend zone around each joint.", &slanted, 0.375)
      .options = {{"form", "cylinder"}};
  add("slanted.wide", "Overlapping blend zones: three joints have weight.", &slanted, 1.5).options = {
      {"form", "cylinder"}};
  add("bent.hose", "Joints that are not on one line.", &bent, 0.0);
  add("bent.cylinder", "Joints that are not on one line, with short blend zones.", &bent, 0.375).options = {
      {"form", "cylinder"}};
  add("single.joint", "A chain of one joint, which gets all weight.", &single_joint);
  add("cylinder.elbow", "The cylinder with an elbow.", &falloff_cylinder).options = {{"form", "cylinder"}};
}

}  // namespace bindpose::conformance::binding
