// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: examples that belong to joints, as arrays of an input: the joint of each vertex, the weights of examples, and their offsets.
#pragma once

#include <fmt/format.h>

#include "reference/examples/spherical_joint_by_example.h"

namespace bindpose::examples {

using skinning::JointList, skinning::JointPlaces;

/// Error PARAMETER_RANGE.
inline Expected<void> require_counts(const Array::Integers& counts, const std::vector<int>& parents,
                                     std::size_t P) {
  for (std::size_t j = 0; j < counts.size(); ++j) {
    const std::size_t most = parents[j] < 0 ? 0 : P;
    if (counts[j] < 0 || static_cast<std::size_t>(counts[j]) > most)
      return fail("PARAMETER_RANGE", fmt::format("example_counts[{}]", j),
                  fmt::format("{}, expected 0 .. {}", counts[j], most));
  }
  return {};
}

/// M_j of the examples [#examples][#joints].
template <class T>
using ExampleMotions = std::vector<std::vector<Rigid<T>>>;

template <class T>
ExampleMotions<T> read_example_motions(const ArraySet& question) {
  const Array& rotations = *question.find("example_rotations");
  const Array& translations = *question.find("example_translations");
  const std::size_t J = rotations.shape[0], P = rotations.shape[1];
  ExampleMotions<T> M(P);
  for (std::size_t i = 0; i < J * P; ++i)
    M[i % P].push_back({Quat<T>(read_row<T, 4>(rotations, i)), read_row<T, 3>(translations, i)});
  return M;
}

/// The axes of joint j's bone: at rest, then in each of its examples.
template <class T>
std::vector<Pose<T>> axes_of_bone(const ArraySet& question, std::size_t j, std::size_t parent,
                                  const ExampleMotions<T>& M) {
  const Vec3<T> u = read_row<T, 3>(*question.find("bone_axes"), j);
  std::vector<Pose<T>> axes(1, Pose<T>::Zero(3));
  axes[0].template head<3>() = u;
  for (int k = 0; k < question.find("example_counts")->integers()[j]; ++k)
    axes.push_back(Pose<T>(bone_axis(u, j, parent, M[static_cast<std::size_t>(k)])));
  return axes;
}

/// a_jk of joint j's examples by radial basis functions. Errors COINCIDENT_POSES, SINGULAR_SYSTEM.
template <class T>
Expected<std::vector<T>> weights_of_joint(const Inputs<T>& in, std::size_t j, const std::vector<Rigid<T>>& M,
                                          const ExampleMotions<double>& exact, const ExampleMotions<T>& M_k) {
  const auto parent = static_cast<std::size_t>(in.integers("parents")[j]);
  const T sigma = read_sigma(in);
  const auto distinct =
      require_distinct(distances(axes_of_bone(in.arrays(), j, parent, exact), Metric::arc_length),
                       to_double(sigma), ConstantTerm::none);
  if (!distinct)
    return fail(distinct.error().code, fmt::format("example_rotations[{}]", j),
                "the bone's axes at rest and in the examples are too close to each other to tell them apart");
  const Vec3<T> u = read_row<T, 3>(*in.arrays().find("bone_axes"), j);
  return weights_beside_rest<T>(bone_axis(u, j, parent, M), axes_of_bone(in.arrays(), j, parent, M_k), sigma,
                                Metric::arc_length);
}

/// a_jk [#joints * #examples]: as given (0 for a joint without examples), or by radial basis functions. Errors as
/// weights_of_joint().
template <class T>
Expected<std::vector<T>> read_joint_weights(const Inputs<T>& in, const std::vector<Rigid<T>>& M,
                                            const ExampleMotions<T>& M_k) {
  const Array::Integers& counts = in.integers("example_counts");
  const std::size_t P = M_k.size();
  std::vector<T> a(M.size() * P, T(0));
  if (in.level() == Level::palette) {
    const Array& given = *in.arrays().find("example_weights");
    for (std::size_t i = 0; i < a.size(); ++i)
      if (counts[i / P] != 0) a[i] = read_scalar<T>(given, i);
    return a;
  }
  const auto exact = read_example_motions<double>(in.arrays());
  for (std::size_t j = 0; j < M.size(); ++j) {
    if (counts[j] == 0) continue;
    BINDPOSE_TRY(const std::vector<T> own, weights_of_joint(in, j, M, exact, M_k));
    std::copy(own.begin(), own.end(), a.begin() + static_cast<std::ptrdiff_t>(j * P));
  }
  return a;
}

/// The joint with examples in whose support the vertex lies. Error SUPPORTS_OVERLAP.
inline Expected<std::optional<std::size_t>> joint_with_examples(const JointList& joints,
                                                                const Array::Integers& counts,
                                                                const std::vector<int>& parents,
                                                                std::size_t v) {
  std::optional<std::size_t> found;
  for (std::size_t j = 0; j < counts.size(); ++j) {
    if (counts[j] == 0 || !is_in_support(joints, j, parents)) continue;
    if (found)
      return fail("SUPPORTS_OVERLAP", fmt::format("joints[{}]", v),
                  fmt::format("the vertex is in the supports of joints {} and {}, which both have examples",
                              *found, j));
    found = j;
  }
  return found;
}

/// A row of an array [P, V, 3]. Error NOT_FINITE.
template <class T>
Expected<Vec3<T>> read_posed_row(const Array& array, std::size_t k, std::size_t v) {
  const std::size_t row = k * array.shape[1] + v;
  if (!read_row<double, 3>(array, row).allFinite())
    return fail("NOT_FINITE", fmt::format("{}[{}][{}]", array.name, k, v), "expected finite numbers");
  return read_row<T, 3>(array, row);
}

/// Offsets of a vertex [#examples of its joint]; none if a rotation cannot be blended. Errors NOT_FINITE.
template <class T>
Expected<std::optional<std::vector<RestVertex<T>>>> offsets_of(const Inputs<T>& in, const RestVertex<T>& rest,
                                                               std::size_t count,
                                                               const ExampleMotions<T>& M_k,
                                                               const JointPlaces& places) {
  const Array* const normals = in.has("normals") ? in.arrays().find("example_normals") : nullptr;
  std::vector<RestVertex<T>> d;
  for (std::size_t k = 0; k < count; ++k) {
    RestVertex<T> posed{rest.v};
    BINDPOSE_TRY(posed.x, read_posed_row<T>(*in.arrays().find("example_positions"), k, rest.v));
    if (normals != nullptr) {
      BINDPOSE_TRY(posed.n, read_posed_row<T>(*normals, k, rest.v));
    }
    const auto turn = joint_turn(rest, M_k[k], places);
    if (!turn) return std::optional<std::vector<RestVertex<T>>>();
    d.push_back(example_offset(rest, posed, *turn));
    if (normals == nullptr) d.back().n.setZero();
  }
  return d;
}

/// The data of a vertex from its joint's examples; no d if a rotation cannot be blended.
template <class T>
struct VertexExamples {
  std::vector<T> a;
  std::optional<std::vector<RestVertex<T>>> d;
};

/// All examples of an input.
template <class T>
struct JointExamples {
  JointPlaces places;
  ExampleMotions<T> M_k;
  std::vector<T> a_jk;  ///< [#joints * #examples]

  /// M: [#joints]. Errors PARAMETER_RANGE, COINCIDENT_POSES, SINGULAR_SYSTEM.
  static Expected<JointExamples> of(const Inputs<T>& in, const std::vector<Rigid<T>>& M) {
    JointExamples examples{skinning::joint_places(in), read_example_motions<T>(in.arrays()), {}};
    BINDPOSE_CHECK(
        require_counts(in.integers("example_counts"), examples.places.parents, examples.M_k.size()));
    BINDPOSE_TRY(examples.a_jk, read_joint_weights(in, M, examples.M_k));
    return examples;
  }

  ResultArray<T> weights() const { return {"example_weights", {places.parents.size(), M_k.size()}, a_jk}; }

  /// Errors NO_COMMON_PIVOT, SUPPORTS_OVERLAP, NOT_FINITE.
  Expected<VertexExamples<T>> of_vertex(const Inputs<T>& in, const RestVertex<T>& rest) const {
    const Array::Integers& counts = in.integers("example_counts");
    const JointList joints = skinning::joints_of(rest.influences);
    if (!pivot_of(joints, places))
      return fail("NO_COMMON_PIVOT", fmt::format("joints[{}]", rest.v),
                  "the vertex's joints do not meet in one point");
    BINDPOSE_TRY(const auto j, joint_with_examples(joints, counts, places.parents, rest.v));
    const std::size_t count = j ? static_cast<std::size_t>(counts[*j]) : 0;
    BINDPOSE_TRY(const auto d, offsets_of(in, rest, count, M_k, places));
    const auto first = a_jk.begin() + static_cast<std::ptrdiff_t>(j.value_or(0) * M_k.size());
    return VertexExamples<T>{std::vector<T>(first, first + static_cast<std::ptrdiff_t>(count)), d};
  }
};

}  // namespace bindpose::examples
