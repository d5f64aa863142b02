// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/shared/ik_chain.h"

#include <fmt/format.h>

namespace bindpose::ik {

Chain<double> IkQuestion::chain(std::size_t row) const {
  Chain<double> joints;
  for (std::size_t j = 0; j < joint_count(); ++j)
    joints.push_back(read_row<double, 3>(*rest, row * joint_count() + j));
  return joints;
}

Expected<void> require_finite(const Array& array) {
  const std::size_t rows = array.shape[0];
  for (std::size_t i = 0; i < array.reals().size(); ++i)
    if (!std::isfinite(array.reals()[i]))
      return fail("NOT_FINITE", fmt::format("{}[{}]", array.name, i / (array.reals().size() / rows)),
                  "expected finite numbers");
  return {};
}

Expected<IkQuestion> IkQuestion::read(const ArraySet& question) {
  const auto rest = question.require_reals("rest", {ArraySet::any, ArraySet::any, 3});
  if (!rest) return tl::unexpected(rest.error());
  if ((*rest)->shape[1] < 2)
    return fail("ARRAY_SHAPE", "rest", "expected at least two joints a chain, shape [#rows, #joints, 3]");
  const auto goals = question.require_reals("goals", {(*rest)->shape[0], 3});
  if (!goals) return tl::unexpected(goals.error());
  for (const Array* array : {*rest, *goals})
    if (auto ok = require_finite(*array); !ok) return tl::unexpected(ok.error());
  const IkQuestion read{*rest, *goals};
  for (std::size_t row = 0; row < read.count(); ++row) {
    const Chain<double> chain = read.chain(row);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i)
      if (!(norm_of<double>(chain[i + 1] - chain[i]) > shortest_bone))
        return fail("ZERO_BONE", fmt::format("rest[{}]", row), fmt::format("bone {} has no length", i));
  }
  return read;
}

Expected<int> read_iterations(const ArraySet& question) {
  const auto iterations = question.require_integers("iterations", {1});
  if (!iterations) return tl::unexpected(iterations.error());
  const int count = (*iterations)->integers()[0];
  if (count < 0 || count > most_iterations)
    return fail("PARAMETER_RANGE", "iterations", fmt::format("{}, expected 0 .. {}", count, most_iterations));
  return count;
}

template <>
Tracked norm_of(const Vec3<Tracked>& v) {
  using std::sqrt;
  const Tracked direct = sqrt(v.dot(v));
  double squared = 0, error_squared = 0;
  for (int c = 0; c < 3; ++c) {
    squared += v[c].value() * v[c].value();
    error_squared += v[c].error() * v[c].error();
  }
  // Three squares, two additions and a root: one relative error of the squares is half of one of the length.
  const Precision& precision = Tracked::precision();
  const double value = std::sqrt(squared), error = std::sqrt(error_squared);
  const double rounding = (2 + Tracked::sqrt_ulp) * precision.unit * (value + error);
  return Tracked::uncertain(value,
                            std::fmin(direct.error(), error + rounding + 2 * std::sqrt(precision.smallest)));
}

template <>
Tracked greater_of(const Tracked& a, const Tracked& b) {
  if (std::fabs(a.value() - b.value()) > a.error() + b.error()) return a.value() > b.value() ? a : b;
  return Tracked::uncertain(std::fmax(a.value(), b.value()), std::fmax(a.error(), b.error()));
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
