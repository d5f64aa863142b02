// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: any number of seeded random vertices and joints, for measurements and property tests.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/rig.h"
#include "reference/numeric/random.h"

namespace bindpose::scenes {

struct CrowdShape {
  std::size_t vertices = 1000;
  std::size_t influences = 4;  ///< slots per vertex, all used
  std::size_t joints = 64;
  bool mirrored = false;  ///< every other joint mirrors its x axis
  double distance = 0;    ///< moves the mesh along x, away from the origin, metres
};

/// Vertices of a 4 m cube; weights are random multiples of 2^-16 that sum to exactly 1; the palette's
/// matrices are rotations with axis scales between 0.75 and 1.25 and translations within 4 m.
struct Crowd {
  Mesh mesh;
  Influences influences;
  std::vector<Affine<double>> palette;
};
Crowd crowd(const CrowdShape& shape, Random& random);

/// Palette-level inputs with `size` vertices and 64 joints: 4 influences, and one joint, per
/// vertex.
ArraySet sample_skinning(std::size_t size, Random& random);
ArraySet sample_rigid(std::size_t size, Random& random);
/// A palette-level input about a crowd.
ArraySet crowd_question(const Crowd& crowd);

}  // namespace bindpose::scenes
