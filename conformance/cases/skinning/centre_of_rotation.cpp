// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for skinning with optimised centres of rotation. Varied: the scene, the evenness of
// its mesh, vertices with and without a centre, the pivot of the signs, and the entry level. The
// centres are given; skinning.optimised_centres computes them.

#include <fmt/format.h>

#include "conformance/cases/shared/mesh_scenes.h"
#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/trident.h"
#include "reference/skinning/shared/centres.h"

namespace bindpose::conformance::skinning {
namespace {

using bindpose::skinning::Centres;

const Options first_influence = {{"pivot", "first-influence"}};

/// The centres of meshes that are small enough for a file are computed with 113 bits, so that the
/// input does not depend on a math library.
Centres<double> centres_of(const Rig& rig) {
  constexpr std::size_t small = 200;
  using bindpose::skinning::optimised_centres;
  if (rig.mesh.vertex_count() > small)
    return optimised_centres<double>(rig.mesh, rig.influences, rig.mesh.triangles);
  const auto exact = optimised_centres<Quad>(rig.mesh, rig.influences, rig.mesh.triangles);
  Centres<double> centres{{}, exact.has};
  for (const Vec3<Quad>& p : exact.p)
    centres.p.push_back(p.unaryExpr([](const Quad& x) { return to_double(x); }));
  return centres;
}

/// The centres of the last mesh, because most scenes are one mesh in many poses.
Expected<void> add_own_centres(ArraySet& question, const scenes::Scene& scene) {
  struct Known {
    std::vector<Vec3<double>> positions;
    std::vector<double> weights;
    Centres<double> centres;
  };
  thread_local Known known;
  const Rig& rig = scene.rig;
  if (known.positions != rig.mesh.positions || known.weights != rig.influences.weights)
    known = {rig.mesh.positions, rig.influences.weights, centres_of(rig)};
  bindpose::skinning::add_centres(question, known.centres);
  return {};
}

void add_tube_cases(std::vector<Case>& cases) {
  for (const bool uneven : {false, true})
    for (const auto& [bend, twist] : {std::pair{90, 0}, std::pair{0, 120}, std::pair{60, 90}}) {
      SceneVariation scene{fmt::format("tube{}.bend-{}-twist-{}", uneven ? ".uneven" : "", bend, twist),
                           "A closed tube, bent and twisted: no bulge and no candy wrapper.",
                           uneven && bend == 60, tube(bend, twist, {.uneven = uneven})};
      add_motion_scene(cases, "centre_of_rotation", scene, first_influence, &add_own_centres);
    }
}

/// Centres chosen by hand: inside the ring, outside the ring, none.
ArraySet with_centres(ArraySet question) {
  Centres<double> centres;
  const Array& x = *question.find("positions");
  for (std::size_t v = 0; v < x.shape[0]; ++v) {
    const double part = static_cast<double>(v % 5) / 4;
    centres.p.push_back(part * read_row<double, 3>(x, (v + 7) % x.shape[0]) + Vec3<double>(0, 0.25, 0));
    centres.has.push_back(v % 6 == 5 ? 0 : 1);
  }
  bindpose::skinning::add_centres(question, centres);
  return question;
}

void add_pivot_cases(std::vector<Case>& cases) {
  for (const char* pivot : {"first-influence", "largest-weight", "first-slot", "running-sum"}) {
    add_case(cases, scene_case("centre_of_rotation", "trident", {{"pivot", pivot}}, Level::palette),
             "Three rotations 120 degrees apart; some vertices have no centre.",
             []() -> Expected<ArraySet> { return with_centres(trident()); });
  }
  add_case(cases,
           scene_case("centre_of_rotation", "trident", {{"pivot", "running-sum-by-joint"}}, Level::palette),
           "The running sum decides the signs, in joint order.",
           []() -> Expected<ArraySet> { return with_centres(trident()); })
      .golden = false;
  add_case(cases,
           scene_case("centre_of_rotation", "trident.cancelled", {{"pivot", "first-slot"}}, Level::palette),
           "Rotations cancel; a joint without weight decides the signs.",
           []() -> Expected<ArraySet> { return with_centres(cancelled_trident()); });
}

}  // namespace

void centre_of_rotation_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "centre_of_rotation", first_influence, &add_own_centres);
  add_many_joints(cases, "centre_of_rotation", first_influence, &add_own_centres);
  add_tube_cases(cases);
  add_pivot_cases(cases);
}

}  // namespace bindpose::conformance::skinning
