// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: reads an input with layers of soft tissue on a skull.
#pragma once

#include <fmt/format.h>

#include "reference/face/anatomical_bound.h"
#include "reference/skinning/shared/rigid_palette_bound.h"

namespace bindpose::face {

enum Layer { skull, fascia, skin };

/// Points are nodes, then centres of spheres.
template <class T>
struct TissueQuestion {
  Points<T> X = {}, x = {};  ///< at rest; moved by their joints
  std::vector<int> layers = {};
  std::vector<LinearMuscle<T>> muscles = {};
  std::vector<std::size_t> attachments = {};  ///< nodes of muscles
  Tissue<T> tissue = {};
};

namespace tissue_question {

constexpr double shortest = 0x1p-60;   // metres
constexpr double smallest = 0x1p-100;  // metres^3

inline std::size_t index(const Array::Integers& indices, std::size_t i) {
  return static_cast<std::size_t>(indices[i]);
}

/// Points at rest and moved by their joints, and which of them are unknown.
template <class T>
TissueQuestion<T> read_points(const Inputs<T>& in) {
  TissueQuestion<T> q{in.template rows<3>("positions")};
  const auto centres = in.template rows<3>("skull_centres");
  q.X.insert(q.X.end(), centres.begin(), centres.end());
  q.layers = in.integers("layers");
  std::vector<int> joints = in.integers("node_joints");
  joints.insert(joints.end(), in.integers("skull_joints").begin(), in.integers("skull_joints").end());
  const auto rotations = in.quaternions("palette_rotations");
  const auto translations = in.template rows<3>("palette_translations");
  q.tissue.place.assign(q.X.size(), -1);
  for (std::size_t i = 0; i < q.X.size(); ++i) {
    const std::size_t j = index(joints, i);
    const auto M = skinning::in_any_form(Rigid<T>{rotations[j], translations[j]});
    q.x.push_back(stored_entries(Vec3<T>(rotate(M.rotation, q.X[i]) + M.translation)));
    if (i >= q.layers.size() || q.layers[i] == skull) continue;
    q.tissue.place[i] = q.tissue.unknowns;
    q.tissue.unknowns += 3;
  }
  return q;
}

/// Errors ZERO_SPRING.
template <class T>
Expected<void> add_springs(const Inputs<T>& in, TissueQuestion<T>& q) {
  const std::vector<T> k = in.numbers("spring_stiffness");
  for (std::size_t s = 0; s < k.size(); ++s) {
    const std::size_t i = index(in.integers("springs"), 2 * s), j = index(in.integers("springs"), 2 * s + 1);
    const T l = stored(norm_of(difference(q.X[i], q.X[j])));
    if (!(to_double(l) > shortest))
      return fail("ZERO_SPRING", fmt::format("springs[{}]", s), "the spring has no length at rest");
    q.tissue.springs.push_back({i, j, k[s], l});
    q.tissue.S = std::max(q.tissue.S, to_double(k[s]) * to_double(l));
  }
  return {};
}

/// Errors ZERO_VOLUME.
template <class T>
Expected<void> add_prisms(const Inputs<T>& in, TissueQuestion<T>& q) {
  const std::vector<T> kappa = in.numbers("prism_stiffness");
  for (std::size_t p = 0; p < kappa.size(); ++p) {
    std::array<std::size_t, 6> nodes{};
    for (std::size_t c = 0; c < 6; ++c)
      nodes[c] = index(in.integers("prisms"), 6 * p + c);
    const T V_0 = volume_of(nodes, q.X);
    if (!(std::fabs(to_double(V_0)) > smallest))
      return fail("ZERO_VOLUME", fmt::format("prisms[{}]", p), "the prism has no volume at rest");
    q.tissue.prisms.push_back({nodes, kappa[p], V_0});
  }
  return {};
}

/// Errors WRONG_LAYER, PARAMETER_RANGE, ZERO_MUSCLE.
template <class T>
Expected<void> add_muscles(const Inputs<T>& in, TissueQuestion<T>& q) {
  using std::cos;
  const std::vector<T> Omega = in.numbers("muscle_zone_angles"), R_s = in.numbers("muscle_falloff_starts"),
                       R_f = in.numbers("muscle_falloff_ends"), K = in.numbers("muscle_contractions");
  for (std::size_t m = 0; m < K.size(); ++m) {
    const std::size_t a = index(in.integers("muscle_nodes"), 2 * m),
                      b = index(in.integers("muscle_nodes"), 2 * m + 1);
    if (q.layers[a] != skull || q.layers[b] != fascia)
      return fail("WRONG_LAYER", fmt::format("muscle_nodes[{}][{}]", m, q.layers[a] != skull ? 0 : 1),
                  "expected a muscle from the skull to the fascia");
    if (!(to_double(R_f[m]) > to_double(R_s[m])))
      return fail("PARAMETER_RANGE", fmt::format("muscle_falloff_ends[{}]", m),
                  fmt::format("{:.9g}, expected more than muscle_falloff_starts", to_double(R_f[m])));
    const Vec3<T> way = difference(q.X[b], q.X[a]);
    const T length = norm_of(way);
    if (!(to_double(length) > shortest))
      return fail("ZERO_MUSCLE", fmt::format("muscle_nodes[{}]", m), "the muscle has no length");
    q.muscles.push_back(
        {q.X[a], stored_entries(Vec3<T>(way / length)), stored(T(cos(Omega[m]))), R_s[m], R_f[m], K[m]});
    q.attachments.push_back(a);
  }
  return {};
}

/// The pulls of every muscle on the nodes of one layer at these positions.
template <class T>
void add_fibres(TissueQuestion<T>& q, Layer layer, const Points<T>& at) {
  for (std::size_t m = 0; m < q.muscles.size(); ++m)
    for (std::size_t v = 0; v < q.layers.size(); ++v) {
      const T f = q.layers[v] == layer ? pull_of(q.muscles[m], at[v]) : T(0);
      if (f != T(0)) q.tissue.fibres.push_back({v, q.attachments[m], f});
    }
}

/// Errors NO_CLEARANCE.
template <class T>
Expected<void> add_contacts(const Inputs<T>& in, TissueQuestion<T>& q) {
  const std::vector<T> r = in.numbers("skull_radii");
  const T h = in.number("clearance"), beta = in.number("contact_stiffness");
  for (std::size_t v = 0; v < q.layers.size(); ++v)
    for (std::size_t s = 0; s < r.size() && q.layers[v] != skull; ++s) {
      const T distance = norm_of(difference(q.X[v], q.X[q.layers.size() + s]));
      if (to_double(distance) < to_double(r[s]) + to_double(h))
        return fail("NO_CLEARANCE", fmt::format("positions[{}]", v),
                    "at rest the node is closer to the skull than the clearance");
      q.tissue.contacts.push_back({v, q.layers.size() + s, r[s], h, beta});
    }
  return {};
}

}  // namespace tissue_question

/// Errors as the functions above.
template <class T>
Expected<TissueQuestion<T>> read_tissue(const Inputs<T>& in) {
  TissueQuestion<T> q = tissue_question::read_points(in);
  BINDPOSE_CHECK(tissue_question::add_springs(in, q));
  BINDPOSE_CHECK(tissue_question::add_prisms(in, q));
  BINDPOSE_CHECK(tissue_question::add_muscles(in, q));
  tissue_question::add_fibres(q, fascia, q.X);
  BINDPOSE_CHECK(tissue_question::add_contacts(in, q));
  return q;
}

/// positions, volume_ratios for the positions q.x.
template <class T>
Result<T> settled_result(const TissueQuestion<T>& q) {
  ResultArray<T> ratios{"volume_ratios", {q.tissue.prisms.size()}, {}};
  const std::vector<T> volumes = volumes_of(q.tissue, q.x);
  for (std::size_t p = 0; p < volumes.size(); ++p)
    ratios.values.push_back(volumes[p] / q.tissue.prisms[p].V_0);
  const Points<T> nodes(q.x.begin(), q.x.begin() + static_cast<std::ptrdiff_t>(q.layers.size()));
  return {{to_result_array<T, 3>("positions", nodes), ratios}, {}};
}

}  // namespace bindpose::face
