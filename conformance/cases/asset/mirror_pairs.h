// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: which joint, and which vertex, of a symmetric character is the mirror image of each.
//
// The mirror stands across x, y or z in the middle of the joints: the first of them in which every joint has an image within 2^-10 of the mesh's diagonal, whose
// parent is the image of its parent, and not every joint is its own. A vertex has one within 2^-16 of the diagonal; meshes are often less symmetric than
// skeletons.
#pragma once

#include "conformance/cases/asset/character.h"

namespace bindpose::conformance {

struct MirrorPairs {
  std::vector<std::size_t> joints;    ///< the image of each; itself in the mirror's plane
  std::vector<std::size_t> vertices;  ///< the image of each vertex; empty if one has no image
};
/// Returns nothing if the skeleton is not symmetric.
std::optional<MirrorPairs> mirror_pairs(const Character& character);

}  // namespace bindpose::conformance
