// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: example shapes with their poses as input arrays, and their weights for a pose.
#pragma once

#include "reference/examples/shared/example_poses.h"
#include "reference/hierarchy/inverse_bind.h"
#include "reference/model/common_arrays.h"
#include "reference/model/groups.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::examples {

using hierarchy::InverseOrder, skinning::DeformedVertex, skinning::RestVertex;

/// Restricts every array of the list to level pose.
inline ArrayList at_pose(ArrayList arrays) {
  for (ArrayDeclaration& array : arrays)
    array = array.at_pose();
  return arrays;
}

/// Meshes from an optional array; empty without it.
template <class T>
std::vector<Vec3<T>> rows_or_none(const Inputs<T>& in, std::string_view name) {
  return in.has(name) ? in.template rows<3>(name) : std::vector<Vec3<T>>{};
}

/// M_j of the examples [#examples][#joints].
template <class T>
using Palettes = std::vector<std::vector<Affine<T>>>;

/// Declares example_positions with the symbol of the page.
inline ArrayDeclaration example_positions(std::string_view symbol = "x_k") {
  return real("example_positions", symbol, "P V 3", Kind::point(Space::mesh), "posed position in example k")
      .not_empty()
      .finite();
}

/// example_palettes.
inline ArrayList example_palette_arrays() {
  return {real("example_palettes", "M_j^k", "J P 3 4", Kind::affine(Space::mesh, Space::mesh),
               "skinning matrix of joint j in example k, rows (C | t)")
              .finite()};
}
template <class T>
Palettes<T> read_example_palettes(const Inputs<T>& in) {
  const std::size_t P = in.arrays().find("example_palettes")->shape[1];
  // Rows of twelve numbers, joint by joint.
  const auto rows = in.template rows<12>("example_palettes");
  Palettes<T> M(P);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Affine<T> map;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c)
        map.linear(r, c) = rows[i][4 * r + c];
      map.translation[r] = rows[i][4 * r + 3];
    }
    M[i % P].push_back(map);
  }
  return M;
}

/// B = sum_i w_i M_i; the identity for a vertex that does not move.
template <class T>
Affine<T> blended(const RestVertex<T>& rest, const std::vector<Affine<T>>& M) {
  if (rest.stays) return {};
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};
  for (const skinning::Influence<T>& i : rest.influences) {
    B.linear += i.w * M[i.j].linear;
    B.translation += i.w * M[i.j].translation;
  }
  return B;
}

/// True if a map counts as invertible, by its values in double.
template <class T>
bool has_inverse(const Affine<T>& B) {
  return is_invertible(B.linear.unaryExpr([](const T& x) { return to_double(x); }).eval());
}

/// a_k: s(x) of rbf for f = (0 .. 1 .. 0), of every example k.
template <class T>
std::vector<T> example_weights(const std::vector<std::vector<T>>& between, const std::vector<T>& d,
                               const T& sigma, ConstantTerm constant) {
  const auto P = static_cast<Eigen::Index>(d.size());
  const DynamicMatrix<T> each = DynamicMatrix<T>::Identity(P, P);
  std::vector<T> a = rbf(fitted(between, each, sigma, constant), basis_at(d, sigma, constant));
  for (T& weight : a)
    weight = stored(weight);
  return a;
}

/// Weights with the rest pose as an additional centre, centres[0]. a_k is 1 at centres[k]; all are 0 at
/// centres[0].
template <class T>
std::vector<T> weights_beside_rest(const Pose<T>& x, const std::vector<Pose<T>>& centres, const T& sigma,
                                   Metric metric) {
  std::vector<T> a =
      example_weights(distances(centres, metric), distances(x, centres, metric), sigma, ConstantTerm::none);
  a.erase(a.begin());
  return a;
}

}  // namespace bindpose::examples
