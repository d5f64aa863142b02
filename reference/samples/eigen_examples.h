// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: examples of single joints for EigenSkin, and a character at rest.
#pragma once

#include "reference/numeric/random.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// An example: one joint, rotated from its local rotation.
struct JointTurnedBy {
  std::size_t joint = 0;
  Vec3<double> axis = {0, 0, 1};
  double degrees = 0;
};
void turn_joints(scenes::Scene& scene, const std::vector<JointTurnedBy>& turns);

/// The input. A joint's examples combine shared shapes; shape i has displacements of up to 0.25 m * falloff[i] along
/// each axis.
struct SingleJointExamples {
  scenes::Scene rest;
  std::vector<JointTurnedBy> pose = {};
  std::vector<JointTurnedBy> examples = {};
  std::vector<double> falloff = {1, 0.5, 0.25};
  double sigma = 1;
  double threshold = -1;  ///< below 0: not given
};

/// The input at level pose; every other quaternion of an example is negated: the same rotation.
Expected<ArraySet> eigenskin_from_examples(const SingleJointExamples& asked, const Array::Integers& ranks,
                                           Random& random);

}  // namespace bindpose::samples
