// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: further scenes for methods that rotate vertices about points of the skeleton.
//
// All scenes use the bar of reference/scenes/bar.h with another skeleton or other influences.
#pragma once

#include <initializer_list>

#include "conformance/cases/shared/motion_scenes.h"

namespace bindpose::conformance {

/// All scenes of this file, at both levels.
using SceneLists = std::initializer_list<std::vector<SceneVariation>>;
void add_pivot_scenes(std::vector<Case>& cases, const std::string& stem, SceneLists lists);

/// Adds "bind_positions" and "parents".
AddInputs joint_places();

/// A child that moved relative to its parent and is listed before it.
std::vector<SceneVariation> slipped_scenes();

/// Joints that moved relative to each other and rotate by slightly less or slightly more than the
/// smallest angle that has a centre of rotation.
std::vector<SceneVariation> barely_turned_scenes();

/// Parent and child with equal rotations, with opposite rotations, and listed twice.
std::vector<SceneVariation> alike_scenes();

/// A joint and two children at one position, listed before and after it. The scenes: children
/// rotated by 130 degrees to either side, rotated slightly, and children without the joint.
std::vector<SceneVariation> fork_scenes();

/// Three joints of a chain on every vertex: about different axes, about one axis, about nearly one
/// axis, with nearly equal rotations, a kilometre from the origin, in five slots. None of them is a
/// root. Also three children of one joint.
std::vector<SceneVariation> chain_scenes();

}  // namespace bindpose::conformance
