// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Moments misread, and rotations that are not the nearest.
#include "reference/surface/direct_delta_mush.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/SVD>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

/// What is known of a vertex's neighbourhood before its rotation.
struct Neighbourhood {
  Mat3<double> P = Mat3<double>::Zero(), Q = Mat3<double>::Zero();  ///< moments at rest, skinned against rest
  Vec3<double> p = Vec3<double>::Zero(), q = Vec3<double>::Zero();  ///< centres
  double o = 0;                                                     ///< what the last moments sum to
  Mat3<double> A() const { return Q - q * p.transpose(); }
};

std::vector<Neighbourhood> neighbourhoods_of(const Question& question) {
  const Affines palette = palette_of(question);
  const Array& joints = *question.arrays.find("joints");
  std::vector<Neighbourhood> all(joints.shape[0]);
  for (std::size_t i = 0; i < joints.integers().size(); ++i) {
    const double* m = question.arrays.find("omegas")->reals().data() + 10 * i;
    if (m[9] == 0) continue;
    const auto& [C, t] = palette[static_cast<std::size_t>(joints.integers()[i])];
    Mat3<double> P_j;
    P_j << m[0], m[1], m[2], m[1], m[4], m[5], m[2], m[5], m[7];
    const Vec3<double> p_j(m[3], m[6], m[8]);
    Neighbourhood& at = all[i / joints.shape[1]];
    at.P += P_j, at.p += p_j, at.o += m[9];
    at.Q += C * P_j + t * p_j.transpose();
    at.q += C * p_j + t * m[9];
  }
  return all;
}

/// x' = R x + (q - R p) with R by another rule.
Computed turned_by(const Question& question, Mat3<double> (*rule)(const Neighbourhood&)) {
  if (question.algorithm->id != "ddm") return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  const std::vector<Neighbourhood> all = neighbourhoods_of(question);
  for (ResultArray<double>& array : result.arrays) {
    const Array* rest = question.arrays.find(array.name);
    if (rest == nullptr || rest->shape[0] != all.size()) continue;
    const std::size_t width = rest->shape[1];
    for (std::size_t v = 0; v < all.size(); ++v) {
      const Mat3<double> R = rule(all[v]);
      const Eigen::Map<const Vec3<double>> row(rest->reals().data() + width * v);
      Eigen::Map<Vec3<double>> out(array.values.data() + width * v);
      if (array.name == "positions")
        out = R * row + (all[v].q - R * all[v].p);
      else
        out = (R * row).normalized();
    }
  }
  return result;
}

Mat3<double> nearest(const Mat3<double>& A) {
  return rotation_matrix(polar_rotation(A).q);
}

Mat3<double> without_determinant(const Neighbourhood& at) {
  const Eigen::JacobiSVD<Mat3<double>> svd(at.A(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

/// The best linear map instead of the best rotation.
Mat3<double> best_linear_map(const Neighbourhood& at) {
  const Mat3<double> rest = at.P - at.p * at.p.transpose();
  return is_invertible(rest) ? Mat3<double>(at.A() * rest.inverse()) : nearest(at.A());
}

/// x' = R x + (q - R p / o): the right one where the last moments sum to 1.
Damaged with_mean_of_centres(const Question& question, const ArraySet& right) {
  if (question.algorithm->id != "ddm") return std::nullopt;
  const std::vector<Neighbourhood> all = neighbourhoods_of(question);
  bool any = false;
  Damaged damaged = with_answer_rows(right, {"positions"}, 3, [&](double* x, std::size_t v) {
    const Neighbourhood& at = all[v];
    if (at.o == 0 || std::fabs(at.o - 1) < 1e-3) return;
    any = true;
    Eigen::Map<Vec3<double>>(x) += nearest(at.A()) * (at.p - at.p / at.o);
  });
  return any ? damaged : std::nullopt;
}

Damaged zero_over_zero(const Question& question, const ArraySet& right) {
  const auto result = question.algorithm->implementation.in_double(question.arrays, question.options);
  ArraySet damaged = right;
  bool any = false;
  for (const Undefined& row : result->undefined) {
    if (row.code != "ROTATION_UNDETERMINED") continue;
    any = true;
    const auto nan = [&row](double* x, std::size_t v) {
      if (v == row.row) std::fill_n(x, 3, std::numeric_limits<double>::quiet_NaN());
    };
    change_rows(damaged, "positions", 3, nan);
  }
  return any ? Damaged(std::move(damaged)) : std::nullopt;
}

/// The squares, the mixed products, the point, 1; they come as an upper triangle, row by row.
constexpr std::size_t squares_first[10] = {0, 4, 7, 1, 2, 5, 3, 6, 8, 9};

Computed another_order(const Question& question) {
  const auto& in_double = question.algorithm->implementation.in_double;
  Question changed = question;
  change_rows(changed.arrays, "omegas", 10, [](double* m, std::size_t) {
    double read[10];
    for (std::size_t i = 0; i < 10; ++i)
      read[squares_first[i]] = m[i];
    std::copy(read, read + 10, m);
  });
  BINDPOSE_TRY(Result<double> result, in_double(changed.arrays, changed.options));
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t i = 0; array.name == "omegas" && i < array.values.size(); i += 10) {
      double written[10];
      for (std::size_t k = 0; k < 10; ++k)
        written[k] = array.values[i + squares_first[k]];
      std::copy(written, written + 10, array.values.begin() + static_cast<std::ptrdiff_t>(i));
    }
  return result;
}

}  // namespace

BINDPOSE_DEFECTS(surface, direct_delta_mush) {
  return {
      {.id = "omega-order",
       .sentence =
           "your output equals what one gets when the ten moments are taken to be xx yy zz xy xz yz x y "
           "z 1; they are an upper triangle, row by row",
       .symptom = "the mesh is torn",
       .source = "(derived)",
       .formula = &another_order},
      {.id = "moments-not-centred",
       .sentence = "your output equals what one gets when q p^T is not taken off the moments",
       .symptom = "rotations are those of the way from the origin: worse with the distance from it",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return turned_by(question, [](const Neighbourhood& at) { return nearest(at.Q); });
           }},
      {.id = "polar-transposed",
       .sentence = "your output equals what one gets when the rotations are transposed: V U^T for U V^T",
       .symptom = "detail turns the other way",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return turned_by(question, [](const Neighbourhood& at) -> Mat3<double> {
               return nearest(at.A()).transpose();
             });
           }},
      {.id = "polar-without-determinant",
       .sentence = "your output equals what one gets with U V^T where its determinant is -1: a reflection",
       .symptom = "detail turns inside out on mirrored limbs",
       .source = "(derived)",
       .formula = [](const Question& question) { return turned_by(question, &without_determinant); }},
      {.id = "polar-keeps-scale",
       .sentence = "your output equals what one gets when the best linear map is taken; the best rotation is "
                   "asked for",
       .symptom = "detail swells with the joint",
       .source = "(derived)",
       .formula = [](const Question& question) { return turned_by(question, &best_linear_map); }},
      {.id = "nan-for-zero-covariance",
       .sentence =
           "your positions are not numbers where a neighbourhood is a point and any rotation fits: 0 / 0",
       .symptom = "unsmoothed and loose vertices vanish",
       .source = "(derived)",
       .answer = &zero_over_zero},
      {.id = "ddm-centre-divided",
       .sentence = "your output equals what one gets when p is divided by the sum of the last moments; it is "
                   "used as it is, as q is",
       .symptom = "vertices whose weights do not sum to 1 are off, further from the origin by more",
       .source = "(derived)",
       .answer = &with_mean_of_centres},
  };
}

}  // namespace bindpose::conformance
