// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Displacements taken for something else, or added to the wrong vertex.
#include <algorithm>

#include "conformance/defects/shared/target_rows.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

/// A target whose rows are taken for the shape itself: the base counts against it.
Changed less_base(const Question& question, std::initializer_list<TargetArray> arrays) {
  return with_target_rows(question, arrays, [](const TargetRow& row, const Array&) {
    for (std::size_t c = 0; c < row.width; ++c)
      row.d[c] -= row.base[c];
  });
}

Changed absolute(const Question& question) {
  return less_base(question, {target_positions, target_colours, target_texture_coordinates, target_wrinkles});
}

Changed absolute_directions(const Question& question) {
  return less_base(question, {target_normals, target_tangents});
}

/// The vertices of the base in another order than those of its targets.
Changed of_next_vertex(const Question& question) {
  return with_target_rows(question,
                          {target_positions, target_normals, target_tangents, target_colours,
                           target_texture_coordinates, target_wrinkles},
                          [](const TargetRow& row, const Array& given) {
                            const std::size_t vertices = given.shape[1];
                            const std::size_t from = row.target * vertices + (row.vertex + 1) % vertices;
                            std::copy_n(&given.reals()[from * row.width], row.width, row.d);
                          });
}

/// Rows of three numbers read as if they had the four of the base's tangents; sparse ones as they stand.
Changed in_fours(const Question& question) {
  const Array* sparse =
      question.arrays.has("target_offsets") ? question.arrays.find("target_tangents") : nullptr;
  if (sparse != nullptr) {
    const Array::Reals given = sparse->reals();
    return with_rows(question, {"target_tangents"}, 3, [&given](double* d, std::size_t e) {
      for (std::size_t c = 0; c < 3; ++c)
        d[c] = given[(4 * e + c) % given.size()];
    });
  }
  return with_target_rows(question, {target_tangents}, [](const TargetRow& row, const Array& given) {
    const std::size_t first = 4 * (row.target * given.shape[1] + row.vertex);
    for (std::size_t c = 0; c < row.width; ++c)
      row.d[c] = given.reals()[(first + c) % given.reals().size()];
  });
}

/// Each target added by itself, and the directions normalised after each.
Changed normalised_on_the_way(const Question& question) {
  Changed changed = with_dense_targets(question);
  if (!changed || !changed->arrays.has("target_normals") || !changed->arrays.has("normals"))
    return std::nullopt;
  Question step = *changed;
  step.algorithm = find_algorithm("morph.dense");
  step.options = {{"normalise", "here"}};
  const Array::Reals phi = *reals_of(step.arrays, "target_weights");
  for (std::size_t i = 0; i < phi.size(); ++i) {
    Array::Reals& one = *reals_of(step.arrays, "target_weights");
    std::fill(one.begin(), one.end(), 0.0);
    one[i] = phi[i];
    const auto moved = step.algorithm->implementation.in_double(step.arrays, step.options);
    if (!moved) return std::nullopt;
    for (const char* name : {"normals", "tangents"})
      if (const ResultArray<double>* array = moved->find(name)) *reals_of(step.arrays, name) = array->values;
  }
  for (const char* name : {"normals", "tangents"})
    if (step.arrays.has(name)) changed->arrays.put(*step.arrays.find(name));
  changed->arrays.remove("target_normals");
  changed->arrays.remove("target_tangents");
  return changed;
}

/// Directions left as they are summed.
Changed left_as_summed(const Question& question) {
  const auto normalise = question.options.find("normalise");
  if (question.algorithm->family != "morph" || normalise == question.options.end() ||
      normalise->second != "here")
    return std::nullopt;
  Question changed = question;
  changed.options["normalise"] = "later";
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(morph, displacements) {
  return {
      {.id = "morph-absolute-vs-relative",
       .sentence =
           "your output equals what one gets when targets are taken for the shapes themselves; they hold "
           "differences from the base",
       .symptom = "the mesh collapses towards the origin with every weight",
       .source = "three.js#17608, three.js#17649, babylon-vrm-loader#1",
       .question = &absolute},
      {.id = "morph-normal-absolute",
       .sentence = "your output equals what one gets when the normals and tangents of targets are taken for "
                   "those of the "
                   "shapes; they hold differences",
       .symptom = "lighting worsens with every active target",
       .source = "godot#60080, filament#1609, glTF#2161",
       .question = &absolute_directions},
      {.id = "morph-normals-ignored",
       .sentence = "your output equals what one gets when targets do not change normals",
       .symptom = "the morphed shape is lit like the base",
       .source = "filament#1609, filament#5584, UnityPlugin#583",
       .question = [](const Question& question) { return without_displacements(question, target_normals); }},
      {.id = "morph-tangents-ignored",
       .sentence = "your output equals what one gets when targets do not change tangents",
       .symptom = "bumps of the morphed shape are lit as on the base",
       .source = "(derived)",
       .question = [](const Question& question) { return without_displacements(question, target_tangents); }},
      {.id = "morph-normal-renorm",
       .sentence = "your output equals what one gets when normals and tangents are brought to length 1 after "
                   "every target",
       .symptom = "light leans towards the targets that come last",
       .source = "godot#55812, glTF#2161",
       .question = &normalised_on_the_way},
      {.id = "morph-normal-as-summed",
       .sentence =
           "your output equals what one gets when morphed normals and tangents are not brought to length 1",
       .symptom = "over-bright where targets make a normal longer",
       .source = "godot#55812, glTF#2161",
       .question = &left_as_summed},
      {.id = "vertex-reorder-vs-morph",
       .sentence = "your output equals what one gets when every vertex is displaced like the one after it: "
                   "the base was "
                   "reordered, its targets were not",
       .symptom = "the mesh explodes as soon as a target has a weight",
       .source = "glTF#1353, draco#929, glTF-Transform#255, glTF-Transform#355",
       .question = &of_next_vertex},
      {.id = "morph-tangent-stride",
       .sentence = "your output equals what one gets when a target's tangents are read as if they had four "
                   "numbers; they have "
                   "three, for a handedness is not displaced",
       .symptom = "the first vertex is right, bumps on all others are lit wrongly",
       .source = "(derived)",
       .question = &in_fours},
  };
}

}  // namespace bindpose::conformance
