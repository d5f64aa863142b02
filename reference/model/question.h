// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rigs, poses and tracks written as named arrays, and read back with every count and range checked.
//
// The arrays, by name. V vertices, K influence slots per vertex, J joints; reals are float32-representable.
//   positions [V, 3]             x, metres
//   normals [V, 3]               n, unit; optional
//   tangents [V, 4]              (t, handedness); optional
//   joints [V, K] integers       influencing joints
//   weights [V, K]               their weights; unused slots 0
//   triangles [F, 3] integers    three vertices each; optional, for methods that read the mesh's connectivity
//   palette [J, 3, 4]            skinning matrices M_j, rows (C | t)
//   parents [J] integers         -1 for a root
//   local_translations [J, 3], local_rotations [J, 4] (x, y, z, w), local_scales [J, 3]
//   local_matrices [J, 3, 4], local_is_matrix [J] integers      optional: joints given as a matrix (1)
//   inverse_binds [J, 3, 4]      A_j
//   time [1]                     seconds; optional, with tracks: keyframes then replace parts of
//                                the local transforms
//   tracks [N, 3] integers       joint, what moves (0 translation, 1 rotation, 2 scale),
//                                interpolation (0 step, 1 linear, 2 cubicspline); track i has
//   track_i_times [K], track_i_values [K, w]; cubicspline: [K, 3, w],
//                                in-tangent, value, out-tangent
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"
#include "reference/model/rig.h"
#include "reference/model/try.h"
#include "reference/numeric/scalar.h"

namespace bindpose {

/// An input number on scalar T; for Tracked with the uncertainty that the array declares.
template <class T>
T read_scalar(const Array& array, std::size_t i) {
  return static_cast<T>(array.reals()[i]);
}
template <>
inline Tracked read_scalar<Tracked>(const Array& array, std::size_t i) {
  const double x = array.reals()[i];
  return array.uncertainty.empty() ? Tracked(x) : Tracked::uncertain(x, array.uncertainty[i]);
}

void add_mesh(ArraySet& question, const Mesh& mesh);
void add_triangles(ArraySet& question, const std::vector<Triangle>& triangles);
void add_influences(ArraySet& question, const Influences& influences);
/// Rounds to float32 as it writes.
void add_affines(ArraySet& question, std::string_view name, const std::vector<Affine<double>>& maps);
void add_pose(ArraySet& question, const std::vector<int>& parents,
              const std::vector<LocalTransform<double>>& locals);

/// A track and its target: part of a joint's local transform, or the weights of all morph targets.
struct TrackOfJoint {
  enum class Path { translation, rotation, scale, weights };
  std::size_t joint = 0;  ///< for tracks of weights: any joint; they move the node that shows the mesh
  Path path = Path::translation;
  Track track;
};
void add_tracks(ArraySet& question, const std::vector<TrackOfJoint>& tracks, double time);
/// Returns no tracks without the array "tracks". A track may move weights if the input has "target_weights".
/// Errors as validate(Track), INDEX_RANGE.
Expected<std::vector<TrackOfJoint>> read_tracks(const ArraySet& question, std::size_t joint_count);

/// Errors: ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE.
Expected<Mesh> read_mesh(const ArraySet& question);
/// Empty without the array "triangles". Errors ARRAY_TYPE, ARRAY_SHAPE, INDEX_RANGE.
Expected<std::vector<Triangle>> read_triangles(const ArraySet& question, std::size_t vertex_count);
/// Triangles of a required array. Errors: ARRAY_MISSING.
Expected<std::vector<Triangle>> require_triangles(const ArraySet& question, std::size_t vertex_count);
/// Influence slots; without "weights" the weight of every slot is 1.
Expected<Influences> read_influences(const ArraySet& question, std::size_t vertex_count);
Expected<std::vector<int>> read_parents(const ArraySet& question);

template <class T>
Expected<std::vector<Affine<T>>> read_affines(const ArraySet& question, std::string_view name) {
  BINDPOSE_TRY(const Array* array, question.require_reals(name, {ArraySet::any, 3, 4}));
  std::vector<Affine<T>> maps(array->shape[0]);
  for (std::size_t j = 0; j < maps.size(); ++j)
    for (int r = 0; r < 3; ++r) {
      const std::size_t row = (j * 3 + static_cast<std::size_t>(r)) * 4;
      for (int c = 0; c < 3; ++c)
        maps[j].linear(r, c) = read_scalar<T>(*array, row + static_cast<std::size_t>(c));
      maps[j].translation[r] = read_scalar<T>(*array, row + 3);
    }
  return maps;
}

/// Row i of a real array [#rows, n] as a vector.
template <class T, int n>
Eigen::Matrix<T, n, 1> read_row(const Array& array, std::size_t row) {
  Eigen::Matrix<T, n, 1> v;
  for (int c = 0; c < n; ++c)
    v[c] = read_scalar<T>(array, row * static_cast<std::size_t>(n) + static_cast<std::size_t>(c));
  return v;
}

template <class T>
Expected<std::vector<LocalTransform<T>>> read_locals(const ArraySet& question, std::size_t joint_count) {
  BINDPOSE_TRY(const Array* translations, question.require_reals("local_translations", {joint_count, 3}));
  BINDPOSE_TRY(const Array* rotations, question.require_reals("local_rotations", {joint_count, 4}));
  BINDPOSE_TRY(const Array* scales, question.require_reals("local_scales", {joint_count, 3}));
  std::vector<LocalTransform<T>> locals(joint_count);
  for (std::size_t j = 0; j < joint_count; ++j)
    locals[j].trs = {read_row<T, 3>(*translations, j), Quat<T>(read_row<T, 4>(*rotations, j)),
                     read_row<T, 3>(*scales, j)};
  if (!question.has("local_matrices")) return locals;
  BINDPOSE_TRY(const Array* kinds, question.require_integers("local_is_matrix", {joint_count}));
  BINDPOSE_TRY(const std::vector<Affine<T>> matrices, read_affines<T>(question, "local_matrices"));
  if (matrices.size() != joint_count)
    return fail("ARRAY_SHAPE", "local_matrices", "expected a matrix per joint");
  for (std::size_t j = 0; j < joint_count; ++j) {
    locals[j].is_matrix = kinds->integers()[j] != 0;
    locals[j].matrix = matrices[j];
  }
  return locals;
}

}  // namespace bindpose
