// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: engines' conventions about a vertex's weights, applied before blending: number of influences, then a sum
// of 0, then other sums.
//
// Source. three.js r170, SkinnedMesh.normalizeSkinWeights (renormalised, first-joint); Babylon.js,
// Mesh.cleanMatrixWeights; glTF 2.0, section 3.7.3.3: a client may keep the four strongest influences and
// renormalise; ozz-animation 0.16, geometry/runtime/skinning_job.h (last-from-rest: the last joint's weight is not
// read); luma.gl 9.4, skin module (undefined: the sum of the positions divided by the sum of the weights).
#pragma once

#include <numeric>

#include <fmt/format.h>

#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {

enum class InfluencesKept { all, first_four, four_largest };
inline const Choice<InfluencesKept> influences_kept{
    .name = "influences_kept",
    .values = {{"all", InfluencesKept::all},
               {"first-four", InfluencesKept::first_four},
               {"four-largest", InfluencesKept::four_largest}},
    .meaning =
        "which slots of a vertex count; if the fourth and fifth largest weights are equal, engines "
        "differ",
    .only_declared = true};

enum class ZeroSum { origin, first_joint, rest, undefined };
inline const Choice<ZeroSum> zero_sums{
    .name = "zero_sum",
    .values = {{"origin", ZeroSum::origin},
               {"first-joint", ZeroSum::first_joint},
               {"rest", ZeroSum::rest},
               {"undefined", ZeroSum::undefined}},
    .meaning =
        "position of a vertex without weights: the origin, which is the sum (blends of motions have none: "
        "not judged); moved by the first joint; at rest; or 0 / 0, not judged",
    .only_declared = true};

enum class WeightSum { as_given, renormalised, last_from_rest };
inline const Choice<WeightSum> weight_sums{.name = "weight_sum",
                                           .values = {{"as-given", WeightSum::as_given},
                                                      {"renormalised", WeightSum::renormalised},
                                                      {"last-from-rest", WeightSum::last_from_rest}},
                                           .meaning =
                                               "whether a vertex's weights are divided by their sum, or the "
                                               "last slot's weight is computed as 1 minus the others",
                                           .only_declared = true};

inline OptionList weight_policies() {
  return {influences_kept.spec(), zero_sums.spec(), weight_sums.spec()};
}

/// Sets all but the four largest weights of a vertex to 0. False if slots of different joints tie for the fourth
/// place. w: weights as given [K], j: their joints [K], last: receives the last of the four slots.
template <class T>
bool keep_four(std::span<T> w, std::span<const std::uint32_t> j, InfluencesKept kept, std::size_t& last) {
  std::vector<std::size_t> slots(w.size());
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  bool is_tied = false;
  if (kept == InfluencesKept::four_largest && w.size() > 4) {
    std::ranges::stable_sort(slots, std::greater(), [w](std::size_t i) { return to_double(w[i]); });
    const T& fifth = w[slots[4]];
    is_tied = fifth != T(0) && w[slots[3]] == fifth &&
              std::ranges::any_of(slots, [&](std::size_t i) { return w[i] == fifth && j[i] != j[slots[4]]; });
  }
  for (std::size_t k = 4; k < slots.size(); ++k)
    w[slots[k]] = T(0);
  last = *std::max_element(slots.begin(), slots.begin() + std::min<std::ptrdiff_t>(4, std::ssize(slots)));
  return !is_tied;
}

/// w_i / sum_k w_k; at least one weight is not 0 [K].
template <class T>
void renormalise(std::span<T> w) {
  const T factor = T(1) / std::accumulate(w.begin(), w.end(), T(0));
  for (T& w_i : w)
    if (w_i != T(0)) w_i = w_i * factor;
}

/// w_last = 1 - sum_(i != last) w_i
template <class T>
void take_last_from_rest(std::span<T> w, std::size_t last) {
  w[last] = T(0);
  w[last] = T(1) - std::accumulate(w.begin(), w.end(), T(0));
}

/// The weights of every vertex by the options, and whether a vertex without weights stays in place.
template <class T>
void apply_weight_policies(const Inputs<T>& in, WeightedSlots<T>& q) {
  const InfluencesKept kept = in.chosen(influences_kept);
  const ZeroSum zero = in.chosen(zero_sums);
  const WeightSum sum = in.chosen(weight_sums);
  const std::size_t K = q.slots.width;
  q.stays = zero == ZeroSum::rest;
  for (std::size_t first = 0; first < q.weights.size(); first += K) {
    const std::span<T> w(&q.weights[first], K);
    std::size_t last = K - 1;
    const bool is_tied =
        kept != InfluencesKept::all && !keep_four(w, std::span(&q.slots.joints[first], K), kept, last);
    const bool is_zero = std::all_of(w.begin(), w.end(), [](const T& w_i) { return w_i == T(0); });
    if (is_tied || (is_zero && zero == ZeroSum::undefined && sum != WeightSum::last_from_rest))
      q.tied.push_back(first / K);
    if (is_zero && zero == ZeroSum::first_joint) w[0] = T(1);
    if (!is_zero && sum == WeightSum::renormalised) renormalise(w);
    if (sum == WeightSum::last_from_rest && !(is_zero && zero == ZeroSum::rest)) {
      take_last_from_rest(w, last);
      if (w[last] == T(0)) q.zero_rests.push_back(first / K);
    }
  }
  for (std::size_t i = 0; i < q.weights.size(); ++i)
    q.slots.weights[i] = to_double(q.weights[i]);
}

/// Error NOT_APPLICABLE if the counting influences of a vertex are not defined; for methods whose vertices depend
/// on each other.
template <class T>
Expected<void> require_untied(const WeightedSlots<T>& q) {
  if (q.tied.empty()) return {};
  return fail("NOT_APPLICABLE", fmt::format("weights[{}]", q.tied[0]),
              "its counting influences are open (the fourth and the fifth largest are the same, or it has "
              "none), and with them other vertices");
}

/// read_weighted_mesh<Affine>(in): an input's mesh with its weights as the options say. Errors as read_palette().
template <template <class> class Map, class T>
Expected<SkinnedMesh<T, Map>> read_weighted_mesh(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, read_skinned_mesh<Map>(in));
  apply_weight_policies(in, q);
  return q;
}

/// The influences only, for results computed once from all of them. Errors: those of read_influences() and
/// require_untied().
template <class T>
Expected<WeightedSlots<T>> read_weighted_slots(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, read_slots(in));
  apply_weight_policies(in, q);
  BINDPOSE_CHECK(require_untied(q));
  return q;
}

}  // namespace bindpose::skinning
