// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: soft tissue between points - springs, fibres, contacts, prisms - its forces and its stiffness.
//
// Formula. Each part has an energy phi(q) of one number q: the distance of two points, or the volume of a prism.
// Its share of gradient and Hessian follows by the chain rule:
//   phi' grad q,    phi'' grad q grad q^T + phi' Hess q
//   distance of i, j    grad q = e at i, -e at j,  e = (x_i - x_j) / q;    Hess q = (I - e e^T) / q at (i, i) and
//   (j, j), its negative at (i, j)
//   volume              36 V = sum D . (u x v);    grad q = (delta u x v + mu v x D + nu D x u) / 36 at a node
//   that is in D, u, v delta, mu, nu times Unit. Energies are in metres^2 and forces in metres, because stiffness
//   has no unit.
#pragma once

#include "reference/face/shared/pulls.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/linear_system.h"
#include "reference/numeric/steps.h"

namespace bindpose::face {

template <class T>
using Points = std::vector<Vec3<T>>;

/// phi'(q), phi''(q).
template <class T>
struct Slopes {
  T first, second;
};

/// phi = k / 2 (q - l)^2
template <class T>
struct Spring {
  std::size_t i, j;
  T k, l;
  Slopes<T> at(const T& q) const { return {k * difference(q, l), k}; }
};

/// phi = f q: a pull of f on i towards j.
template <class T>
struct Fibre {
  std::size_t i, j;
  T f;
  Slopes<T> at(const T&) const { return {f, T(0)}; }
};

/// phi = beta max(h - d, 0)^3 / d, d = q - r the distance from a sphere about j.
template <class T>
struct Contact {
  std::size_t i, j;
  T r, h, beta;
  Slopes<T> at(const T& q) const {
    const T d = difference(q, r), gap = greater_of(difference(h, d), T(0));
    return {-beta * gap * gap * (h + T(2) * d) / (d * d),
            T(2) * beta * gap * (h * h + h * d + d * d) / (d * d * d)};
  }
};

/// phi = kappa / 2 |V_0| (q / V_0 - 1)^2
template <class T>
struct Prism {
  std::array<std::size_t, 6> nodes;
  T kappa, V_0;
  Slopes<T> at(const T& q) const {
    using std::abs;
    return {kappa * difference(q, V_0) / abs(V_0), kappa / abs(V_0)};
  }
};

/// 36 V = sum over both of D . (u x v), each a sum of nodes with these factors: D the edges upwards; u, v edges of
/// the lower and the upper triangle.
struct PrismTerm {
  std::array<double, 6> D, u, v;
};
inline constexpr std::array<PrismTerm, 2> prism_terms = {{
    {{-1, -1, -1, 1, 1, 1}, {-1, 1, 0, 0, 0, 0}, {-2, 0, 2, -1, 0, 1}},
    {{-1, -1, -1, 1, 1, 1}, {0, 0, 0, -1, 1, 0}, {-1, 0, 1, -2, 0, 2}},
}};

/// D, u, v of both terms.
template <class T>
struct PrismEdges {
  Vec3<T> D, u[2], v[2];

  PrismEdges(const std::array<std::size_t, 6>& nodes, const Points<T>& x) {
    const auto edge = [&](std::size_t from, std::size_t to) {
      return difference(x[nodes[to]], x[nodes[from]]);
    };
    D = edge(0, 3) + edge(1, 4) + edge(2, 5);
    u[0] = edge(0, 1);
    u[1] = edge(3, 4);
    v[0] = T(2) * edge(0, 2) + edge(3, 5);
    v[1] = edge(0, 2) + T(2) * edge(3, 5);
  }
};

/// The volume of the prism with bilinear sides; negative if its triangles are clockwise seen from above.
template <class T>
T signed_volume(const std::array<std::size_t, 6>& nodes, const Points<T>& x) {
  const PrismEdges<T> of(nodes, x);
  const Vec3<T> area = stored_entries(Vec3<T>(of.u[0].cross(of.v[0]) + of.u[1].cross(of.v[1])));
  return stored(T(of.D.dot(area) / T(36)));
}
template <class T>
T volume_of(const std::array<std::size_t, 6>& nodes, const Points<T>& x) {
  return signed_volume(nodes, x);
}

/// grad V at each node, and Hess V: at (a, b), the cross product matrix of an axial vector.
template <class T>
struct PrismSlopes {
  std::array<Vec3<T>, 6> first;
  std::array<std::array<Vec3<T>, 6>, 6> second;

  PrismSlopes(const std::array<std::size_t, 6>& nodes, const Points<T>& x) {
    const PrismEdges<T> of(nodes, x);
    for (std::size_t a = 0; a < 6; ++a) {
      first[a].setZero();
      second[a].fill(Vec3<T>::Zero());
      for (std::size_t k = 0; k < 2; ++k) {
        const auto& [delta, mu, nu] = prism_terms[k];
        const Vec3<T>&D = of.D, &u = of.u[k], &v = of.v[k];
        first[a] += (T(delta[a]) * u.cross(v) + T(mu[a]) * v.cross(D) + T(nu[a]) * D.cross(u)) / T(36);
        for (std::size_t b = 0; b < 6; ++b)
          second[a][b] +=
              (T(delta[a] * nu[b] - nu[a] * delta[b]) * u + T(mu[a] * delta[b] - delta[a] * mu[b]) * v +
               T(nu[a] * mu[b] - mu[a] * nu[b]) * D) /
              T(36);
      }
    }
  }
};

/// The matrix of the cross product with a.
template <class T>
Mat3<T> cross_matrix(const Vec3<T>& a) {
  Mat3<T> A;
  A << T(0), -a[2], a[1], a[2], T(0), -a[0], -a[1], a[0], T(0);
  return A;
}

/// Gradient and Hessian of the energy by the coordinates of free nodes.
template <class T>
struct Balance {
  const std::vector<Eigen::Index>&
      place;  ///< index of a point's first coordinate; below 0: the point is fixed
  DynamicVector<T> g;
  DynamicMatrix<T> H;

  Balance(const std::vector<Eigen::Index>& place_, Eigen::Index unknowns)
      : place(place_), g(DynamicVector<T>::Zero(unknowns)), H(DynamicMatrix<T>::Zero(unknowns, unknowns)) {}

  void add(std::size_t i, const Vec3<T>& force) {
    for (Eigen::Index r = 0; r < 3 && place[i] >= 0; ++r)
      g[place[i] + r] += force[r];
  }
  void add(std::size_t i, std::size_t j, const Mat3<T>& K) {
    for (Eigen::Index r = 0; r < 3 && place[i] >= 0 && place[j] >= 0; ++r)
      for (Eigen::Index c = 0; c < 3; ++c)
        H(place[i] + r, place[j] + c) += K(r, c);
  }
};

/// A spring, a fibre or a contact.
template <class T, template <class> class Link>
void add_link(const Link<T>& link, const Points<T>& x, Balance<T>& balance) {
  const auto [i, j] = std::pair(link.i, link.j);
  const Vec3<T> d = difference(x[i], x[j]);
  const T q = norm_of(d);
  const Vec3<T> e = d / q;
  const auto [first, second] = link.at(q);
  const Mat3<T> along = outer_product(e, e), K = second * along + first / q * (Mat3<T>::Identity() - along);
  balance.add(i, Vec3<T>(first * e));
  balance.add(j, Vec3<T>(-first * e));
  balance.add(i, i, K);
  balance.add(j, j, K);
  balance.add(i, j, -K);
  balance.add(j, i, -K);
}

template <class T>
void add_prism(const Prism<T>& prism, const Points<T>& x, Balance<T>& balance) {
  const auto [first, second] = prism.at(volume_of(prism.nodes, x));
  const PrismSlopes<T> V(prism.nodes, x);
  for (std::size_t a = 0; a < 6; ++a) {
    balance.add(prism.nodes[a], Vec3<T>(first * V.first[a]));
    for (std::size_t b = 0; b < 6; ++b)
      balance.add(
          prism.nodes[a], prism.nodes[b],
          Mat3<T>(second * outer_product(V.first[a], V.first[b]) + first * cross_matrix(V.second[a][b])));
  }
}

/// The whole tissue. Points are nodes, then centres of the skull's spheres.
template <class T>
struct Tissue {
  std::vector<Spring<T>> springs;
  std::vector<Fibre<T>> fibres;
  std::vector<Contact<T>> contacts;
  std::vector<Prism<T>> prisms;
  std::vector<Eigen::Index>
      place;  ///< index of each point's first coordinate among the unknowns; -1: the point is fixed
  Eigen::Index unknowns = 0;
  double S = 0;  ///< max k l, metres
};

/// g, H of the energy at x.
template <class T>
Balance<T> balance(const Tissue<T>& tissue, const Points<T>& x) {
  Balance<T> sum(tissue.place, tissue.unknowns);
  for (const auto& spring : tissue.springs)
    add_link(spring, x, sum);
  for (const auto& fibre : tissue.fibres)
    add_link(fibre, x, sum);
  for (const auto& contact : tissue.contacts)
    add_link(contact, x, sum);
  for (const auto& prism : tissue.prisms)
    add_prism(prism, x, sum);
  return sum;
}

/// q of every prism.
template <class T>
std::vector<T> volumes_of(const Tissue<T>& tissue, const Points<T>& x) {
  std::vector<T> volumes;
  for (const Prism<T>& prism : tissue.prisms)
    volumes.push_back(volume_of(prism.nodes, x));
  return volumes;
}

/// Index of the first node that is not outside a sphere; the number of points if all are outside.
template <class T>
std::size_t first_inside(const Tissue<T>& tissue, const Points<T>& x) {
  for (const Contact<T>& contact : tissue.contacts) {
    const T q = norm_of(difference(x[contact.i], x[contact.j]));
    if (!(to_double(q) > to_double(contact.r))) return contact.i;
  }
  return x.size();
}

/// x + s p
template <class T>
Points<T> moved(const Tissue<T>& tissue, Points<T> x, const T& s, const DynamicVector<T>& p) {
  for (std::size_t i = 0; i < x.size(); ++i)
    for (Eigen::Index r = 0; r < 3 && tissue.place[i] >= 0; ++r)
      x[i][r] += s * p[tissue.place[i] + r];
  return x;
}

}  // namespace bindpose::face
