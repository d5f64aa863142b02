// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for radial basis functions. Varied: the metric, the constant term, sigma, the number
// and spacing of examples, and requested poses at, between and far from examples.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::examples {
namespace {

using Rows = std::vector<std::vector<double>>;

/// Random values at these examples, evaluated at the examples and at these poses.
ArraySet ask_rbf(const Rows& poses, const Rows& between, double sigma) {
  constexpr std::size_t n = 3;
  Random random("radial basis functions");
  const auto flat = [](const Rows& rows) {
    Array::Reals numbers;
    for (const auto& row : rows)
      for (const double x : row)
        numbers.push_back(to_float32(x));
    return numbers;
  };
  Rows asked = poses;
  asked.insert(asked.end(), between.begin(), between.end());
  Array::Reals values(poses.size() * n);
  for (double& f : values)
    f = random.uniform(-2, 2);
  ArraySet question;
  question.add("example_poses", {poses.size(), poses[0].size()}, flat(poses));
  question.add("example_values", {poses.size(), n}, std::move(values));
  question.add("poses", {asked.size(), poses[0].size()}, flat(asked));
  if (sigma != 1) question.add("sigma", {1}, Array::Reals{sigma});
  return question;
}

const Rows angles = {{0}, {0.75}, {1.625}, {2.5}};
const Rows angles_between = {{0.25}, {1.125}, {2}, {-1}, {4}, {40}};
const Rows places = {{0, 0, 0}, {1.5, 0.25, -0.5}, {-0.5, 1.25, 0.75}, {0.5, -1, 1.5}, {-1.5, -1, -0.25}};
const Rows places_between = {{0.5, 0.25, 0}, {-0.75, 0.25, 0.5}, {0.25, -0.5, 0.75}, {2, 2, 2}, {-1, -1, 0}};

/// Twenty positions 1.25 apart, each slightly displaced: more than many implementations support.
Rows many_places() {
  Random random("many places");
  Rows rows;
  for (int i = 0; i < 20; ++i) {
    const Vec3<double> at =
        Vec3<double>(1.25 * (i % 3), 1.25 * (i / 3 % 3), 1.25 * (i / 9)) + random.point(0.125);
    rows.push_back({at[0], at[1], at[2]});
  }
  return rows;
}

Rows rotations(const std::vector<std::pair<Vec3<double>, double>>& turns, double length = 1) {
  Rows rows;
  for (const auto& [axis, degrees] : turns) {
    const Vec4<double> q = length * (rows.size() % 2 == 0 ? 1.0 : -1.0) * rotation(axis, degrees);
    rows.push_back({q[0], q[1], q[2], q[3]});
  }
  return rows;
}
Rows turned() {
  return rotations({{{1, 0, 0}, 0}, {{1, 2, 3}, 60}, {{0, 0, 1}, -90}, {{2, -1, 1}, 135}, {{0, 1, 0}, 180}});
}
Rows turned_between(double length = 1) {
  return rotations({{{1, 2, 3}, 20}, {{1, 2, 3}, 100}, {{3, 1, -2}, -70}, {{0, 1, 1}, 170}, {{1, 0, 0}, 179}},
                   length);
}
Rows directions(double length = 1) {
  Rows rows;
  for (const Vec3<double>& d :
       {Vec3<double>(0, 1, 0), Vec3<double>(0.6, 0.8, 0), Vec3<double>(0, 0, 1), Vec3<double>(-2, -1, 2)}) {
    const Vec3<double> unit = length * d.normalized();
    rows.push_back({unit[0], unit[1], unit[2]});
  }
  return rows;
}
Rows directions_between() {
  return {{0, -1, 0}, {0.8, 0.6, 0}, {0.6, 0, 0.8}, {0.48, 0.64, 0.6}, {-0.28, 0.96, 0}};
}

class RbfCases {
 public:
  explicit RbfCases(std::vector<Case>& cases) : add_(cases, "rbf") {}

  /// Cases without and with the constant term.
  void operator()(const std::string& name, const std::string& purpose, const char* metric,
                  const Rows& examples, const Rows& between, double sigma) {
    for (const char* constant : {"none", "added"}) {
      Case& c = add_(name + "." + metric + "." + constant, purpose, &ask_rbf, examples, between, sigma);
      c.options = {{"metric", metric}, {"constant_term", constant}};
    }
  }

 private:
  PoseCases add_;
};

}  // namespace

void rbf_cases(std::vector<Case>& cases) {
  RbfCases add(cases);
  add("bend", "A joint angle at, between, beyond and far from the examples.", "euclidean", angles,
      angles_between, 1);
  add("bend.narrow", "A sigma below 1.", "euclidean", angles, angles_between, 0.5);
  add("bend.close", "Two examples so close that float32 does not decide some numbers.", "euclidean",
      {{0}, {0.75}, {0.75 + 0x1p-5}, {2.5}}, angles_between, 1);
  add("one", "One example.", "euclidean", {{0.5}}, {{1}, {-1}, {20}}, 0.75);
  add("places", "Poses of several numbers.", "euclidean", places, places_between, 1.25);
  add("places.narrow", "Poses of several numbers, with a smaller sigma.", "euclidean", places, places_between,
      0.875);
  for (const double sigma : {0.875, 0.75})
    add(sigma > 0.8 ? "places.twenty" : "places.twenty-narrow", "Twenty examples.", "euclidean",
        many_places(), {{2.0, 1.5, 2.0}, {0.5, 2.25, 1.0}, {1.0, 0.25, 1.75}}, sigma);
  cases.back().golden = (cases.end() - 2)->golden = false;
  add("turns", "Rotations of either sign, up to half a turn apart.", "rotation-angle", turned(),
      turned_between(), 1.25);
  add("turns.narrow", "A smaller sigma, and quaternions 1 % too long.", "rotation-angle", turned(),
      turned_between(1.01), 0.75);
  add("axes", "Bone directions, also opposite to an example's.", "arc-length", directions(),
      directions_between(), 1.25);
  add("axes.narrow", "A smaller sigma, and directions 1 % too short.", "arc-length", directions(0.99),
      directions_between(), 0.75);
}

}  // namespace bindpose::conformance::examples
