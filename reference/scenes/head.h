// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a head whose face moves - a closed mesh of forehead, brows, eye sockets, nose, cheeks, mouth and chin, two
// eyes, a jaw - and its morph targets: one per action unit, common shapes, and visemes.
//
// y is up, the face looks along +z, +x is its left; the head is 24 centimetres high. Three joints: the head
// itself, the jaw and each eye under it. A shape moves the vertices near a few places of the face, each with the
// weight (1 - (d / r)^2)^2 within the distance r of it, equally on both sides; farther vertices do not move.
//
// Source. P. Ekman, W. V. Friesen, Facial Action Coding System, 1978: the units and what each
// moves. Positions and distances are bindpose's own.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

/// Resolution of the mesh.
struct HeadShape {
  std::size_t rings = 15, sides = 20;        ///< size of the head
  std::size_t eye_rings = 5, eye_sides = 8;  ///< size of each eye
};
/// A mesh small enough for a golden file.
inline constexpr HeadShape small_head{7, 10, 3, 4};

/// Joints 0 head, 1 jaw, 2 left eye, 3 right eye. posed: the head rotates, the jaw opens, the eyes look aside; else at rest.
Scene head(const HeadShape& shape = {}, bool posed = false);

/// Action unit numbers of the head's shapes: those that distinguish the six basic emotions.
const std::vector<int>& head_action_units();
/// "jaw-open", "lids-closed", "brows-up" ..., and the visemes "viseme-aa" ...
std::vector<std::string> head_shape_names();

/// The mesh of head(shape) with one action unit, or one named shape, at its full strength; positions, normals and tangents.
Mesh head_with_action_unit(int unit, const HeadShape& shape = {});
Mesh head_with_shape(const std::string& name, const HeadShape& shape = {});

}  // namespace bindpose::scenes
