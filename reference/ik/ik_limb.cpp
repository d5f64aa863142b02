// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_limb.h"

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {
namespace ik_limb_question {

Declaration declaration() {
  return {
      .inputs =
          chain_arrays("N 3 3") +
          ArrayList{
              real("pole_directions", "k", "N 3", Kind::vector(Space::world),
                   "direction that the elbow bends to")
                  .finite(),
              real("hinges", "e", "N 3", Kind::vector(Space::world),
                   "axis about which a rotation opens the elbow at rest")
                  .finite(),
              real("twists", "tau", "N", Kind::turn(), "rotation of the elbow about the line to the goal")
                  .finite(),
              real("softenings", "sigma", "N", Kind::number(),
                   "fraction of the full reach beyond which the end stays short of the goal; 1: never")
                  .finite()
                  .within(0, 1),
              real("correction_weights", "w", "N", Kind::number(),
                   "fraction of the rotations that is applied")
                  .finite()
                  .within(0, 1)},
      .outputs = {real("positions", "p'_i", "N 3 3", Kind::point(Space::world), "joints of the posed chain"),
                  real("root_rotations", "R'", "N 4", Kind::rotation(Space::world, Space::world),
                       "rotation of the whole limb about its root")
                      .rotations(),
                  real("elbow_rotations", "E'", "N 4", Kind::rotation(Space::world, Space::world),
                       "rotation of the lower bone about the elbow, before the limb rotates")
                      .rotations()},
      .options = {}};
}

namespace {

template <class T>
std::vector<LimbGoal<T>> goals_of(const Inputs<T>& in) {
  const auto g = in.template rows<3>("goals"), k = in.template rows<3>("pole_directions"),
             hinge = in.template rows<3>("hinges");
  const std::vector<T> tau = in.numbers("twists"), sigma = in.numbers("softenings"),
                       w = in.numbers("correction_weights");
  std::vector<LimbGoal<T>> goals;
  for (std::size_t n = 0; n < g.size(); ++n)
    goals.push_back({g[n], k[n], hinge[n], tau[n], sigma[n], w[n]});
  return goals;
}

/// The numbers that a sign may change; none if the limb has no solution.
template <class T>
std::vector<T*> numbers_of(Limb<T>& limb) {
  std::vector<T*> numbers;
  if (limb.undefined != nullptr) return numbers;
  for (Vec3<T>& p : limb.positions)
    for (T& number : p)
      numbers.push_back(&number);
  for (Quat<T>* q : {&limb.root, &limb.elbow})
    for (T& number : q->coeffs())
      numbers.push_back(&number);
  return numbers;
}

template <class T>
Result<T> result_of(const std::vector<Limb<T>>& limbs, std::vector<Undefined> undefined) {
  Chain<T> positions;
  std::vector<Vec4<T>> roots, elbows;
  for (const Limb<T>& limb : limbs) {
    positions.insert(positions.end(), limb.positions.begin(), limb.positions.end());
    roots.push_back(limb.root.coeffs());
    elbows.push_back(limb.elbow.coeffs());
  }
  Result<T> result{{to_result_array<T, 3>("positions", positions), rotation_array<T>("root_rotations", roots),
                    rotation_array<T>("elbow_rotations", elbows)},
                   std::move(undefined)};
  result.arrays[0].shape = {limbs.size(), 3, 3};
  return result;
}

}  // namespace

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto p = in.template rows<3>("rest");
  const std::vector<LimbGoal<T>> goals = goals_of(in);
  std::vector<Limb<T>> limbs;
  std::vector<Undefined> undefined;
  for (std::size_t n = 0; n < goals.size(); ++n) {
    const Chain<T> rest = {p[3 * n], p[3 * n + 1], p[3 * n + 2]};
    limbs.push_back(settled<T>([&] { return ik_limb<T>(rest, goals[n]); },
                               [](Limb<T>& limb) { return numbers_of(limb); }));
    const char* code = limbs.back().undefined;
    for (const char* array : {"positions", "root_rotations", "elbow_rotations"})
      if (code != nullptr) undefined.push_back({array, n, code});
  }
  return result_of(limbs, std::move(undefined));
}

}  // namespace ik_limb_question

BINDPOSE_IMPLEMENT(ik_limb)

}  // namespace bindpose::ik
