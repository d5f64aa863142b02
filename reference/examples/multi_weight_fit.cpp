// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/multi_weight_fit.h"

#include "reference/examples/multi_weight_fit_bound.h"

namespace bindpose::examples {
namespace multi_weight_fit_question {

Declaration declaration() {
  return {.inputs = ArrayList{mesh_arrays()[0],
                              integer("joints", "j_i", "V K", "joint of each influence slot")
                                  .at_least_one("K")
                                  .index_into("J"),
                              example_positions("y_k")} +
                    example_palette_arrays() +
                    ArrayList{real("fraction", "f", "1",
                                   "singular values below this fraction of the largest are cut; default 1/64")
                                  .optional()
                                  .above(0)
                                  .at_most(1)},
          .stages = {},
          .outputs = {real("entry_weights", "w_irc", "V K 12",
                           "weights of each slot's matrix, number 4 r + c for row r and column c"),
                      real("fitted_positions", "x'_k", "P V 3", Kind::point(Space::mesh),
                           "result of multi-weight enveloping with these weights in example k"),
                      real("ranks", "t", "V 3", "number of kept singular values of each coordinate"),
                      real("residuals", "rho", "V 3", Kind::length(),
                           "distance from all examples, for each coordinate")},
          .options = {}};
}

/// One coordinate of a vertex in every example; y: [#examples][#vertices].
template <class T>
DynamicVector<T> coordinate_of(const std::vector<std::vector<Vec3<T>>>& y, std::size_t v, int r) {
  DynamicVector<T> b(static_cast<Eigen::Index>(y.size()));
  for (std::size_t k = 0; k < y.size(); ++k)
    b[static_cast<Eigen::Index>(k)] = y[k][v][r];
  return b;
}

/// The output, filled coordinate by coordinate.
template <class T>
struct Fits {
  std::size_t V, K, P;
  ResultArray<T> weights{"entry_weights", {V, K, 12}, std::vector<T>(V* K * 12)};
  ResultArray<T> fitted{"fitted_positions", {P, V, 3}, std::vector<T>(P* V * 3)};
  ResultArray<T> ranks{"ranks", {V, 3}, {}}, residuals{"residuals", {V, 3}, {}};

  /// Appends coordinate r of vertex v; vertices in order, coordinates 0 to 2 of each.
  void append(std::size_t v, std::size_t r, const MultiWeightFit<T>& fit) {
    for (std::size_t i = 0; i < K; ++i)
      for (std::size_t c = 0; c < 4; ++c)
        weights.values[12 * (v * K + i) + 4 * r + c] = fit.w[static_cast<Eigen::Index>(4 * i + c)];
    for (std::size_t k = 0; k < P; ++k)
      fitted.values[3 * (k * V + v) + r] = fit.fitted[static_cast<Eigen::Index>(k)];
    ranks.values.push_back(fit.rank);
    residuals.values.push_back(fit.residual);
  }
};

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::size_t K = in.extent("K");
  const std::vector<Vec3<T>> x = in.template rows<3>("positions");
  const auto y = groups<3>(in, "example_positions");
  const Palettes<T> M = read_example_palettes(in);
  const T fraction = in.has("fraction") ? in.number("fraction") : T(0x1p-6);
  Fits<T> fits{in.extent("V"), K, in.extent("P")};
  for (std::size_t v = 0; v < x.size(); ++v)
    for (int r = 0; r < 3; ++r) {
      const DynamicMatrix<T> D = fit_equations(M, in.integers("joints").data() + v * K, K, x[v], r);
      fits.append(v, static_cast<std::size_t>(r), multi_weight_fit(D, coordinate_of(y, v, r), fraction));
    }
  return Result<T>{{fits.weights, fits.fitted, fits.ranks, fits.residuals}, {}};
}

}  // namespace multi_weight_fit_question

BINDPOSE_IMPLEMENT(multi_weight_fit)

}  // namespace bindpose::examples
