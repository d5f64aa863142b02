// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the linear muscle. Varied: the number and interaction of muscles, vertices before
// and after the start of the fall-off, beyond its end, outside the cone, on its axis and at the
// attachment, contractions of either sign.

#include "conformance/cases/shared/deformer_scenes.h"
#include "reference/model/numbers_of.h"

namespace bindpose::conformance::face {
namespace {

struct MuscleNumbers {
  Vec3<double> v_1, v_2;
  double Omega = 1.25, R_s = 1.5, R_f = 3, K = 0.5;
};
using Muscles = std::vector<MuscleNumbers>;

ArraySet pulled_by(const Mesh& mesh, const Muscles& muscles) {
  std::vector<Vec3<double>> v_1, v_2;
  Array::Reals Omega, R_s, R_f, K;
  for (const MuscleNumbers& muscle : muscles) {
    v_1.push_back(muscle.v_1);
    v_2.push_back(muscle.v_2);
    Omega.push_back(muscle.Omega);
    R_s.push_back(muscle.R_s);
    R_f.push_back(muscle.R_f);
    K.push_back(muscle.K);
  }
  ArraySet question;
  add_mesh(question, mesh);
  question.add("muscle_attachments", {muscles.size(), 3}, numbers_of(v_1));
  question.add("muscle_insertions", {muscles.size(), 3}, numbers_of(v_2));
  question = with_reals(std::move(question), "zone_angles", Omega);
  question = with_reals(std::move(question), "falloff_starts", R_s);
  question = with_reals(std::move(question), "falloff_ends", R_f);
  return with_reals(std::move(question), "contractions", K);
}

/// Puts every third vertex on the line from the origin along x, the first one at the origin.
Mesh on_line(Mesh mesh) {
  for (std::size_t v = 0; v < mesh.vertex_count(); v += 3)
    mesh.positions[v] = {0.1875 * static_cast<double>(v), 0, 0};
  return mesh;
}

}  // namespace

void linear_muscle_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const std::string& name, const char* purpose, const Mesh& mesh,
                            const Muscles& muscles, const char* together = "added") {
    add_case(cases, scene_case("linear_muscle", name, {{"together", together}}, Level::pose), purpose,
             [=] { return pulled_by(mesh, muscles); });
  };
  const Mesh mesh = deformer_mesh();
  const MuscleNumbers up{{0.25, -0.5, -2.25}, {0, 0, -0.25}},
      across{{-2.5, 0.5, 0}, {-0.5, 0.25, 0.5}, 1, 2, 4, 0.75},
      down{{1.5, 0.25, 2.25}, {1, 0, 1}, 1.125, 1.25, 3.5, 0.375};
  add("block.one", "One muscle with a wide zone.", mesh, {up});
  add("block.far-start", "The fall-off starts far from the bone: the pull rises for most vertices.", mesh,
      {{{-0.5, 0.25, -2.5}, {0, 0.5, 0}, 1.375, 3.5, 4, 0.625}});
  add("block.near-start", "The fall-off starts near the bone: the pull falls for most vertices.", mesh,
      {{{-2.25, -0.25, 0.25}, {0, 0, 0}, 1.25, 0.25, 4.5, 0.5}});
  add("block.narrow", "A narrow zone.", mesh, {{{0.125, -0.25, -3}, {0, 0, 0}, 0.375, 2, 5, 0.5}});
  add("block.pushing", "A negative contraction.", mesh,
      {{{0.25, -0.5, -2.25}, {0, 0, -0.25}, 1.25, 1.5, 4, -0.75}});
  for (const bool added : {true, false})
    add("block.three", "Three muscles with overlapping zones.", mesh, {up, across, down},
        added ? "added" : "one-after-another");
  for (const bool added : {true, false})
    add("block.two-alike", "The same muscle twice.", mesh, {across, across},
        added ? "added" : "one-after-another");
  add("block.on-line", "Vertices on the muscle's line; the one at its attachment stays.", on_line(mesh),
      {{{0, 0, 0}, {2, 0, 0}, 0.75, 1, 2.5, 0.25}});
  add("block.on-edges", "Vertices exactly at the start and end of the fall-off; only positions are judged.",
      on_line(mesh), {{{0, 0, 0}, {1, 0, 0}, 0.875, 1.125, 2.25, 0.25}});
  add("block.through-bone", "A pull that moves vertices past the attachment.", mesh,
      {{{0, 0, 0}, {1, 0.5, -0.5}, 1.5, 0.5, 3, 4}});
  add("block.no-contraction", "Two muscles, one of them with contraction 0.", mesh,
      {up, {{0, 0, 2}, {0, 0, 1}, 1, 1, 2, 0}});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh), {up, down});
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), {up, across});
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      {across, up}, "one-after-another");
  add("block.no-muscle", "No muscles: vertices stay in place.", mesh, {});
  add("block.inside-out", "A pull so strong that near the attachment farther vertices end up nearer.", mesh,
      {{{0.25, 0.125, -0.25}, {1, 0.5, 0.5}, 1.5, 3, 4, 4}});
  add("block.cancelled", "A vertex pulled exactly to the attachment loses its directions across the line.",
      on_line(mesh), {{{0, 0, 0}, {1, 0, 0}, 0.875, 1.125, 2.25, 1.125}});
  add("block.no-zone",
      "A zone angle of 0: vertices on the line are on its edge, and may count as inside or outside.",
      on_line(mesh), {{{0, 0, 0}, {2, 0, 0}, 0, 1, 2.5, 0.375}});
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {up});
}

}  // namespace bindpose::conformance::face
