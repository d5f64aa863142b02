// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the joint that bends relative to its parent at a vertex, and its angle.
#pragma once

#include <fmt/format.h>

#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

/// The bend at a vertex: child j relative to parent i.
template <class T>
struct Bend {
  int i = -1;  ///< -1: no bend; only j moves the vertex
  std::uint32_t j = 0;
  T w = T(1);  ///< share of the swing
  T e = T(1);  ///< share of the twist
};

/// e: endpoint weight of every slot [V K], or none. Errors NOT_APPLICABLE unless the vertex has one joint, or a joint
/// and its parent; PARAMETER_RANGE if w is above 1.
template <class T>
Expected<Bend<T>> bend_at(const RestVertex<T>& rest, const std::vector<int>& parents,
                          const std::vector<T>& e) {
  BINDPOSE_TRY(const auto bones, bones_at(rest, parents, "NOT_APPLICABLE"));
  const std::uint32_t j = bones ? bones->child : rest.influences.front().j;
  const std::size_t slot = first_slot_of(j, rest.influences);
  const T w = bones ? stored(weight_of(j, rest.influences)) : T(1);
  if (!(to_double(w) <= 1))
    return fail("PARAMETER_RANGE", fmt::format("weights[{}][{}]", rest.v, slot - rest.first_slot),
                fmt::format("{:.9g}, expected at most 1", to_double(w)));
  if (e.empty()) return Bend<T>{bones ? parents[j] : -1, j, w, w};
  return Bend<T>{parents[j], j, w, e[slot]};
}

}  // namespace bindpose::skinning
