// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/weight_colours.h"

#include "reference/model/surface.h"

namespace bindpose::binding {
namespace weight_colours_question {

enum class Colours { by_joint, one_joint };
const Choice<Colours> colours{
    .name = "colours",
    .values = {{"by-joint", Colours::by_joint}, {"one-joint", Colours::one_joint}},
    .meaning = "whether joints have colours, or the weight of one of them is shown"};

Declaration declaration() {
  return {
      .inputs = weighted_vertex_arrays() +
                ArrayList{real("joint_colours", "c_j", "J 3", Kind::colour("linear red, green, blue"),
                               "colour of each joint")
                              .optional()
                              .finite()
                              .within(0, 1),
                          integer("shown_joint", "", "1", "the joint whose weight is shown, with one-joint")
                              .optional()
                              .index_into("J")},
      .stages = {},
      .outputs = {real("colours", "c'_v", "V 3", Kind::colour("linear red, green, blue"),
                       "colour of the vertex")},
      .options = {colours.spec()}};
}

template <class T>
std::vector<Vec3<T>> colours_of_joints(const Inputs<T>& in) {
  if (in.has("joint_colours")) return in.template rows<3>("joint_colours");
  std::vector<Vec3<T>> c;
  for (std::size_t j = 0; j < in.extent("J"); ++j)
    c.push_back(colour_of(hue_of(j)).template cast<T>());
  return c;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const bool is_grey = in.chosen(colours) == Colours::one_joint;
  if (is_grey && !in.has("shown_joint"))
    return fail("ARRAY_MISSING", "shown_joint", "one-joint needs the joint whose weight is shown");
  const auto J = is_grey ? static_cast<std::size_t>(in.integer("shown_joint")) : 0;
  const std::vector<Vec3<T>> c = colours_of_joints(in);
  const std::vector<T> weights = slot_weights(in);
  std::vector<Vec3<T>> shown;
  for (std::size_t v = 0; v < in.extent("V"); ++v) {
    const auto w = listed_weights(in, weights, v);
    shown.push_back(is_grey ? grey(w, J) : blended_colour(w, c));
  }
  return Result<T>{{to_result_array<T, 3>("colours", shown)}, {}};
}

}  // namespace weight_colours_question

BINDPOSE_IMPLEMENT(weight_colours)

}  // namespace bindpose::binding
