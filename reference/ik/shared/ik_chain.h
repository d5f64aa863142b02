// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: input and output of every algorithm of inverse kinematics - N chains, their goals, and which goals are
// in reach.
#pragma once

#include "reference/ik/shared/chain.h"
#include "reference/model/surface.h"
#include "reference/numeric/settle.h"

namespace bindpose::ik {

/// rest, goals; `joints`: number of joints of a chain, "J" or a number.
ArrayList chain_arrays(std::string_view joints_shape = "N J 3");
/// iterations.
ArrayList iteration_arrays();
/// positions, residual, reachable, nearest.
ArrayList solution_arrays(std::string_view joints_shape = "N J 3");

/// Row `row` of "rest".
Chain<double> rest_chain(const ArraySet& question, std::size_t row);

/// The numbers of a chain that a solver decides; none if it has no solution.
template <class T>
std::vector<T*> numbers_of(Solved<T>& solved) {
  std::vector<T*> numbers;
  if (solved.undefined != nullptr) return numbers;
  for (Vec3<T>& p : solved.positions)
    for (T& number : p)
      numbers.push_back(&number);
  return numbers;
}

/// Computes all rows. solve: (rest, goal, row, reach) -> Solved<T>.
template <class T, class Solve>
Result<T> answer_ik(const Inputs<T>& in, Solve solve) {
  Chain<T> positions, nearest;
  std::vector<Eigen::Matrix<T, 1, 1>> residual, reachable;
  Result<T> result;
  for (std::size_t row = 0; row < in.extent("N"); ++row) {
    const Chain<double> rest = rest_chain(in.arrays(), row);
    const Vec3<double> g = read_row<double, 3>(*in.arrays().find("goals"), row);
    const Vec3<T> goal = g.cast<T>(), root = rest[0].template cast<T>();
    const Reach<T> reach = reach_of<T>(rest, g);
    Solved<T> solved = settled<T>([&] { return Solved<T>(solve(rest, g, row, reach)); },
                                  [](Solved<T>& chain) { return numbers_of(chain); });
    if (solved.undefined != nullptr) {
      solved.positions.assign(rest.size(), Vec3<T>::Zero());
      result.undefined.push_back({"positions", row, solved.undefined});
      result.undefined.push_back({"residual", row, solved.undefined});
      residual.emplace_back(T(0));
    } else {
      residual.emplace_back(norm_of<T>(difference<T>(solved.positions.back(), goal)));
    }
    positions.insert(positions.end(), solved.positions.begin(), solved.positions.end());
    const bool in_reach = !reach.too_far && !reach.too_near;
    reachable.emplace_back(T(in_reach ? 1 : 0));
    if (in_reach) {
      nearest.push_back(goal);
    } else if (to_double(reach.distance) == 0) {
      nearest.push_back(Vec3<T>::Zero());
      result.undefined.push_back({"nearest", row, "GOAL_AT_ROOT"});
    } else {
      const T part = (reach.too_far ? reach.outer : reach.inner) / reach.distance;
      nearest.push_back(root + part * difference<T>(goal, root));
    }
  }
  result.arrays.push_back(to_result_array<T, 3>("positions", positions));
  result.arrays.back().shape = in.arrays().find("rest")->shape;
  for (auto [name, rows] : {std::pair("residual", &residual), std::pair("reachable", &reachable)}) {
    result.arrays.push_back(to_result_array<T, 1>(name, *rows));
    result.arrays.back().shape = {rows->size()};
  }
  result.arrays.push_back(to_result_array<T, 3>("nearest", nearest));
  return result;
}

/// One row per goal, every row with the same chain; rounded to float32.
ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals);
ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals, int iterations);

/// The chain that cases and tests share: 2 .. 7 joints off the origin, bent in space, bones of 0.5 to 1
/// metre.
Chain<double> bent_chain(std::size_t joint_count);
/// Goals for this chain, in all directions, at 0.4 to 0.95 of its full reach.
std::vector<Vec3<double>> goals_around(const Chain<double>& chain);
/// Goals in these directions, at `part` of the chain's full reach.
std::vector<Vec3<double>> goals_at(const Chain<double>& chain, double part);
/// Sum of the bone lengths.
double full_reach(const Chain<double>& chain);

}  // namespace bindpose::ik
