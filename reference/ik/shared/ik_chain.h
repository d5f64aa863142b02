// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what every algorithm of inverse kinematics is asked and answers - chains, goals, and what is in
// reach.
//
// A question has N rows: "rest" [N, J, 3] joint positions from root to end effector, "goals" [N, 3]; those
// that iterate also "iterations" [1]. An answer: "positions" [N, J, 3]; "residual" [N], how far the answered
// end is from the goal; "reachable" [N], 1 or 0; "nearest" [N, 3], the goal or, out of reach, the nearest
// point to it.
//
// With bones l_i = |p_(i+1) - p_i| of the rest chain, the end can be at the distances
//   inner = max(0, 2 max l - sum l)   to   outer = sum l
// from the root; the nearest point to a goal outside this shell is on the line from the root to the goal.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/random.h"
#include "reference/numeric/stages.h"
#include "reference/numeric/stored.h"

namespace bindpose::ik {

/// A chain's joints from root to end effector, metres.
template <class T>
using Chain = std::vector<Vec3<T>>;

/// Most iterations a question may ask for.
constexpr int most_iterations = 100;
/// Bones up to this length have none: its square is not far from float32's smallest numbers.
constexpr double shortest_bone = 0x1p-60;

/// The arrays that all questions have, checked.
struct IkQuestion {
  const Array* rest = nullptr;
  const Array* goals = nullptr;

  std::size_t count() const { return rest->shape[0]; }
  std::size_t joint_count() const { return rest->shape[1]; }
  Chain<double> chain(std::size_t row) const;
  Vec3<double> goal(std::size_t row) const { return read_row<double, 3>(*goals, row); }

  /// Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE (also fewer than two joints), NOT_FINITE, ZERO_BONE.
  static Expected<IkQuestion> read(const ArraySet& question);
};

/// "iterations" [1]. Errors as above, PARAMETER_RANGE.
Expected<int> read_iterations(const ArraySet& question);

/// NOT_FINITE with the row of an array that has one.
Expected<void> require_finite(const Array& array);

/// |v|.
template <class T>
T norm_of(const Vec3<T>& v) {
  using std::sqrt;
  return sqrt(v.dot(v));
}
/// Also where v may be zero: | |v + d| - |v| | <= |d|.
template <>
Tracked norm_of(const Vec3<Tracked>& v);

/// The greater of a and b; no decision, for it does not matter which is taken where they are equal.
template <class T>
T greater_of(const T& a, const T& b) {
  return a < b ? b : a;
}
template <>
Tracked greater_of(const Tracked& a, const Tracked& b);

/// Where a chain's end can be.
template <class T>
struct Reach {
  T distance;    ///< of the goal from the root
  T outer;       ///< greatest reach
  T inner;       ///< least reach, below 0 where the chain folds onto its root
  bool too_far;  ///< decided on T
  bool too_near;
};

template <class T>
Reach<T> reach_of(const Chain<double>& rest, const Vec3<double>& goal) {
  Reach<T> reach;
  std::vector<T> l;
  for (std::size_t i = 0; i + 1 < rest.size(); ++i)
    l.push_back(norm_of<T>(difference<T>(rest[i + 1].cast<T>(), rest[i].cast<T>())));
  const auto by_value = [](const T& a, const T& b) { return to_double(a) < to_double(b); };
  const auto longest = std::max_element(l.begin(), l.end(), by_value);
  reach.outer = T(0);
  T others(0);
  for (auto bone = l.begin(); bone != l.end(); ++bone) {
    reach.outer += *bone;
    if (bone != longest) others += *bone;
  }
  reach.inner = *longest - others;
  reach.distance = norm_of<T>(difference<T>(goal.cast<T>(), rest[0].cast<T>()));
  reach.too_far = reach.outer < reach.distance;
  reach.too_near = !reach.too_far && reach.distance < reach.inner;
  return reach;
}

/// The joints that a method found; `undefined` is the code where it has no answer.
template <class T>
struct Solved {
  Chain<T> positions;
  const char* undefined = nullptr;
};

/// Answers all rows. solve: (rest, goal, row, reach) -> Solved<T>.
template <class T, class Solve>
Result<T> answer_ik(const IkQuestion& question, Solve solve) {
  Chain<T> positions, nearest;
  std::vector<Eigen::Matrix<T, 1, 1>> residual, reachable;
  Result<T> result;
  for (std::size_t row = 0; row < question.count(); ++row) {
    const Chain<double> rest = question.chain(row);
    const Vec3<double> goal_in = question.goal(row);
    const Vec3<T> goal = goal_in.cast<T>(), root = rest[0].template cast<T>();
    const Reach<T> reach = reach_of<T>(rest, goal_in);
    Solved<T> solved = solve(rest, goal_in, row, reach);
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
  result.arrays.back().shape = {question.count(), question.joint_count(), 3};
  for (auto [name, rows] : {std::pair("residual", &residual), std::pair("reachable", &reachable)}) {
    result.arrays.push_back(to_result_array<T, 1>(name, *rows));
    result.arrays.back().shape = {question.count()};
  }
  result.arrays.push_back(to_result_array<T, 3>("nearest", nearest));
  return result;
}

/// Points in the numbers that go from stage to stage: joint i is x[3 i], x[3 i + 1], x[3 i + 2].
template <class T>
Vec3<T> point(const std::vector<T>& x, std::size_t i) {
  return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}
template <class T>
void set_point(std::vector<T>& x, std::size_t i, const Vec3<T>& p) {
  for (std::size_t c = 0; c < 3; ++c)
    x[3 * i + c] = p[static_cast<Eigen::Index>(c)];
}
template <class T>
std::vector<T> numbers_of(const Chain<double>& chain) {
  std::vector<T> x;
  for (const Vec3<double>& p : chain)
    for (int c = 0; c < 3; ++c)
      x.push_back(T(p[c]));
  return x;
}
template <class T>
Chain<T> chain_of(const std::vector<T>& x, std::size_t joint_count) {
  Chain<T> chain;
  for (std::size_t i = 0; i < joint_count; ++i)
    chain.push_back(point(x, i));
  return chain;
}

/// One row a goal, every row with the same chain; rounded to float32.
ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals);
ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals, int iterations);

/// The chain that cases and tests share: 2 .. 7 joints off the origin, bent in space, bones of 0.5 to 1
/// metre.
Chain<double> bent_chain(std::size_t joint_count);
/// Goals for it, in all directions, at parts of its full reach between 0.4 and 0.95.
std::vector<Vec3<double>> goals_around(const Chain<double>& chain);
/// The goal in the same directions at `part` of the chain's full reach.
std::vector<Vec3<double>> goals_at(const Chain<double>& chain, double part);
/// Sum of the bones.
double full_reach(const Chain<double>& chain);

}  // namespace bindpose::ik
