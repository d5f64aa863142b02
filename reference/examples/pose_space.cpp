// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/pose_space.h"

#include <string>
#include <utility>

#include "reference/examples/shared/weighted_distance.h"

namespace bindpose::examples {
namespace pose_space_question {

const Choice<Space> spaces{.name = "space",
                           .values = {{"joint", Space::joint}, {"pre-skinning", Space::pre_skinning}},
                           .meaning =
                               "where displacements are interpolated: in the space of the vertex's joint, or "
                               "at rest, before skinning"};

enum class Share { whole, by_influence };
const Choice<Share> shares{
    .name = "pose_distance",
    .values = {{"whole", Share::whole}, {"by-influence", Share::by_influence}},
    .meaning = "whether every joint counts when poses are compared, or each by its weight at the vertex",
    .only_pose = true};

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          mesh_arrays() + influence_arrays() +
          ArrayList{integer("owners", "j", "V").means("joint that the vertex belongs to").index_into("J"),
                    real("example_positions", "x_k", "P V 3")
                        .in("mesh space, metres")
                        .means("position in example k, as it is posed")
                        .not_empty()
                        .finite()} +
          example_palette_arrays() +
          ArrayList{real("example_weights", "a_k", "V P")
                        .means("weight of example k at the vertex, used as given")
                        .at_palette()
                        .finite()} +
          palette_or_pose_arrays() +
          at_pose({real("example_poses", "p_kj", "P J d")
                       .means("pose of joint j in example k: any numbers, a unit quaternion (x, y, z, w), "
                              "or a unit direction, by the metric")
                       .at_least(1, "d")
                       .finite(),
                   example_pose_arrays()[1],
                   real("pose", "p_j", "J d").means("pose of joint j that is asked for").finite()}),
      .stages = at_pose({real("example_weights", "a_k", "V P").means("weight of example k at the vertex")}) +
                palette_stages(),
      .outputs = surface_arrays(),
      .options = {spaces.spec(), shares.spec(), metrics_of_poses().spec(), hierarchy::inverse_orders.spec()}};
  return declared;
}

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

/// a_k of a vertex; none where its examples cannot be told apart.
template <class T>
struct VertexWeights {
  std::vector<T> a;
  std::string undefined;
};

template <class T>
class PoseWeights {
 public:
  static Expected<PoseWeights> of(const Inputs<T>& in) {
    PoseWeights weights;
    weights.in_palette_ = in.level() == Level::palette;
    weights.P_ = in.extent("P");
    weights.J_ = in.extent("J");
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

  VertexWeights<T> at(const RestVertex<T>& rest) const {
    if (in_palette_) {
      const auto first = given_.begin() + static_cast<std::ptrdiff_t>(rest.v * P_);
      return {std::vector<T>(first, first + static_cast<std::ptrdiff_t>(P_)), {}};
    }
    if (!by_influence_) return {given_, {}};
    const auto a = solved_for(joint_weights(rest, J_));
    if (a) return {*a, {}};
    return {std::vector<T>(P_, T(0)), a.error().code};
  }

 private:
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
  std::size_t P_ = 0, J_ = 0;
  std::vector<T> given_;  ///< of every vertex at palette level, of all of them elsewhere
  T sigma_ = T(1);
  std::vector<std::vector<std::vector<T>>> d_;
};

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_skinned_mesh<Affine>(in));
  BINDPOSE_TRY(const auto weights, PoseWeights<T>::of(in));
  const Palettes<T> M = read_example_palettes(in);
  const auto x = groups<3>(in, "example_positions");
  const Space space = in.chosen(spaces);
  const InverseOrder order = in.chosen(hierarchy::inverse_orders);
  ResultArray<T> a{"example_weights", {q.x.size(), x.size()}, {}};
  std::vector<Undefined> undefined;
  const auto kernel = [&](const RestVertex<T>& rest) {
    const auto j = static_cast<std::uint32_t>(in.integers("owners")[rest.v]);
    const VertexWeights<T> own = weights.at(rest);
    a.values.insert(a.values.end(), own.a.begin(), own.a.end());
    if (!own.undefined.empty()) {
      undefined.push_back({"example_weights", rest.v, own.undefined});
      return skinning::no_answer<T>(own.undefined.c_str());
    }
    std::vector<Vec3<T>> d;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto d_k = displacement(rest, j, x[k][rest.v], M[k], space, order);
      if (!d_k) return skinning::no_answer<T>("SINGULAR_BLEND");
      d.push_back(*d_k);
    }
    return pose_space(rest, j, own.a, d, q.M, space);
  };
  BINDPOSE_TRY(const Surface<T> surface, deform_vertices(q, kernel));
  if (in.level() == Level::pose) q.put_first({std::move(a)});
  Result<T> result{q.stages, std::move(undefined)};
  append_surface(result, surface);
  return result;
}

}  // namespace pose_space_question

BINDPOSE_IMPLEMENT(pose_space)

}  // namespace bindpose::examples
