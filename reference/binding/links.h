// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Links: the kernel. The page is reference/binding/links.md.
#pragma once

#include "reference/animation/slerp.h"
#include "reference/binding/shared/bone_segments.h"
#include "reference/model/link_rows.h"
#include "reference/numeric/turn.h"
#include "reference/skinning/shared/bones.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::binding {

/// q, or -q if its w is below 0: the same rotation, by at most half a turn.
template <class T>
Quat<T> half_turn_at_most(const Quat<T>& q) {
  return q.w() < T(0) ? quaternion_xyzw<T>(-q.x(), -q.y(), -q.z(), -q.w()) : q;
}

/// k twists, then n swings; the last swing is M_j. M_p: the parent's matrix; bone: from the parent's pivot to that of j;
/// q: rotation of j relative to its parent, at most half a turn.
template <class T>
std::vector<Affine<T>> links_of(const Affine<T>& M_p, const skinning::Bone<T>& bone, const Quat<T>& q,
                                const LinkCount& count) {
  using std::atan2, std::cos, std::sin;
  const Vec3<T>& c = bone.tail;
  Quat<T> K = Quat<T>::Identity(), S = q;
  std::vector<Affine<T>> links;
  const auto add = [&](const Quat<T>& turn) { links.push_back(stored_entries(M_p * turn_about(turn, c))); };
  if (count.twists > 0) {
    Vec3<T> d = difference<T>(bone.tail, bone.head);
    (void)normalize(d);
    const T half = stored(T(atan2(stored(T(d.dot(q.vec()))), q.w())));  // alpha / 2
    for (int i = 1; i <= count.twists; ++i) {
      const T part = stored(T(T(i) / T(count.twists) * half));
      K = stored_entries(skinning::about(d, T(sin(part)), T(cos(part))));
      add(K);
    }
    S = skinning::stored_product(q, bindpose::conjugate(K));
  }
  const Vec4<T> one{T(0), T(0), T(0), T(1)};
  for (int l = 1; l < count.swings; ++l) {
    const Vec4<T> S_l = animation::slerp<T>(one, S.coeffs(), T(T(l) / T(count.swings)));
    add(skinning::stored_product(stored_entries(Quat<T>(S_l)), K));
  }
  add(q);
  return links;
}

/// max(0, 1 - |s - l|)
template <class T>
T hat(const T& s, int l) {
  using std::abs;
  return greater_of<T>(T(0), T(T(1) - T(abs(T(s - T(l))))));
}

/// w'_l of all rows. w: [#joints]; tau: position of the vertex along the bone to each joint [#joints].
template <class T>
std::vector<T> link_weights(const LinkRows& rows, const std::vector<T>& w, const std::vector<T>& tau) {
  const auto [N, unlinked, have_links] = neighbour_weights(rows, w);
  std::vector<T> spread(rows.size(), T(0));
  for (std::size_t x = 0; x < w.size(); ++x)
    spread[x] = have_links[x] ? T(w[x] * unlinked[x] / N[x]) : w[x];
  for (const std::size_t j : rows.pairs(w)) {
    const std::size_t p = rows.parent(j);
    const int n = rows.count(j).swings;
    const T both = stored(T(w[p] * w[j] / N[p] + w[p] * w[j] / N[j]));
    const T s = stored(T(T(n) * (N[p] / stored(T(N[p] + N[j])))));
    for (int l = 0; l <= n && n > 1; ++l)
      spread[rows.swing(j, l)] += both * hat(s, l);
  }
  for (std::size_t j = 0; j < w.size(); ++j) {
    const int k = rows.count(j).twists;
    if (k == 0) continue;
    const T whole = stored(spread[rows.parent(j)]), s = stored(T(T(k) * tau[j]));
    for (int i = 0; i <= k; ++i)
      spread[rows.twist(j, i)] = whole * hat(s, i);
  }
  return spread;
}

}  // namespace bindpose::binding
