// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for binding to volumes. Varied: the kind of volume, given or computed volumes, one
// joint or several per vertex, vertices outside all volumes, parallel legs, joints at one position,
// duplicate vertices.

#include "conformance/cases/shared/binding_scenes.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

/// share: 0 omits radius_share.
ArraySet sized(ArraySet (*make)(), double share) {
  ArraySet question = make();
  if (share != 0) question.add("radius_share", {1}, Array::Reals{share});
  return question;
}

/// One volume of each kind and a capsule without length. Joint 3 has two volumes, joint 1 has none;
/// joints are unordered.
ArraySet given() {
  ArraySet question = bare_hand();
  question.add("volume_joints", {6}, Array::Integers{5, 0, 3, 2, 3, 4});
  question.add("volume_kinds", {6}, Array::Integers{1, 0, 2, 3, 2, 1});
  question.add("volume_starts", {6, 3},
               Array::Reals{2, 0, 0.25, -0.25, 0, 0, 0.5, 0, 0, 1, 0.5, 0, 1, -0.25, 0, 1.5, 0, 0.25});
  question.add("volume_ends", {6, 3},
               Array::Reals{3.25, -0.125, 0.25, 1.25, 0, 0.125, 1.75, 0.125, 0, 2, 0.75, 0, 2.25, 0.25, 0.5,
                            1.5, 0, 0.25});
  question.add("volume_radii", {6}, Array::Reals{0.375, 0.75, 0.5, 0.625, 0.375, 0.5});
  return question;
}

}  // namespace

void containment_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "containment");
  const Options by_depth = {{"weighing", "by-depth"}};
  const Options all_bound = {{"weighing", "by-depth"}, {"outside", "nearest"}};
  for (const char* kind : {"capsule", "cylinder", "ellipsoid", "sphere"}) {
    const auto options = [kind](Options more) {
      more["volume_kind"] = kind;
      return more;
    };
    // The vertex on a pivot is on the surface of these volumes, where the result is undecided.
    const bool reaches_to_pivots = kind != std::string("capsule");
    add("legs." + std::string(kind) + ".best-fitting", "Two parallel legs with overlapping volumes.", &sized,
        &bare_legs, 0.5)
        .options = options({});
    add("hand." + std::string(kind) + ".by-depth",
        "Coincident joints; duplicate vertices, and vertices on a pivot, on a bone and outside.", &sized,
        &bare_hand, 0.375)
        .options = options(reaches_to_pivots ? all_bound : by_depth);
  }
  add("hand.nearest", "Vertices outside every volume belong to the nearest one.", &sized, &bare_hand, 0.0)
      .options = {{"outside", "nearest"}, {"weighing", "by-depth"}};
  add("given.best-fitting", "Given volumes of every kind, two of them for one joint.", &given);
  add("given.by-depth", "Given volumes of every kind, weighted by depth.", &given).options = by_depth;
}

}  // namespace bindpose::conformance::binding
