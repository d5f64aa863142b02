// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for optimised centres of rotation. Varied: the areas of triangles, the number of
// joints that a vertex shares with the surface, degenerate triangles, vertices without similar
// vertices.
#include <fmt/format.h>

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/mesh_scenes.h"
#include "conformance/cases/shared/slots.h"
#include "reference/algorithms.h"

namespace bindpose::conformance::skinning {
namespace {

Expected<ArraySet> question_of(const Mesh& mesh, const Influences& influences) {
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, influences);
  add_triangles(question, mesh.triangles);
  return question;
}

/// An uneven grid under three joints. Each vertex has two slots of joint 0. There are triangles
/// without area, a vertex with its own joints, and a vertex with a single influence.
Expected<ArraySet> sheet() {
  constexpr double columns[] = {0, 0.125, 0.375, 0.75, 1.5, 3}, rows[] = {0, 0.25, 1, 1.5, 3};
  Mesh mesh;
  Influences influences{4, {}, {}};
  for (std::uint32_t r = 0; r < 5; ++r)
    for (std::uint32_t c = 0; c < 6; ++c) {
      mesh.positions.push_back({columns[c], rows[r], r * (c % 2) / 4.0});
      const double u = (c + 1) / 8.0, v = r / 4.0;
      influences.joints.insert(influences.joints.end(), {0, 1, 2, 0});
      influences.weights.insert(influences.weights.end(),
                                {(1 - u) * (1 - v) / 4, u, (1 - u) * v, 3 * (1 - u) * (1 - v) / 4});
      if (r == 4 || c == 5) continue;
      const std::uint32_t at = r * 6 + c;
      mesh.triangles.push_back({at, at + 1, at + 7});
      mesh.triangles.push_back({at, at + 7, at + 6});
    }
  mesh.triangles.push_back({0, 0, 14});
  mesh.triangles.push_back({0, 2, 5});  // on a line
  mesh.triangles.push_back({30, 31, 29});
  for (const auto& [x, joints] :
       {std::pair{Vec3<double>(4, 0, 0), std::array<std::uint32_t, 4>{3, 3, 4, 4}},
        std::pair{Vec3<double>(4, 4, 0), std::array<std::uint32_t, 4>{1, 1, 1, 1}}}) {
    mesh.positions.push_back(x);
    influences.joints.insert(influences.joints.end(), joints.begin(), joints.end());
    influences.weights.insert(influences.weights.end(), {0.25, 0.25, 0.25, 0.25});
  }
  return question_of(mesh, influences);
}

void add(std::vector<Case>& cases, const char* name, const char* purpose, bool golden,
         std::function<Expected<ArraySet>()> question) {
  Case c;
  c.name = fmt::format("skinning.optimised_centres.{}.f32", name);
  c.algorithm = find_algorithm("cor.centres");
  c.level = Level::pose;
  c.question = std::move(question);
  c.purpose = purpose;
  c.golden = golden;
  cases.push_back(std::move(c));
}

std::function<Expected<ArraySet>()> of(const MakeScene& make) {
  return [make] {
    const Rig rig = make().rig;
    return question_of(rig.mesh, rig.influences);
  };
}

}  // namespace

void optimised_centres_cases(std::vector<Case>& cases) {
  add(cases, "tube.even", "A tube with equal triangles: the centres are on its axis.", true, of(tube(0, 0)));
  add(cases, "tube.uneven", "Triangle areas differ by a factor of 100.", true,
      of(tube(0, 0, {.uneven = true})));
  add(cases, "sheet.three-joints",
      "Four slots for three joints, triangles without area, vertices similar to no other.", true, &sheet);
  add(cases, "bar.posed", "An open bar: the pose does not matter.", true, of(bar()));
  for (const double sum : {0.98, 1.75})
    add(cases, sum < 1 ? "bar.weights-sum-0.98" : "bar.weights-sum-1.75",
        "Weights that do not sum to 1 are used as given.", true, of(bar({.weight_sum = sum})));
  add(cases, "bar.weights-tiny", "Influences of 2^-12 and 2^-16 count like any other.", true,
      of([] { return with_tiny_weights(scenes::bar()); }));
  add(cases, "hose.joints-300", "Joint indices above 255.", true, of(far_joints()));
  add(cases, "hose.joints-262", "Other joints with large indices.", true, of(other_far_joints().make));
  add_weight_conventions(
      cases, {.stem = "optimised_centres", .ask = [](const Vec3<double>&, Level) { return of(bar())(); }},
      Level::pose);
  add(cases, "bar.far", "A kilometre from the origin.", false, of(bar({.offset = {1000, 0, 0}})));
}

}  // namespace bindpose::conformance::skinning
