// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the arm and the cylinder with realistic examples of their shape.
#pragma once

#include "reference/scenes/arm.h"
#include "reference/scenes/cylinder.h"

namespace bindpose::conformance {

/// A scene in the requested pose, and examples: the scene in other poses, each with its own shape.
struct PosedShapes {
  scenes::Scene asked;
  std::vector<scenes::Scene> posed;  ///< [#examples]
  std::vector<Mesh> shapes;          ///< [#examples], with normals
  std::vector<std::vector<Array::Reals>>
      poses;  ///< angles of every joint, radians [#examples + 1][#joints]; the requested pose is last
};

PosedShapes arm_shapes(const scenes::ArmPose& asked);
PosedShapes cylinder_shapes(const scenes::CylinderPose& asked);

/// Adds "example_palettes", "example_positions" and, if requested, "example_normals".
void add_examples(ArraySet& question, const PosedShapes& shapes, bool with_normals);

/// "example_poses", "pose" and "sigma"; of_joints: a row for each joint.
void add_poses(ArraySet& question, const PosedShapes& shapes, bool of_joints, double sigma);

}  // namespace bindpose::conformance
