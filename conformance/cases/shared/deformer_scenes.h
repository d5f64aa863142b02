// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a small mesh, and frames of deformers around it.
#pragma once

#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// 17 different vertices in a cube of 4 m: y and z are quarters of a metre, and each quarter from
/// -2 to 2 occurs once in y and once in z. Normals and tangents are unit, but not orthogonal.
Mesh deformer_mesh();
/// The mesh without directions or tangents, or with directions of lengths 2 and 1/2.
Mesh without_directions(Mesh mesh);
Mesh without_tangents(Mesh mesh);
Mesh with_other_lengths(Mesh mesh);
/// The mesh with no normal at its first vertex and no tangent at its second.
Mesh with_zero_directions(Mesh mesh);

/// Frame of a deformer: the identity, or moved and rotated.
struct Standing {
  Vec3<double> origin = Vec3<double>::Zero();
  Vec4<double> rotation{0, 0, 0, 1};
};
/// Near the middle of the mesh, rotated by 50 degrees about (1, 2, 3).
Standing askew();
/// A hundred metres away from the mesh.
Standing far_away();

/// An input with the mesh and deformer_origin, deformer_rotation.
ArraySet around(const Mesh& mesh, const Standing& standing);
ArraySet with_reals(ArraySet question, const char* name, const Array::Reals& values);

}  // namespace bindpose::conformance
