// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the arm and the cylinder with examples of their shape as an artist might hand them in.
#pragma once

#include "reference/scenes/arm.h"
#include "reference/scenes/cylinder.h"

namespace bindpose::conformance {

/// A scene in the requested pose, and examples: the scene in other poses, each with its shape.
struct PosedShapes {
  scenes::Scene asked;
  std::vector<scenes::Scene> posed;  ///< [#examples]
  std::vector<Mesh> shapes;          ///< [#examples], with normals
  std::vector<std::vector<Array::Reals>>
      poses;  ///< angles of every joint, radians [#examples + 1][#joints], those asked for last
};

PosedShapes arm_shapes(const scenes::ArmPose& asked);
PosedShapes cylinder_shapes(const scenes::CylinderPose& asked);

/// "example_palettes", "example_positions" and, where wanted, "example_normals".
void add_examples(ArraySet& question, const PosedShapes& shapes, bool with_normals);

/// "example_poses", "pose" and "sigma"; of_joints: a row for each joint.
void add_poses(ArraySet& question, const PosedShapes& shapes, bool of_joints, double sigma);

}  // namespace bindpose::conformance
