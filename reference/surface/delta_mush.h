// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Delta mush: the kernel. The page is reference/surface/delta_mush.md, smoothing is in shared/laplacian.h.
#pragma once

#include <optional>

#include "reference/surface/shared/blended.h"
#include "reference/surface/shared/size.h"

namespace bindpose::surface {

/// The columns of F, mesh_from_frame.
template <class T>
struct Frame {
  Vec3<T> t, b, n;
};

/// F at a vertex v of the smoothed mesh s; none if the normal or tangent has no direction. star:
/// the triangles (v, p, q) at v, at least one; u: the neighbour of v with the smallest index.
template <class T>
std::optional<Frame<T>> frame_at(const std::vector<Triangle>& star, std::uint32_t u, const Points<T>& s) {
  Vec3<T> n = Vec3<T>::Zero();
  double size = 0;
  for (const auto& [v, p, q] : star) {
    const Vec3<T> s_vp = difference(s[p], s[v]), s_vq = difference(s[q], s[v]);
    n += s_vp.cross(s_vq);
    size += size_of(s_vp) * size_of(s_vq);
  }
  if (!(size_of(n) > nothing_left * size) || !normalize(n)) return std::nullopt;
  n = stored_entries(n);
  const Vec3<T> e = difference(s[u], s[star[0][0]]);
  Vec3<T> t = e - n * stored(T(n.dot(e)));
  if (!(size_of(t) > nothing_left * size_of(e)) || !normalize(t)) return std::nullopt;
  return Frame<T>{t, stored_entries(Vec3<T>(n.cross(t))), n};
}

/// F' F^T d
template <class T>
Vec3<T> carried(const Frame<T>& F, const Frame<T>& F_posed, const Vec3<T>& d) {
  const T t = stored(T(F.t.dot(d))), b = stored(T(F.b.dot(d))), n = stored(T(F.n.dot(d)));
  return F_posed.t * t + F_posed.b * b + F_posed.n * n;
}

/// x' = s' + F' d, d = F^T (x - s); n' along F' F^T n, t' along F' F^T t.
template <class T>
DeformedVertex<T> delta_mush(const RestVertex<T>& rest, const std::vector<Triangle>& star, std::uint32_t u,
                             const Points<T>& s, const Points<T>& s_posed) {
  const auto F = frame_at(star, u, s), F_posed = frame_at(star, u, s_posed);
  if (!F || !F_posed) return no_answer<T>("DEGENERATE_FRAME");
  const auto by_frames = [&](const Vec3<T>& d) { return carried(*F, *F_posed, d); };
  const Vec3<T> x = s_posed[rest.v] + by_frames(difference(rest.x, s[rest.v]));
  return {x, by_frames(rest.n), by_frames(rest.t)};
}

}  // namespace bindpose::surface
