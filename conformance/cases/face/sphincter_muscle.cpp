// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the sphincter muscle. Varied: the number and interaction of muscles, circular and
// rotated ellipses, vertices at the centre, before and behind it, on the ellipse and outside,
// contractions below 0 and above 1.

#include "conformance/cases/shared/deformer_scenes.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::face {
namespace {

struct Ring {
  Vec3<double> c;
  double l_x, l_y, K;
  Vec4<double> q{0, 0, 0, 1};
};
using Rings = std::vector<Ring>;

ArraySet drawn_by(const Mesh& mesh, const Rings& rings) {
  std::vector<Vec3<double>> c;
  std::vector<Vec4<double>> q;
  Array::Reals l, K;
  for (const Ring& ring : rings) {
    c.push_back(ring.c);
    q.push_back(ring.q);
    l.insert(l.end(), {ring.l_x, ring.l_y});
    K.push_back(ring.K);
  }
  ArraySet question;
  add_mesh(question, mesh);
  question.add("muscle_centres", {rings.size(), 3}, numbers_of(c));
  question.add("muscle_rotations", {rings.size(), 4}, numbers_of(q));
  question.add("muscle_radii", {rings.size(), 2}, l);
  return with_reals(std::move(question), "contractions", K);
}

/// Some vertices at the origin, on the z axis, and on the ellipse with semi-axes 2 and 1.
Mesh at_special_places(Mesh mesh) {
  mesh.positions[0].setZero();
  mesh.positions[1] = {0, 0, 1.5};
  mesh.positions[2] = {2, 0, 0.5};
  mesh.positions[3] = {0, -1, 0.25};
  return mesh;
}

}  // namespace

void sphincter_muscle_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const std::string& name, const char* purpose, const Mesh& mesh,
                            const Rings& rings, const char* together = "added") {
    add_case(cases, scene_case("sphincter_muscle", name, {{"together", together}}, Level::pose), purpose,
             [=] { return drawn_by(mesh, rings); });
  };
  const Mesh mesh = deformer_mesh();
  const Ring mouth{{0.25, -0.5, 0.125}, 2.5, 1.75, 0.5},
      slanted{{-0.5, 0.25, 0.5}, 1.5, 2.75, 0.375, rotation({1, 2, 3}, 50)},
      third{{0.5, 0.5, -0.75}, 2, 1.25, 0.75, rotation({2, -1, 1}, 130)};
  add("block.one", "One muscle with an ellipse along the axes.", mesh, {mouth});
  add("block.slanted", "A rotated ellipse.", mesh, {slanted});
  add("block.other-slanted", "Another rotated ellipse.", mesh, {third});
  add("block.circle", "A circle.", mesh, {{{0, 0, 0}, 2, 2, 0.5}});
  for (const bool added : {true, false})
    add("block.three", "Three muscles with overlapping ellipses.", mesh, {mouth, slanted, third},
        added ? "added" : "one-after-another");
  for (const bool added : {true, false})
    add("block.two-alike", "The same muscle twice.", mesh, {slanted, slanted},
        added ? "added" : "one-after-another");
  add("block.special-places", "Vertices at the centre, behind it and on the ellipse.",
      at_special_places(mesh), {{{0, 0, 0}, 2, 1, 0.5}});
  add("block.to-the-centre", "A contraction of 1: no directions are left at the centre.",
      at_special_places(mesh), {{{0, 0, 0}, 2, 1, 1}});
  add("block.beyond-the-centre", "A contraction above 1 moves some vertices to the other side.", mesh,
      {{{0.25, -0.5, 0.125}, 2.5, 1.75, 2.5}});
  add("block.far-beyond-the-centre", "A rotated ellipse with a contraction far above 1.", mesh,
      {{{0.5, 0.5, -0.75}, 2.5, 2, 3.5, rotation({2, -1, 1}, 130)}});
  add("block.pushing", "A negative contraction.", mesh, {{{0.25, -0.5, 0.125}, 2.5, 1.75, -0.5}});
  add("block.positions-only", "A mesh without normals and tangents.", without_directions(mesh),
      {mouth, third});
  add("block.normals-only", "A mesh without tangents.", without_tangents(mesh), {slanted});
  add("block.other-lengths", "Normals and tangents that are not unit at rest.", with_other_lengths(mesh),
      {mouth, slanted}, "one-after-another");
  add("block.no-muscle", "No muscles: vertices stay in place.", mesh, {});
  add("block.zero-directions", "Normals and tangents that are 0 at rest stay 0.", with_zero_directions(mesh),
      {{{0, 0, -1}, 3, 3, 0.5}});
}

}  // namespace bindpose::conformance::face
