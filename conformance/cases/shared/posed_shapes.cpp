// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/posed_shapes.h"

#include "conformance/cases/shared/example_scenes.h"

namespace bindpose::conformance {
namespace {

constexpr scenes::CylinderShape coarse{.rings = 10, .sides = 8};

std::vector<Array::Reals> angles(const scenes::ArmPose& pose) {
  return {{to_float32(pose.shoulder)}, {to_float32(pose.elbow)}, {to_float32(pose.twist)}};
}

std::vector<Array::Reals> angles(const scenes::CylinderPose& pose) {
  return {{0, 0}, {to_float32(pose.elbow), to_float32(pose.twist)}, {0, 0}};
}

}  // namespace

PosedShapes arm_shapes(const scenes::ArmPose& asked) {
  PosedShapes shapes{arm(asked), {}, {}, {}};
  for (const scenes::ArmPose& pose : scenes::arm_example_poses()) {
    shapes.posed.push_back(arm(pose));
    shapes.shapes.push_back(arm_example(pose));
    shapes.poses.push_back(angles(pose));
  }
  shapes.poses.push_back(angles(asked));
  return shapes;
}

PosedShapes cylinder_shapes(const scenes::CylinderPose& asked) {
  PosedShapes shapes{scenes::cylinder(asked.elbow, asked.twist, coarse), {}, {}, {}};
  for (const scenes::CylinderPose& pose : scenes::cylinder_example_poses()) {
    shapes.posed.push_back(scenes::cylinder(pose.elbow, pose.twist, coarse));
    shapes.shapes.push_back(cylinder_example(pose, coarse));
    shapes.poses.push_back(angles(pose));
  }
  shapes.poses.push_back(angles(asked));
  return shapes;
}

void add_examples(ArraySet& question, const PosedShapes& shapes, bool with_normals) {
  std::vector<Array::Reals> palettes;
  for (const scenes::Scene& scene : shapes.posed)
    palettes.push_back(scenes::palette_question(scene)->find("palette")->reals());
  add_example_arrays(question, palettes, shapes.shapes, with_normals);
}

void add_poses(ArraySet& question, const PosedShapes& shapes, bool of_joints, double sigma) {
  std::vector<Array::Reals> rows;
  for (const std::vector<Array::Reals>& joints : shapes.poses) {
    Array::Reals& row = rows.emplace_back();
    for (const Array::Reals& own : joints)
      row.insert(row.end(), own.begin(), own.end());
  }
  Array::Reals asked = std::move(rows.back()), examples;
  rows.pop_back();
  for (const Array::Reals& row : rows)
    examples.insert(examples.end(), row.begin(), row.end());
  const std::size_t P = rows.size(), J = shapes.poses[0].size(), d = asked.size() / (of_joints ? J : 1);
  question.add("example_poses", of_joints ? Shape{P, J, d} : Shape{P, d}, std::move(examples));
  question.add("pose", of_joints ? Shape{J, d} : Shape{d}, std::move(asked));
  question.add("sigma", {1}, Array::Reals{sigma});
}

}  // namespace bindpose::conformance
