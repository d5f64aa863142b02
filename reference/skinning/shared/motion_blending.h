// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a blend of rigid motions by the conventions that a question asks for.
#pragma once

#include <vector>

#include "reference/model/inputs.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/skinned_mesh.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::skinning {

inline OptionList motion_policies() {
  return weight_policies() +
         OptionList{hierarchy::rotation_lengths.spec(), animation::rotation_interpolations.spec()};
}

/// By kernel(rest, M), or what becomes of a vertex without influence. M: [#joints].
template <class T, class Kernel>
Expected<DeformedVertex<T>> by_motions(ZeroSum zero, const RestVertex<T>& rest,
                                       const std::vector<Rigid<T>>& M, Kernel kernel) {
  if (!rest.influences.empty()) return kernel(rest, M);
  return zero == ZeroSum::rest ? at_rest(rest) : no_answer<T>("NO_INFLUENCE");
}

/// The answer where the kernel moves each vertex that has an influence.
template <class T, class Kernel>
Expected<Result<T>> blend_motions(const Inputs<T>& in, Kernel kernel) {
  BINDPOSE_TRY(auto q, read_skinned_mesh<Rigid>(in));
  apply_weight_policies(in, q);
  const ZeroSum zero = in.chosen(zero_sums);
  return deform(q, [&](const RestVertex<T>& rest) { return by_motions(zero, rest, q.M, kernel); });
}

}  // namespace bindpose::skinning
