// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a blend of rigid motions with the conventions of an input.
#pragma once

#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::skinning {

inline OptionList motion_policies() {
  return weight_policies() +
         OptionList{hierarchy::rotation_lengths.spec(), animation::rotation_interpolations.spec()};
}

/// Applies kernel(rest, M) to every vertex that has an influence.
template <class T, class Kernel>
Expected<Result<T>> blend_motions(const Inputs<T>& in, Kernel kernel) {
  BINDPOSE_TRY(const auto q, read_weighted_mesh<Rigid>(in));
  return deform_influenced(q, [&](const RestVertex<T>& rest) { return kernel(rest, q.M); });
}

}  // namespace bindpose::skinning
