// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

ArrayList chain_arrays(std::string_view joints_shape) {
  return {real("rest", "p_i", joints_shape, Kind::point(Space::world),
               "joints of the rest chain, from root to end effector")
              .at_least(2, "J")
              .named_by_row()
              .finite()
              .bones(),
          real("goals", "g", "N 3", Kind::point(Space::world), "goal").finite()};
}

ArrayList iteration_arrays() {
  return {integer("iterations", "", "1", "number of iterations").within(0, 100)};
}

ArrayList solution_arrays(std::string_view joints_shape) {
  return {real("positions", "p'_i", joints_shape, Kind::point(Space::world), "joints of the posed chain"),
          real("residual", "residual", "N", Kind::length(), "distance of the posed end from the goal"),
          real("reachable", "reachable", "N", "1 if the goal is in reach, else 0"),
          real("nearest", "nearest", "N 3", Kind::point(Space::world),
               "the reachable point nearest to the goal")};
}

Chain<double> rest_chain(const ArraySet& question, std::size_t row) {
  const Array& rest = *question.find("rest");
  Chain<double> joints;
  for (std::size_t j = 0; j < rest.shape[1]; ++j)
    joints.push_back(read_row<double, 3>(rest, row * rest.shape[1] + j));
  return joints;
}

Chain<double> bent_chain(std::size_t joint_count) {
  const Chain<double> bones = {{0.75, 0.5, 0},     {0.5, -0.25, 0.5},      {0.25, 0.5, -0.375},
                               {0.5, 0.125, 0.25}, {0.125, -0.375, 0.375}, {0.25, 0.5, 0.125}};
  Chain<double> chain = {{0.5, 1, -0.25}};
  for (std::size_t i = 0; i + 1 < joint_count && i < bones.size(); ++i)
    chain.push_back(chain.back() + bones[i]);
  return chain;
}

double full_reach(const Chain<double>& chain) {
  double reach = 0;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i)
    reach += norm_of<double>(chain[i + 1] - chain[i]);
  return reach;
}

std::vector<Vec3<double>> goals_at(const Chain<double>& chain, double part) {
  std::vector<Vec3<double>> goals;
  for (const Vec3<double>& n : {Vec3<double>(3, 2, 1), Vec3<double>(1, 3, -2), Vec3<double>(-1, 2, 3),
                                Vec3<double>(2, -1, 3), Vec3<double>(1, -3, 0.5)})
    goals.push_back(chain[0] + part * full_reach(chain) / norm_of<double>(n) * n);
  return goals;
}

std::vector<Vec3<double>> goals_around(const Chain<double>& chain) {
  std::vector<Vec3<double>> goals;
  for (const double part : {0.4, 0.7, 0.95}) {
    const std::vector<Vec3<double>> ring = goals_at(chain, part);
    goals.insert(goals.end(), ring.begin(), ring.end());
  }
  return goals;
}

ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals) {
  Array::Reals joints, ends;
  for (const Vec3<double>& goal : goals) {
    for (const Vec3<double>& p : rest)
      for (int c = 0; c < 3; ++c)
        joints.push_back(to_float32(p[c]));
    for (int c = 0; c < 3; ++c)
      ends.push_back(to_float32(goal[c]));
  }
  ArraySet question;
  question.add("rest", {goals.size(), rest.size(), 3}, std::move(joints));
  question.add("goals", {goals.size(), 3}, std::move(ends));
  return question;
}

ArraySet ik_question(const Chain<double>& rest, const std::vector<Vec3<double>>& goals, int iterations) {
  ArraySet question = ik_question(rest, goals);
  question.add("iterations", {1}, Array::Integers{iterations});
  return question;
}

}  // namespace bindpose::ik
