// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/pose_case.h"

#include <cmath>
#include <limits>

#include "reference/animation/shared/track_question.h"
#include "reference/numeric/scalar.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance {

Vec4<double> rotation(const Vec3<double>& axis, double degrees) {
  return scenes::rotation_about(axis, scenes::degrees(degrees)).coeffs();
}

ArraySet rotation_rows(const std::vector<Vec4<double>>& a, const std::vector<Vec4<double>>& b,
                       const std::vector<double>& t) {
  Array::Reals from, to;
  for (const Vec4<double>& q : a)
    from.insert(from.end(), q.begin(), q.end());
  for (const Vec4<double>& q : b)
    to.insert(to.end(), q.begin(), q.end());
  ArraySet question;
  question.add("a", {a.size(), 4}, std::move(from));
  question.add("b", {b.size(), 4}, std::move(to));
  question.add("t", {t.size()}, t);
  return question;
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
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<double> t = {to_float32(keys.front() - 1), to_float32(keys.back() + 1)};
  for (std::size_t k = 0; k < keys.size(); ++k) {
    t.insert(t.end(), {step(keys[k], -infinity), keys[k], step(keys[k], infinity)});
    for (const double u : {0.125, 0.3, 0.5, 0.875})
      if (k + 1 < keys.size()) t.push_back(to_float32(keys[k] + u * (keys[k + 1] - keys[k])));
  }
  return t;
}

ArraySet track_question(Interpolation interpolation, bool is_rotation, std::size_t width,
                        const std::vector<double>& times, const std::vector<double>& values,
                        const std::vector<double>& t) {
  Track track{interpolation, is_rotation, width, times, values};
  for (double& x : track.values)
    x = to_float32(x);
  ArraySet question;
  bindpose::animation::add_track(question, track, t);
  return question;
}

}  // namespace bindpose::conformance
