// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Centres of rotation from another kernel, or from triangles that count otherwise.
#include "reference/skinning/optimised_centres.h"

#include <array>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "reference/skinning/shared/weight_policies.h"

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

/// W_v of every vertex, by the question's rules about weights.
Expected<std::vector<JointWeights<double>>> weights_of(const Inputs<double>& in) {
  BINDPOSE_TRY(const auto q, skinning::read_weighted_slots(in));
  std::vector<JointWeights<double>> W(in.extent("V"));
  for (std::size_t v = 0; v < W.size(); ++v)
    for (const auto& i : skinning::influences_of(q.slots, q.weights, v))
      W[v][i.j] += i.w;
  return W;
}

std::vector<Triangle3> surface_of(const Inputs<double>& in, const std::vector<JointWeights<double>>& W) {
  const std::vector<Vec3<double>> x = in.rows<3>("positions");
  std::vector<Triangle3> surface;
  for (const Triangle& corners : skinning::triangles_of(in)) {
    const auto& [a, b, c] = corners;
    const double area = skinning::twice_area<double>(x[a], x[b], x[c]);
    if (area > 0) surface.push_back({area, (x[a] + x[b] + x[c]) / 3, {W[a], W[b], W[c]}});
  }
  return surface;
}

Computed centres_by(const Inputs<double>& in, Similarity s, bool by_area) {
  BINDPOSE_TRY(const auto W, weights_of(in));
  const std::vector<Triangle3> surface = surface_of(in, W);
  ResultArray<double> centres{"centres", {W.size(), 3}, {}};
  for (const JointWeights<double>& W_v : W) {
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

Computed centres_by(const Question& question, Similarity s, bool by_area) {
  if (question.algorithm->id != "cor.centres") return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) { return centres_by(in, s, by_area); });
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
