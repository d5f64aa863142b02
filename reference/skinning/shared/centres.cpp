// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/centres.h"

#include "reference/skinning/optimised_centres_bound.h"

namespace bindpose::skinning {
namespace {

/// W += w at joint j
template <class T>
void add_weight(JointWeights<T>& W, std::uint32_t j, const T& w) {
  if (const auto [at, is_new] = W.try_emplace(j, w); !is_new) at->second += w;
}

/// W_v; slots of one joint add up.
template <class T>
JointWeights<T> weights_of(const Influences& slots, const std::vector<T>& w, std::size_t v) {
  JointWeights<T> W;
  for (const Influence<T>& i : influences_of(slots, w, v))
    add_weight(W, i.j, i.w);
  return W;
}

/// Three corners at one position or on a line. In 113 bits the products of differences of float32 numbers are
/// exact unless the numbers differ very much in size.
bool is_without_area(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Quad> e = b.cast<Quad>() - a.cast<Quad>(), f = c.cast<Quad>() - a.cast<Quad>();
  const Vec3<Quad> normal = e.cross(f);
  return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
}

/// Triangles with an area and at least two joints; others share no pair of joints.
template <class T>
std::vector<Patch<T>> patches(const Mesh& mesh, const std::vector<JointWeights<T>>& W,
                              const std::vector<Triangle>& triangles) {
  std::vector<Patch<T>> surface;
  for (const Triangle& t : triangles) {
    if (is_without_area(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]])) continue;
    Patch<T> patch;
    for (const std::uint32_t v : t)
      for (const auto& [j, w] : W[v])
        add_weight(patch.W, j, w);
    if (patch.W.size() < 2) continue;
    for (auto& entry : patch.W)
      entry.second /= T(3);
    const Vec3<T> x0 = mesh.positions[t[0]].cast<T>(), x1 = mesh.positions[t[1]].cast<T>(),
                  x2 = mesh.positions[t[2]].cast<T>();
    patch.a = twice_area<T>(x0, x1, x2);
    patch.c = (x0 + x1 + x2) / T(3);
    surface.push_back(std::move(patch));
  }
  return surface;
}

}  // namespace

template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& slots, const std::vector<T>& w,
                             const std::vector<Triangle>& triangles) {
  std::vector<JointWeights<T>> W;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    W.push_back(weights_of(slots, w, v));
  const std::vector<Patch<T>> surface = patches(mesh, W, triangles);
  Centres<T> centres;
  for (const JointWeights<T>& W_v : W) {
    const std::optional<Vec3<T>> p = optimised_centre(W_v, surface);
    centres.p.push_back(p ? *p : Vec3<T>(Vec3<T>::Zero()));
    centres.has.push_back(p ? 1 : 0);
  }
  return centres;
}

void add_centres(ArraySet& question, const Centres<double>& centres) {
  Array::Reals p;
  for (const Vec3<double>& p_v : centres.p)
    for (const double x : p_v)
      p.push_back(to_float32(x));
  question.add("centres", {centres.p.size(), 3}, std::move(p));
  question.add("has_centre", {centres.has.size()}, centres.has);
}

#define BINDPOSE_INSTANTIATE(T)                                                                \
  template Centres<T> optimised_centres(const Mesh&, const Influences&, const std::vector<T>&, \
                                        const std::vector<Triangle>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
