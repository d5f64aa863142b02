// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Binders that solve for weights, on the built-in figure with its own weights taken away.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/model/rows.h"
#include "reference/scenes/figure.h"
#include "reference/testing/weights.h"

namespace bindpose::binding {
namespace heat_figure_test {

struct Figure {
  scenes::Scene scene = scenes::figure(scenes::FigureDetail::full);
  ArraySet question;
  std::vector<Affine<double>> M;

  Figure() {
    const Rig& rig = scene.rig;
    std::vector<Vec3<double>> pivots;
    for (const Affine<double>& A : rig.skeleton.inverse_binds)
      pivots.push_back(scenes::to_float32(inverse_of(A).translation));
    question.add("positions", {rig.mesh.vertex_count(), 3}, numbers_of(rig.mesh.positions));
    add_triangles(question, rig.mesh.triangles);
    question.add("parents", {pivots.size()},
                 Array::Integers(rig.skeleton.parents.begin(), rig.skeleton.parents.end()));
    question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
    const Array::Reals palette = scenes::palette_question(scene)->find("palette")->reals();
    for (std::size_t j = 0; j < pivots.size(); ++j)
      M.push_back(affine_at(palette.data() + 12 * j));
  }

  /// For each vertex by the figure's own weights.
  std::vector<double> own_weights(std::size_t v) const {
    std::vector<double> w(M.size());
    const Influences& own = scene.rig.influences;
    for (std::size_t i = v * own.width; i < (v + 1) * own.width; ++i)
      w[own.joints[i]] += own.weights[i];
    return w;
  }
  Vec3<double> posed(const std::vector<double>& w, std::size_t v) const {
    Vec3<double> y = Vec3<double>::Zero();
    for (std::size_t j = 0; j < M.size(); ++j)
      y += w[j] * (M[j] * scene.rig.mesh.positions[v]);
    return y;
  }
};

/// Valid weights, and a stride no farther from that of the figure's own weights than `most`, in the root of the mean of squares.
void expect_like_own(const char* id, double most) {
  const Figure figure;
  const auto W = test::joint_weights(id, figure.question);
  double squares = 0, farthest = 0;
  for (std::size_t v = 0; v < W.size(); ++v) {
    double sum = 0;
    for (const double w : W[v]) {
      EXPECT_GE(w, -1e-9);
      EXPECT_LE(w, 1 + 1e-9);
      sum += w;
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    const double apart = (figure.posed(W[v], v) - figure.posed(figure.own_weights(v), v)).norm();
    squares += apart * apart;
    farthest = std::max(farthest, apart);
  }
  const double mean = std::sqrt(squares / static_cast<double>(W.size()));
  std::printf("%s: %zu vertices, %.4f m from the figure's own weights in the mean, %.4f m at most\n", id,
              W.size(), mean, farthest);
  EXPECT_LT(mean, most);
}

TEST(HeatFigure, heat_is_near_to_its_own_weights) {
  expect_like_own("bind.heat", 0.01);
}
TEST(HeatFigure, bounded_biharmonic_weights_are_near_to_its_own) {
  expect_like_own("bind.bbw", 0.02);
}
TEST(HeatFigure, delaunay_binds_roughly) {
  expect_like_own("bind.delaunay", 0.2);
}

}  // namespace heat_figure_test
}  // namespace bindpose::binding
