// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: morph targets (displacements of every vertex from the base) as arrays of an input.
#pragma once

#include "reference/model/common_arrays.h"
#include "reference/model/groups.h"

namespace bindpose::morph {

/// d_i of every vertex: [#targets][#vertices]; empty for an attribute that no target displaces.
template <class T, int n = 3>
using Displacements = std::vector<std::vector<Eigen::Matrix<T, n, 1>>>;

/// True if a target counts: its weight is not 0, or float32 may round it to a number that is not 0.
template <class T>
bool counts(const T& phi) {
  return phi != T(0);
}
template <>
inline bool counts(const Tracked& phi) {
  return phi.value() != 0 || phi.error() != 0;
}

/// The effect of all targets of an input on its mesh.
template <class T>
struct Targets {
  std::vector<T> weights = {};      ///< phi_i [#targets]
  Displacements<T> positions = {};  ///< metres
  Displacements<T> normals = {};    ///< displacements of directions of any length
  Displacements<T> tangents = {};   ///< displacements of directions of any length
};

/// target_weights.
inline ArrayList target_weight_arrays() {
  return {real("target_weights", "phi_i", "T",
               "weight of target i, of any sign and size; a target of weight 0 contributes nothing")
              .not_empty()
              .finite()};
}

/// target_positions, target_normals, target_tangents.
inline ArrayList displacement_arrays() {
  return {
      real("target_positions", "dx_i", "T V 3", Kind::offset(Space::mesh),
           "displacement of the position by target i")
          .finite(),
      real("target_normals", "dn_i", "T V 3", Kind::vector(Space::mesh), "change of the normal by target i")
          .optional()
          .finite(),
      real("target_tangents", "dt_i", "T V 3", Kind::vector(Space::mesh),
           "change of the tangent by target i, without the handedness")
          .optional()
          .finite()};
}

/// Target weights, and displacements that may hold anything if the weight is 0.
inline ArrayList target_arrays() {
  ArrayList arrays = target_weight_arrays();
  for (const ArrayDeclaration& array : displacement_arrays())
    arrays.push_back(array.where("target_weights"));
  return arrays;
}

/// Targets of an input with these weights, without directions that its mesh lacks.
template <class T>
Targets<T> read_targets(const Inputs<T>& in, std::vector<T> weights) {
  Targets<T> targets{std::move(weights), groups<3>(in, "target_positions")};
  if (in.has("normals")) targets.normals = groups<3>(in, "target_normals");
  if (in.has("tangents")) targets.tangents = groups<3>(in, "target_tangents");
  return targets;
}

template <class T>
Targets<T> read_targets(const Inputs<T>& in) {
  return read_targets(in, in.numbers("target_weights"));
}

/// Adds the targets to an input with a mesh. An attribute that only some targets displace gets
/// zeros for the others.
void add_targets(ArraySet& question, const Mesh& base, const std::vector<double>& weights,
                 const std::vector<MorphTarget>& targets);

}  // namespace bindpose::morph
