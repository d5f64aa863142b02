// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/links.h"

#include <fmt/format.h>

#include "reference/binding/shared/joint_weights.h"
#include "reference/binding/shared/skeleton_arrays.h"
#include "reference/model/common_arrays.h"

namespace bindpose::binding {
namespace links_question {

Declaration declaration() {
  return {
      .inputs =
          with_symbols(bare_mesh_and_skeleton_arrays(), {{"pivots", "c_j"}}) +
          ArrayList{real("rotations", "q_j", "J 4", Kind::rotation(Space::mesh, Space::mesh),
                         "rotation of joint j about its pivot relative to its parent, from the bind pose")
                        .unit_quaternions(),
                    real("ranges", "r_j", "J", "how far joint j may rotate, radians").within(0, 6.5),
                    integer("twist_joints", "k_j", "J",
                            "number of joints over which its twist about its parent's bone is spread")
                        .within(0, 16)} +
          influence_arrays(),
      .stages = {},
      .outputs =
          {real("link_palette", "M_l", "L 3 4", Kind::affine(Space::mesh, Space::mesh),
                "skinning matrix, rows (C | t): all joints, then each joint's links, twists before swings"),
           real("link_weights", "w'_l", "V L", "weight of each matrix"),
           real("positions", "x'", "V 3", Kind::point(Space::mesh), "deformed position")},
      .options = {}};
}

/// Errors ZERO_BONE, TWO_TWISTS, SWING_HALF_TURN, with the first joint whose twist cannot be spread.
Expected<void> require_twists(const Inputs<double>& in, const LinkRows& rows) {
  const auto c = in.rows<3>("pivots");
  const auto q = in.quaternions("rotations");
  std::vector<bool> is_taken(rows.joints());
  for (std::size_t j = 0; j < rows.joints(); ++j) {
    if (rows.count(j).twists == 0) continue;
    const skinning::Bone<double> bone{c[rows.parent(j)], c[j]};
    if (!skinning::has_direction(bone))
      return fail("ZERO_BONE", fmt::format("pivots[{}]", j), "a twist needs a bone to rotate about");
    if (is_taken[rows.parent(j)])
      return fail("TWO_TWISTS", fmt::format("twist_joints[{}]", j),
                  "the parent's bone already has twist joints");
    is_taken[rows.parent(j)] = true;
    if (q[j].w() == 0 && q[j].vec().dot(bone.tail - bone.head) == 0)
      return fail("SWING_HALF_TURN", fmt::format("rotations[{}]", j),
                  "a swing by half a turn leaves the twist undefined");
  }
  return {};
}

template <class T>
LinkRows read_rows(const Inputs<T>& in) {
  const Array::Integers &parents = in.integers("parents"), &twists = in.integers("twist_joints");
  std::vector<LinkCount> counts;
  for (std::size_t j = 0; j < parents.size(); ++j)
    counts.push_back({twists[j], swings_within(in.reals("ranges")[j])});
  return {std::vector<int>(parents.begin(), parents.end()), counts};
}

/// M_l of all rows.
template <class T>
std::vector<Affine<T>> link_palette(const Inputs<T>& in, const LinkRows& rows) {
  const auto c = in.template rows<3>("pivots");
  const auto q = in.quaternions("rotations");
  const Array::Integers& parents = in.integers("parents");
  std::vector<Affine<T>> M(rows.size());
  for (const std::size_t j : topological_order(std::vector<int>(parents.begin(), parents.end()))) {
    if (rows.is_root(j)) {
      M[j] = turn_about(q[j], c[j]);
      continue;
    }
    const std::size_t p = rows.parent(j);
    const auto links = links_of<T>(M[p], {c[p], c[j]}, half_turn_at_most(q[j]), rows.count(j));
    const auto k = static_cast<std::size_t>(rows.count(j).twists);
    for (std::size_t i = 0; i < links.size(); ++i)
      M[i < k ? rows.twist(j, static_cast<int>(i) + 1) : rows.swing(j, static_cast<int>(i - k) + 1)] =
          links[i];
  }
  return M;
}

/// tau_j of a vertex: 0 at the parent's pivot, 1 at the joint's.
template <class T>
std::vector<T> places_along(const Inputs<T>& in, const LinkRows& rows, const Vec3<T>& x) {
  const auto c = in.template rows<3>("pivots");
  std::vector<T> tau(rows.joints(), T(0));
  for (std::size_t j = 0; j < rows.joints(); ++j)
    if (rows.count(j).twists > 0) tau[j] = share_along<T>(c[rows.parent(j)], c[j], x);
  return tau;
}

/// sum_l w_l M_l x
template <class T>
Vec3<T> blended(const std::vector<Affine<T>>& M, const std::vector<T>& w, const Vec3<T>& x) {
  Vec3<T> y = Vec3<T>::Zero();
  for (std::size_t l = 0; l < M.size(); ++l)
    if (w[l] != T(0)) y += w[l] * (M[l] * x);
  return y;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const LinkRows rows = read_rows(in);
  BINDPOSE_CHECK(require_twists(in.template on<double>(), rows));
  const std::vector<Affine<T>> M = link_palette(in, rows);
  const JointWeights<T> W = read_joint_weights(in);
  std::vector<Vec3<T>> x = in.template rows<3>("positions");
  ResultArray<T> weights{"link_weights", {x.size(), rows.size()}, {}};
  for (std::size_t v = 0; v < x.size(); ++v) {
    std::vector<T> w =
        link_weights<T>(rows, {W.row(v).begin(), W.row(v).end()}, places_along(in, rows, x[v]));
    for (T& w_l : w)
      weights.values.push_back(w_l = stored(w_l));
    x[v] = blended(M, w, x[v]);
  }
  return Result<T>{{to_result_array<T>("link_palette", M), weights, to_result_array<T, 3>("positions", x)},
                   {}};
}

}  // namespace links_question

BINDPOSE_IMPLEMENT(links)

}  // namespace bindpose::binding
