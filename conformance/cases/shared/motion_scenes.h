// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the scenes that all methods for blending rigid motions share.
#pragma once

#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// Adds a method's inputs other than mesh, influences and palette ("bind_positions", "parents" ...).
using AddInputs = std::function<Expected<void>(ArraySet& question, const scenes::Scene& scene)>;

/// Appends skinning.<stem>.<scene>.<value of each option>.<level>.f32 at both levels.
void add_motion_scene(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                      const Options& options = {}, const AddInputs& inputs = {});

/// Appends the cases of one level.
void add_motion_scene_at(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                         const Options& options, const AddInputs& inputs, Level level);

/// Eight slots of two joints, four of which count, for methods that blend a joint and its child.
void add_quartered(std::vector<Case>& cases, const std::string& stem, const AddInputs& inputs);

/// The scenes: the course's cylinder, bent and twisted; small cylinders, which have files; a hose;
/// the bar, whose transforms do not commute, at rest, posed, with weights of 1, with shuffled
/// joints, far from the origin, and with weights that do not sum to 1.
const std::vector<SceneVariation>& motion_scenes();

/// All scenes. At palette level, also with negated quaternions (the same motions), and with slots
/// of weight 0 that refer to a joint with NaN.
void add_motion_scenes(std::vector<Case>& cases, const std::string& stem, const Options& options = {},
                       const AddInputs& inputs = {});

/// Six joints on every vertex, and weights above 1, for methods that accept any joints and weights.
void add_many_joints(std::vector<Case>& cases, const std::string& stem, const Options& options = {},
                     const AddInputs& inputs = {});

/// For a method with many other cases: restricts golden files to the small scenes at palette level,
/// and to the posed bar, its keyframes and long rotations at pose level. Skips cases before
/// `first`.
void keep_few_golden(std::vector<Case>& cases, std::size_t first);

/// The input with every second joint's quaternion negated: the same motions.
void with_flipped_signs(ArraySet& question);

}  // namespace bindpose::conformance
