// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Vertices that go to another pivot than the one that the fewest edges lead to.
#include "reference/binding/delaunay.h"

#include <algorithm>

#include "conformance/defects/shared/change.h"
#include "reference/binding/shared/delaunay_joints.h"

namespace bindpose::conformance {
namespace {

bool is_delaunay(const Question& question) {
  return question.algorithm->id == "bind.delaunay";
}

/// Each vertex by choose(x_v, pivots, joints that are as near by edges).
template <class Choose>
Computed connected_by(const Question& question, Choose choose) {
  if (!is_delaunay(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const auto connected, binding::connected_joints(in.arrays()));
    const auto x = in.rows<3>("positions"), c = in.rows<3>("pivots");
    Result<double> result{{{"joint_weights", {x.size(), c.size()}, std::vector<double>(x.size() * c.size())},
                           {"edges", {x.size()}, {}}},
                          {}};
    for (std::size_t v = 0; v < x.size(); ++v) {
      result.arrays[0].values[v * c.size() + choose(x[v], c, connected[v].joints)] = 1;
      result.arrays[1].values.push_back(connected[v].edges);
    }
    return result;
  });
}

std::vector<std::size_t> all_joints(std::size_t count) {
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < count; ++j)
    joints.push_back(j);
  return joints;
}

Computed connected_by_distance(const Question& question) {
  return connected_by(question, [](const Vec3<double>& x, const auto& c, const auto&) {
    return binding::nearest_pivot<double>(x, c, all_joints(c.size()));
  });
}
Computed connected_to_lowest(const Question& question) {
  return connected_by(question, [](const auto&, const auto&, const auto& joints) { return joints.front(); });
}
Computed connected_to_last(const Question& question) {
  return connected_by(question, [](const Vec3<double>& x, const auto& c, const auto& joints) {
    std::size_t nearest = joints.front();
    for (const std::size_t j : joints)
      if ((c[j] - x).squaredNorm() <= (c[nearest] - x).squaredNorm()) nearest = j;
    return nearest;
  });
}

Damaged edges_from_1(const Question& question, const ArraySet& right) {
  if (!is_delaunay(question)) return std::nullopt;
  return with_answer_rows(right, {"edges"}, 1, [](double* edges, std::size_t) { *edges += 1; });
}

}  // namespace

BINDPOSE_DEFECTS(binding, delaunay) {
  return {
      {.id = "delaunay-nearest-alone",
       .sentence = "your output gives every vertex to the nearest pivot, whatever edges lead to it",
       .symptom = "a leg follows the other one",
       .source = "(derived)",
       .formula = &connected_by_distance},
      {.id = "delaunay-lowest-joint",
       .sentence =
           "your output gives a vertex to the first of the joints that edges lead to, however far it is",
       .symptom = "vertices follow the joint before their own",
       .source = "(derived)",
       .formula = &connected_to_lowest},
      {.id = "delaunay-last-of-equals",
       .sentence = "your output gives a vertex to the last of several pivots that are as near",
       .symptom = "vertices follow the other of two joints at one place",
       .source = "(derived)",
       .formula = &connected_to_last},
      {.id = "delaunay-edges-from-1",
       .sentence = "your edges count the vertex itself",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &edges_from_1},
  };
}

}  // namespace bindpose::conformance
