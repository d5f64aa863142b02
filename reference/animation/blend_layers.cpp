// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/blend_layers_bound.h"
#include "reference/animation/shared/poses.h"

namespace bindpose::animation {
namespace blend_layers_question {
namespace {

constexpr PoseWords layer_names{"layer_translations", "layer_rotations", "layer_scales"},
    rest_names{"rest_translations", "rest_rotations", "rest_scales"};

ArrayList layer_arrays() {
  ArrayList arrays = pose_arrays(layer_names, {"t_i,j", "q_i,j", "s_i,j"}, {"L J 3", "L J 4", "L J 3"},
                                 "joint j in layer i");
  for (ArrayDeclaration& array : arrays)
    array = array.where("layer_masks");
  return arrays;
}

}  // namespace

Declaration declaration() {
  return {
      .inputs =
          ArrayList{
              real("layer_weights", "w_i", "L", Kind::number(), "weight of layer i").finite().non_negative(),
              real("layer_masks", "m_i,j", "L J", Kind::number(), "weight of joint j in layer i")
                  .finite()
                  .non_negative()} +
          layer_arrays() +
          pose_arrays(rest_names, {"t_0,j", "q_0,j", "s_0,j"}, one_pose, "joint j in the rest pose") +
          ArrayList{real("threshold", "h", "1", Kind::number(),
                         "if a joint's weights sum to less, the rest pose fills the gap")
                        .finite()
                        .above(0)},
      .outputs = pose_outputs({"t_j", "q_j", "s_j"}, "joint j in the blend"),
      .options = {blend_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto layers = transforms(in, layer_names), rest = transforms(in, rest_names);
  const std::vector<T> weights = in.numbers("layer_weights"), masks = in.numbers("layer_masks");
  std::vector<Trs<T>> blend;
  for (std::size_t j = 0; j < rest.size(); ++j) {
    std::vector<Trs<T>> layers_j;
    std::vector<T> w;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      layers_j.push_back(layers[i * rest.size() + j]);
      w.push_back(weights[i] * masks[i * rest.size() + j]);
    }
    blend.push_back(bounded_blend(layers_j, w, rest[j], in.number("threshold"), in.chosen(blend_forms)));
  }
  return pose_result(blend);
}

}  // namespace blend_layers_question

BINDPOSE_IMPLEMENT(blend_layers)

}  // namespace bindpose::animation
