// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: poses of examples as arrays of an input, and the distances between them.
#pragma once

#include "reference/examples/rbf.h"
#include "reference/model/inputs.h"

namespace bindpose::examples {

inline const Choice<ConstantTerm> constant_terms{
    .name = "constant_term",
    .values = {{"none", ConstantTerm::none}, {"added", ConstantTerm::added}},
    .meaning = "whether a constant is added to the sum of basis functions, whose coefficients then sum to 0"};

/// The metric of poses that are given only at level pose.
inline Choice<Metric> metrics_of_poses() {
  Choice<Metric> choice = metrics;
  choice.only_pose = true;
  return choice;
}

/// Checks rotations and directions. Errors ARRAY_SHAPE, NOT_UNIT. width: number of values of
/// one row.
Expected<void> require_poses(const ArraySet& question, std::string_view name, Metric metric);

/// Errors COINCIDENT_POSES if two of the examples are at most 2^-40 sigma apart, SINGULAR_SYSTEM if the condition
/// number in double exceeds 2^40. d [P][P].
Expected<void> require_distinct(const std::vector<std::vector<double>>& d, double sigma,
                                ConstantTerm constant);

/// Checks the examples' poses and the array `asked`. Errors as the two functions above.
Expected<void> require_example_poses(const ArraySet& question, std::string_view asked, Metric metric,
                                     ConstantTerm constant);

/// Declares example_poses with the symbol of the page, and sigma.
ArrayList example_pose_arrays(std::string_view symbol = "x_i");

/// sigma, 1 by default.
template <class T>
T read_sigma(const Inputs<T>& in) {
  return in.has("sigma") ? in.number("sigma") : T(1);
}

/// Rows of an array [N, d].
template <class T>
std::vector<Pose<T>> read_poses(const ArraySet& question, std::string_view name) {
  const Array& array = *question.find(name);
  const std::size_t width = array.shape.back();
  std::vector<Pose<T>> poses(array.reals().size() / width, Pose<T>(static_cast<Eigen::Index>(width)));
  for (std::size_t i = 0; i < array.reals().size(); ++i)
    poses[i / width][static_cast<Eigen::Index>(i % width)] = read_scalar<T>(array, i);
  return poses;
}

/// Distances from a pose to each example.
template <class T>
std::vector<T> distances(const Pose<T>& x, const std::vector<Pose<T>>& examples, Metric metric) {
  std::vector<T> d;
  for (const Pose<T>& example : examples)
    d.push_back(pose_distance(x, example, metric));
  return d;
}
template <class T>
std::vector<std::vector<T>> distances(const std::vector<Pose<T>>& examples, Metric metric) {
  std::vector<std::vector<T>> d;
  for (const Pose<T>& example : examples)
    d.push_back(distances(example, examples, metric));
  return d;
}

}  // namespace bindpose::examples
