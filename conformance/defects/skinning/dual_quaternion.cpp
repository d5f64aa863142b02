// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stretches before dual quaternions left out, transposed, or in the wrong place; normals moved like
// positions.
#include "reference/skinning/dual_quaternion.h"

#include "conformance/defects/shared/rigid_motions.h"

namespace bindpose::conformance {
namespace {

using namespace bindpose::skinning;
using Stretches = std::vector<Mat3<double>>;

bool is_stretched(const Question& question) {
  return question.algorithm->id == "dqs" && question.arrays.has("palette_stretches");
}

/// kernel(in, rest, M, S) of a question with stretches.
using StretchedKernel = RigidMoved (*)(const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                                       const Stretches& S);
Computed with_stretches(const Question& question, StretchedKernel kernel) {
  if (!is_stretched(question)) return cannot_be_made();
  return deformed_rigidly(question, [kernel](const Inputs<double>& in) {
    return [&in, kernel, S = in.matrices("palette_stretches")](const RigidRest& rest, const Motions& M) {
      return kernel(in, rest, M, S);
    };
  });
}

/// A rest vertex in another place.
RigidRest moved_rest(const RigidRest& rest, const RigidMoved& to) {
  RigidRest moved = rest;
  moved.x = to.x, moved.n = to.n, moved.t = to.t;
  return moved;
}

RigidMoved dqs(const Inputs<double>& in, const RigidRest& rest, const Motions& M) {
  return dual_quaternion(rest, M, Stretches(), in.chosen(sign_pivots), in.chosen(turnings));
}

RigidMoved stretch_after(const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                         const Stretches& S) {
  return stretched(moved_rest(rest, dqs(in, rest, M)), S);
}

RigidMoved normal_by_stretch(const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                             const Stretches& S) {
  RigidMoved y = stretched(rest, S);
  RigidRest normal_for_tangent = rest;
  normal_for_tangent.t = rest.n;
  y.n = stretched(normal_for_tangent, S).t;
  return dqs(in, moved_rest(rest, y), M);
}

RigidMoved normal_inside(const Inputs<double>& in, const RigidRest& rest, const Motions& M,
                         const Stretches& S) {
  RigidMoved y = stretched(rest, S);
  Mat3<double> B = Mat3<double>::Zero();
  for (const auto& i : rest.influences)
    B += i.w * S[i.j];
  y.n = cofactor(B) * rest.n;
  return dqs(in, moved_rest(rest, y), M);
}

Changed scale_dropped(const Question& question) {
  if (!is_stretched(question)) return std::nullopt;
  Question changed = question;
  changed.arrays = without(question.arrays, {"palette_stretches"});
  return changed;
}

Changed transposed(const Question& question) {
  if (!is_stretched(question)) return std::nullopt;
  return with_rows(question, {"palette_stretches"}, 9, [](double* row, std::size_t) {
    std::swap(row[1], row[3]);
    std::swap(row[2], row[6]);
    std::swap(row[5], row[7]);
  });
}

}  // namespace

BINDPOSE_DEFECTS(skinning, dual_quaternion) {
  return {
      {.id = "dqs-scale-dropped",
       .sentence = "your output equals what one gets when joints' stretches are left out",
       .symptom = "scaling a bone has no effect",
       .source = "DazToUnreal#93, armory#376, armory#1583, blender-to-smf#25",
       .question = &scale_dropped},
      {.id = "stretch-transposed",
       .sentence = "your output equals what one gets when the stretches are read column by column",
       .symptom = "shears go the wrong way; plain scales are right",
       .source = "(derived)",
       .question = &transposed},
      {.id = "stretch-after-motion",
       .sentence = "your output equals what one gets when vertices are stretched after they were turned and "
                   "moved",
       .symptom = "parts are squashed along a wrong axis and drift away",
       .source = "(derived)",
       .formula = [](const Question& question) { return with_stretches(question, stretch_after); }},
      {.id = "normal-by-stretch",
       .sentence = "your output equals what one gets when normals are multiplied by the stretch; they take "
                   "its cofactors",
       .symptom = "stretched parts are shaded as if they were not",
       .source = "(derived)",
       .formula = [](const Question& question) { return with_stretches(question, normal_by_stretch); }},
      {.id = "mirrored-normal-inside",
       .sentence = "your output equals what one gets when normals of mirrored joints are multiplied by the "
                   "cofactors without the sign of the determinant",
       .symptom = "mirrored parts are lit from inside",
       .source = "(derived)",
       .formula = [](const Question& question) { return with_stretches(question, normal_inside); }},
  };
}

}  // namespace bindpose::conformance
