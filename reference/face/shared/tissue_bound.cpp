// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/shared/tissue_bound.h"

#include <algorithm>

namespace bindpose::face {
namespace {

using Eigen::Index, Eigen::MatrixXd;
using Lengths = std::vector<double>;

/// The header's letters of one prism.
struct PrismRange {
  double C[6][6] = {}, T[6][6] = {}, G[6] = {}, dG[6] = {}, dV = 0;

  PrismRange(const std::array<std::size_t, 6>& nodes, const Points<double>& x, const Lengths& rho) {
    const PrismSlopes<double> V(nodes, x);
    for (std::size_t a = 0; a < 6; ++a) {
      for (std::size_t b = 0; b < 6; ++b) {
        T[a][b] = bend_change(nodes, a, b, rho);
        C[a][b] = V.second[a][b].norm() + T[a][b];
        dG[a] += C[a][b] * rho[nodes[b]];
      }
      G[a] = V.first[a].norm() + dG[a];
      dV += G[a] * rho[nodes[a]];
    }
  }

 private:
  /// The change of Hess V at (a, b), a sum of nodes with factors.
  static double bend_change(const std::array<std::size_t, 6>& nodes, std::size_t a, std::size_t b,
                            const Lengths& rho) {
    double change = 0;
    for (std::size_t c = 0; c < 6; ++c) {
      double times = 0;
      for (const auto& [delta, mu, nu] : prism_terms)
        times += (delta[a] * nu[b] - nu[a] * delta[b]) * mu[c] +
                 (mu[a] * delta[b] - delta[a] * mu[b]) * nu[c] + (nu[a] * mu[b] - mu[a] * nu[b]) * delta[c];
      change += std::fabs(times) / 36 * rho[nodes[c]];
    }
    return change;
  }
};

/// Largest |phi'''| and |c| of a link while its length is at least q.
struct Bend {
  double third, c;
};
Bend bend_of(const Spring<double>& spring, double q) {
  return {0, spring.k * spring.l / (q * q)};
}
Bend bend_of(const Fibre<double>& fibre, double q) {
  return {0, fibre.f / (q * q)};
}
Bend bend_of(const Contact<double>& contact, double q) {
  const auto& [i, j, r, h, beta] = contact;
  const double d = q - r;
  if (!(d > 0)) return {infinity, infinity};
  const auto [first, second] = contact.at(q);
  return {d < h ? 6 * beta * h * h * h / (d * d * d * d) : 0, (second - first / q) / q};
}

/// Adds bounds on blocks, by free nodes.
class Change {
 public:
  Change(const Tissue<double>& tissue, const Points<double>& x, const Lengths& rho)
      : tissue_(tissue), x_(x), rho_(rho), D_(MatrixXd::Zero(tissue.unknowns / 3, tissue.unknowns / 3)) {}

  template <class Link>
  void add(const Link& link) {
    const double r = rho_[link.i] + rho_[link.j], q = (x_[link.i] - x_[link.j]).norm() - r;
    const auto [third, c] = q > 0 ? bend_of(link, q) : Bend{infinity, infinity};
    const double change = r == 0 ? 0 : r * (std::max(third, c) + c);
    for (const std::size_t a : {link.i, link.j})
      for (const std::size_t b : {link.i, link.j})
        add(a, b, change);
  }

  void add(const Prism<double>& prism) {
    const PrismRange of(prism.nodes, x_, rho_);
    const double off = std::fabs(volume_of(prism.nodes, x_) - prism.V_0),
                 per = prism.kappa / std::fabs(prism.V_0);
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = 0; b < 6; ++b)
        add(prism.nodes[a], prism.nodes[b],
            per * (of.dG[a] * of.G[b] + of.G[a] * of.dG[b] + of.dV * of.C[a][b] + off * of.T[a][b]));
  }

  const MatrixXd& bounds() const { return D_; }

 private:
  void add(std::size_t a, std::size_t b, double change) {
    if (tissue_.place[a] >= 0 && tissue_.place[b] >= 0)
      D_(tissue_.place[a] / 3, tissue_.place[b] / 3) += change;
  }

  const Tissue<double>& tissue_;
  const Points<double>& x_;
  const Lengths& rho_;
  MatrixXd D_;
};

}  // namespace

template <>
Tracked volume_of(const std::array<std::size_t, 6>& nodes, const Points<Tracked>& x) {
  Points<double> values;
  Points<Tracked> exact;
  Lengths rho;
  std::array<std::size_t, 6> own{};
  for (std::size_t c = 0; c < 6; ++c) {
    const Vec3<Tracked>& p = x[nodes[c]];
    values.emplace_back(p[0].value(), p[1].value(), p[2].value());
    exact.emplace_back(Tracked(p[0].value()), Tracked(p[1].value()), Tracked(p[2].value()));
    rho.push_back(error_length(p));
    own[c] = static_cast<std::size_t>(std::find(nodes.begin(), nodes.end(), nodes[c]) - nodes.begin());
  }
  const PrismRange of(own, values, rho);
  const Tracked rounded = signed_volume(own, exact);
  return Tracked::uncertain(rounded.value(), rounded.error() + Tracked::slack * of.dV);
}

double volume_bend(const std::array<std::size_t, 6>& nodes, const Points<double>& x, const Lengths& rho) {
  const PrismRange of(nodes, x, rho);
  double sum = 0;
  for (std::size_t a = 0; a < 6; ++a)
    sum += of.dG[a] * rho[nodes[a]];
  return sum;
}

MatrixXd stiffness_change(const Tissue<double>& tissue, const Points<double>& x, const Lengths& rho) {
  Change change(tissue, x, rho);
  for (const auto& spring : tissue.springs)
    change.add(spring);
  for (const auto& fibre : tissue.fibres)
    change.add(fibre);
  for (const auto& contact : tissue.contacts)
    change.add(contact);
  for (const auto& prism : tissue.prisms)
    change.add(prism);
  return change.bounds();
}

Tissue<double> values_of(const Tissue<Tracked>& tissue) {
  Tissue<double> plain;
  for (const auto& [i, j, k, l] : tissue.springs)
    plain.springs.push_back({i, j, k.value(), l.value()});
  for (const auto& [i, j, f] : tissue.fibres)
    plain.fibres.push_back({i, j, f.value()});
  for (const auto& [i, j, r, h, beta] : tissue.contacts)
    plain.contacts.push_back({i, j, r.value(), h.value(), beta.value()});
  for (const auto& [nodes, kappa, V_0] : tissue.prisms)
    plain.prisms.push_back({nodes, kappa.value(), V_0.value()});
  plain.place = tissue.place;
  plain.unknowns = tissue.unknowns;
  plain.S = tissue.S;
  return plain;
}

Points<double> values_of(const Points<Tracked>& x) {
  Points<double> plain;
  for (const Vec3<Tracked>& p : x)
    plain.emplace_back(p[0].value(), p[1].value(), p[2].value());
  return plain;
}

std::vector<double> errors_of(const Points<Tracked>& x) {
  std::vector<double> lengths;
  for (const Vec3<Tracked>& p : x)
    lengths.push_back(error_length(p));
  return lengths;
}

}  // namespace bindpose::face
