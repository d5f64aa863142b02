// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Volume preserving skinning: the kernel. The page is reference/surface/volume_preserving.md.
#pragma once

#include "reference/numeric/conditioned.h"
#include "reference/surface/shared/blended.h"
#include "reference/surface/shared/corners.h"
#include "reference/surface/shared/regions.h"

namespace bindpose::surface {

/// V = 1/6 sum (x_a - o) . ((x_b - o) x (x_c - o)) of closed triangles (a, b, c). Each triangle's
/// share is stored before it is added, so roundings of terms that cancel within a triangle count
/// only once.
template <class T>
T enclosed_volume(const Region& region, const Points<T>& x) {
  T sum(0);
  const auto from_o = [&](std::uint32_t v) { return difference(x[v], x[region.o]); };
  for (const auto& [a, b, c] : region.triangles)
    sum += stored(T(from_o(a).dot(from_o(b).cross(from_o(c)))));
  return stored(T(sum / T(6)));
}

/// sums_v += 1/6 sum (y_p - y_v) x (z_q - z_v) over the triangles (v, p, q) at v
template <class T>
void add_area_vectors(const Region& region, const Points<T>& y, const Points<T>& z, Points<T>& sums) {
  for (const Triangle& t : region.triangles)
    for (const auto& [v, p, q] : corners_of(t))
      sums[v] += difference(y[p], y[v]).cross(difference(z[q], z[v])) / T(6);
}

/// p(k) = V(y + k g) - V(x)
template <class T>
struct Cubic {
  T c3, c2, c1, c0, V_x = T(0);
  T at(const T& k) const { return ((c3 * k + c2) * k + c1) * k + c0; }
  T slope(const T& k) const { return (T(3) * c3 * k + T(2) * c2) * k + c1; }
};

/// The root in the interval about 0 in which p rises: Newton's method from 0 until k does not
/// change. If a step leaves the interval that is known to hold the root, the middle replaces it.
/// size: c_1 without cancellation in its sum. Errors ZERO_GRADIENT, VOLUME_UNREACHABLE (p stops
/// rising before the root).
template <class T>
Expected<T> multiplier(const Cubic<T>& p, double size, const std::string& place = {}) {
  using std::abs, std::sqrt;
  if (p.c0 == T(0)) return T(0);
  if (!(to_double(p.c1) > 0x1p-80 * size))
    return fail("ZERO_GRADIENT", place, "the skinned region has no direction in which its volume grows");
  const T side =
      p.c0 < T(0) ? T(1) : T(-1);  // of 0 on which the root lies; q(k) = side p(side k) has it to the right
  const Cubic<T> q{p.c3, side * p.c2, p.c1, side * p.c0, p.V_x};
  const T d = T(sqrt(T(q.c2 * q.c2 - T(3) * q.c1 * q.c3))) - q.c2;
  T low(0), high = d > T(0) ? T(q.c1 / d) : std::numeric_limits<T>::infinity(), k(0);  // q'(high) = 0
  if (q.at(high) < T(0))
    return fail("VOLUME_UNREACHABLE", place, "no displacement along the gradient restores the volume");
  for (int step = 0; step < 200; ++step) {
    const T value = q.at(k), next = k - value / q.slope(k);
    (value < T(0) ? low : high) = k;
    if (abs(T(next - k)) <= T(8) * std::numeric_limits<T>::epsilon() * k) return side * next;
    k = next > low && next < high ? next : T((low + high) / T(2));
  }
  return side * k;
}

/// x'_v = y_v + k g_v of one region; k is returned. x at rest, y skinned, then moved.
template <class T>
Expected<T> volume_preserving(const Region& region, const Points<T>& x, Points<T>& y) {
  BINDPOSE_TRY(const double size, gradient_size(region, y));
  Points<T> g(y.size(), Vec3<T>::Zero()), h = g;
  add_area_vectors(region, y, y, g);
  g = stored_rows(g);
  add_area_vectors(region, y, g, h);
  add_area_vectors(region, g, y, h);
  h = stored_rows(h);
  T c2(0), c1(0);
  for (const std::uint32_t v : region.vertices)
    c2 += stored(T(g[v].dot(h[v]))), c1 += stored(T(g[v].dot(g[v])));
  const T V_x = enclosed_volume(region, x), c3 = enclosed_volume(region, g);
  const Cubic<T> p{c3, stored(c2) / T(2), stored(c1), enclosed_volume(region, y) - V_x, V_x};
  BINDPOSE_TRY(const T k, multiplier(p, size, region.place));
  for (const std::uint32_t v : region.vertices)
    y[v] += k * g[v];
  return k;
}

}  // namespace bindpose::surface
