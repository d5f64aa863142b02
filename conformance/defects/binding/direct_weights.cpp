// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights found otherwise from vertices that a user has moved.
#include "reference/binding/direct_weights.h"

#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/unconstrained_weights.h"

namespace bindpose::conformance {
namespace {

bool is_direct(const Question& question) {
  return question.algorithm->id == "weights.direct";
}

double stiffness_of(const Question& question) {
  const Array* given = question.arrays.find("stiffness");
  return given == nullptr ? 0 : given->reals()[0];
}
Changed with_stiffness(const Question& question, double s) {
  if (!is_direct(question) || !question.arrays.has("stiffness")) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"stiffness", {1}, Array::Reals{s}});
  return changed;
}
Changed stiffness_ignored(const Question& question) {
  return with_stiffness(question, 0);
}
Changed stiffness_unsquared(const Question& question) {
  return with_stiffness(question, std::sqrt(stiffness_of(question)));
}

Changed direct_unmoved_too(const Question& question) {
  if (!is_direct(question) || !question.arrays.has("moved")) return std::nullopt;
  Changed changed = question;
  changed->arrays.remove("moved");
  return changed;
}

/// Of the poses in which a vertex has been moved the last one alone.
Changed direct_last_pose(const Question& question) {
  if (!is_direct(question)) return std::nullopt;
  const Array& y = *question.arrays.find("example_positions");
  const std::size_t P = y.shape[0], V = y.shape[1];
  const Array* given = question.arrays.find("moved");
  Array::Integers moved = given == nullptr ? Array::Integers(P * V, 1) : given->integers();
  for (std::size_t v = 0; v < V; ++v)
    for (std::size_t k = P, later = 0; k-- > 0;) {
      if (later > 0) moved[k * V + v] = 0;
      if (moved[k * V + v] != 0) ++later;
    }
  Changed changed = question;
  changed->arrays.put({"moved", {P, V}, std::move(moved)});
  return changed;
}

/// What is met is how far a vertex has been moved from rest.
Changed direct_displacements(const Question& question) {
  if (!is_direct(question)) return std::nullopt;
  const Array::Reals& p = question.arrays.find("positions")->reals();
  Changed changed = question;
  Array::Reals& y = *reals_of(changed->arrays, "example_positions");
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] -= p[i % p.size()];
  return changed;
}

/// Slot i taken for joint i.
Changed direct_slots_as_joints(const Question& question) {
  if (!is_direct(question)) return std::nullopt;
  Changed changed = question;
  Array::Integers& joints = *integers_of(changed->arrays, "joints");
  const std::size_t K = question.arrays.find("joints")->shape[1];
  if (K > question.arrays.find("example_palettes")->shape[0]) return std::nullopt;
  for (std::size_t i = 0; i < joints.size(); ++i)
    joints[i] = static_cast<std::int32_t>(i % K);
  return changed;
}

Changed direct_palettes_by_pose(const Question& question) {
  if (!is_direct(question)) return std::nullopt;
  const Array& M = *question.arrays.find("example_palettes");
  const std::size_t J = M.shape[0], P = M.shape[1];
  return with_rows(question, {"example_palettes"}, 12, [&](double* row, std::size_t i) {
    const auto from = M.reals().begin() + static_cast<std::ptrdiff_t>(12 * (i % P * J + i / P));
    std::copy(from, from + 12, row);
  });
}

/// Weights of one vertex: of the columns of its slots, and what they are to meet.
using SolveDirect = Column (*)(const Columns& A, const Column& b);
template <SolveDirect solve>
Computed directly_by(const Question& question) {
  if (!is_direct(question) || question.arrays.has("stiffness")) return cannot_be_made();
  if (question.arrays.find("joints")->shape[1] > 10) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  const Array &p = *question.arrays.find("positions"), &joints = *question.arrays.find("joints"),
              &y = *question.arrays.find("example_positions"), &M = *question.arrays.find("example_palettes");
  const Array* moved = question.arrays.find("moved");
  const std::size_t V = p.shape[0], K = joints.shape[1], P = M.shape[1];
  for (std::size_t v = 0; v < V; ++v) {
    Columns A(3 * P, K);
    Column b(3 * P);
    Eigen::Index rows = 0;
    for (std::size_t k = 0; k < P; ++k) {
      if (moved != nullptr && moved->integers()[k * V + v] == 0) continue;
      b.segment<3>(rows) = Eigen::Map<const Vec3<double>>(&y.reals()[3 * (k * V + v)]);
      for (std::size_t i = 0; i < K; ++i) {
        const auto j = static_cast<std::size_t>(joints.integers()[v * K + i]);
        A.block<3, 1>(rows, static_cast<Eigen::Index>(i)) =
            affine_at(&M.reals()[12 * (j * P + k)]) *
            Vec3<double>(Eigen::Map<const Vec3<double>>(&p.reals()[3 * v]));
      }
      rows += 3;
    }
    if (rows == 0) continue;
    const Column w = solve(A.topRows(rows), b.head(rows));
    for (ResultArray<double>& array : result.arrays)
      if (array.name == "slot_weights")
        std::copy(w.begin(), w.end(), array.values.begin() + static_cast<std::ptrdiff_t>(v * K));
      else if (array.name == "residuals")
        array.values[v] = (A.topRows(rows) * w - b.head(rows)).norm();
  }
  return result;
}
Column direct_normalised(const Columns& A, const Column& b) {
  return sum_made_1(not_negative(A, b));
}
Column direct_not_normalised(const Columns& A, const Column& b) {
  return not_negative(A, b);
}
Column direct_cut_at_0(const Columns& A, const Column& b) {
  return sum_made_1(affine_weights(A, b).cwiseMax(0));
}

Damaged direct_residuals_squared(const Question& question, const ArraySet& right) {
  if (!is_direct(question)) return std::nullopt;
  return with_answer_rows(right, {"residuals"}, 1, [](double* rho, std::size_t) { *rho *= *rho; });
}
Damaged direct_residuals_of_one_pose(const Question& question, const ArraySet& right) {
  if (!is_direct(question)) return std::nullopt;
  const auto P = static_cast<double>(question.arrays.find("example_positions")->shape[0]);
  return with_answer_rows(right, {"residuals"}, 1, [P](double* rho, std::size_t) { *rho /= std::sqrt(P); });
}

}  // namespace

BINDPOSE_DEFECTS(binding, direct_weights) {
  return {
      {.id = "direct-normalised-afterwards",
       .sentence = "your output equals what one gets when weights are found without their sum and divided by "
                   "it afterwards",
       .symptom = "moved vertices are missed though they could be met better",
       .source = "(derived)",
       .formula = &directly_by<&direct_normalised>},
      {.id = "direct-sum-open",
       .sentence = "your output equals the best weights that are not negative, whatever they sum to",
       .symptom = "a moved vertex stays behind when the whole character moves",
       .source = "(derived)",
       .formula = &directly_by<&direct_not_normalised>},
      {.id = "direct-cut-at-0",
       .sentence = "your output equals what one gets when weights are found without their sign, and what is "
                   "negative is cut off",
       .symptom = "a vertex that is pulled outwards jumps",
       .source = "(derived)",
       .formula = &directly_by<&direct_cut_at_0>},
      {.id = "direct-last-pose",
       .sentence = "your output equals what one gets when the last pose alone is met in which a vertex has "
                   "been moved",
       .symptom = "what was mended in one pose is broken in the next",
       .source = "(derived)",
       .question = &direct_last_pose},
      {.id = "direct-unmoved-too",
       .sentence = "your output equals what one gets when poses count in which a vertex has not been moved",
       .symptom = "mended vertices come back half way",
       .source = "(derived)",
       .question = &direct_unmoved_too},
      {.id = "direct-stiffness-ignored",
       .sentence = "your output equals what one gets when weights do not hold on to what they were",
       .symptom = "a small pull changes all weights of a vertex",
       .source = "(derived)",
       .question = &stiffness_ignored},
      {.id = "direct-stiffness-unsquared",
       .sentence = "your output equals what one gets when the stiffness itself, not its square, weighs the "
                   "change of the weights",
       .symptom = "weights hardly change",
       .source = "(derived)",
       .question = &stiffness_unsquared},
      {.id = "direct-displacements",
       .sentence =
           "your output equals what one gets when displacements from rest are met with whole positions",
       .symptom = "weights jump to whichever joint is nearest to the origin",
       .source = "(derived)",
       .question = &direct_displacements},
      {.id = "direct-slots-as-joints",
       .sentence = "your output equals what one gets when slot i is taken for joint i",
       .symptom = "weights of joints at the other end of the character",
       .source = "(derived)",
       .question = &direct_slots_as_joints},
      {.id = "direct-palettes-by-pose",
       .sentence = "your output equals what one gets when example palettes are read pose by pose; they stand "
                   "joint by joint",
       .symptom = "weights that meet nothing",
       .source = "(derived)",
       .question = &direct_palettes_by_pose},
      {.id = "direct-residual-squared",
       .sentence = "your residuals are the squares of the right ones",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &direct_residuals_squared},
      {.id = "direct-residual-mean",
       .sentence = "your residuals are those of one pose in the mean",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &direct_residuals_of_one_pose},
  };
}

}  // namespace bindpose::conformance
