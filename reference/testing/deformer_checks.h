// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests of algorithms that move every vertex separately: a small mesh, the deformed mesh, and its
// directions by finite differences of positions.
#pragma once

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/surfaces.h"

namespace bindpose::test {

/// Six different vertices with normals and tangents, within 1 m of the origin.
inline Mesh six_vertices() {
  Mesh mesh;
  for (int v = 0; v < 6; ++v) {
    mesh.positions.emplace_back(0.75 - 0.25 * v, 0.125 * v * v - 0.5, 0.3125 * v - 0.75);
    mesh.normals.push_back(Vec3<double>(v - 2, 1, 0.5 * v).normalized());
    const Vec3<double> t = Vec3<double>(1, 2 - v, 0.25 * v).normalized();
    mesh.tangents.emplace_back(t[0], t[1], t[2], v % 2 == 0 ? 1 : -1);
  }
  return mesh;
}

/// An input with a mesh and a deformer's space: at the origin, or moved and rotated.
inline ArraySet question_about(const Mesh& mesh, bool askew) {
  const Vec3<double> o = askew ? Vec3<double>(0.25, -0.5, 0.125) : Vec3<double>::Zero();
  const Quat<double> q = askew ? Quat<double>(Eigen::AngleAxis<double>(0.75, Vec3<double>(1, 2, 2) / 3))
                               : Quat<double>::Identity();
  ArraySet question;
  add_mesh(question, mesh);
  question.add("deformer_origin", {3}, Array::Reals(o.begin(), o.end()));
  question.add("deformer_rotation", {4}, Array::Reals{q.x(), q.y(), q.z(), q.w()});
  return question;
}

inline ArraySet with_numbers(ArraySet question, const char* name, const Array::Reals& values) {
  question.put({name, {values.size()}, values});
  return question;
}

/// Codes of the rows without an output.
inline std::vector<std::string> undefined_of(std::string_view id, const ArraySet& question) {
  const auto result = find_algorithm(id)->implementation.in_double(question, {});
  std::vector<std::string> codes;
  if (result)
    for (const Undefined& u : result->undefined)
      codes.push_back(u.code + " " + std::to_string(u.row));
  return codes;
}

inline double greatest_difference(const Array::Reals& a, const Array::Reals& b) {
  double worst = a.size() == b.size() ? 0 : 1e9;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    worst = std::max(worst, std::fabs(a[i] - b[i]));
  return worst;
}

/// Distance of a surface from the rest surface.
inline double moved_by(std::string_view id, const ArraySet& question, const Options& options = {}) {
  double worst = 0;
  for (const char* name : {"positions", "normals", "tangents"})
    if (const Array* rest = question.find(name))
      worst = std::max(worst, greatest_difference(answered(id, question, name, options), rest->reals()));
  return worst;
}

/// Difference of normals and tangents from det(J) J^-T n and J t, J by central differences of positions.
inline double directions_off(std::string_view id, const ArraySet& question, const Options& options = {}) {
  constexpr double h = 0x1p-17;
  const std::size_t count = question.find("positions")->shape[0];
  std::vector<Mat3<double>> J(count);
  for (int c = 0; c < 3; ++c) {
    std::vector<Array::Reals> at;
    for (const double step : {-h, h}) {
      ArraySet moved = question;
      change_rows(moved, "positions", 3, [&](double* x, std::size_t) { x[c] += step; });
      at.push_back(answered(id, moved, "positions", options));
    }
    for (std::size_t i = 0; i < 3 * count; ++i)
      J[i / 3](static_cast<Eigen::Index>(i % 3), c) = (at[1][i] - at[0][i]) / (2 * h);
  }
  const Array::Reals n = answered(id, question, "normals", options),
                     t = answered(id, question, "tangents", options);
  double worst = 0;
  for (std::size_t v = 0; v < count; ++v) {
    const double* n_0 = &question.find("normals")->reals()[3 * v];
    const double* t_0 = &question.find("tangents")->reals()[4 * v];
    const Vec3<double> normal = (cofactor(J[v]) * Vec3<double>(n_0[0], n_0[1], n_0[2])).normalized();
    const Vec3<double> tangent = (J[v] * Vec3<double>(t_0[0], t_0[1], t_0[2])).normalized();
    for (std::size_t c = 0; c < 3; ++c) {
      worst = std::max(worst, std::fabs(normal[static_cast<Eigen::Index>(c)] - n[3 * v + c]));
      worst = std::max(worst, std::fabs(tangent[static_cast<Eigen::Index>(c)] - t[4 * v + c]));
    }
    worst = std::max(worst, std::fabs(t_0[3] - t[4 * v + 3]));
  }
  return worst;
}

}  // namespace bindpose::test
