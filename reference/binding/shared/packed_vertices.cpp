// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/packed_vertices.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayList slot_arrays() {
  return {integer("joints", "j_i", "V K", "joint of each influence slot").at_least_one("K").index(),
          influence_arrays()[1]};
}

ArrayList packed_arrays(std::string_view name, std::string_view means) {
  return {real(name, "", "V B", means),
          real("unpacked_weights", "w'_i", "V K", "weight that each slot's integer stands for")};
}

Expected<void> require_joints_below(const ArraySet& question, int count) {
  const Array& joints = *question.find("joints");
  const std::size_t K = joints.shape[1];
  for (std::size_t i = 0; i < joints.integers().size(); ++i)
    if (joints.integers()[i] >= count)
      return fail("INDEX_RANGE", fmt::format("joints[{}][{}]", i / K, i % K),
                  fmt::format("{}, expected 0 .. {}: the format has no larger number", joints.integers()[i],
                              count - 1));
  return {};
}

}  // namespace bindpose::binding
