// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Answers that are no numbers where an angle or a length is 0, or half a turn.
#include <cmath>
#include <limits>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// The answer with NaN at every vertex for which is_lost(joints that influence it).
template <class IsLost>
Damaged lost_where(const Question& question, const ArraySet& right, IsLost is_lost) {
  const Array *joints = question.arrays.find("joints"), *weights = question.arrays.find("weights");
  if (joints == nullptr || weights == nullptr) return std::nullopt;
  const std::size_t slots = joints->shape[1];
  return with_answer_rows(right, {"positions"}, 3, [&](double* row, std::size_t v) {
    std::vector<std::size_t> influencing;
    for (std::size_t i = v * slots; i < (v + 1) * slots; ++i)
      if (weights->reals()[i] != 0) influencing.push_back(static_cast<std::size_t>(joints->integers()[i]));
    if (is_lost(influencing)) row[0] = row[1] = row[2] = std::numeric_limits<double>::quiet_NaN();
  });
}

/// |cos| of half the angle between any two motions of a vertex, as is_bad wants it.
Damaged lost_between(const Question& question, const ArraySet& right, bool (*is_bad)(double cosine)) {
  const Affines palette = palette_of(question);
  if (palette.empty()) return std::nullopt;
  return lost_where(question, right, [&](const std::vector<std::size_t>& joints) {
    for (const std::size_t i : joints)
      for (const std::size_t j : joints) {
        const double trace = (palette[i].linear.transpose() * palette[j].linear).trace();
        if (i != j && is_bad(std::sqrt(std::max(0.0, (1 + trace) / 4)))) return true;
      }
    return false;
  });
}

Damaged lost_without_bone(const Question& question, const ArraySet& right) {
  const Array *heads = question.arrays.find("bone_heads"), *tails = question.arrays.find("bone_tails");
  if (heads == nullptr || tails == nullptr) return std::nullopt;
  return lost_where(question, right, [&](const std::vector<std::size_t>& joints) {
    for (const std::size_t j : joints) {
      const double *a = heads->reals().data() + 3 * j, *b = tails->reals().data() + 3 * j;
      if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) return true;
    }
    return false;
  });
}

}  // namespace

BINDPOSE_DEFECTS(skinning, not_a_number) {
  return {
      {.id = "acos-out-of-range",
       .sentence = "your output is no number where two rotations are alike: their dot product rounds to more "
                   "than 1, which has no arccosine",
       .symptom = "vertices vanish at rest",
       .source = "(derived)",
       .answer =
           [](const Question& question, const ArraySet& right) {
             return lost_between(question, right, [](double cosine) { return cosine > 1 - 0x1p-20; });
           }},
      {.id = "nan-at-180",
       .sentence =
           "your output is no number where two rotations are half a turn apart: there you divide by 0",
       .symptom = "vertices vanish at half a turn",
       .source = "Resonite-Issues#487",
       .answer =
           [](const Question& question, const ArraySet& right) {
             return lost_between(question, right, [](double cosine) { return cosine < 0x1p-10; });
           }},
      {.id = "nan-from-zero-bone",
       .sentence = "your output is no number where a bone has no length: there you divide by 0",
       .symptom = "the leaves of the skeleton vanish",
       .source = "(derived)",
       .answer = &lost_without_bone},
  };
}

}  // namespace bindpose::conformance
