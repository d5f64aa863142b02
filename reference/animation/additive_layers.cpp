// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/additive_layers.h"

namespace bindpose::animation {
namespace additive_layers_question {
namespace {

constexpr PoseWords delta_names{"delta_translations", "delta_rotations", "delta_scales"};

ArrayList delta_arrays() {
  ArrayList arrays = pose_arrays(delta_names, {"dt_i,j", "dq_i,j", "ds_i,j"}, {"L J 3", "L J 4", "L J 3"},
                                 "difference of joint j in layer i", PoseKind::difference);
  for (ArrayDeclaration& array : arrays)
    array = array.where("layer_masks");
  return arrays;
}

}  // namespace

Declaration declaration() {
  return {
      .inputs = ArrayList{real("layer_weights", "w_i", "L", Kind::number(),
                               "weight of layer i; a negative weight subtracts the layer")
                              .finite(),
                          real("layer_masks", "m_i,j", "L J", Kind::number(), "weight of joint j in layer i")
                              .finite()
                              .non_negative()} +
                delta_arrays() +
                pose_arrays(plain_names, {"t_j", "q_j", "s_j"}, one_pose, "joint j in the pose below"),
      .outputs = pose_outputs({"t'_j", "q'_j", "s'_j"}, "joint j with all layers"),
      .options = {delta_axes.spec(), delta_scales.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto deltas = transforms(in, delta_names);
  const std::vector<T> weights = in.numbers("layer_weights"), masks = in.numbers("layer_masks");
  std::vector<Trs<T>> pose = transforms(in, plain_names);
  for (std::size_t j = 0; j < pose.size(); ++j)
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::size_t at = i * pose.size() + j;
      const T w = stored(T(weights[i] * masks[at]));
      if (w == T(0)) continue;
      pose[j] = with_layer(pose[j], deltas[at], w, in.chosen(delta_axes), in.chosen(delta_scales));
    }
  return pose_result(pose);
}

}  // namespace additive_layers_question

BINDPOSE_IMPLEMENT(additive_layers)

}  // namespace bindpose::animation
