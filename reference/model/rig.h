// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a character at rest: mesh, skeleton and influences.
//
// Numbers are float32 values held in double, so the reference and a float32 subject start from the same values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// Three vertices, counterclockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;

/// A triangle mesh in its rest shape. Attributes that a mesh lacks are empty.
struct Mesh {
  std::vector<Vec3<double>> positions;  ///< x [#vertices], metres
  std::vector<Vec3<double>> normals;    ///< n [#vertices or 0], unit
  std::vector<Vec4<double>> tangents;   ///< (t, handedness +1 or -1) [#vertices or 0], t unit
  std::vector<Triangle> triangles;      ///< [#triangles], vertex indices

  std::size_t vertex_count() const { return positions.size(); }
};

/// Joints and their hierarchy. Input order need not be topological; several roots are allowed.
struct Skeleton {
  std::vector<int> parents;                   ///< p(j) [#joints], -1 for a root
  std::vector<Affine<double>> inverse_binds;  ///< A_j = joint_from_mesh at bind time [#joints]
  std::vector<std::string> names;             ///< [#joints or 0]

  std::size_t joint_count() const { return parents.size(); }
};

/// Influences of the vertices: rows of a fixed width; unused slots have weight 0.
struct Influences {
  std::size_t width = 0;              ///< slots per vertex
  std::vector<std::uint32_t> joints;  ///< j [#vertices * width]
  std::vector<double> weights;        ///< w [#vertices * width], used as given, never silently renormalised

  std::size_t vertex_count() const { return width == 0 ? 0 : joints.size() / width; }
};

/// Displacements from the rest shape at morph weight 1. Attributes that a target lacks are empty.
struct MorphTarget {
  std::vector<Vec3<double>> positions;  ///< [#vertices or 0], metres
  std::vector<Vec3<double>> normals;    ///< [#vertices or 0]
  std::vector<Vec3<double>> tangents;   ///< [#vertices or 0]
};

struct Rig {
  Mesh mesh;
  Skeleton skeleton;
  Influences influences;
  std::vector<MorphTarget> morph_targets;
};

/// Checks counts and ranges of a mesh with its influences against the number of joints: errors
/// COUNT_MISMATCH, INDEX_RANGE, NOT_FINITE, NEGATIVE_WEIGHT, each with the first offending element.
Expected<void> validate(const Mesh& mesh, const Influences& influences, std::size_t joint_count);

/// Checks that parents exist and form no cycle: errors INDEX_RANGE, CYCLE, COUNT_MISMATCH.
Expected<void> validate(const Skeleton& skeleton);

/// An order of joints in which every parent precedes its children [#joints]; the skeleton must be valid.
std::vector<std::size_t> topological_order(const std::vector<int>& parents);

}  // namespace bindpose
