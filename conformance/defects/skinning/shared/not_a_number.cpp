// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs with NaN at an angle of 0 or 180 degrees.

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// The output with NaN at every vertex with two motions for which is_bad(|cos|) holds, with the
/// cosine of half the angle between them.
Damaged lost_between(const Question& question, const ArraySet& right, bool (*is_bad)(double cosine)) {
  const Affines palette = palette_of(question);
  const Array *joints = question.arrays.find("joints"), *weights = question.arrays.find("weights");
  if (palette.empty() || joints == nullptr || weights == nullptr) return std::nullopt;
  const std::size_t slots = joints->shape[1];
  const auto motion_of = [&](std::size_t slot) -> const Mat3<double>& {
    return palette[static_cast<std::size_t>(joints->integers()[slot])].linear;
  };
  return with_answer_rows(right, {"positions"}, 3, [&](double* row, std::size_t v) {
    for (std::size_t i = v * slots; i < (v + 1) * slots; ++i)
      for (std::size_t k = v * slots; k < i; ++k) {
        if (weights->reals()[i] == 0 || weights->reals()[k] == 0) continue;
        if (joints->integers()[i] == joints->integers()[k]) continue;
        const double trace = (motion_of(i).transpose() * motion_of(k)).trace();
        if (is_bad(std::sqrt(std::max(0.0, (1 + trace) / 4))))
          row[0] = row[1] = row[2] = std::numeric_limits<double>::quiet_NaN();
      }
  });
}

}  // namespace

BINDPOSE_DEFECTS(skinning, not_a_number) {
  return {
      {.id = "acos-out-of-range",
       .sentence =
           "your output is not a number where two rotations are equal: their dot product rounds to more "
           "than 1, which has no arccosine",
       .symptom = "vertices vanish at rest",
       .answer =
           [](const Question& question, const ArraySet& right) {
             return lost_between(question, right, [](double cosine) { return cosine > 1 - 0x1p-20; });
           }},
      {.id = "nan-at-180",
       .sentence =
           "your output is not a number where two rotations are half a turn apart: there you divide by 0",
       .symptom = "vertices vanish at half a turn",
       .source = "Resonite-Issues#487",
       .answer =
           [](const Question& question, const ArraySet& right) {
             return lost_between(question, right, [](double cosine) { return cosine < 0x1p-10; });
           }},
  };
}

}  // namespace bindpose::conformance
