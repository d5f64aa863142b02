// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/optimised_centres.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bindpose::skinning {
namespace {

/// W: the weights that are not 0, by joint, ascending.
template <class T>
using JointWeights = std::vector<std::pair<std::uint32_t, T>>;

/// W += w at joint j
template <class T>
void add_weight(JointWeights<T>& W, std::uint32_t j, const T& w) {
  const auto at = std::lower_bound(W.begin(), W.end(), j,
                                   [](const auto& entry, std::uint32_t k) { return entry.first < k; });
  if (at != W.end() && at->first == j)
    at->second += w;
  else
    W.insert(at, {j, w});
}

template <class T>
JointWeights<T> weights_of(const Influences& influences, std::size_t v) {
  JointWeights<T> W;
  for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i)
    if (influences.weights[i] != 0)
      add_weight(W, influences.joints[i], static_cast<T>(influences.weights[i]));
  return W;
}

template <class T>
struct Patch {
  JointWeights<T> W;  ///< W_t
  T a;                ///< 2 a_t
  Vec3<T> c;          ///< c_t
};

/// Three corners in one place or on a line. In 113 bits the products of float32 numbers' differences are
/// exact unless the numbers are of very different size.
bool is_without_area(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Quad> e = b.cast<Quad>() - a.cast<Quad>(), f = c.cast<Quad>() - a.cast<Quad>();
  const Vec3<Quad> normal = e.cross(f);
  return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
}

template <class T>
std::vector<Patch<T>> patches(const Mesh& mesh, const std::vector<JointWeights<T>>& W,
                              const std::vector<Triangle>& triangles) {
  std::vector<Patch<T>> found;
  for (const Triangle& t : triangles) {
    if (is_without_area(mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]])) continue;
    Patch<T> patch;
    for (const std::uint32_t v : t)
      for (const auto& [j, w] : W[v])
        add_weight(patch.W, j, w);
    if (patch.W.size() < 2) continue;  // shares no pair of joints with anything
    for (auto& entry : patch.W)
      entry.second /= T(3);
    const Vec3<T> x0 = mesh.positions[t[0]].cast<T>(), x1 = mesh.positions[t[1]].cast<T>(),
                  x2 = mesh.positions[t[2]].cast<T>();
    patch.a = twice_area<T>(x0, x1, x2);
    patch.c = (x0 + x1 + x2) / T(3);
    found.push_back(std::move(patch));
  }
  return found;
}

template <class T>
T exponential(const T& x) {
  using std::exp;
  return exp(x);
}

/// As precise as GLSL 4.60 section 4.7.1 demands: 3 + 2 |x| ulp. e^(x + d) - e^x <= e^x d e^d.
template <>
Tracked exponential(const Tracked& x) {
  const Precision& precision = Tracked::precision();
  const double value = std::exp(x.value()), d = x.error();
  const double propagated = value * d * std::exp(d);
  const double ulps = 3 + 2 * (std::fabs(x.value()) + d);
  return Tracked::uncertain(
      value,
      Tracked::slack * (propagated + ulps * precision.unit * (value + propagated) + precision.smallest));
}

/// s(W_p, W_v); pairs: how many pairs of joints the two share.
template <class T>
T similarity(const JointWeights<T>& W_p, const JointWeights<T>& W_v, std::size_t& pairs) {
  std::vector<std::pair<T, T>> both;  // (w_pj, w_vj)
  for (auto p = W_p.begin(), v = W_v.begin(); p != W_p.end() && v != W_v.end();) {
    if (p->first == v->first) both.emplace_back(p->second, v->second);
    const std::uint32_t j = p->first, k = v->first;
    if (j <= k) ++p;
    if (k <= j) ++v;
  }
  pairs = both.size() * (both.size() - (both.empty() ? 0 : 1)) / 2;
  const T sigma = T(1) / T(10);
  T s(0);
  for (std::size_t j = 0; j < both.size(); ++j)
    for (std::size_t k = j + 1; k < both.size(); ++k) {
      const auto& [w_pj, w_vj] = both[j];
      const auto& [w_pk, w_vk] = both[k];
      const T d = w_pj * w_vk - w_pk * w_vj;
      s += w_pj * w_pk * w_vj * w_vk * exponential<T>(-(d * d) / (sigma * sigma));
    }
  return s;
}

}  // namespace

template <class T>
T twice_area(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  using std::sqrt;
  const Vec3<T> normal = Vec3<T>(b - a).cross(Vec3<T>(c - a));
  return sqrt(T(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]));
}

/// A length changes by no more than the vector does: this bound also holds where the area is small.
template <>
Tracked twice_area(const Vec3<Tracked>& a, const Vec3<Tracked>& b, const Vec3<Tracked>& c) {
  const Vec3<Tracked> normal = Vec3<Tracked>(b - a).cross(Vec3<Tracked>(c - a));
  const auto length = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
  const double value = length(normal[0].value(), normal[1].value(), normal[2].value());
  const double error = length(normal[0].error(), normal[1].error(), normal[2].error());
  const Precision& precision = Tracked::precision();
  // Three products and two sums below the root, half of which comes out of it; and the root.
  return Tracked::uncertain(value, error + (2 + Tracked::sqrt_ulp) * precision.unit * (value + error) +
                                       std::sqrt(3 * precision.smallest));
}

template <class T>
Centres<T> optimised_centres(const Mesh& mesh, const Influences& influences,
                             const std::vector<Triangle>& triangles) {
  std::vector<JointWeights<T>> W;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    W.push_back(weights_of<T>(influences, v));
  const std::vector<Patch<T>> surface = patches(mesh, W, triangles);

  Centres<T> centres{std::vector<Vec3<T>>(mesh.vertex_count(), Vec3<T>::Zero()),
                     std::vector<char>(mesh.vertex_count(), 0)};
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    Vec3<T> sum = Vec3<T>::Zero();
    T total(0);
    std::size_t shared = 0;
    if (W[v].size() < 2) continue;
    for (const Patch<T>& t : surface) {
      std::size_t pairs = 0;
      const T s = similarity(W[v], t.W, pairs);
      if (pairs == 0) continue;
      shared += pairs;
      const T sa = s * t.a;
      total += sa;
      sum += sa * t.c;
    }
    // A total of 0 is beyond the scalar's range: as if nothing were similar.
    if (shared == 0 || !(to_double(total) > 0)) continue;
    centres.has[v] = 1;
    centres.p[v] = sum / total;
  }
  return centres;
}

void add_centres(ArraySet& question, const Centres<double>& centres) {
  Array::Reals p;
  for (const Vec3<double>& p_v : centres.p)
    for (const double x : p_v)
      p.push_back(to_float32(x));
  question.add("centres", {centres.p.size(), 3}, std::move(p));
  question.add("has_centre", {centres.has.size()}, Array::Integers(centres.has.begin(), centres.has.end()));
}

namespace {

struct OptimisedCentres {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto mesh = read_mesh(question);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto influences = read_influences(question, mesh->vertex_count());
    if (!influences) return tl::unexpected(influences.error());
    if (auto ok = validate(*mesh, *influences, any_joint); !ok) return tl::unexpected(ok.error());
    const auto triangles = require_triangles(question, mesh->vertex_count());
    if (!triangles) return tl::unexpected(triangles.error());
    const Centres<T> centres = optimised_centres<T>(*mesh, *influences, *triangles);
    Result<T> result;
    result.arrays.push_back(to_result_array<T, 3>("centres", centres.p));
    for (std::size_t v = 0; v < centres.has.size(); ++v)
      if (centres.has[v] == 0) result.undefined.push_back({"centres", v, "NO_CENTRE"});
    return result;
  }

  /// Joints are names here, however many there are.
  static constexpr std::size_t any_joint = std::size_t{1} << 32;
};

}  // namespace

Implementation optimised_centres_implementation() {
  return implement<OptimisedCentres>({});
}

#define BINDPOSE_INSTANTIATE(T) \
  template Centres<T> optimised_centres(const Mesh&, const Influences&, const std::vector<Triangle>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
