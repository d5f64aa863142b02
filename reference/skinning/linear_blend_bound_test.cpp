// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: no conforming float32 evaluation of a linear blend may leave the bound that linear_blend itself gives when
// evaluated on Tracked: 1 to 16 influences, near and far from the origin, with influences that cancel one
// another.

#include <gtest/gtest.h>

#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/skinned_mesh.h"
#include "reference/testing/legal_evaluations.h"
#include "reference/testing/legal_formulas.h"

namespace bindpose::legal::linear_blend_bound_test {

/// One vertex's influences, position and normal; the bounds come from the library's linear_blend.
struct Blend {
  Mesh mesh;
  Influences influences;
  std::vector<Affine<double>> palette;
  bool with_normal;
  std::vector<Tracked> bounds;

  Blend(Random& random, std::size_t most_influences, bool normal) : with_normal(normal) {
    const int far = random.below(3) == 0 ? 14 : 2;
    mesh.positions.push_back(vector(random, far - 4, far));
    if (with_normal) mesh.normals.push_back(random.direction());
    influences.width = 1 + random.below(most_influences);
    for (std::size_t i = 0; i < influences.width; ++i) {
      influences.joints.push_back(static_cast<std::uint32_t>(i));
      influences.weights.push_back(random.below(8) == 0 ? 0 : std::fabs(number(random, -6, 0)));
      palette.push_back(affine(random, far));
      // Every other matrix nearly cancels the one before it.
      if (i % 2 == 1 && random.below(2) == 0)
        palette[i] = {-palette[i - 1].linear, -palette[i - 1].translation + vector(random, -8, -4)};
      palette[i].translation = palette[i].translation.unaryExpr(&to_float32);
    }
    influences.weights[0] = std::fabs(number(random, -6, 0));
    std::vector<Affine<Tracked>> M;
    for (const Affine<double>& map : palette)
      M.push_back(map.cast<Tracked>());
    const auto q = skinning::exact_mesh(mesh, influences, M);
    const Surface<Tracked> surface =
        *skinning::deform_vertices(q, [&](const auto& rest) { return skinning::linear_blend(rest, q.M); });
    if (!surface.undefined.empty()) ++Branches::current().undecided;  // the normal vanishes
    if (with_normal)
      append(bounds, surface.normals[0]);
    else
      append(bounds, surface.positions[0]);
  }

  void evaluate(LegalMachine& machine, Numbers& answers) const {
    const std::size_t formulation = machine.pick(3);
    if (with_normal) {
      const Vec3<double> d = formulation == 0 ? blend_directions(machine)
                                              : times(machine, blended(machine).linear, mesh.normals[0]);
      append(answers, normalized(machine, d, machine.flip()));
    } else if (formulation == 0) {
      append(answers, blend_points(machine, false));
    } else if (formulation == 1) {
      append(answers, blend_points(machine, true));
    } else {
      append(answers, transform(machine, blended(machine), mesh.positions[0]));
    }
  }

 private:
  /// sum w_i f(i), row by row.
  template <class F>
  Vec3<double> weighted(LegalMachine& machine, F f) const {
    Terms rows[3];
    for (std::size_t i = 0; i < palette.size(); ++i) {
      if (influences.weights[i] == 0) continue;
      const Vec3<double> y = f(i);
      for (int r = 0; r < 3; ++r)
        rows[r].push_back({influences.weights[i], y[r]});
    }
    return {machine.sum(rows[0]), machine.sum(rows[1]), machine.sum(rows[2])};
  }
  /// sum w_i (M_i x), or sum (w_i M_i) x
  Vec3<double> blend_points(LegalMachine& machine, bool weights_first) const {
    if (!weights_first)
      return weighted(machine,
                      [&](std::size_t i) { return transform(machine, palette[i], mesh.positions[0]); });
    Terms rows[3];
    for (std::size_t i = 0; i < palette.size(); ++i) {
      const double w = influences.weights[i];
      if (w == 0) continue;
      const auto scale = [&](double entry) { return machine.multiply(w, entry); };
      const Affine<double> wM{palette[i].linear.unaryExpr(scale), palette[i].translation.unaryExpr(scale)};
      const Vec3<double> y = transform(machine, wM, mesh.positions[0]);
      for (int r = 0; r < 3; ++r)
        rows[r].push_back({y[r]});
    }
    return {machine.sum(rows[0]), machine.sum(rows[1]), machine.sum(rows[2])};
  }
  Vec3<double> blend_directions(LegalMachine& machine) const {
    return weighted(machine,
                    [&](std::size_t i) { return times(machine, palette[i].linear, mesh.normals[0]); });
  }
  Affine<double> blended(LegalMachine& machine) const {
    Affine<double> B;
    for (int c = 0; c < 3; ++c)
      B.linear.col(c) = weighted(machine, [&](std::size_t i) { return palette[i].linear.col(c); });
    B.translation = weighted(machine, [&](std::size_t i) { return palette[i].translation; });
    return B;
  }
};

TEST(LinearBlendBound, positions_stay_within_the_bound) {
  expect_within_bound("linear blends", 0.3, [](Random& random) { return Blend(random, 16, false); });
}

TEST(LinearBlendBound, positions_with_few_influences_stay_within_the_bound) {
  expect_within_bound("linear blends, 1 or 2 joints", 0.4,
                      [](Random& random) { return Blend(random, 2, false); });
}

TEST(LinearBlendBound, normals_stay_within_the_bound) {
  expect_within_bound("normals of linear blends", 0.2,
                      [](Random& random) { return Blend(random, 16, true); });
}

}  // namespace bindpose::legal::linear_blend_bound_test
