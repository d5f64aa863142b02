// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/example_weights.h"

#include <cmath>
#include <utility>

#include "conformance/defects/shared/stages.h"
#include "reference/examples/shared/example_meshes.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using examples::ConstantTerm, examples::Metric, examples::Pose;
using Poses = std::vector<Pose<double>>;

Metric metric_of(const Question& question) {
  if (asks_metric(question, "rotation-angle")) return Metric::rotation_angle;
  return asks_metric(question, "arc-length") ? Metric::arc_length : Metric::euclidean;
}

/// Whether each joint has rows of its own: then these many rows are one pose.
std::size_t rows_of_pose(const Question& question) {
  const Array& poses = *question.arrays.find("example_poses");
  return poses.shape.size() == 3 ? poses.shape[1] : 1;
}

/// One pose from another: of joints, by their shares.
double apart(const Poses& a, std::size_t i, const Poses& b, std::size_t k, const std::vector<double>& shares,
             Distance distance, Metric metric) {
  const std::size_t rows = shares.size();
  if (rows == 1) return distance(a[i], b[k], metric);
  double squares = 0;
  for (std::size_t j = 0; j < rows; ++j) {
    const double d = distance(a[i * rows + j], b[k * rows + j], metric);
    squares += shares[j] * d * d;
  }
  return std::sqrt(squares);
}

Basis basis_of(const Question& question, const Poses& asked, std::size_t q, const std::vector<double>& shares,
               Distance distance) {
  const Poses x = examples::read_poses<double>(question.arrays, "example_poses");
  const Metric metric = metric_of(question);
  const auto option = question.options.find("constant_term");
  const bool constant =
      question.algorithm->id == "sbe" || (option != question.options.end() && option->second == "added");
  Basis basis{{}, {}, sigma_of(question), constant ? ConstantTerm::added : ConstantTerm::none};
  const std::size_t P = x.size() / shares.size();
  for (std::size_t i = 0; i < P; ++i) {
    basis.between.emplace_back();
    for (std::size_t k = 0; k < P; ++k)
      basis.between[i].push_back(apart(x, i, x, k, shares, distance, metric));
    basis.asked.push_back(apart(asked, q, x, i, shares, distance, metric));
  }
  return basis;
}

/// Values of rbf.
Computed interpolated(const Question& question, Weigh weigh, Distance distance) {
  const Poses asked = examples::read_poses<double>(question.arrays, "poses");
  const Array& f = *question.arrays.find("example_values");
  const std::size_t n = f.shape[1];
  ResultArray<double> values{"values", {asked.size(), n}, std::vector<double>(asked.size() * n)};
  for (std::size_t q = 0; q < asked.size(); ++q) {
    const std::vector<double> a = weigh(basis_of(question, asked, q, {1}, distance));
    for (std::size_t i = 0; i < f.reals().size(); ++i)
      values.values[q * n + i % n] += a[i / n] * f.reals()[i];
  }
  return Result<double>{{std::move(values)}, {}};
}

/// The sum of a vertex's weights of each joint.
std::vector<double> shares_of(const Question& question, std::size_t v, std::size_t joints) {
  std::vector<double> shares(joints, 0);
  const Array& slots = *question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  for (std::size_t i = v * slots.shape[1]; i < (v + 1) * slots.shape[1]; ++i)
    shares[static_cast<std::size_t>(slots.integers()[i])] += weights != nullptr ? weights->reals()[i] : 1;
  return shares;
}

bool by_influence(const Question& question) {
  const auto option = question.options.find("pose_distance");
  return option != question.options.end() && option->second == "by-influence";
}

}  // namespace

std::vector<double> right_weights(const Basis& basis) {
  return examples::example_weights(basis.between, basis.asked, basis.sigma, basis.constant);
}

double right_distance(const Pose<double>& x, const Pose<double>& y, Metric metric) {
  return examples::pose_distance(x, y, metric);
}

double sigma_of(const Question& question) {
  const Array* sigma = question.arrays.find("sigma");
  return sigma != nullptr ? sigma->reals()[0] : 1;
}

bool asks_metric(const Question& question, const char* metric) {
  const auto option = question.options.find("metric");
  return option != question.options.end() && option->second == metric;
}

Changed with_sigma(const Question& question, double factor) {
  if (!question.arrays.has("example_poses")) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"sigma", {1}, Array::Reals{factor * sigma_of(question)}});
  return changed;
}

Computed weighed_by(const Question& question, Weigh weigh, Distance distance) {
  if (!question.arrays.has("example_poses")) return cannot_be_made();
  if (question.algorithm->id == "rbf") return interpolated(question, weigh, distance);
  // At palette level weights are given.
  Changed given = with_palette(question, palette_of(question));
  Array::Reals* weights = given ? reals_of(given->arrays, "example_weights") : nullptr;
  if (weights == nullptr) return cannot_be_made();
  const Poses asked = examples::read_poses<double>(question.arrays, "pose");
  const std::size_t rows = rows_of_pose(question);
  const bool of_vertices = given->arrays.find("example_weights")->shape.size() == 2;
  const std::size_t count = of_vertices ? given->arrays.find("example_weights")->shape[0] : 1;
  weights->clear();
  for (std::size_t v = 0; v < count; ++v) {
    const std::vector<double> shares =
        by_influence(question) ? shares_of(question, v, rows) : std::vector<double>(rows, 1);
    const std::vector<double> a = weigh(basis_of(question, asked, 0, shares, distance));
    weights->insert(weights->end(), a.begin(), a.end());
  }
  return given->algorithm->implementation.in_double(given->arrays, given->options);
}

}  // namespace bindpose::conformance
