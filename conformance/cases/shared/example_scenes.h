// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bar with examples of its shape in other poses.
#pragma once

#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// Rotations of the bar's joints from rest, in degrees: the first about x, the second about (1, 2, 3), the
/// third about z.
using Turns = std::vector<double>;

scenes::Scene turned_bar(const Turns& turns, const scenes::BarVariation& variation = {});

/// A pose, its examples, and options of their case.
struct ExampleScene {
  Turns turns = {10, 30, -20};  ///< rotations of the requested pose
  std::vector<Turns> examples = {{0, 0, 0}, {0, 60, 0}, {20, 0, -70}, {-15, 45, 40}};
  Options options = {};  ///< metric, pose_distance, space ...
  double sigma = 1;
  scenes::BarVariation variation = {};
  std::vector<double> weights = {};  ///< weights of examples, at palette level
  bool with_directions = true;
  ChangeQuestion change = nullptr;
};

/// A pose as numbers, depending on the metric: rotation angles in radians; the second joint's local
/// rotation; or the direction (0.6, 0, 0.8) rotated by it. of_joints: a row for each joint, with
/// its own rotation or direction.
std::vector<double> pose_row(const Turns& turns, const std::string& metric, bool of_joints,
                             std::size_t example);

/// "example_palettes" from the palettes of all examples, "example_positions" and, if with_normals, "example_normals".
void add_example_arrays(ArraySet& question, const std::vector<Array::Reals>& palettes,
                        const std::vector<Mesh>& shapes, bool with_normals);

/// "example_palettes", and "example_positions" that differ from linear blending; if with_normals,
/// "example_normals".
void add_examples(ArraySet& question, const ExampleScene& scene, bool with_normals);

/// In the second example the middle joint maps onto a plane.
void with_flat_example(ArraySet& question);

/// Rows of "pose" are 1 % too long and every second row of "example_poses" is 1 % too short, which
/// is within the tolerance.
void with_poses_of_other_lengths(ArraySet& question);

/// "example_poses", "pose" and "sigma".
void add_poses(ArraySet& question, const ExampleScene& scene, bool of_joints);

}  // namespace bindpose::conformance
