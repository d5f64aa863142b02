// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bends: how far they reach, about what, and what becomes of the rest.
#include "reference/deform/bend.h"

#include "conformance/defects/shared/deformers.h"

namespace bindpose::conformance {
namespace {

using bindpose::deform::BendRange, bindpose::deform::Form;

/// reshape(vertex, range) of a bend's question.
template <class Reshape>
Computed by_bend(const Question& question, Reshape reshape) {
  if (!question.arrays.has("curvature")) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) {
    const std::vector<double> ends = in.numbers("bend_range");
    const BendRange<double> range{in.number("curvature"), in.number("bend_centre"), ends[0], ends[1]};
    return reshaped_in_space(in, [&](const DeformedVertex& v) { return reshape(v, range); });
  });
}

DeformedVertex bent_by(const DeformedVertex& v, const BendRange<double>& range) {
  return bindpose::deform::bend<double>(v, range, Form::quaternion);
}

bool is_beyond(const DeformedVertex& v, const BendRange<double>& range) {
  return v.x[1] < range.y_min || v.x[1] > range.y_max;
}

Computed rest_left_behind(const Question& question) {
  return by_bend(question, [](const DeformedVertex& v, const BendRange<double>& range) {
    return is_beyond(v, range) ? v : bent_by(v, range);
  });
}

/// Beyond the range everything ends up in the plane of its end.
Computed rest_at_the_end(const Question& question) {
  return by_bend(question, [](const DeformedVertex& v, const BendRange<double>& range) {
    DeformedVertex clamped = v;
    clamped.x[1] = v.x[1] < range.y_min ? range.y_min : v.x[1] > range.y_max ? range.y_max : v.x[1];
    return bent_by(clamped, range);
  });
}

Changed without_range(const Question& question) {
  return with_array(question, "bend_range", [](Array::Reals& range) { range = {-1024, 1024}; });
}

/// Directions beyond the range as within it.
Computed stretched_beyond(const Question& question) {
  return by_bend(question, [](const DeformedVertex& v, const BendRange<double>& range) {
    DeformedVertex bent = bent_by(v, range);
    if (!is_beyond(v, range) || range.k == 0) return bent;
    const double K = 1 - range.k * v.x[2];
    DeformedVertex within = v;
    within.n = {K * v.n[0], v.n[1], K * v.n[2]};
    within.t[1] = K * v.t[1];
    within = bent_by(within, range);
    bent.n = within.n;
    bent.t = within.t;
    return bent;
  });
}

/// Directions turned with the axis, but not stretched.
Computed not_stretched(const Question& question) {
  return by_bend(question, [](const DeformedVertex& v, const BendRange<double>& range) {
    DeformedVertex bent = bent_by(v, range);
    if (is_beyond(v, range) || range.k == 0) return bent;
    DeformedVertex on_axis = v;
    on_axis.x[2] = 0;
    on_axis = bent_by(on_axis, range);
    bent.n = on_axis.n;
    bent.t = on_axis.t;
    return bent;
  });
}

}  // namespace

BINDPOSE_DEFECTS(deform, bend) {
  return {
      {.id = "bend-rest-left-behind",
       .sentence = "your output equals what one gets when what lies beyond the bent part stays where it was",
       .symptom = "the mesh tears at the ends of the bend",
       .source = "(derived)",
       .formula = &rest_left_behind},
      {.id = "bend-rest-at-end",
       .sentence =
           "your output equals what one gets when what lies beyond the bent part is taken to the end of it: "
           "the part of Barr's formula that goes on from there is missing",
       .symptom = "the ends of the mesh are flat",
       .source = "Barr 1984, (derived)",
       .formula = &rest_at_the_end},
      {.id = "bend-without-range",
       .sentence = "your output equals what one gets when everything bends, not the given part alone",
       .symptom = "the ends curl up",
       .source = "(derived)",
       .question = &without_range},
      {.id = "bend-stretches-beyond",
       .sentence =
           "your positions are right, but directions beyond the bent part are stretched as if they bent: "
           "there the curvature is 0",
       .symptom = "straight ends are lit wrongly",
       .source = "Barr 1984, (derived)",
       .formula = &stretched_beyond},
      {.id = "bend-not-stretched",
       .sentence = "your positions are right, but directions are turned alone: a bend stretches what lies "
                   "off its axis",
       .symptom = "slanted faces are lit wrongly at the inside of the bend",
       .source = "Barr 1984, (derived)",
       .formula = &not_stretched},
      {.id = "bend-other-side",
       .sentence =
           "your output equals what one gets when the axis bends away from z where the curvature is above 0",
       .symptom = "it bends backwards",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_array(question, "curvature", [](Array::Reals& k) { k[0] = -k[0]; });
           }},
      {.id = "bend-about-origin",
       .sentence = "your output equals what one gets when the deformer's origin stays where it is, not the "
                   "given place",
       .symptom = "the whole mesh swings when the bend grows",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_array(question, "bend_centre", [](Array::Reals& y_0) { y_0[0] = 0; });
           }},
      {.id = "bend-radius",
       .sentence = "your output equals what one gets when the curvature is taken for the radius of the bend",
       .symptom = "gentle bends are sharp, and the other way round",
       .source = "(derived)",
       .question = [](const Question& question) -> Changed {
         const Array* k = question.arrays.find("curvature");
         if (k == nullptr || k->reals()[0] == 0) return std::nullopt;
         return with_array(question, "curvature", [](Array::Reals& c) { c[0] = 1 / c[0]; });
       }},
  };
}

}  // namespace bindpose::conformance
