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

/// Displacements of vertex v % 256: found by its number in 8 bits.
Changed rows_in_a_byte(const Question& question) {
  constexpr std::size_t numbers_of_a_byte = 256;
  if (question.algorithm->id != "morph.attributes") return std::nullopt;
  bool any = false;
  const Changed changed = with_target_rows(
      question, {target_colours, target_texture_coordinates, target_wrinkles},
      [&any](const TargetRow& row, const Array& given) {
        if (row.vertex < numbers_of_a_byte) return;
        any = true;
        const std::size_t from = row.target * given.shape[1] + row.vertex % numbers_of_a_byte;
        std::copy_n(&given.reals()[from * row.width], row.width, row.d);
      });
  return any ? changed : std::nullopt;
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
      {.id = "target-row-over-255",
       .sentence =
           "your output equals what one gets when a target's rows are found by the vertex's number in "
           "8 bits",
       .symptom = "vertices from the 256th on change as the first ones do",
       .source = "(derived)",
       .question = &rows_in_a_byte},
  };
}

}  // namespace bindpose::conformance
