// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/judge/mistake_lists.h"
#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

using Changed = std::optional<Question>;

/// change(double* weights of a vertex, slots)
template <class Change>
Changed with_weights(const Question& question, Change change) {
  Question changed = question;
  const Array* weights = question.arrays.find("weights");
  if (weights == nullptr || weights->shape.size() != 2 || !question.arrays.has("joints")) return std::nullopt;
  const std::size_t slots = weights->shape[1];
  if (slots < 2) return std::nullopt;
  change_rows(changed.arrays, "weights", slots, [&](double* row, std::size_t) { change(row, slots); });
  return changed;
}

Changed first_influence(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    std::fill(row, row + slots, 0.0);
    row[0] = 1;
  });
}

Changed largest_weight(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    const auto strongest = std::max_element(row, row + slots) - row;
    std::fill(row, row + slots, 0.0);
    row[strongest] = 1;
  });
}

Changed weights_ignored(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    const auto used = std::count_if(row, row + slots, [](double w) { return w != 0; });
    for (std::size_t i = 0; i < slots && used > 0; ++i)
      if (row[i] != 0) row[i] = 1 / static_cast<double>(used);
  });
}

Changed weights_renormalised(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    double sum = 0;
    for (std::size_t i = 0; i < slots; ++i)
      sum += row[i];
    for (std::size_t i = 0; i < slots && sum > 0; ++i)
      row[i] /= sum;
  });
}

Changed joints_moved(const Question& question, std::int32_t by) {
  Question changed = question;
  Array::Integers* joints = integers_of(changed.arrays, "joints");
  if (joints == nullptr || joints->empty()) return std::nullopt;
  std::size_t count = 0;
  for (const char* name : {"palette", "palette_rotations", "parents"})
    if (const Array* array = question.arrays.find(name)) count = std::max(count, array->shape[0]);
  if (count < 2) return std::nullopt;
  const auto last = static_cast<std::int32_t>(count) - 1;
  for (std::int32_t& j : *joints)
    j = std::clamp(j + by, 0, last);
  return changed;
}

Changed joint_before(const Question& question) {
  return joints_moved(question, -1);
}
Changed joint_after(const Question& question) {
  return joints_moved(question, 1);
}

/// The same question to another algorithm that takes the same arrays.
Changed asked_of(const Question& question, std::string_view id, std::string_view other) {
  if (question.algorithm->id != id) return std::nullopt;
  Question changed = question;
  changed.algorithm = find_algorithm(other);
  changed.options = {};
  return changed;
}

Changed slerp_as_lerp(const Question& question) {
  Changed changed = asked_of(question, "interp.slerp", "interp.lerp");
  if (!changed) changed = asked_of(question, "interp.nlerp", "interp.lerp");
  if (!changed) return changed;
  const Array::Reals from = *reals_of(changed->arrays, "a");
  change_rows(changed->arrays, "b", 4, [&from](double* b, std::size_t i) {
    const double* a = from.data() + 4 * i;
    if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0)
      for (int c = 0; c < 4; ++c)
        b[c] = -b[c];
  });
  return changed;
}
Changed slerp_as_nlerp(const Question& question) {
  return asked_of(question, "interp.slerp", "interp.nlerp");
}
Changed linear_as_step(const Question& question) {
  return asked_of(question, "anim.linear", "anim.step");
}
Changed step_as_linear(const Question& question) {
  return asked_of(question, "anim.step", "anim.linear");
}

/// A method that blends rigid motions, asked as linear blending of their matrices.
Changed lbs_instead(const Question& question) {
  const auto* algorithm = question.algorithm;
  if (algorithm->family != "skinning" || algorithm->id == "lbs") return std::nullopt;
  Question changed = question;
  const std::string prefix = question.arrays.has("palette_rotations") ? "palette" : "inverse_bind";
  const Array* rotations = question.arrays.find(prefix + "_rotations");
  const Array* translations = question.arrays.find(prefix + "_translations");
  if (rotations == nullptr || translations == nullptr || question.arrays.has("palette_stretches"))
    return std::nullopt;
  Array::Reals matrices(rotations->shape[0] * 12);
  for (std::size_t j = 0; j < rotations->shape[0]; ++j) {
    const double* t = translations->reals().data() + 3 * j;
    put_affine(matrices.data() + 12 * j,
               {quaternion_at(rotations->reals().data() + 4 * j).toRotationMatrix(), {t[0], t[1], t[2]}});
  }
  changed.algorithm = find_algorithm("lbs");
  changed.options = {};
  changed.arrays.add(prefix == "palette" ? "palette" : "inverse_binds", {rotations->shape[0], 3, 4},
                     std::move(matrices));
  return changed;
}

Mistake mistake(std::string_view slug, std::string_view sentence, Changed (*transform)(const Question&)) {
  return {slug, sentence, transform, false, nullptr};
}

}  // namespace

std::vector<Mistake> method_mistakes() {
  return {
      mistake("first-influence",
              "your output equals what one gets when a vertex follows the joint in its first slot alone",
              first_influence),
      mistake(
          "largest-weight",
          "your output equals what one gets when a vertex follows the joint with the largest weight alone",
          largest_weight),
      mistake("weights-ignored",
              "your output equals what one gets when all influences of a vertex weigh the same",
              weights_ignored),
      mistake("weights-renormalised",
              "your output equals what one gets when the weights are divided by their sum; they are to be "
              "used as given",
              weights_renormalised),
      mistake("joint-off-by-one",
              "your output equals what one gets when every vertex follows the joint before its own: joints "
              "are counted from 0",
              joint_before),
      mistake("joint-off-by-one",
              "your output equals what one gets when every vertex follows the joint after its own: joints "
              "are counted from 0",
              joint_after),
      mistake("lerp-unnormalised",
              "your output equals what one gets when the four numbers of a rotation are interpolated "
              "linearly and not brought back to length 1",
              slerp_as_lerp),
      mistake("nlerp-instead-of-slerp",
              "your output equals what one gets with normalised linear interpolation in place of the "
              "spherical one",
              slerp_as_nlerp),
      mistake("linear-as-step", "your output equals what one gets when a value jumps from key to key",
              linear_as_step),
      mistake("step-as-linear", "your output equals what one gets when values are interpolated between keys",
              step_as_linear),
      mistake("lbs-instead", "your output equals what one gets with linear blending of matrices",
              lbs_instead),
  };
}

}  // namespace bindpose::conformance
