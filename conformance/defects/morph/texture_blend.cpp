// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Blended textures: what is encoded, what is decoded, and when colours are clamped.
#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/defects/shared/target_rows.h"

namespace bindpose::conformance {
namespace {

/// The question with another value of an option, where it has this one.
Changed with_texel_option(const Question& question, const char* option, const char* from, const char* to) {
  const auto chosen = question.options.find(option);
  if (question.algorithm->id != "texture-blend" || chosen == question.options.end() || chosen->second != from)
    return std::nullopt;
  Question changed = question;
  changed.options[option] = to;
  return changed;
}

/// Colours between the bend of a draft of the standard and that of the standard, as what is decoded to what the draft's curve
/// makes of them.
Changed with_bend_of_draft(const Question& question) {
  constexpr double bend = 0.04045, bend_of_draft = 0.03928;
  const auto encoding = question.options.find("encoding");
  if (encoding == question.options.end() || encoding->second != "srgb") return std::nullopt;
  bool any = false;
  const Changed changed = with_rows(question, {"texels", "target_texels"}, 4, [&](double* t, std::size_t) {
    for (int c = 0; c < 3; ++c) {
      if (!(t[c] > bend_of_draft && t[c] <= bend)) continue;
      t[c] = 12.92 * std::pow((t[c] + 0.055) / 1.055, 2.4);
      any = true;
    }
  });
  return any ? changed : std::nullopt;
}

bool has_texels(const Question& question) {
  return question.arrays.has("texels") && question.arrays.has("target_texels");
}

/// Opacity goes through the encoding like a colour: the question with the opacity in the place of red.
Computed opacity_encoded(const Question& question) {
  if (!has_texels(question)) return cannot_be_made();
  Question turned = question;
  for (const char* name : {"texels", "target_texels"})
    change_rows(turned.arrays, name, 4, [](double* t, std::size_t) { std::swap(t[0], t[3]); });
  const auto& in_double = question.algorithm->implementation.in_double;
  auto result = in_double(question.arrays, question.options);
  const auto other = in_double(turned.arrays, turned.options);
  if (!result || !other) return cannot_be_made();
  for (std::size_t i = 3; i < result->arrays[0].values.size(); i += 4)
    result->arrays[0].values[i] = other->arrays[0].values[i - 3];
  return *std::move(result);
}

/// A map's texels added to the base.
Changed maps_added(const Question& question) {
  if (!has_texels(question)) return std::nullopt;
  Question changed = question;
  const Array::Reals& base = question.arrays.find("texels")->reals();
  Array::Reals& maps = *reals_of(changed.arrays, "target_texels");
  for (std::size_t i = 0; i < maps.size(); ++i)
    maps[i] += base[i % base.size()];
  return changed;
}

Damaged opacity_of_base(const Question& question, const ArraySet& right) {
  if (!has_texels(question)) return std::nullopt;
  const Array::Reals& base = question.arrays.find("texels")->reals();
  return with_answer_rows(right, {"texels"}, 4, [&](double* t, std::size_t p) { t[3] = base[4 * p + 3]; });
}

/// As 0 .. 255 holds them.
Damaged in_bytes(const Question& question, const ArraySet& right) {
  if (!has_texels(question)) return std::nullopt;
  return with_answer_rows(right, {"texels"}, 1,
                          [](double* t, std::size_t) { *t = std::round(*t * 255) / 255; });
}

}  // namespace

BINDPOSE_DEFECTS(morph, texture_blend) {
  return {
      {.id = "texture-blended-encoded",
       .sentence = "your output equals what one gets when sRGB-encoded colours are blended as they are "
                   "stored; they are to be "
                   "decoded first",
       .symptom = "the face darkens halfway between two maps",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_texel_option(question, "encoding", "srgb", "as-stored");
           }},
      {.id = "texture-decoded-twice",
       .sentence =
           "your output equals what one gets when colours are decoded and encoded that are not sRGB-encoded",
       .symptom = "masks and normal maps are blended too bright",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_texel_option(question, "encoding", "as-stored", "srgb");
           }},
      {.id = "texture-opacity-encoded",
       .sentence = "your output equals what one gets when the opacity is decoded and encoded like a colour; "
                   "it is linear",
       .symptom = "edges of what is laid over the face are too hard",
       .source = "(derived)",
       .formula = &opacity_encoded},
      {.id = "texture-bend-of-draft",
       .sentence =
           "your output equals what one gets when colours are decoded by the curve from 0.03928 on, as a "
           "draft of the standard had it; it begins beyond 0.04045",
       .symptom = "a step in the darkest shades",
       .source = "(derived)",
       .question = &with_bend_of_draft},
      {.id = "texture-not-clamped",
       .sentence = "your output equals what one gets when blended texels are not clamped to 0 .. 1",
       .symptom = "colours wrap around where several maps add up",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_texel_option(question, "colour_range", "clamped", "as-summed");
           }},
      {.id = "texture-clamped",
       .sentence = "your output equals what one gets when blended texels are clamped to 0 .. 1, which was "
                   "not asked for",
       .symptom = "highlights are cut off",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_texel_option(question, "colour_range", "as-summed", "clamped");
           }},
      {.id = "texture-maps-added",
       .sentence = "your output equals what one gets when maps are added to the base; they take its place by "
                   "their weight",
       .symptom = "the face turns white with every map",
       .source = "(derived)",
       .question = &maps_added},
      {.id = "texture-opacity-kept",
       .sentence = "your colours are right, but the opacity is that of the base",
       .symptom = "what should fade stays",
       .source = "(derived)",
       .answer = &opacity_of_base},
      {.id = "texture-in-bytes",
       .sentence = "your texels are right to a byte: they were rounded to 255ths",
       .symptom = "steps in what should be smooth",
       .source = "(derived)",
       .answer = &in_bytes},
  };
}

}  // namespace bindpose::conformance
