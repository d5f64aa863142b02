// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a glTF file's skin without its weights, bound anew, and how far the surface then moves from where the file's own weights take it.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "conformance/cases/asset/drawable.h"
#include "reference/model/algorithm.h"

namespace bindpose::conformance {

/// Ids of the algorithms that bind a surface by nothing but what a glTF file holds: "bind.heat" ...
std::vector<std::string_view> bind_methods();
/// One of them. Error METHOD_UNKNOWN.
Expected<const Algorithm*> find_bind_method(std::string_view method);

/// Of every vertex by every joint of the skin, as the reference gives them in double precision [V J].
struct BoundWeights {
  std::size_t joints = 0;
  std::vector<double> w;

  std::size_t vertices() const { return joints == 0 ? 0 : w.size() / joints; }
};

/// Binds the mesh of a skin to its joints, which turn where the inverse bind matrices say. Errors METHOD_UNKNOWN; those of the method.
Expected<BoundWeights> bound_weights(const gltf::Asset& asset, const Drawable& skin, std::string_view method);

/// The file's own.
BoundWeights own_weights(const Drawable& skin);

/// What is said of weights whoever made them.
struct WeightSums {
  double least = 0, most = 0;  ///< of all weights
  double sum_error = 0;        ///< largest |sum_j w_vj - 1|
  std::size_t bare = 0;        ///< vertices without weight
};
WeightSums sums_of(const BoundWeights& weights);

/// Distances in metres between where linear blending takes a vertex by either weights.
struct Departure {
  double root_mean_square = 0, most = 0;
  double size = 0;          ///< largest diagonal of the posed mesh
  std::size_t moments = 0;  ///< in all clips; 0 where there is none
};

/// Over so many moments of every clip. Errors: those of linear blending.
Expected<Departure> departure(const std::shared_ptr<const gltf::Asset>& asset,
                              const std::shared_ptr<const Drawable>& skin, const BoundWeights& weights,
                              std::size_t moments);

/// Of each vertex, linear red, green and blue: its joints' colours by weight (weights.colours). Errors: those of the algorithm.
Expected<std::vector<Vec3<double>>> colours_of(const BoundWeights& weights);

}  // namespace bindpose::conformance
