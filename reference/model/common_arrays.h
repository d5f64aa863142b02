// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: declarations of arrays that several algorithms share.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// positions, normals, tangents in this space.
ArrayList mesh_arrays(Space space = Space::mesh);
/// Replaces symbols of the arrays if a page uses the default ones for another quantity: {array, symbol}.
ArrayList with_symbols(ArrayList arrays,
                       const std::vector<std::pair<std::string_view, std::string_view>>& symbols);
/// joints and weights of K influence slots per vertex.
ArrayList influence_arrays();
/// joints only; weights may be present, but are not read.
ArrayList joint_slot_arrays();
/// Arrays of methods that move each vertex by one joint.
ArrayList single_joint_arrays();
/// triangles.
ArrayList triangle_arrays();
/// parents.
ArrayList parent_arrays();
/// local_translations, local_rotations, local_scales, local_is_matrix, local_matrices.
ArrayList local_arrays();
/// Arrays of joints that only rotate and translate.
ArrayList rigid_local_arrays();
/// Local arrays and keyframes that replace parts of them; checked after the replacement.
ArrayList animated(ArrayList locals);
/// Local arrays, and keyframes that replace parts of them: time, tracks, track_<i>_times, track_<i>_values.
ArrayList animated_local_arrays();

/// world.
ArrayList world_arrays();
/// world_rotations, world_translations.
ArrayList rigid_world_arrays();

/// Skinning matrices at level palette; at level pose the hierarchy, locals and inverse_binds they come from.
ArrayList palette_or_pose_arrays();
/// Palette or pose arrays without checks of the matrices, for methods whose own weights decide which matrices
/// count.
ArrayList unchecked_palette_or_pose_arrays();
/// Arrays for parts in their joint's space: the palette has world transforms, without inverse_binds.
ArrayList world_or_pose_arrays();
/// Arrays of methods that blend rigid motions: palette_rotations, palette_translations; at level pose
/// inverse_bind_rotations, inverse_bind_translations.
ArrayList rigid_palette_or_pose_arrays();
/// Arrays of methods that also need `parents` at palette level.
ArrayList rigid_palette_or_pose_arrays(const ArrayList& parents);

/// world: the first stage of level pose.
ArrayList world_stages();
/// world, palette.
ArrayList palette_stages();
/// world_rotations, world_translations, palette_rotations, palette_translations.
ArrayList rigid_palette_stages();
/// positions, normals, tangents of the deformed surface.
ArrayList surface_arrays(Space space = Space::mesh);

}  // namespace bindpose
