// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: additional scenes of methods that rotate vertices about points of the skeleton.
//
// All are the bar of reference/scenes/bar.h with another skeleton or other influences.
#pragma once

#include <initializer_list>

#include "conformance/cases/shared/motion_scenes.h"

namespace bindpose::conformance {

/// All of these scenes, at both levels.
using SceneLists = std::initializer_list<std::vector<SceneVariation>>;
void add_pivot_scenes(std::vector<Case>& cases, const std::string& stem, SceneLists lists);

/// "bind_positions" and "parents".
AddInputs joint_places();

/// A child moved against its parent and listed before it.
std::vector<SceneVariation> slipped_scenes();

/// Joints moved against each other that rotate by little less, and by little more, than what a centre of rotation is sought from.
std::vector<SceneVariation> barely_turned_scenes();

/// Parent and child that turn alike, that turn to either side, that are listed twice.
std::vector<SceneVariation> alike_scenes();

/// A joint and two children in one place, listed around it: one turned by 130 degrees to either side, one
/// little, one with the children alone.
std::vector<SceneVariation> fork_scenes();

/// Three joints of a chain on every vertex: on axes of their own, on one axis, on nearly one, almost alike, a kilometre from
/// the origin, in five slots; none of them a root; and three children of one joint.
std::vector<SceneVariation> chain_scenes();

}  // namespace bindpose::conformance
