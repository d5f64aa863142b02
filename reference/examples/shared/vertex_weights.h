// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights of examples that are each vertex's own, because poses are compared joint by joint.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "reference/examples/shared/example_meshes.h"
#include "reference/examples/shared/weighted_distance.h"

namespace bindpose::examples {

enum class Share { whole, by_influence };
inline const Choice<Share> shares{
    .name = "pose_distance",
    .values = {{"whole", Share::whole}, {"by-influence", Share::by_influence}},
    .meaning = "whether every joint counts when poses are compared, or each by its weight at the vertex",
    .only_pose = true};

/// Distances of joints: of each example's pose to the pose asked for, and to that of each example [P + 1][P][J].
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

/// The last row apart: from the pose asked for.
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

/// w_j of a vertex, whatever its slots are.
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
  /// tied: vertices of which nobody says what influences count. Errors ARRAY_SHAPE, NOT_UNIT; those of at() where all
  /// joints count alike.
  static Expected<VertexWeights> of(const Inputs<T>& in, const std::vector<std::size_t>& tied) {
    VertexWeights weights;
    weights.tied_ = tied;
    weights.in_palette_ = in.level() == Level::palette;
    weights.P_ = in.extent("P");
    weights.J_ = in.extent("J");
    weights.noted_ = {"example_weights", {in.extent("V"), weights.P_}, {}};
    if (weights.in_palette_) {
      weights.given_ = in.numbers("example_weights");
      return weights;
    }
    const Metric metric = in.chosen(metrics_of_poses());
    for (const char* name : {"example_poses", "pose"})
      BINDPOSE_CHECK(require_poses(in.arrays(), name, metric));
    weights.by_influence_ = in.chosen(shares) == Share::by_influence;
    weights.sigma_ = read_sigma(in);
    weights.d_ = joint_distances(in, metric);
    if (weights.by_influence_) return weights;
    const std::vector<T> ones(weights.J_, T(1));
    BINDPOSE_TRY(weights.given_, weights.solved_for(ones));
    return weights;
  }

  /// Vertex by vertex, in their order. Errors COINCIDENT_POSES, SINGULAR_SYSTEM, TIED_INFLUENCES.
  Expected<std::vector<T>> at(const RestVertex<T>& rest) {
    Expected<std::vector<T>> a = chosen_for(rest);
    const std::vector<T> noted = a ? *a : std::vector<T>(P_, T(0));
    noted_.values.insert(noted_.values.end(), noted.begin(), noted.end());
    if (!a) undefined_.push_back({"example_weights", rest.v, a.error().code});
    return a;
  }

  /// Those that at() gave, as the first stage of an answer.
  void put_first(Result<T>& result) const {
    result.arrays.insert(result.arrays.begin(), noted_);
    result.undefined.insert(result.undefined.begin(), undefined_.begin(), undefined_.end());
  }

 private:
  Expected<std::vector<T>> chosen_for(const RestVertex<T>& rest) const {
    if (in_palette_) {
      const auto first = given_.begin() + static_cast<std::ptrdiff_t>(rest.v * P_);
      return std::vector<T>(first, first + static_cast<std::ptrdiff_t>(P_));
    }
    if (!by_influence_) return given_;
    if (std::ranges::binary_search(tied_, rest.v)) return fail("TIED_INFLUENCES", "weights", "");
    return solved_for(joint_weights(rest, J_));
  }

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

  bool in_palette_ = false, by_influence_ = false;
  std::vector<std::size_t> tied_;
  std::size_t P_ = 0, J_ = 0;
  std::vector<T> given_;  ///< of every vertex at palette level, of all of them elsewhere
  T sigma_ = T(1);
  std::vector<std::vector<std::vector<T>>> d_;
  ResultArray<T> noted_;
  std::vector<Undefined> undefined_;
};

}  // namespace bindpose::examples
