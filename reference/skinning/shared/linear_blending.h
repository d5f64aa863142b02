// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending with the conventions of an input.
#pragma once

#include <fmt/format.h>

#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::skinning {

inline OptionList linear_blend_policies() {
  return OptionList{normal_rules.spec(), tangent_rules.spec()} + weight_policies() + pose_policies();
}

/// Options of a method that changes the mesh before blending; only subjects that name another normal rule get such
/// inputs.
inline OptionList policies_after_a_change() {
  OptionSpec normals = normal_rules.spec();
  normals.only_declared = true;
  return OptionList{normals, tangent_rules.spec()} + weight_policies() + pose_policies();
}

/// Rules for directions.
struct BlendRules {
  NormalRule normals = NormalRule::direction;
  TangentRule tangents = TangentRule::direction;
};

template <class T>
BlendRules blend_rules(const Inputs<T>& in) {
  return {in.chosen(normal_rules), in.chosen(tangent_rules)};
}

/// M: [#joints].
template <class T>
DeformedVertex<T> linear_blend(const RestVertex<T>& rest, const std::vector<Affine<T>>& M,
                               const BlendRules& rules, BlendOrder order = BlendOrder::transform_then_blend) {
  return linear_blend(rest, M, order, rules.normals, rules.tangents);
}

/// w_K = 1 - (w_1 + .. + w_(K-1)) of every vertex; a last weight of 0 stays. Error NOT_APPLICABLE if the given
/// weights do not sum to 1.
template <class T>
Expected<void> make_last_weights_implicit(const Influences& given, std::vector<T>& w) {
  const std::size_t K = given.width;
  for (std::size_t first = 0; first < w.size(); first += K) {
    const std::size_t last = first + K - 1;
    const double sum = std::accumulate(&given.weights[first], &given.weights[last] + 1, 0.0);
    if (sum != 1)
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", first / K),
                  fmt::format("weights sum to {:.9g}, implicit-last-weight needs exactly 1", sum));
    if (given.weights[last] != 0) w[last] = T(1) - std::accumulate(&w[first], &w[last], T(0));
  }
  return {};
}

}  // namespace bindpose::skinning
