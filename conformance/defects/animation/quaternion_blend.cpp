// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotations summed with wrong signs, or not brought back to length 1.
#include "conformance/defects/shared/change.h"
#include "reference/numeric/transform.h"

namespace bindpose::conformance {
namespace {

/// A row: its rotations, weights and lead.
struct BlendRow {
  Eigen::Map<const Eigen::Matrix<double, 4, Eigen::Dynamic>> q;
  const double* w;
  Eigen::Index lead;
};
using BlendRule = Vec4<double> (*)(const BlendRow& row);

double sign_of(double dot) {
  return dot < 0 ? -1 : 1;
}

Computed blended_by(const Question& question, BlendRule rule) {
  if (question.algorithm->id != "interp.quaternion-blend") return cannot_be_made();
  const Array& rotations = *question.arrays.find("rotations");
  const std::size_t width = rotations.shape[1];
  ResultArray<double> values{"values", {rotations.shape[0], 4}, {}, true};
  for (std::size_t i = 0; i < rotations.shape[0]; ++i) {
    const Vec4<double> q =
        rule({{rotations.reals().data() + 4 * width * i, 4, static_cast<Eigen::Index>(width)},
              question.arrays.find("weights")->reals().data() + width * i,
              question.arrays.find("leads")->integers()[i]});
    values.values.insert(values.values.end(), q.begin(), q.end());
  }
  Result<double> result;
  result.arrays.push_back(std::move(values));
  return result;
}

/// sum_i w_i s_i q_i over the rotations with a weight; sign(row, i) is s_i.
template <class Sign>
Vec4<double> sum_of(const BlendRow& row, Sign sign) {
  Vec4<double> sum = Vec4<double>::Zero();
  for (Eigen::Index i = 0; i < row.q.cols(); ++i)
    if (row.w[i] != 0) sum += row.w[i] * sign(i) * row.q.col(i);
  return sum;
}

Vec4<double> right_sum(const BlendRow& row) {
  return sum_of(row, [&](Eigen::Index i) { return sign_of(row.q.col(row.lead).dot(row.q.col(i))); });
}

Vec4<double> without_signs(const BlendRow& row) {
  return sum_of(row, [](Eigen::Index) { return 1.0; }).normalized();
}

Vec4<double> chained_signs(const BlendRow& row) {
  double sign = 1;
  return sum_of(row,
                [&](Eigen::Index i) {
                  if (i > 0) sign *= sign_of(row.q.col(i - 1).dot(row.q.col(i)));
                  return sign;
                })
      .normalized();
}

Vec4<double> sign_function(const BlendRow& row) {
  return sum_of(row,
                [&](Eigen::Index i) {
                  const double dot = row.q.col(row.lead).dot(row.q.col(i));
                  return dot == 0 ? 0 : sign_of(dot);
                })
      .normalized();
}

/// What weights lack to 1 is given to the rest rotation.
Vec4<double> rest_for_the_rest(const BlendRow& row) {
  double missing = 1;
  for (Eigen::Index i = 0; i < row.q.cols(); ++i)
    missing -= row.w[i];
  return (right_sum(row) + missing * Vec4<double>(0, 0, 0, 1)).normalized();
}

Vec4<double> unused_included(const BlendRow& row) {
  Vec4<double> sum = Vec4<double>::Zero();
  for (Eigen::Index i = 0; i < row.q.cols(); ++i)
    sum += row.w[i] * sign_of(row.q.col(row.lead).dot(row.q.col(i))) * row.q.col(i);
  return sum.normalized();
}

Changed first_leads(const Question& question) {
  Question changed = question;
  Array::Integers* leads = integers_of(changed.arrays, "leads");
  if (leads == nullptr) return std::nullopt;
  std::fill(leads->begin(), leads->end(), 0);
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(animation, quaternion_blend) {
  return {
      {.id = "blend-sign",
       .sentence = "your output equals what one gets when rotations are summed with the signs they come with",
       .symptom = "a joint spins in a cross-fade",
       .source = "Babylon#12955, ozz#119",
       .formula = [](const Question& question) { return blended_by(question, without_signs); }},
      {.id = "blend-sign-chain",
       .sentence = "your output equals what one gets when each rotation's sign is that of its dot product "
                   "with the one "
                   "before it",
       .symptom = "wrong as soon as three rotations are far apart",
       .source = "godot#89131",
       .formula = [](const Question& question) { return blended_by(question, chained_signs); }},
      {.id = "blend-sign-of-zero",
       .sentence = "your output equals what one gets when a sign function is 0 where the dot product is: the "
                   "rotation is "
                   "dropped",
       .symptom = "a rotation at exactly half a turn from the lead has no effect",
       .source = "V. Houska, Animace na GPU, 2005, appendix A",
       .formula = [](const Question& question) { return blended_by(question, sign_function); }},
      {.id = "blend-lead-ignored",
       .sentence = "your output equals what one gets when the first rotation leads, whichever was asked for",
       .symptom = "wide blends go the other way round",
       .source = "(derived)",
       .question = &first_leads},
      {.id = "blend-weights-policy",
       .sentence = "your output equals what one gets when what the weights lack to 1 is filled up with the "
                   "rest rotation",
       .symptom = "a layer is too weak or too strong",
       .source = "bevy#13661, playcanvas#4064",
       .formula = [](const Question& question) { return blended_by(question, rest_for_the_rest); }},
      {.id = "blend-unnormalised",
       .sentence =
           "your output equals what one gets when the sum of the rotations is not brought back to length 1",
       .symptom = "parts shrink in a blend",
       .source = "glTF#2073",
       .formula = [](const Question& question) { return blended_by(question, right_sum); }},
      {.id = "blend-nan-times-zero",
       .sentence = "your output is not a number where a rotation of weight 0 is none: 0 times NaN is NaN",
       .symptom = "a joint vanishes because of a clip that is switched off",
       .source = "garrysmod-issues#7063, o3de#18848",
       .formula = [](const Question& question) { return blended_by(question, unused_included); }},
  };
}

}  // namespace bindpose::conformance
