// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Twelve weights of an influence fitted otherwise, or written otherwise.
#include "reference/examples/multi_weight_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/QR>

#include "conformance/defects/shared/change.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using Eigen::Index;
using FitMatrix = DynamicMatrix<double>;
using FitVector = DynamicVector<double>;

bool is_fit(const Question& question) {
  return question.algorithm->id == "mwe.fit";
}
double fraction_of_fit(const Question& question) {
  const Array* given = question.arrays.find("fraction");
  return given == nullptr ? 0x1p-6 : given->reals()[0];
}
Changed with_fraction(const Question& question, double fraction) {
  if (!is_fit(question)) return std::nullopt;
  Changed changed = question;
  changed->arrays.put({"fraction", {1}, Array::Reals{std::min(fraction, 1.0)}});
  return changed;
}

/// The systems of a question, one for each coordinate of each vertex.
struct FitSystems {
  std::size_t V = 0, K = 0, P = 0;
  std::vector<FitMatrix> D;  ///< [3 v + r]
  std::vector<FitVector> b;
};
FitSystems systems_of(const Question& question) {
  const Array &x = *question.arrays.find("positions"), &joints = *question.arrays.find("joints");
  const Array &y = *question.arrays.find("example_positions"), &M = *question.arrays.find("example_palettes");
  FitSystems all{x.shape[0], joints.shape[1], y.shape[0], {}, {}};
  for (std::size_t v = 0; v < all.V; ++v)
    for (std::size_t r = 0; r < 3; ++r) {
      FitMatrix D(static_cast<Index>(all.P), static_cast<Index>(4 * all.K));
      FitVector b(static_cast<Index>(all.P));
      for (std::size_t k = 0; k < all.P; ++k) {
        b[static_cast<Index>(k)] = y.reals()[3 * (k * all.V + v) + r];
        for (std::size_t i = 0; i < 4 * all.K; ++i) {
          const auto j = static_cast<std::size_t>(joints.integers()[v * all.K + i / 4]);
          const double x_c = i % 4 < 3 ? x.reals()[3 * v + i % 4] : 1;
          D(static_cast<Index>(k), static_cast<Index>(i)) =
              M.reals()[12 * (j * all.P + k) + 4 * r + i % 4] * x_c;
        }
      }
      all.D.push_back(std::move(D));
      all.b.push_back(std::move(b));
    }
  return all;
}

/// The answer with other weights [3 v + r], which fit what they fit.
Computed fitted_with(const Question& question, const FitSystems& systems, const std::vector<FitVector>& w) {
  BINDPOSE_TRY(Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t s = 0; s < w.size(); ++s) {
      const std::size_t v = s / 3, r = s % 3;
      const FitVector fitted = systems.D[s] * w[s];
      for (std::size_t i = 0; i < 4 * systems.K && array.name == "entry_weights"; ++i)
        array.values[12 * (v * systems.K + i / 4) + 4 * r + i % 4] = w[s][static_cast<Index>(i)];
      for (std::size_t k = 0; k < systems.P && array.name == "fitted_positions"; ++k)
        array.values[3 * (k * systems.V + v) + r] = fitted[static_cast<Index>(k)];
      if (array.name == "residuals") array.values[s] = (fitted - systems.b[s]).norm();
    }
  return result;
}

/// w of one system.
using SolveFit = FitVector (*)(const FitMatrix& D, const FitVector& b, double fraction);
Computed fit_by(const Question& question, SolveFit solve) {
  if (!is_fit(question)) return cannot_be_made();
  const FitSystems systems = systems_of(question);
  std::vector<FitVector> w;
  for (std::size_t s = 0; s < systems.D.size(); ++s)
    w.push_back(solve(systems.D[s], systems.b[s], fraction_of_fit(question)));
  return fitted_with(question, systems, w);
}

/// sum_l v_l (u_l . b) factor(sigma_l, largest)
template <class Factor>
FitVector by_singular_values(const FitMatrix& D, const FitVector& b, Factor factor) {
  const auto svd = singular_columns<double>(D);
  double largest = 0;
  for (Index l = 0; l < D.cols(); ++l)
    largest = std::max(largest, svd.US.col(l).norm());
  FitVector w = FitVector::Zero(D.cols());
  for (Index l = 0; l < D.cols(); ++l) {
    const double sigma = svd.US.col(l).norm();
    if (sigma > 0x1p-40 * largest)
      w += svd.V.col(l) * (svd.US.col(l).dot(b) / sigma * factor(sigma, largest));
  }
  return w;
}

FitVector fit_cut_absolutely(const FitMatrix& D, const FitVector& b, double fraction) {
  return by_singular_values(D, b, [=](double sigma, double) { return sigma < fraction ? 0 : 1 / sigma; });
}
FitVector fit_damped(const FitMatrix& D, const FitVector& b, double fraction) {
  return by_singular_values(D, b, [=](double sigma, double largest) {
    return sigma / (sigma * sigma + fraction * fraction * largest * largest);
  });
}
FitVector fit_truncated(const FitMatrix& D, const FitVector& b, double fraction) {
  return by_singular_values(
      D, b, [=](double sigma, double largest) { return sigma < fraction * largest ? 0 : 1 / sigma; });
}
FitVector fit_basic(const FitMatrix& D, const FitVector& b, double fraction) {
  Eigen::ColPivHouseholderQR<FitMatrix> qr;
  qr.setThreshold(fraction);
  qr.compute(D);
  return qr.solve(b);
}
/// As principal components are taken of a cloud of points.
FitVector fit_about_the_mean(const FitMatrix& D, const FitVector& b, double fraction) {
  const FitMatrix centred = D.rowwise() - D.colwise().mean();
  return fit_truncated(centred, b.array() - b.mean(), fraction);
}
FitVector fit_clamped(const FitMatrix& D, const FitVector& b, double fraction) {
  return fit_truncated(D, b, fraction).cwiseMax(0);
}

/// Linear blending's weights: one for each slot, for all three coordinates together.
Computed fit_of_one_weight(const Question& question) {
  if (!is_fit(question)) return cannot_be_made();
  const FitSystems systems = systems_of(question);
  const auto P = static_cast<Index>(systems.P), K = static_cast<Index>(systems.K);
  std::vector<FitVector> w;
  for (std::size_t v = 0; v < systems.V; ++v) {
    FitMatrix D(3 * P, K);
    FitVector b(3 * P);
    for (Index r = 0; r < 3; ++r) {
      const FitMatrix& own = systems.D[3 * v + static_cast<std::size_t>(r)];
      b.segment(r * P, P) = systems.b[3 * v + static_cast<std::size_t>(r)];
      for (Index i = 0; i < K; ++i)
        D.block(r * P, i, P, 1) = own.middleCols(4 * i, 4).rowwise().sum();
    }
    const FitVector of_slots = fit_truncated(D, b, fraction_of_fit(question));
    FitVector each(4 * K);
    for (Index i = 0; i < 4 * K; ++i)
      each[i] = of_slots[i / 4];
    w.insert(w.end(), 3, each);
  }
  return fitted_with(question, systems, w);
}

Changed fit_of_displacements(const Question& question) {
  if (!is_fit(question)) return std::nullopt;
  const Array::Reals& x = question.arrays.find("positions")->reals();
  return with_rows(question, {"example_positions"}, 1,
                   [&x](double* y, std::size_t i) { *y -= x[i % x.size()]; });
}

Changed fit_without_translations(const Question& question) {
  if (!is_fit(question)) return std::nullopt;
  return with_rows(question, {"example_palettes"}, 4, [](double* row, std::size_t) { row[3] = 0; });
}

/// The right answer with the ranks of all that is not zero.
Computed ranks_uncut(const Question& question) {
  return with_array_of(with_fraction(question, 0x1p-30), "ranks", question);
}

template <class Change>
Damaged with_fit_rows(const Question& question, const ArraySet& right, std::string_view name,
                      std::size_t width, Change change) {
  if (!is_fit(question)) return std::nullopt;
  return with_answer_rows(right, {name}, width, change);
}

Damaged weights_by_columns(const Question& question, const ArraySet& right) {
  return with_fit_rows(question, right, "entry_weights", 12, [](double* w, std::size_t) {
    double columns[12];
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c)
        columns[3 * c + r] = w[4 * r + c];
    std::copy(columns, columns + 12, w);
  });
}
Damaged residuals_squared(const Question& question, const ArraySet& right) {
  return with_fit_rows(question, right, "residuals", 1, [](double* rho, std::size_t) { *rho *= *rho; });
}
Damaged residuals_of_one_example(const Question& question, const ArraySet& right) {
  if (!is_fit(question)) return std::nullopt;
  const auto P = static_cast<double>(question.arrays.find("example_positions")->shape[0]);
  return with_fit_rows(question, right, "residuals", 1,
                       [P](double* rho, std::size_t) { *rho /= std::sqrt(P); });
}
/// What dividing by singular values of 0 gives.
Damaged zeros_divided(const Question& question, const ArraySet& right) {
  if (!is_fit(question)) return std::nullopt;
  ArraySet damaged = right;
  const std::size_t K = question.arrays.find("joints")->shape[1];
  const Array::Reals& ranks = right.find("ranks")->reals();
  bool any = false;
  for (std::size_t s = 0; s < ranks.size(); ++s)
    for (std::size_t i = 0; i < K && ranks[s] == 0; ++i) {
      double* w = reals_of(damaged, "entry_weights")->data() + 12 * (s / 3 * K + i) + 4 * (s % 3);
      std::fill(w, w + 4, std::numeric_limits<double>::quiet_NaN());
      any = true;
    }
  return any ? Damaged(std::move(damaged)) : std::nullopt;
}

}  // namespace

BINDPOSE_DEFECTS(examples, multi_weight_fit) {
  return {
      {.id = "mwe-fit-nothing-cut",
       .sentence = "your output equals what one gets when small singular values are not cut",
       .symptom = "huge weights of either sign that cancel in the examples and explode elsewhere",
       .source = "Wang & Phillips 2002, section 3",
       .question = [](const Question& question) { return with_fraction(question, 0x1p-30); }},
      {.id = "mwe-fit-default-fraction",
       .sentence = "your output equals what one gets when the fraction that is given is ignored",
       .symptom = "details of the examples are lost, or noise of theirs is kept",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return question.arrays.has("fraction") ? with_fraction(question, 0x1p-6) : std::nullopt;
           }},
      {.id = "mwe-fit-cut-by-squares",
       .sentence = "your output equals what one gets when the squares of singular values are compared with "
                   "the fraction",
       .symptom = "too much is cut, the fit is coarse",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_fraction(question, std::sqrt(is_fit(question) ? fraction_of_fit(question) : 1));
           }},
      {.id = "mwe-fit-absolute-cut",
       .sentence = "your output equals what one gets when singular values are compared with the fraction "
                   "itself, not with that part of the largest",
       .symptom = "the fit depends on the unit of length",
       .source = "(derived)",
       .formula = [](const Question& question) { return fit_by(question, &fit_cut_absolutely); }},
      {.id = "mwe-fit-damped",
       .sentence = "your output equals what one gets when small singular values are damped instead of cut",
       .symptom = "examples are missed a little everywhere",
       .source = "(derived)",
       .formula = [](const Question& question) { return fit_by(question, &fit_damped); }},
      {.id = "mwe-fit-basic-solution",
       .sentence = "your output equals a solution with as many zeros as it can have; of all solutions the "
                   "shortest is wanted",
       .symptom = "one joint does all the work of two that move alike",
       .source = "(derived)",
       .formula = [](const Question& question) { return fit_by(question, &fit_basic); }},
      {.id = "mwe-fit-centred",
       .sentence = "your output equals what one gets when the means of the columns are subtracted, as "
                   "principal components of points are taken",
       .symptom = "the limb is off by the mean of the examples",
       .source = "(derived)",
       .formula = [](const Question& question) { return fit_by(question, &fit_about_the_mean); }},
      {.id = "mwe-fit-clamped",
       .sentence = "your output equals what one gets when weights below 0 are taken for 0",
       .symptom = "bulges at the joints",
       .source = "(derived)",
       .formula = [](const Question& question) { return fit_by(question, &fit_clamped); }},
      {.id = "mwe-fit-one-weight",
       .sentence = "your output equals the best weights of linear blending, one for each influence",
       .symptom = "a twisted limb loses its width",
       .source = "Wang & Phillips 2002, section 2",
       .formula = &fit_of_one_weight},
      {.id = "mwe-fit-displacements",
       .sentence = "your output equals what one gets when weights are fitted to displacements from rest",
       .symptom = "the mesh collapses by its rest shape",
       .source = "(derived)",
       .question = &fit_of_displacements},
      {.id = "mwe-fit-untranslated",
       .sentence = "your output equals what one gets when translations have no weights",
       .symptom = "right about the origin alone",
       .source = "(derived)",
       .question = &fit_without_translations},
      {.id = "mwe-fit-column-major",
       .sentence = "your output equals the right weights, written column by column: four columns of three; "
                   "they are three rows of four",
       .symptom = "torn where the weights are used",
       .source = "(derived)",
       .answer = &weights_by_columns},
      {.id = "mwe-fit-not-a-number",
       .sentence = "your output is no number where all columns are zero",
       .symptom = "vertices at the origin vanish",
       .source = "(derived)",
       .answer = &zeros_divided},
      {.id = "mwe-fit-rank-uncut",
       .sentence = "your ranks count singular values that are cut",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .formula = &ranks_uncut},
      {.id = "mwe-fit-residual-squared",
       .sentence = "your residuals are the squares of the right ones",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &residuals_squared},
      {.id = "mwe-fit-residual-mean",
       .sentence = "your residuals are those of one example in the mean",
       .symptom = "none in the mesh",
       .source = "(derived)",
       .answer = &residuals_of_one_example},
  };
}

}  // namespace bindpose::conformance
