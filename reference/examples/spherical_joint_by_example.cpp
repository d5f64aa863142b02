// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/spherical_joint_by_example.h"

#include "reference/examples/shared/joint_examples.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::examples {
namespace spherical_joint_by_example_question {

ArrayList examples_of_joints() {
  return {
      integer("example_counts", "P_j", "J", "number of joint j's examples (the first ones); 0 for a root"),
      real("example_positions", "x_k", "P V 3", Kind::point(Space::mesh),
           "posed position in example k; a vertex uses the examples of the joint whose support it is in; "
           "others are not read")
          .not_empty(),
      real("example_normals", "n_k", "P V 3", Kind::direction(Space::mesh),
           "posed normal in example k; read as the positions are")
          .optional(),
      real("example_rotations", "q_j^k", "J P 4", Kind::rotation(Space::mesh, Space::mesh),
           "rotation of joint j's skinning transform in example k")
          .unit_quaternions(),
      real("example_translations", "t_j^k", "J P 3", Kind::translation(Space::mesh, Space::mesh),
           "translation of joint j's skinning transform in example k")
          .finite(),
      real("example_weights", "a_jk", "J P", "weight of joint j's example k, used as given")
          .at_palette()
          .where("example_counts")
          .finite()};
}

Declaration declaration() {
  return {.inputs = skinning::arrays_with_places() + examples_of_joints() +
                    at_pose({real("bone_axes", "u_j", "J 3", Kind::direction(Space::mesh),
                                  "direction of joint j's bone at bind time")
                                 .where("example_counts")
                                 .unit_axes(),
                             example_pose_arrays()[1]}),
          .stages = at_pose({real("example_weights", "a_jk", "J P",
                                  "weight of joint j's example k; 0 if the joint does not have it")}) +
                    rigid_palette_stages(),
          .outputs = surface_arrays(),
          .options = skinning::motion_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Rigid>(in));
  BINDPOSE_TRY(const auto examples, JointExamples<T>::of(in, q.M));
  if (in.level() == Level::pose) q.put_first({examples.weights()});
  return deform_influenced(q, [&](const RestVertex<T>& rest) -> Expected<DeformedVertex<T>> {
    BINDPOSE_TRY(const auto own, examples.of_vertex(in, rest));
    const auto turn = joint_turn(rest, q.M, examples.places);
    if (!turn || !own.d) return skinning::no_answer<T>("ZERO_BLEND");
    return spherical_joint_by_example(rest, own.a, *own.d, *turn);
  });
}

}  // namespace spherical_joint_by_example_question

BINDPOSE_IMPLEMENT(spherical_joint_by_example)

}  // namespace bindpose::examples
