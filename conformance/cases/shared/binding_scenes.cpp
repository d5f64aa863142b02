// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/binding_scenes.h"

#include "reference/model/numbers_of.h"
#include "reference/model/rows.h"
#include "reference/numeric/float32.h"
#include "reference/numeric/portable_angle.h"
#include "reference/scenes/figure.h"

namespace bindpose::conformance {
namespace {

using Points = std::vector<Vec3<double>>;

ArraySet bare(const Points& x, Array::Integers parents, const Points& pivots) {
  const std::size_t joints = parents.size();
  ArraySet question;
  question.add("positions", {x.size(), 3}, numbers_of(x));
  question.add("parents", {joints}, std::move(parents));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

/// Rings of five vertices around a line from a to b, and a vertex on the line between every two
/// rings.
void add_tube(Points& x, const Vec3<double>& a, const Vec3<double>& b, double radius, int rings) {
  const Vec3<double> along = (b - a).normalized();
  const Vec3<double> aside = along.unitOrthogonal(), across = along.cross(aside);
  for (int r = 0; r < rings; ++r) {
    const Vec3<double> centre = a + (r + 0.3125) / rings * (b - a);
    for (int s = 0; s < 5; ++s)
      x.push_back(scenes::to_float32(Vec3<double>(
          centre + radius * (portable_cos(1.25 * s) * aside + portable_sin(1.25 * s) * across))));
  }
}

}  // namespace

ArraySet bare_question(const scenes::Scene& scene) {
  Points pivots;
  for (const Affine<double>& A : scene.rig.skeleton.inverse_binds)
    pivots.push_back(scenes::to_float32(inverse_of(A).translation));
  return bare(scene.rig.mesh.positions,
              {scene.rig.skeleton.parents.begin(), scene.rig.skeleton.parents.end()}, pivots);
}

ArraySet bare_figure() {
  return bare_question(scenes::figure_at_rest(scenes::FigureDetail::small));
}

ArraySet bare_legs() {
  const Points pivots = {{0, 2, 0},        {-0.25, 1.875, 0},     {-0.25, 1, 0.0625}, {-0.1875, 0, 0},
                         {0.25, 1.875, 0}, {0.25, 0.875, 0.0625}, {0.1875, 0, 0}};
  Points x;
  add_tube(x, pivots[1], pivots[2], 0.28125, 3);
  add_tube(x, pivots[2], pivots[3], 0.25, 3);
  add_tube(x, pivots[4], pivots[5], 0.28125, 3);
  add_tube(x, pivots[5], pivots[6], 0.25, 3);
  return bare(x, {-1, 0, 1, 2, 0, 4, 5}, pivots);
}

ArraySet bare_hand() {
  const Points pivots = {{0, 0, 0},        {1, 0.5, 0},     {1.75, 0.75, 0},   {1.25, 0, 0.125},
                         {1.25, 0, 0.125}, {2.25, 0, 0.25}, {3, -0.125, 0.25}, {1, -0.5, 0}};
  Points x;
  add_tube(x, pivots[0], pivots[3], 0.375, 2);
  add_tube(x, pivots[1], pivots[2], 0.125, 2);
  add_tube(x, pivots[4], pivots[6], 0.15625, 4);
  for (const Vec3<double>& special :
       {x[3], x[3], Vec3<double>(0, 0, 0), Vec3<double>(0.5, 0.25, 0), Vec3<double>(9, 8, -7),
        Vec3<double>(-3, 0.125, 0.0625), Vec3<double>(3.5, -0.25, 0.375), Vec3<double>(1, -0.625, 0.0625)})
    x.push_back(special);
  return bare(x, {-1, 0, 1, 0, 3, 4, 5, 0}, pivots);
}

}  // namespace bindpose::conformance
