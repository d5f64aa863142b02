// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Radial basis functions of another width, of another distance, or put together otherwise.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "conformance/defects/shared/example_weights.h"

namespace bindpose::conformance {
namespace {

using examples::ConstantTerm, examples::Metric, examples::Pose;
using Weights = std::vector<double>;

bool measures_angles(const Question& question) {
  return asks_metric(question, "rotation-angle") || asks_metric(question, "arc-length");
}

/// exp(-d / sigma), as the Gaussian of a root.
Weights exponential_weights(const Basis& basis) {
  Basis other = basis;
  const auto root = [&](double& d) { d = std::sqrt(d * basis.sigma); };
  for (std::vector<double>& row : other.between)
    std::for_each(row.begin(), row.end(), root);
  std::for_each(other.asked.begin(), other.asked.end(), root);
  return right_weights(other);
}

Weights basis_itself(const Basis& basis) {
  Weights a;
  for (const double d : basis.asked)
    a.push_back(examples::gaussian(d, basis.sigma));
  return a;
}

Weights shares_of_basis(const Basis& basis) {
  Weights a = basis_itself(basis);
  const double sum = std::accumulate(a.begin(), a.end(), 0.0);
  for (double& weight : a)
    weight /= sum;
  return a;
}

/// Of radial basis functions by themselves: examples after the eighth are left out.
Changed first_examples(const Question& question) {
  constexpr std::size_t examples_read = 8;
  if (question.algorithm->id != "rbf" || question.arrays.find("example_poses")->shape[0] <= examples_read)
    return std::nullopt;
  Question changed = question;
  for (const char* name : {"example_poses", "example_values"}) {
    const Array& given = *question.arrays.find(name);
    const auto kept = static_cast<std::ptrdiff_t>(examples_read * given.shape[1]);
    changed.arrays.put({name,
                        {examples_read, given.shape[1]},
                        Array::Reals(given.reals().begin(), given.reals().begin() + kept)});
  }
  return changed;
}

Weights weights_without_constant(const Basis& basis) {
  Basis other = basis;
  other.constant = ConstantTerm::none;
  return right_weights(other);
}

/// The mean taken off first and added afterwards.
Weights weights_about_the_mean(const Basis& basis) {
  Weights a = weights_without_constant(basis);
  const double missing = 1 - std::accumulate(a.begin(), a.end(), 0.0);
  for (double& weight : a)
    weight += missing / static_cast<double>(a.size());
  return a;
}

Weights weights_scaled_to_1(const Basis& basis) {
  Weights a = weights_without_constant(basis);
  const double sum = std::accumulate(a.begin(), a.end(), 0.0);
  for (double& weight : a)
    weight /= sum;
  return a;
}

Weights nearest_example(const Basis& basis) {
  Weights a(basis.asked.size(), 0);
  a[static_cast<std::size_t>(std::min_element(basis.asked.begin(), basis.asked.end()) -
                             basis.asked.begin())] = 1;
  return a;
}

Computed where_constant(const Question& question, Weigh weigh) {
  const auto option = question.options.find("constant_term");
  const bool has =
      question.algorithm->id == "sbe" || (option != question.options.end() && option->second == "added");
  return has ? weighed_by(question, weigh) : cannot_be_made();
}

/// 2 acos(x . y), of which only the negative is beyond a half turn.
double signed_pose_angle(const Pose<double>& x, const Pose<double>& y, Metric) {
  return 2 * std::acos(std::clamp(x.dot(y) / (x.norm() * y.norm()), -1.0, 1.0));
}
double pose_chord(const Pose<double>& x, const Pose<double>& y, Metric) {
  return (x - y).norm();
}
double cosine_distance(const Pose<double>& x, const Pose<double>& y, Metric metric) {
  const double cosine = x.dot(y) / (x.norm() * y.norm());
  return 1 - (metric == Metric::rotation_angle ? std::fabs(cosine) : cosine);
}
double sum_of_differences(const Pose<double>& x, const Pose<double>& y, Metric) {
  return (x - y).cwiseAbs().sum();
}
double first_number_apart(const Pose<double>& x, const Pose<double>& y, Metric) {
  return std::fabs(x[0] - y[0]);
}

Computed by_distance(const Question& question, const char* metric, Distance distance) {
  const bool asked = asks_metric(question, metric) ||
                     (std::string_view(metric) == "euclidean" && !measures_angles(question));
  return asked ? weighed_by(question, &right_weights, distance) : cannot_be_made();
}

}  // namespace

BINDPOSE_DEFECTS(examples, basis) {
  return {
      {.id = "rbf-half-in-exponent",
       .sentence = "your output equals what one gets when the basis function is exp(-d^2 / (2 sigma^2))",
       .symptom = "examples reach further than they should",
       .source = "(derived)",
       .question = [](const Question& question) { return with_sigma(question, std::numbers::sqrt2); }},
      {.id = "rbf-first-eight-examples",
       .sentence = "your output equals what one gets when the first eight examples are read and no more",
       .symptom = "poses that come later in the list have no effect",
       .source = "(derived)",
       .question = &first_examples},
      {.id = "rbf-sigma-not-squared",
       .sentence = "your output equals what one gets when the basis function is exp(-d^2 / sigma)",
       .symptom = "right where sigma is 1",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_sigma(question, 1 / std::sqrt(sigma_of(question))); }},
      {.id = "rbf-sigma-multiplied",
       .sentence = "your output equals what one gets when the basis function is exp(-(sigma d)^2)",
       .symptom = "a larger sigma makes examples reach less far",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_sigma(question, 1 / (sigma_of(question) * sigma_of(question)));
           }},
      {.id = "rbf-distance-not-squared",
       .sentence = "your output equals what one gets when the basis function is exp(-d / sigma)",
       .symptom = "a kink at every example",
       .source = "(derived)",
       .formula = [](const Question& question) { return weighed_by(question, &exponential_weights); }},
      {.id = "rbf-not-solved",
       .sentence =
           "your output equals the sum of the examples' values by the basis functions themselves: the "
           "system was not solved",
       .symptom = "examples are not met where others reach them",
       .source = "(derived)",
       .formula = [](const Question& question) { return weighed_by(question, &basis_itself); }},
      {.id = "rbf-shares-of-basis",
       .sentence = "your output equals what one gets when examples are averaged by their basis functions",
       .symptom = "examples are not met; far away it is their mean",
       .source = "(derived)",
       .formula = [](const Question& question) { return weighed_by(question, &shares_of_basis); }},
      {.id = "rbf-nearest-example",
       .sentence = "your output equals the nearest example alone",
       .symptom = "shapes jump half way between poses",
       .source = "(derived)",
       .formula = [](const Question& question) { return weighed_by(question, &nearest_example); }},
      {.id = "rbf-without-constant",
       .sentence = "your output equals what one gets without the constant term",
       .symptom = "the shape shrinks to nothing between poses and far from them",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return where_constant(question, &weights_without_constant); }},
      {.id = "rbf-constant-is-mean",
       .sentence = "your output equals what one gets when the constant is the mean of the values; it is "
                   "solved for with the "
                   "coefficients",
       .symptom = "nearly right; the mean shape far away",
       .source = "(derived)",
       .formula = [](const Question& question) { return where_constant(question, &weights_about_the_mean); }},
      {.id = "rbf-weights-renormalised",
       .sentence = "your output equals what one gets when weights are divided by their sum, in the place of "
                   "a constant term",
       .symptom = "nearly right; noise far from all examples",
       .source = "(derived)",
       .formula = [](const Question& question) { return where_constant(question, &weights_scaled_to_1); }},
      {.id = "rbf-rotation-sign",
       .sentence =
           "your output equals what one gets when a quaternion and its negative are taken for two rotations",
       .symptom = "an example is not recognised in its own pose",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return by_distance(question, "rotation-angle", &signed_pose_angle);
           }},
      {.id = "rbf-half-angle",
       .sentence = "your output equals what one gets when the angle between rotations is that between their "
                   "quaternions, half "
                   "of it",
       .symptom = "examples reach twice as far as they should",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return asks_metric(question, "rotation-angle") ? with_sigma(question, 2) : std::nullopt;
           }},
      {.id = "rbf-degrees",
       .sentence = "your output equals what one gets when angles are degrees and sigma is radians",
       .symptom = "nothing happens but in the examples' own poses",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return measures_angles(question) ? with_sigma(question, std::numbers::pi / 180) : std::nullopt;
           }},
      {.id = "rbf-rotation-chord",
       .sentence = "your output equals what one gets when rotations are compared number by number",
       .symptom = "examples reach too far, those of the other sign not at all",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return by_distance(question, "rotation-angle", &pose_chord); }},
      {.id = "rbf-arc-chord",
       .sentence =
           "your output equals what one gets when directions are compared by the straight line between them",
       .symptom = "wide bends are taken for narrower ones",
       .source = "(derived)",
       .formula = [](const Question& question) { return by_distance(question, "arc-length", &pose_chord); }},
      {.id = "rbf-arc-cosine",
       .sentence = "your output equals what one gets when directions are compared by 1 - cosine",
       .symptom = "small bends hardly count",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return by_distance(question, "arc-length", &cosine_distance); }},
      {.id = "rbf-rotation-cosine",
       .sentence = "your output equals what one gets when rotations are compared by 1 - cosine",
       .symptom = "small turns hardly count",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return by_distance(question, "rotation-angle", &cosine_distance);
           }},
      {.id = "rbf-sum-of-differences",
       .sentence =
           "your output equals what one gets when the distance is the sum of the absolute differences",
       .symptom = "examples that differ in several numbers reach less far",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return by_distance(question, "euclidean", &sum_of_differences); }},
      {.id = "rbf-first-number",
       .sentence = "your output equals what one gets when poses are compared by their first number alone",
       .symptom = "what other joints do has no effect",
       .source = "(derived)",
       .formula =
           [](const Question& question) { return by_distance(question, "euclidean", &first_number_apart); }},
  };
}

}  // namespace bindpose::conformance
