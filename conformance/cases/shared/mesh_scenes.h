// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: scenes for the methods that read the mesh's triangles: closed tubes with even and uneven
// meshes, open surfaces, several surfaces in one mesh.
#pragma once

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/scenes/tube.h"

namespace bindpose::conformance {

/// Appends the case <family>.<stem>.<scene>[.<option values>].<level>.f32 at one level or at both.
/// change: adds the method's own arrays.
void add_mesh_case(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                   Level level, const ChangeQuestion& change, const Options& options = {});
void add_mesh_cases(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                    const ChangeQuestion& change, const Options& options = {});

/// Cases of conventions on the small tube, bent and twisted.
Conventions conventions_of_tube(const std::string& stem, const ChangeQuestion& change);
/// Cases of conventions that concern the pose.
void add_tube_policies(std::vector<Case>& cases, const std::string& stem, const ChangeQuestion& change);

/// A tube, bent and twisted by the given degrees.
MakeScene tube(double bend, double twist, const scenes::TubeShape& shape = {});
/// Tubes, bent and twisted by the given degrees: with few vertices, with an uneven mesh, with many
/// vertices.
MakeScene small_tube(double bend, double twist);
MakeScene uneven_tube(double bend, double twist);
MakeScene fine_tube(double bend, double twist);
/// The small tube with four joints that all influence every vertex.
MakeScene every_slot_tube(double bend, double twist);
/// The scene with weights scaled to another sum.
MakeScene weighing(const MakeScene& make, double sum);
/// The small tube, bent, its upper joint scaled along its axes.
MakeScene scaled_tube(double bend, const Vec3<double>& scale);
/// Two tubes in one mesh: the small tube, and a thinner tube next to it. The second tube bends
/// more, because it is farther from the joint; its vertices are last.
MakeScene two_tubes(double bend);
/// The small tube and a vertex without triangles.
MakeScene tube_with_loose_vertex(double bend);
/// The scene and triangles that name a vertex twice, first in the list. They connect vertices that
/// share no edge.
MakeScene naming_twice(const MakeScene& make);
/// The scaled tube with a loose vertex, bent by 40 degrees.
MakeScene scaled_tube_with_loose_vertex(const Vec3<double>& scale);

/// Vertices with most weight on the second joint get only this joint, which scales to a point. At
/// palette level.
void with_collapsed_end(ArraySet& question);

}  // namespace bindpose::conformance
