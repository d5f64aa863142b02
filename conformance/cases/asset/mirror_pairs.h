// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the mirror images of a symmetric character's joints and vertices.
//
// The mirror plane is normal to x, y or z, in the middle of the joints. The axis is the first one
// for which every joint has an image within 2^-10 of the mesh's diagonal, images have matching
// parents, and at least one joint is not its own image. A vertex's image is within 2^-16 of the
// diagonal. Meshes are often less symmetric than skeletons.
#pragma once

#include "conformance/cases/asset/character.h"

namespace bindpose::conformance {

struct MirrorPairs {
  std::vector<std::size_t> joints;  ///< the image of each joint; a joint in the mirror plane is its own image
  std::vector<std::size_t> vertices;  ///< the image of each vertex; empty if any vertex has none
};
/// Returns nothing if the skeleton is not symmetric.
std::optional<MirrorPairs> mirror_pairs(const Character& character);

}  // namespace bindpose::conformance
