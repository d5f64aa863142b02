// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/example_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/defects/shared/eigen_corrections.h"
#include "conformance/defects/shared/stages.h"
#include "reference/examples/shared/example_meshes.h"
#include "reference/examples/shared/joint_examples.h"
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

bool has_bone_axes(const Question& question) {
  return question.algorithm->id == "sjbbe" && question.arrays.has("bone_axes");
}

double right_distance(const Pose<double>& x, const Pose<double>& y, Metric metric) {
  return examples::pose_distance(x, y, metric);
}

double sigma_of(const Question& question) {
  const Array* sigma = question.arrays.find("sigma");
  return sigma != nullptr ? sigma->reals()[0] : 1;
}

bool asks_metric(const Question& question, const char* metric) {
  if (has_bone_axes(question)) return std::string_view(metric) == "arc-length";
  if (has_joint_rotations(question)) return std::string_view(metric) == "rotation-angle";
  const auto option = question.options.find("metric");
  return option != question.options.end() && option->second == metric;
}

Changed with_sigma(const Question& question, double factor) {
  if (!question.arrays.has("example_poses") && !has_bone_axes(question) && !has_joint_rotations(question))
    return std::nullopt;
  Question changed = question;
  changed.arrays.put({"sigma", {1}, Array::Reals{factor * sigma_of(question)}});
  return changed;
}

BonePoses axes_of_bones(const Question& question, std::size_t j) {
  const auto parent = static_cast<std::size_t>(question.arrays.find("parents")->integers()[j]);
  const Vec3<double> u = read_row<double, 3>(*question.arrays.find("bone_axes"), j);
  const auto axis_in = [&](const Motions& M) -> Pose<double> { return examples::bone_axis(u, j, parent, M); };
  BonePoses poses{{Pose<double>(u)}, axis_in(motions_of_pose(question)), Metric::arc_length};
  for (const Motions& M : motions_of_examples(question, j))
    poses.centres.push_back(axis_in(M));
  return poses;
}

Motions motions_of_pose(const Question& question) {
  Motions M;
  for (const Affine<double>& each : palette_of(question))
    M.push_back({Quat<double>(each.linear), each.translation});
  return M;
}

std::vector<Motions> motions_of_examples(const Question& question, std::size_t j) {
  std::vector<Motions> M = examples::read_example_motions<double>(question.arrays);
  M.resize(static_cast<std::size_t>(question.arrays.find("example_counts")->integers()[j]));
  return M;
}

Basis basis_of_bone(const BonePoses& poses, double sigma, Distance distance) {
  Basis basis{{}, {}, sigma, ConstantTerm::none};
  for (const Pose<double>& x : poses.centres) {
    basis.between.emplace_back();
    for (const Pose<double>& y : poses.centres)
      basis.between.back().push_back(distance(x, y, poses.metric));
    basis.asked.push_back(distance(poses.asked, x, poses.metric));
  }
  return basis;
}

Computed bones_weighed_by(const Question& question, Weigh weigh, Distance distance,
                          BonePoses (*poses_of)(const Question& question, std::size_t j)) {
  if (!has_bone_axes(question)) return cannot_be_made();
  Changed given = with_palette(question, palette_of(question));
  if (!given) return cannot_be_made();
  Array& weights = *given->arrays.find("example_weights");
  const std::size_t P = weights.shape[1];
  for (std::size_t j = 0; j < weights.shape[0]; ++j) {
    if (question.arrays.find("example_counts")->integers()[j] == 0) continue;
    const std::vector<double> a = weigh(basis_of_bone(poses_of(question, j), sigma_of(question), distance));
    std::copy(a.begin() + 1, a.end(),
              std::get<Array::Reals>(weights.data).begin() + static_cast<std::ptrdiff_t>(j * P));
  }
  return given->algorithm->implementation.in_double(given->arrays, given->options);
}

Computed joints_weighed_by(const Question& question, Weigh weigh, Distance distance) {
  return has_joint_rotations(question) ? rotations_weighed_by(question, weigh, distance)
                                       : bones_weighed_by(question, weigh, distance);
}

Computed weighed_by(const Question& question, Weigh weigh, Distance distance) {
  if (has_bone_axes(question) || has_joint_rotations(question))
    return joints_weighed_by(question, weigh, distance);
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
