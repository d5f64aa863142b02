// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/delaunay.h"

#include "reference/binding/shared/delaunay_joints.h"
#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {
namespace delaunay_question {

Declaration declaration() {
  return {.inputs = {real("positions", "x", "V 3", Kind::point(Space::mesh), "position at rest").finite(),
                     real("pivots", "c_j", "J 3", Kind::point(Space::mesh), "pivot of joint j at bind time")
                         .not_empty()
                         .finite()},
          .stages = {},
          .outputs = {joint_weights_array(),
                      real("edges", "e_v", "V", "number of edges from the vertex to its joint's pivot")},
          .options = {}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto x = in.template rows<3>("positions");
  const auto c = in.template rows<3>("pivots");
  BINDPOSE_TRY(const auto connected, connected_joints(in.arrays()));
  ResultArray<T> edges{"edges", {x.size()}, {}};
  Result<T> result = weigh_vertices<T>(x.size(), c.size(), [&](std::size_t v, std::span<T> row) {
    row[nearest_pivot<T>(x[v], c, connected[v].joints)] = T(1);
    edges.values.push_back(T(connected[v].edges));
    return std::string();
  });
  result.arrays.push_back(std::move(edges));
  return result;
}

}  // namespace delaunay_question

BINDPOSE_IMPLEMENT(delaunay)

}  // namespace bindpose::binding
