// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests of algorithms that make or fix weights: small inputs, and the rows of an output.
#pragma once

#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/numbers_of.h"
#include "reference/scenes/tube.h"

namespace bindpose::test {

/// Vertices with the given number of slots each, and joints.
inline ArraySet weighted(std::size_t slots, Array::Integers joints, Array::Reals weights, int joint_count) {
  const std::size_t vertices = joints.size() / slots;
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{joint_count});
  question.add("joints", {vertices, slots}, std::move(joints));
  question.add("weights", {vertices, slots}, std::move(weights));
  return question;
}

/// Row by row, an array of the output in double.
inline std::vector<std::vector<double>> answer_rows(std::string_view id, std::string_view array,
                                                    const ArraySet& question, const Options& options = {}) {
  const auto answer = find_algorithm(id)->implementation.in_double(question, options);
  EXPECT_TRUE(answer) << to_string(answer.error());
  const ResultArray<double>& found = *answer->find(array);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < found.values.size(); i += found.shape[1])
    rows.emplace_back(found.values.begin() + static_cast<std::ptrdiff_t>(i),
                      found.values.begin() + static_cast<std::ptrdiff_t>(i + found.shape[1]));
  return rows;
}
inline std::vector<std::vector<double>> joint_weights(std::string_view id, const ArraySet& question,
                                                      const Options& options = {}) {
  return answer_rows(id, "joint_weights", question, options);
}

/// Weights: at least 0, with the sum 1 within the precision of a double.
inline void expect_weights(const std::vector<std::vector<double>>& rows) {
  for (std::size_t v = 0; v < rows.size(); ++v) {
    double sum = 0;
    for (const double w : rows[v]) {
      EXPECT_GE(w, 0) << "vertex " << v;
      sum += w;
    }
    EXPECT_NEAR(sum, 1, 1e-14) << "vertex " << v;
  }
}

/// Expects numbers of 0 .. 1 that sum to 1 within the precision of the solver; prints the error.
inline void expect_bounded(const std::vector<std::vector<double>>& rows) {
  constexpr double solved = 1e-9;
  double off = 0, sum_off = 0;
  for (const std::vector<double>& row : rows) {
    double sum = 0;
    for (const double w : row) {
      off = std::max({off, -w, w - 1});
      sum += w;
    }
    sum_off = std::max(sum_off, std::fabs(sum - 1));
  }
  std::printf("%zu vertices: weights %.2g outside of 0 .. 1, sums %.2g off 1\n", rows.size(), off, sum_off);
  EXPECT_LE(off, solved);
  EXPECT_LE(sum_off, solved);
}

using Pivots = std::vector<Vec3<double>>;

/// An input with a mesh and a skeleton, for algorithms that make weights.
inline ArraySet binding_question(Mesh mesh, const Array::Integers& parents, const Pivots& pivots) {
  ArraySet question;
  mesh.normals.clear();
  mesh.tangents.clear();
  add_mesh(question, mesh);
  add_triangles(question, mesh.triangles);
  question.add("parents", {pivots.size()}, Array::Integers(parents));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

inline Mesh tube(std::size_t rings, std::size_t sides, bool uneven) {
  return scenes::tube(0, 0, {.rings = rings, .sides = sides, .uneven = uneven}).rig.mesh;
}

}  // namespace bindpose::test
