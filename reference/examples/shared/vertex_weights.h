// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights of examples that differ by vertex, because poses are compared joint by joint.
#pragma once

#include "reference/examples/shared/example_meshes.h"
#include "reference/examples/shared/weighted_distance.h"

namespace bindpose::examples {

enum class Share { whole, by_influence };
inline const Choice<Share> shares{
    .name = "pose_distance",
    .values = {{"whole", Share::whole}, {"by-influence", Share::by_influence}},
    .meaning = "whether all joints count equally when poses are compared, or by their weights at the vertex",
    .only_pose = true};

/// Distances of joints between each example's pose and the pose of the input (last row) or of each example [P + 1][P][J].
template <class T>
std::vector<std::vector<std::vector<T>>> joint_distances(const Inputs<T>& in, Metric metric) {
  const std::size_t P = in.extent("P"), J = in.extent("J");
  std::vector<Pose<T>> rows = read_poses<T>(in.arrays(), "example_poses");
  const std::vector<Pose<T>> asked = read_poses<T>(in.arrays(), "pose");
  rows.insert(rows.end(), asked.begin(), asked.end());
  std::vector<std::vector<std::vector<T>>> d(P + 1, std::vector<std::vector<T>>(P));
  for (std::size_t k = 0; k <= P; ++k)
    for (std::size_t l = 0; l < P; ++l)
      for (std::size_t j = 0; j < J; ++j)
        d[k][l].push_back(pose_distance(rows[k * J + j], rows[l * J + j], metric));
  return d;
}

/// The same distances, with the last row (to the pose of the input) as `asked`.
template <class T>
struct Apart {
  std::vector<std::vector<T>> examples;
  std::vector<T> asked;
};
template <class T>
Apart<T> apart_by(const std::vector<std::vector<std::vector<T>>>& d, const std::vector<T>& w) {
  Apart<T> apart;
  for (const auto& from : d) {
    std::vector<T> row;
    for (const std::vector<T>& joints : from)
      row.push_back(weighted_distance(joints, w));
    apart.examples.push_back(std::move(row));
  }
  apart.asked = std::move(apart.examples.back());
  apart.examples.pop_back();
  return apart;
}

/// w_j of a vertex, for any slots.
template <class T>
std::vector<T> joint_weights(const RestVertex<T>& rest, std::size_t joints) {
  std::vector<T> w(joints, T(0));
  for (const skinning::Influence<T>& i : rest.influences)
    w[i.j] += i.w;
  return w;
}

/// a_k of every vertex: as given, or by radial basis functions over poses.
template <class T>
class VertexWeights {
 public:
  /// tied: vertices for which the influences that count are undefined. Errors ARRAY_SHAPE, NOT_UNIT; those of at() if all
  /// joints count alike.
  static Expected<VertexWeights> of(const Inputs<T>& in, const std::vector<std::size_t>& tied) {
    VertexWeights weights;
    const std::size_t V = in.extent("V"), P = in.extent("P"), J = in.extent("J");
    weights.rows_ = {"example_weights", {V, P}, std::vector<T>(V * P, T(0))};
    if (in.level() == Level::palette) {
      weights.rows_.values = in.numbers("example_weights");
      return weights;
    }
    const Metric metric = in.chosen(metrics_of_poses());
    for (const char* name : {"example_poses", "pose"})
      BINDPOSE_CHECK(require_poses(in.arrays(), name, metric));
    weights.by_influence_ = in.chosen(shares) == Share::by_influence;
    weights.sigma_ = read_sigma(in);
    weights.d_ = joint_distances(in, metric);
    if (weights.by_influence_) {
      for (const std::size_t v : tied)
        weights.undefined_.push_back({"example_weights", v, "TIED_INFLUENCES"});
      return weights;
    }
    BINDPOSE_TRY(const std::vector<T> of_all, weights.solved_for(std::vector<T>(J, T(1))));
    for (std::size_t v = 0; v < V; ++v)
      weights.put(v, of_all);
    return weights;
  }

  /// Errors COINCIDENT_POSES, SINGULAR_SYSTEM.
  Expected<std::vector<T>> at(const RestVertex<T>& rest) {
    if (!by_influence_) {
      const auto first = row(rest.v);
      return std::vector<T>(first, first + static_cast<std::ptrdiff_t>(rows_.shape[1]));
    }
    Expected<std::vector<T>> a = solved_for(joint_weights(rest, d_[0][0].size()));
    if (a)
      put(rest.v, *a);
    else
      undefined_.push_back({"example_weights", rest.v, a.error().code});
    return a;
  }

  /// Inserts the weights of at() as the first stage of an output.
  void put_first(Result<T>& result) const {
    result.arrays.insert(result.arrays.begin(), rows_);
    result.undefined.insert(result.undefined.begin(), undefined_.begin(), undefined_.end());
  }

 private:
  auto row(std::size_t v) { return rows_.values.begin() + static_cast<std::ptrdiff_t>(v * rows_.shape[1]); }

  void put(std::size_t v, const std::vector<T>& a) { std::copy(a.begin(), a.end(), row(v)); }

  /// Errors COINCIDENT_POSES, SINGULAR_SYSTEM.
  Expected<std::vector<T>> solved_for(const std::vector<T>& w) const {
    const Apart<T> apart = apart_by(d_, w);
    std::vector<std::vector<double>> values;
    for (const std::vector<T>& row : apart.examples) {
      values.emplace_back();
      for (const T& d : row)
        values.back().push_back(to_double(d));
    }
    BINDPOSE_CHECK(require_distinct(values, to_double(sigma_), ConstantTerm::none));
    return example_weights(apart.examples, apart.asked, sigma_, ConstantTerm::none);
  }

  bool by_influence_ = false;
  T sigma_ = T(1);
  std::vector<std::vector<std::vector<T>>> d_;  ///< as joint_distances()
  ResultArray<T> rows_;                         ///< [#vertices, #examples]
  std::vector<Undefined> undefined_;
};

}  // namespace bindpose::examples
