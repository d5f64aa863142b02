// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: chains of a question of inverse kinematics, and answers made of chains that were solved another way.
#pragma once

#include <algorithm>
#include <vector>

#include "conformance/defects/defect.h"
#include "reference/numeric/transform.h"

namespace bindpose::conformance {

using Points = std::vector<Vec3<double>>;

inline std::size_t row_count(const Question& question) {
  return question.arrays.find("rest")->shape[0];
}

inline Vec3<double> goal_at(const Question& question, std::size_t row) {
  return Eigen::Map<const Vec3<double>>(question.arrays.find("goals")->reals().data() + 3 * row);
}

/// The joints of a row at rest.
inline Points chain_at(const Question& question, std::size_t row) {
  const Array& rest = *question.arrays.find("rest");
  Points points;
  for (std::size_t j = 0; j < rest.shape[1]; ++j)
    points.emplace_back(Eigen::Map<const Vec3<double>>(rest.reals().data() + (row * rest.shape[1] + j) * 3));
  return points;
}

struct Reach {
  double inner = 0, outer = 0;
};
inline Reach reach_of(const Points& rest) {
  double sum = 0, longest = 0;
  for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
    sum += (rest[i + 1] - rest[i]).norm();
    longest = std::max(longest, (rest[i + 1] - rest[i]).norm());
  }
  return {2 * longest - sum, sum};
}

/// The right answer with every chain replaced by solve(question, points at rest, goal), and its residual.
using Solve = Points (*)(const Question& question, Points points, const Vec3<double>& goal);
inline Computed solved_by(const Question& question, Solve solve) {
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  for (std::size_t i = 0; i < row_count(question); ++i) {
    const Vec3<double> goal = goal_at(question, i);
    const Points points = solve(question, chain_at(question, i), goal);
    for (ResultArray<double>& array : result.arrays) {
      if (array.name == "residual") array.values[i] = (points.back() - goal).norm();
      for (std::size_t j = 0; array.name == "positions" && j < points.size(); ++j)
        std::copy(points[j].begin(), points[j].end(),
                  array.values.begin() + static_cast<std::ptrdiff_t>((i * points.size() + j) * 3));
    }
  }
  return result;
}

inline std::size_t iterations_of(const Question& question) {
  return static_cast<std::size_t>(question.arrays.find("iterations")->integers()[0]);
}

}  // namespace bindpose::conformance
