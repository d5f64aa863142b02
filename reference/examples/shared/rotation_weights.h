// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights of examples of single joints, by the joints' local rotations.
#pragma once

#include <fmt/format.h>

#include "reference/examples/shared/example_meshes.h"

namespace bindpose::examples {

/// Examples of one joint.
using ExampleList = std::vector<std::size_t>;

/// A joint's local rotation at rest and in its examples.
template <class T>
std::vector<Pose<T>> rotations_of_joint(const ArraySet& question, std::size_t j,
                                        const ExampleList& examples) {
  std::vector<Pose<T>> rotations = {Pose<T>(read_row<T, 4>(*question.find("rest_rotations"), j))};
  for (const std::size_t k : examples)
    rotations.push_back(Pose<T>(read_row<T, 4>(*question.find("example_rotations"), k)));
  return rotations;
}

/// a_k of a joint's examples by its local rotation. Errors MATRIX_LOCAL, COINCIDENT_POSES, SINGULAR_SYSTEM.
template <class T>
Expected<std::vector<T>> rotation_weights(const Inputs<T>& in, std::size_t j, const ExampleList& examples,
                                          const std::vector<LocalTransform<T>>& locals) {
  if (locals[j].is_matrix)
    return fail("MATRIX_LOCAL", fmt::format("local_matrices[{}]", j),
                "a joint given as a matrix has no rotation");
  const auto distinct = require_distinct(
      distances(rotations_of_joint<double>(in.arrays(), j, examples), Metric::rotation_angle),
      to_double(read_sigma(in)), ConstantTerm::none);
  if (!distinct)
    return fail(
        distinct.error().code, fmt::format("rest_rotations[{}]", j),
        "the joint's rotations at rest and in its examples are too close to each other to tell them apart");
  const Vec4<T> q = locals[j].trs.rotation.coeffs();
  return weights_beside_rest<T>(Pose<T>(q), rotations_of_joint<T>(in.arrays(), j, examples), read_sigma(in),
                                Metric::rotation_angle);
}

/// a_k of every example, 0 for joints of rank 0. Errors as rotation_weights().
template <class T>
Expected<std::vector<T>> weights_of_examples(const Inputs<T>& in, const std::vector<ExampleList>& of_joint) {
  BINDPOSE_TRY(const auto locals, skinning::posed_locals(in));
  std::vector<T> a(in.extent("P"), T(0));
  for (std::size_t j = 0; j < of_joint.size(); ++j) {
    if (in.integers("ranks")[j] == 0) continue;
    BINDPOSE_TRY(const std::vector<T> own, rotation_weights(in, j, of_joint[j], locals));
    for (std::size_t k = 0; k < own.size(); ++k)
      a[of_joint[j][k]] = own[k];
  }
  return a;
}

}  // namespace bindpose::examples
