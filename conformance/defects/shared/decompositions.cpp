// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/decompositions.h"

#include <Eigen/LU>
#include <Eigen/SVD>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/unconstrained_weights.h"
#include "reference/examples/skinning_decomposition.h"
#include "reference/model/groups.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using Way = DecompositionWay;
using Eigen::Index;
using Decomposed = examples::SkinningDecomposition<double>;
using Animated = examples::AnimatedMesh<double>;

constexpr std::size_t most_bones = 10;  // whose subsets are gone through

Column weights_of(const Way& way, const Columns& A, const Column& b) {
  if (way.weights == Way::Weights::normalised) return sum_made_1(not_negative(A, b));
  if (way.weights == Way::Weights::clamped) return sum_made_1(affine_weights(A, b).cwiseMax(0));
  return simplex_least_squares<double>(A, b);
}

Column cut_to(const Way& way, const Columns& A, const Column& b, std::size_t K) {
  Column w = weights_of(way, A, b);
  if (way.cut == Way::Cut::none) return w;
  std::vector<double> effects = examples::effects_of<double>(A, w);
  if (way.cut == Way::Cut::by_weight) effects.assign(w.begin(), w.end());
  const std::vector<bool> is_in = examples::strongest(effects, K);
  std::vector<Index> kept;
  for (Index j = 0; j < w.size(); ++j)
    if (is_in[static_cast<std::size_t>(j)]) kept.push_back(j);
  Column cut = Column::Zero(w.size());
  cut(kept) =
      way.cut == Way::Cut::renormalised ? sum_made_1(w(kept)) : weights_of(way, A(Eigen::all, kept), b);
  return cut;
}

Affine<double> bone_of(const Way& way, const Animated& mesh, const Column& w,
                       const std::vector<Vec3<double>>& q, const Affine<double>& before) {
  using Bone = Way::Bone;
  if (way.bone == Bone::right) return examples::fitted_bone<double>(mesh.p, w, q, before);
  const double least = way.bone == Bone::unguarded ? 0x1p-40 : 0x1p-10;
  if (w.squaredNorm() < least) return before;
  Vec3<double> p_ = Vec3<double>::Zero(), q_ = Vec3<double>::Zero();
  double sum = 0;
  for (std::size_t v = 0; v < q.size(); ++v) {
    const double w_v = w[static_cast<Index>(v)],
                 square = way.bone == Bone::unsquared || way.bone == Bone::whole ? w_v : w_v * w_v;
    sum += square;
    p_ += square * mesh.p[v];
    q_ += (way.bone == Bone::unsquared ? 1 : w_v) * q[v];
  }
  p_ /= sum, q_ /= sum;
  if (way.bone == Bone::uncentred) p_.setZero(), q_.setZero();
  Mat3<double> A = Mat3<double>::Zero();
  for (std::size_t v = 0; v < q.size(); ++v) {
    const double w_v = w[static_cast<Index>(v)],
                 scale = way.bone == Bone::unscaled || way.bone == Bone::whole ? 1 : w_v;
    A += w_v * (q[v] - scale * q_) * (mesh.p[v] - p_).transpose();
  }
  const Eigen::JacobiSVD<Mat3<double>> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3<double> U = svd.matrixU();
  if (way.bone != Bone::reflected && (U * svd.matrixV().transpose()).determinant() < 0) U.col(2) *= -1;
  const Mat3<double> R = U * svd.matrixV().transpose();
  if (way.bone != Bone::uncentred) return {R, q_ - R * p_};
  Vec3<double> T = Vec3<double>::Zero();
  for (std::size_t v = 0; v < q.size(); ++v)
    T += w[static_cast<Index>(v)] * (q[v] - w[static_cast<Index>(v)] * (R * mesh.p[v]));
  return {R, T / w.squaredNorm()};
}

void find_bones(const Way& way, const Animated& mesh, Decomposed& found) {
  const examples::Palettes<double> before = found.M;
  for (std::size_t j = 0; j < before[0].size(); ++j)
    for (std::size_t k = 0; k < before.size(); ++k) {
      const auto& others = way.stale ? before[k] : found.M[k];
      std::vector<Vec3<double>> q = mesh.y[k];
      for (std::size_t v = 0; v < q.size(); ++v)
        for (std::size_t i = 0; i < others.size(); ++i)
          if (i != j && way.bone != Way::Bone::whole) q[v] -= found.weight(v, i) * (others[i] * mesh.p[v]);
      found.M[k][j] = bone_of(way, mesh, found.w.col(static_cast<Index>(j)), q, before[k][j]);
    }
}

void put_found(const Decomposed& found, Result<double>& result) {
  for (ResultArray<double>& array : result.arrays) {
    array.values.clear();
    for (std::size_t v = 0; v < static_cast<std::size_t>(found.w.rows()) && array.name == "bone_weights"; ++v)
      for (std::size_t j = 0; j < found.M[0].size(); ++j)
        array.values.push_back(found.weight(v, j));
    for (std::size_t j = 0; j < found.M[0].size() && array.name == "example_palettes"; ++j)
      for (std::size_t k = 0; k < found.M.size(); ++k) {
        double row[12];
        put_affine(row, found.M[k][j]);
        array.values.insert(array.values.end(), row, row + 12);
      }
    for (std::size_t k = 0; k < found.M.size() && array.name == "fitted_positions"; ++k)
      for (const Vec3<double>& x : found.x[k])
        array.values.insert(array.values.end(), x.begin(), x.end());
    if (array.name == "residual") array.values = {found.rho};
  }
}

}  // namespace

bool is_decomposition(const Question& question) {
  return question.algorithm->id == "ssdr";
}

Computed decomposed_by(const Question& question, const DecompositionWay& way) {
  if (!is_decomposition(question)) return cannot_be_made();
  const auto& in_double = question.algorithm->implementation.in_double;
  BINDPOSE_TRY(Result<double> result, in_double(question.arrays, question.options));
  const auto points = [&](const char* name) {
    std::vector<Vec3<double>> rows;
    const Array::Reals& numbers = question.arrays.find(name)->reals();
    for (std::size_t i = 0; i < numbers.size(); i += 3)
      rows.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
    return rows;
  };
  const auto integer = [&](const char* name) {
    return static_cast<std::size_t>(question.arrays.find(name)->integers()[0]);
  };
  const std::size_t P = question.arrays.find("example_positions")->shape[0], J = integer("bone_count");
  if (J > most_bones) return cannot_be_made();
  const Animated mesh{points("positions"), in_groups(P, points("example_positions"))};
  Decomposed found = examples::undeformed<double>(mesh, question.arrays.find("clusters")->integers(), J);
  find_bones(way, mesh, found);
  for (std::size_t n = 0; n < integer("round_count"); ++n) {
    if (way.weights_last) find_bones(way, mesh, found);
    for (std::size_t v = 0; v < mesh.p.size(); ++v)
      found.w.row(static_cast<Index>(v)) =
          cut_to(way, examples::moved<double>(found.M, mesh.p[v]), examples::targets<double>(mesh, v),
                 integer("influence_count"))
              .transpose();
    if (!way.weights_last) find_bones(way, mesh, found);
  }
  examples::fit<double>(mesh, found);
  put_found(found, result);
  return result;
}

}  // namespace bindpose::conformance
