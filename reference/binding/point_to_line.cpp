// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/point_to_line.h"

#include "reference/binding/shared/skeleton_arrays.h"

namespace bindpose::binding {
namespace point_to_line_question {

const Choice<Weighing> weighing = weighings("nearest", "inverse-distance");
const Choice<LeafJoints> leaf_joints{.name = "leaf_joints",
                                     .values = {{"none", LeafJoints::none}, {"point", LeafJoints::point}},
                                     .meaning = "bone of a joint without a child"};

Declaration declaration() {
  return {.inputs = bare_mesh_and_skeleton_arrays() +
                    ArrayList{integer("exponent", "q", "1", "exponent of the inverse distance; default 1")
                                  .optional()
                                  .within(1, 16)},
          .stages = {},
          .outputs = {joint_weights_array()},
          .options = {weighing.spec(), leaf_joints.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto bones,
               bones_of(in.integers("parents"), in.template rows<3>("pivots"), in.chosen(leaf_joints)));
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  const Weighing chosen = in.chosen(weighing);
  const int q = in.has("exponent") ? in.integer("exponent") : 1;
  return weigh_vertices<T>(x.size(), in.extent("J"), [&](std::size_t v, std::span<T> w) {
    const auto d = bone_distances(bones, x[v]);
    if (chosen == Weighing::rigid)
      weigh_nearest(d, w);
    else
      weigh_by_inverse_distance(d, q, w);
    return "";
  });
}

}  // namespace point_to_line_question

BINDPOSE_IMPLEMENT(point_to_line)

}  // namespace bindpose::binding
