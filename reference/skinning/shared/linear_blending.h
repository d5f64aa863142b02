// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending by the conventions that a question asks for.
#pragma once

#include <vector>

#include "reference/model/inputs.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::skinning {

inline OptionList linear_blend_policies() {
  return OptionList{normal_rules.spec(), tangent_rules.spec()} + weight_policies() + pose_policies();
}

/// What a question says of how vertices are blended, apart from their weights.
struct BlendRules {
  NormalRule normals = NormalRule::direction;
  TangentRule tangents = TangentRule::direction;
  bool stays = false;  ///< a vertex without weights stays where it is
};

template <class T>
BlendRules blend_rules(const Inputs<T>& in) {
  return {in.chosen(normal_rules), in.chosen(tangent_rules), in.chosen(zero_sums) == ZeroSum::rest};
}

/// M: [#joints].
template <class T>
DeformedVertex<T> linear_blend(const RestVertex<T>& rest, const std::vector<Affine<T>>& M, BlendOrder order,
                               const BlendRules& rules) {
  if (rules.stays && rest.influences.empty()) return at_rest(rest);
  return linear_blend(rest, M, order, rules.normals, rules.tangents);
}

}  // namespace bindpose::skinning
