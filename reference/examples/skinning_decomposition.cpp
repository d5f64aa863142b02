// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/skinning_decomposition.h"

#include "reference/examples/skinning_decomposition_bound.h"

namespace bindpose::examples {
namespace skinning_decomposition_question {

Declaration declaration() {
  return {
      .inputs =
          {real("positions", "p", "V 3", Kind::point(Space::mesh), "position at rest").not_empty().finite(),
           real("example_positions", "y_k", "P V 3", Kind::point(Space::mesh), "position in example k")
               .not_empty()
               .finite(),
           integer("bone_count", "J", "1", "number of bones to find").within(1, 256).counts("J"),
           integer("influence_count", "K", "1", "largest number of bones per vertex").within(1, 256),
           integer("round_count", "N", "1", "number of rounds").within(0, 1024),
           integer("clusters", "c_v", "V", "initial bone of the vertex").index_into("J")},
      .stages = {},
      .outputs = {real("bone_weights", "w_j", "V J", "weight of each bone"),
                  real("example_palettes", "M_j^k", "J P 3 4", Kind::affine(Space::mesh, Space::mesh),
                       "rigid motion of bone j in example k, rows (C | t)"),
                  real("fitted_positions", "x_k", "P V 3", Kind::point(Space::mesh),
                       "result of linear blending with these weights and bones in example k"),
                  real("residual", "rho", "1", Kind::length(),
                       "root of the mean squared distance from the examples")},
      .options = {}};
}

template <class T>
ResultArray<T> weights_array(const DynamicMatrix<T>& w) {
  ResultArray<T> array{
      "bone_weights", {static_cast<std::size_t>(w.rows()), static_cast<std::size_t>(w.cols())}, {}};
  for (Eigen::Index v = 0; v < w.rows(); ++v)
    for (Eigen::Index j = 0; j < w.cols(); ++j)
      array.values.push_back(w(v, j));
  return array;
}

/// In the order of the bones.
template <class T>
ResultArray<T> palettes_array(const Palettes<T>& M) {
  std::vector<Affine<T>> by_bone;
  for (std::size_t j = 0; j < M[0].size(); ++j)
    for (const std::vector<Affine<T>>& bones : M)
      by_bone.push_back(bones[j]);
  ResultArray<T> array = to_result_array<T>("example_palettes", by_bone);
  array.shape = {M[0].size(), M.size(), 3, 4};
  return array;
}

template <class T>
ResultArray<T> fitted_array(const std::vector<Points<T>>& x) {
  Points<T> all;
  for (const Points<T>& example : x)
    all.insert(all.end(), example.begin(), example.end());
  ResultArray<T> array = to_result_array<T, 3>("fitted_positions", all);
  array.shape = {x.size(), x[0].size(), 3};
  return array;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const AnimatedMesh<T> mesh{in.template rows<3>("positions"), groups<3>(in, "example_positions")};
  const DecompositionSize size{in.extent("J"), static_cast<std::size_t>(in.integer("influence_count")),
                               static_cast<std::size_t>(in.integer("round_count"))};
  const SkinningDecomposition<T> found = decomposed<T>(mesh, in.integers("clusters"), size);
  return Result<T>{{weights_array<T>(found.w), palettes_array<T>(found.M), fitted_array<T>(found.x),
                    ResultArray<T>{"residual", {1}, {found.rho}}},
                   {}};
}

}  // namespace skinning_decomposition_question

BINDPOSE_IMPLEMENT(skinning_decomposition)

}  // namespace bindpose::examples
