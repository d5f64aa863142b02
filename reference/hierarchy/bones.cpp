// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/bones.h"

#include "reference/hierarchy/shared/world.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace bones_question {

Declaration declaration() {
  return {.inputs = parent_arrays() + local_arrays(),
          .stages = world_arrays(),
          .outputs = {real(
              "bones", "bone", "B 2 3", Kind::point(Space::world),
              "the position of each joint with a parent, then its parent's, in the order of the joints")},
          .options = joint_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<int>& p = in.integers("parents");
  BINDPOSE_TRY(const std::vector<Affine<T>> W, fk_matrix<T>(in, in.locals()));
  std::vector<Vec3<T>> ends;
  for (const auto& [joint, parent] : bones(p, W))
    ends.insert(ends.end(), {joint, parent});
  ResultArray<T> bone = to_result_array<T, 3>("bones", ends);
  bone.shape = {ends.size() / 2, 2, 3};
  return Result<T>{{to_result_array("world", W), std::move(bone)}, {}};
}

}  // namespace bones_question

BINDPOSE_IMPLEMENT(bones)

}  // namespace bindpose::hierarchy
