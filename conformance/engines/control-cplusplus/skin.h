// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes that joints move.
#pragma once

#include "pose.h"

namespace control {

/// Rows of three numbers, tangents of four; without some of them empty. So many slots a vertex; without weights each counts as 1.
struct Mesh {
  Numbers positions, normals, tangents;
  std::size_t slots = 1;
  std::vector<int> joints;
  Numbers weights;
};

/// What carries each vertex: the weighted sum of its joints, by the question's conventions.
std::vector<Matrix> blended(const Mesh& mesh, const std::vector<Matrix>& palette, const Question& question);

/// Appends the vertices, each carried by its matrix. upright: normals by the inverse transpose.
void append_carried(Mesh& to, const Mesh& mesh, const std::vector<Matrix>& by, bool upright);

}  // namespace control
