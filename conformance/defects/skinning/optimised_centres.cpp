// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Centres of rotation from another kernel, or from triangles that count otherwise.
#include "reference/skinning/optimised_centres.h"

#include <array>
#include <cmath>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

using skinning::JointWeights;

/// Twice a triangle's area, its centre and its corners' weights.
struct Triangle3 {
  double a;
  Vec3<double> c;
  std::array<JointWeights<double>, 3> corners;

  JointWeights<double> mean() const {
    JointWeights<double> W;
    for (const auto& corner : corners)
      for (const auto& [j, w] : corner)
        W[j] += w / 3;
    return W;
  }
};

/// s_(v t): how much a triangle counts for a vertex, beside its area.
using Similarity = double (*)(const JointWeights<double>& W_v, const Triangle3& t);

double right_similarity(const JointWeights<double>& W_v, const Triangle3& t) {
  return skinning::similarity(skinning::shared_weights(t.mean(), W_v));
}

JointWeights<double> weights_at(const Question& question, std::size_t v) {
  const Array &joints = *question.arrays.find("joints"), &weights = *question.arrays.find("weights");
  JointWeights<double> W;
  for (std::size_t i = v * joints.shape[1]; i < (v + 1) * joints.shape[1]; ++i)
    if (weights.reals()[i] != 0) W[static_cast<std::uint32_t>(joints.integers()[i])] += weights.reals()[i];
  return W;
}

Computed centres_by(const Question& question, Similarity s, bool by_area) {
  if (question.algorithm->id != "cor.centres") return cannot_be_made();
  const Array &x = *question.arrays.find("positions"), &corners = *question.arrays.find("triangles");
  std::vector<Triangle3> surface;
  for (std::size_t i = 0; i + 3 <= corners.integers().size(); i += 3) {
    std::array<Vec3<double>, 3> at;
    Triangle3 t;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto v = static_cast<std::size_t>(corners.integers()[i + k]);
      at[k] = Eigen::Map<const Vec3<double>>(x.reals().data() + 3 * v);
      t.corners[k] = weights_at(question, v);
    }
    t.a = skinning::twice_area<double>(at[0], at[1], at[2]);
    t.c = (at[0] + at[1] + at[2]) / 3;
    if (t.a > 0) surface.push_back(t);
  }
  ResultArray<double> centres{"centres", x.shape, {}};
  for (std::size_t v = 0; v < x.shape[0]; ++v) {
    const JointWeights<double> W_v = weights_at(question, v);
    Vec3<double> sum = Vec3<double>::Zero();
    double total = 0;
    for (const Triangle3& t : surface) {
      const double counts = s(W_v, t) * (by_area ? t.a : 1);
      total += counts;
      sum += counts * t.c;
    }
    const Vec3<double> p = total > 0 ? Vec3<double>(sum / total) : Vec3<double>(Vec3<double>::Zero());
    centres.values.insert(centres.values.end(), p.begin(), p.end());
  }
  Result<double> result;
  result.arrays.push_back(std::move(centres));
  return result;
}

/// sum_(j<k) term(w_pj w_vk, w_pk w_vj, w_pj w_pk w_vj w_vk)
template <class Term>
double sum_of_pairs(const JointWeights<double>& W_v, const Triangle3& t, Term term) {
  const auto w = skinning::shared_weights(t.mean(), W_v);
  double s = 0;
  for (std::size_t j = 0; j < w.size(); ++j)
    for (std::size_t k = j + 1; k < w.size(); ++k) {
      const double d = w[j].first * w[k].second - w[k].first * w[j].second;
      s += term(d, w[j].first * w[k].first * w[j].second * w[k].second);
    }
  return s;
}

double wide_kernel(const JointWeights<double>& W_v, const Triangle3& t) {
  return sum_of_pairs(W_v, t, [](double d, double product) { return product * std::exp(-d * d / 0.1); });
}

double kernel_without_factor(const JointWeights<double>& W_v, const Triangle3& t) {
  return sum_of_pairs(W_v, t, [](double d, double) { return std::exp(-d * d / 0.01); });
}

double mean_of_similarities(const JointWeights<double>& W_v, const Triangle3& t) {
  double s = 0;
  for (const auto& corner : t.corners)
    s += skinning::similarity(skinning::shared_weights(corner, W_v)) / 3;
  return s;
}

/// Weights compared slot by slot, whatever joints they are for.
Changed slots_for_joints(const Question& question) {
  if (question.algorithm->id != "cor.centres") return std::nullopt;
  Question changed = question;
  const std::size_t slots = question.arrays.find("joints")->shape[1];
  Array::Integers& joints = *integers_of(changed.arrays, "joints");
  for (std::size_t i = 0; i < joints.size(); ++i)
    joints[i] = static_cast<std::int32_t>(i % slots);
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(skinning, optimised_centres) {
  return {
      {.id = "cor-kernel-width",
       .sentence = "your output equals what one gets when the exponent is divided by sigma instead of its "
                   "square",
       .symptom = "centres drift towards the middle of the limb",
       .source = "B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, "
                 "2016, equation 4",
       .formula = [](const Question& question) { return centres_by(question, wide_kernel, true); }},
      {.id = "cor-kernel-factor",
       .sentence = "your output equals what one gets when the similarity has no weights before its "
                   "exponential",
       .symptom = "triangles that a joint hardly moves count as much as those in the middle of the bend",
       .source = "B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, "
                 "2016, equation 4",
       .formula = [](const Question& question) { return centres_by(question, kernel_without_factor, true); }},
      {.id = "cor-mean-of-similarities",
       .sentence = "your output equals what one gets with the mean of the similarities to a triangle's "
                   "corners; that to the mean of their weights is wanted",
       .symptom = "centres are off where weights change quickly",
       .source = "B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, "
                 "2016, section 4",
       .formula = [](const Question& question) { return centres_by(question, mean_of_similarities, true); }},
      {.id = "cor-area-ignored",
       .sentence = "your output equals what one gets when all triangles count alike, whatever their area",
       .symptom = "centres are drawn to where the mesh is fine",
       .source = "(derived)",
       .formula = [](const Question& question) { return centres_by(question, right_similarity, false); }},
      {.id = "cor-slots-for-joints",
       .sentence = "your output equals what one gets when weights are compared slot by slot instead of joint "
                   "by joint",
       .symptom = "centres jump where influences are listed in another order",
       .source = "(derived)",
       .question = &slots_for_joints},
  };
}

}  // namespace bindpose::conformance
