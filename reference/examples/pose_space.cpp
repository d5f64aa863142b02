// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/pose_space.h"

#include "reference/examples/shared/vertex_weights.h"

namespace bindpose::examples {
namespace pose_space_question {

const Choice<PoseSpace> spaces{
    .name = "space",
    .values = {{"joint", PoseSpace::joint}, {"pre-skinning", PoseSpace::pre_skinning}},
    .meaning =
        "where displacements are interpolated: in the space of the vertex's joint, or "
        "at rest, before skinning"};

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() + influence_arrays() +
          ArrayList{integer("owners", "j", "V", "joint that the vertex belongs to").index_into("J"),
                    example_positions()} +
          example_palette_arrays() +
          ArrayList{real("example_weights", "a_k", "V P", "weight of example k at the vertex, used as given")
                        .at_palette()
                        .finite()} +
          palette_or_pose_arrays() +
          at_pose({real("example_poses", "p_kj", "P J d",
                        "pose of joint j in example k: any numbers, a unit quaternion (x, y, z, w), "
                        "or a unit direction, by the metric")
                       .at_least(1, "d")
                       .finite(),
                   example_pose_arrays()[1],
                   real("pose", "p_j", "J d", "pose of joint j to evaluate").finite()}),
      .stages = at_pose({real("example_weights", "a_k", "V P", "weight of example k at the vertex")}) +
                palette_stages(),
      .outputs = surface_arrays(),
      .options = OptionList{spaces.spec(), shares.spec(), metrics_of_poses().spec(),
                            hierarchy::inverse_orders.spec()} +
                 skinning::policies_after_a_change()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto q, skinning::read_weighted_mesh<Affine>(in));
  BINDPOSE_TRY(auto weights, VertexWeights<T>::of(in, q.tied));
  const Palettes<T> M = read_example_palettes(in);
  const auto x = groups<3>(in, "example_positions");
  const PoseSpace space = in.chosen(spaces);
  auto result = deform(q, [&, rules = skinning::blend_rules(in)](const RestVertex<T>& rest) {
    const auto j = static_cast<std::uint32_t>(in.integers("owners")[rest.v]);
    const Expected<std::vector<T>> a = weights.at(rest);
    if (!a) return skinning::no_answer<T>(a.error().code.c_str());
    const auto d = displacements(rest, j, x, M, space, in.chosen(hierarchy::inverse_orders));
    return d ? pose_space(rest, j, *a, *d, q.M, space, rules) : skinning::no_answer<T>("SINGULAR_BLEND");
  });
  if (result && in.level() == Level::pose) weights.put_first(*result);
  return result;
}

}  // namespace pose_space_question

BINDPOSE_IMPLEMENT(pose_space)

}  // namespace bindpose::examples
