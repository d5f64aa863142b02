// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: morph targets that hold only displaced vertices, and their conversion from whole shapes.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/rig.h"

namespace bindpose::morph {

/// The displaced vertices: entries of target i, in the order of its vertices, follow those of target i - 1.
struct SparseIndices {
  std::vector<std::size_t> offsets = {};     ///< first entry of each target [#targets]
  std::vector<std::uint32_t> vertices = {};  ///< [#entries], increasing within a target

  std::size_t begin_of(std::size_t target) const { return offsets[target]; }
  std::size_t end_of(std::size_t target) const {
    return target + 1 < offsets.size() ? offsets[target + 1] : vertices.size();
  }
};

/// Errors COUNT_MISMATCH if offsets do not ascend from 0 to the number
/// of entries, INDEX_ORDER if a target's vertices do not increase.
Expected<void> validate(const SparseIndices& touched);

/// Displacements: one row per entry, or none.
struct SparseTargets {
  SparseIndices touched = {};
  std::vector<Vec3<double>> positions = {}, normals = {}, tangents = {};
};

/// shape - base of every vertex, rounded to float32. Every shape has the base's vertices and attributes.
std::vector<MorphTarget> displacements(const Mesh& base, const std::vector<Mesh>& shapes);

/// Sparse targets, with the vertices at which a shape differs from the base in any number.
SparseTargets sparse_targets(const Mesh& base, const std::vector<Mesh>& shapes);

/// Adds the targets to an input.
void add_sparse_targets(ArraySet& question, const std::vector<double>& weights, const SparseTargets& targets);

}  // namespace bindpose::morph
