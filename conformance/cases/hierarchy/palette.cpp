// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for skinning matrices. Varied: rest and pose, the bind frames, an inverse bind matrix
// that is not the inverse of the rest pose, scale, and the distance from the origin.
#include "conformance/cases/shared/pose_case.h"
#include "reference/hierarchy/shared/world.h"

namespace bindpose::conformance::hierarchy {
namespace {

Expected<ArraySet> matrices_of(const scenes::BarVariation& variation, bool at_rest) {
  const scenes::Scene scene = scenes::bar(variation, at_rest);
  BINDPOSE_TRY(const auto world,
               bindpose::hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals));
  ArraySet question;
  add_affines(question, "world", world);
  add_affines(question, "inverse_binds", scene.rig.skeleton.inverse_binds);
  return question;
}

}  // namespace

void palette_cases(std::vector<Case>& cases) {
  using Bar = scenes::BarVariation;
  const PoseCases add(cases, "palette");
  add("bar.posed", "Rotated bind frames, and a pose whose transforms do not commute.", matrices_of, Bar{},
      false);
  add("bar.rest", "In the bind pose every matrix is the identity.", matrices_of, Bar{}, true);
  add("bar.bind-shape", "Inverse bind matrices that do not invert the rest pose.", matrices_of,
      Bar{.bind_shape = true}, false);
  add("bar.scaled-middle", "A sheared world transform: rotation and scale cannot represent the product.",
      matrices_of, Bar{.middle_scale = {2, 0.5, 1}}, false);
  add("bar.mirrored-middle", "A joint that mirrors and scales non-uniformly.", matrices_of,
      Bar{.middle_scale = {0.5, -1.5, 1}}, false);
  add("bar.far", "A kilometre away, where errors in the order grow with the distance.", matrices_of,
      Bar{.offset = {1000, 0, 0}}, false);
}

}  // namespace bindpose::conformance::hierarchy
