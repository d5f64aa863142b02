// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - posed scenes, and how far two surfaces are apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "reference/hierarchy/shared/world.h"
#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/numeric/scalar.h"
#include "reference/scenes/scene.h"

namespace bindpose::test {

/// M_j = W_j A_j in double, not rounded.
inline std::vector<Affine<double>> palette_of(const scenes::Scene& scene) {
  const auto world = hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals);
  return *hierarchy::palette<double>(*world, scene.rig.skeleton.inverse_binds);
}

template <class T>
std::vector<Affine<T>> cast(const std::vector<Affine<double>>& palette) {
  std::vector<Affine<T>> result;
  for (const Affine<double>& M : palette)
    result.push_back(M.cast<T>());
  return result;
}

/// Largest distance between rows; infinite for NaN or unequal counts.
template <class A, class B>
double distance(const std::vector<A>& a, const std::vector<B>& b) {
  double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v)
    for (Eigen::Index c = 0; c < a[v].size(); ++c) {
      const double d =
          std::fabs(to_double(typename A::Scalar(a[v][c] - static_cast<typename A::Scalar>(b[v][c]))));
      if (!(d <= largest)) largest = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
  return largest;
}

/// The same over positions, normals and tangents.
template <class T, class U>
double distance(const Surface<T>& a, const Surface<U>& b) {
  return std::max(
      {distance(a.positions, b.positions), distance(a.normals, b.normals), distance(a.tangents, b.tangents)});
}

/// Largest angle between directions, degrees.
inline double largest_angle(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  double largest = 0;
  for (std::size_t v = 0; v < a.size(); ++v)
    largest = std::max(largest, std::atan2(a[v].cross(b[v]).norm(), a[v].dot(b[v])));
  return largest * 180 / std::numbers::pi;
}

/// The rotation and translation applied after every matrix.
inline std::vector<Affine<double>> moved(const Affine<double>& motion,
                                         const std::vector<Affine<double>>& palette) {
  std::vector<Affine<double>> result;
  for (const Affine<double>& M : palette)
    result.push_back(motion * M);
  return result;
}

inline Surface<double> moved(const Affine<double>& motion, Surface<double> surface) {
  for (Vec3<double>& x : surface.positions)
    x = motion * x;
  for (Vec3<double>& n : surface.normals)
    n = motion.linear * n;
  for (Vec4<double>& t : surface.tangents)
    t.head<3>() = motion.linear * t.head<3>();
  return surface;
}

/// One vertex at x with a normal along z and a tangent along x of handedness -1.
inline Mesh one_vertex(const Vec3<double>& x) {
  Mesh mesh;
  mesh.positions = {x};
  mesh.normals = {Vec3<double>::UnitZ()};
  mesh.tangents = {{1, 0, 0, -1}};
  return mesh;
}

inline Affine<double> scaling(double x, double y, double z) {
  Affine<double> M;
  M.linear = Vec3<double>(x, y, z).asDiagonal();
  return M;
}

}  // namespace bindpose::test
