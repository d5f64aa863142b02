// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/pose_case.h"

#include <limits>
#include <numeric>

#include "reference/animation/shared/track_question.h"

namespace bindpose::conformance {

ArraySet hierarchy_question(const std::vector<int>& parents, const Locals& locals) {
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

ArraySet bar_question(const scenes::BarVariation& variation) {
  const scenes::Scene scene = scenes::bar(variation);
  return hierarchy_question(scene.rig.skeleton.parents, scene.pose.locals);
}

std::vector<int> in_a_row(std::size_t joints) {
  std::vector<int> parents(joints);
  std::iota(parents.begin(), parents.end(), -1);
  return parents;
}

Locals skew_locals(std::size_t joints) {
  Locals locals(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    const auto i = static_cast<double>(j);
    locals[j].trs = {{i - 2.5, 0.75 * i, 1 - 0.5 * i},
                     Quat<double>(rotation({1, i - 3, 2}, 25 + 40 * i)),
                     {1 + 0.125 * i, 1.5 - 0.125 * i, 0.75}};
  }
  return locals;
}

Vec4<double> rotation(const Vec3<double>& axis, double degrees) {
  return scenes::rotation_about(axis, scenes::degrees(degrees)).coeffs();
}

ArraySet rotation_rows(const std::vector<Vec4<double>>& a, const std::vector<Vec4<double>>& b,
                       const std::vector<double>& t) {
  ArraySet question;
  question.add("a", {a.size(), 4}, numbers_of(a)).add("b", {b.size(), 4}, numbers_of(b));
  question.add("t", {t.size()}, t);
  return question;
}

ArraySet rotation_sweep(double degrees, double sign_a, double sign_b) {
  const std::vector<double> t = sixteenths();
  const Vec4<double> a = sign_a * rotation({1, 2, 3}, 20), b = sign_b * rotation({1, 2, 3}, 20 + degrees);
  return rotation_rows(std::vector(t.size(), a), std::vector(t.size(), b), t);
}

std::vector<double> sixteenths() {
  std::vector<double> t;
  for (int i = 0; i <= 16; ++i)
    t.push_back(i / 16.0);
  return t;
}

std::vector<double> probing_times(const std::vector<double>& keys) {
  const auto step = [](double t, float towards) {
    return static_cast<double>(std::nextafter(static_cast<float>(t), towards));
  };
  constexpr auto endless = static_cast<float>(infinity);
  std::vector<double> t = {to_float32(keys.front() - 1), to_float32(keys.back() + 1)};
  for (std::size_t k = 0; k < keys.size(); ++k) {
    t.insert(t.end(), {step(keys[k], -endless), keys[k], step(keys[k], endless)});
    for (const double u : {0.125, 0.3, 0.5, 0.875})
      if (k + 1 < keys.size()) t.push_back(to_float32(keys[k] + u * (keys[k + 1] - keys[k])));
  }
  return t;
}

ArraySet numbers_question(Interpolation interpolation, const std::vector<double>& times,
                          const std::vector<double>& values) {
  const std::size_t rows = times.size() * (interpolation == Interpolation::cubicspline ? 3 : 1);
  ArraySet question;
  bindpose::animation::add_track(question, {interpolation, false, values.size() / rows, times, values},
                                 probing_times(times));
  return question;
}

ArraySet numbers_beside_keys(Interpolation interpolation, const std::vector<double>& times,
                             const std::vector<double>& values) {
  ArraySet question = numbers_question(interpolation, times, values);
  Array::Reals t;
  for (const double key : times)
    for (const double beside : {-5e-4, -4e-6, 4e-6, 5e-4})
      t.push_back(to_float32(key + beside));
  question.put({"t", {t.size()}, t});
  return question;
}

void at_no_time(ArraySet& question) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  question.put({"t", {7}, Array::Reals{nan, 0.625, nan, 1, nan, 1.125, nan}});
}

ArraySet rotations_question(Interpolation interpolation, const std::vector<Vec4<double>>& values) {
  return rotations_question_at(interpolation, uneven_keys(), values);
}

ArraySet rotations_question_at(Interpolation interpolation, const std::vector<double>& times,
                               const std::vector<Vec4<double>>& values) {
  Track track{interpolation, true, 4, times, numbers_of(values)};
  for (double& x : track.values)
    x = to_float32(x);
  ArraySet question;
  bindpose::animation::add_track(question, track, probing_times(track.times));
  return question;
}

}  // namespace bindpose::conformance
