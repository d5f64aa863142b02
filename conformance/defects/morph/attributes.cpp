// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Colours, texture coordinates and wrinkles that do not follow their targets.
#include <algorithm>

#include "conformance/defects/shared/target_rows.h"

namespace bindpose::conformance {
namespace {

Changed with_range(const Question& question, const char* asked, const char* answered) {
  const auto range = question.options.find("colour_range");
  if (!question.arrays.has("target_colours") || range == question.options.end() || range->second != asked)
    return std::nullopt;
  Question changed = question;
  changed.options["colour_range"] = answered;
  return changed;
}

/// Taken into 0 .. 1 after every target: each is asked for by itself.
Changed clamped_on_the_way(const Question& question) {
  if (!question.arrays.has("target_colours")) return std::nullopt;
  Question step = question;
  step.options["colour_range"] = "clamped";
  const Array::Reals phi = *reals_of(step.arrays, "target_weights");
  for (std::size_t i = 0; i < phi.size(); ++i) {
    Array::Reals& one = *reals_of(step.arrays, "target_weights");
    std::fill(one.begin(), one.end(), 0.0);
    one[i] = phi[i];
    const auto moved = step.algorithm->implementation.in_double(step.arrays, step.options);
    if (!moved) return std::nullopt;
    *reals_of(step.arrays, "colours") = moved->find("colours")->values;
  }
  Changed changed = question;
  changed->arrays.put(*step.arrays.find("colours"));
  Array::Reals& added = *reals_of(changed->arrays, "target_colours");
  std::fill(added.begin(), added.end(), 0.0);
  return changed;
}

Changed opacity_kept(const Question& question) {
  return with_target_rows(question, {target_colours},
                          [](const TargetRow& row, const Array&) { row.d[3] = 0; });
}

/// The second coordinate turned over, 1 - v, of a difference.
Changed differences_flipped(const Question& question) {
  return with_target_rows(question, {target_texture_coordinates},
                          [](const TargetRow& row, const Array&) { row.d[1] = 1 - row.d[1]; });
}

}  // namespace

BINDPOSE_DEFECTS(morph, attributes) {
  return {
      {.id = "colour-clamped",
       .sentence = "your output equals what one gets when morphed colours are clamped to 0 .. 1, which was "
                   "not asked for",
       .symptom = "bright colours lose their hue",
       .source = "(derived)",
       .question = [](const Question& question) { return with_range(question, "as-summed", "clamped"); }},
      {.id = "colour-not-clamped",
       .sentence = "your output equals what one gets when morphed colours are not clamped to 0 .. 1",
       .symptom = "colours glow or turn over where several targets add up",
       .source = "(derived)",
       .question = [](const Question& question) { return with_range(question, "clamped", "as-summed"); }},
      {.id = "colour-clamped-on-the-way",
       .sentence = "your output equals what one gets when colours are clamped to 0 .. 1 after every target, "
                   "not once at the "
                   "end",
       .symptom = "the order of targets shows in the colours",
       .source = "(derived)",
       .question = &clamped_on_the_way},
      {.id = "opacity-not-morphed",
       .sentence = "your output equals what one gets when targets do not change the opacity",
       .symptom = "what should fade stays",
       .source = "(derived)",
       .question = &opacity_kept},
      {.id = "texture-not-morphed",
       .sentence = "your output equals what one gets when targets do not change texture coordinates",
       .symptom = "the texture is stretched with the skin",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return without_displacements(question, target_texture_coordinates);
           }},
      {.id = "wrinkles-not-morphed",
       .sentence = "your output equals what one gets when targets do not change the wrinkles",
       .symptom = "the forehead stays smooth",
       .source = "(derived)",
       .question = [](const Question& question) { return without_displacements(question, target_wrinkles); }},
      {.id = "texture-difference-flipped",
       .sentence = "your output equals what one gets when what a target adds to a texture coordinate is "
                   "turned over as "
                   "coordinates are, 1 - v; a difference turns to -v",
       .symptom = "the texture jumps by its height as soon as a target has a weight",
       .source = "(derived)",
       .question = &differences_flipped},
  };
}

}  // namespace bindpose::conformance
