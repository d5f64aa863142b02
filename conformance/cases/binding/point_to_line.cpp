// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for binding to the nearest bone. Varied: one joint or several per vertex, the
// exponent, joints without a child; parallel legs; a hand with joints at one position; vertices on
// bones, at their ends and midpoints, duplicate and far away.

#include "conformance/cases/shared/binding_scenes.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

/// exponent: 0 omits the input.
ArraySet bind(ArraySet (*make)(), int exponent) {
  ArraySet question = make();
  if (exponent != 0) question.add("exponent", {1}, Array::Integers{exponent});
  return question;
}

/// Two bones with lengths 2 and about 2/3, 1 apart. Vertices at the end of each, at the midpoint of
/// the shorter one, and between the bones.
ArraySet two_bones() {
  const double first = to_float32(0.09), half_way = to_float32(0.42);
  ArraySet question;
  question.add("parents", {4}, Array::Integers{-1, 0, -1, 2});
  question.add("pivots", {4, 3}, Array::Reals{0, 0, 0, 2, 0, 0, first, 1, 0, 0.75, 1, 0});
  question.add("positions", {4, 3}, Array::Reals{2, 0, 0, 0.75, 1, 0, half_way, 1, 0, 1, 0.375, 0.5});
  return question;
}

/// Three bones that meet at a vertex; another vertex is on a bone, a third one near the bones.
ArraySet meeting_bones() {
  ArraySet question;
  question.add("parents", {5}, Array::Integers{-1, 0, 1, 1, 2});
  question.add("pivots", {5, 3}, Array::Reals{0, 0, 0, 1, 0.5, 0, 1.5, 2, 0.25, 2.5, 0.25, 0, 1.25, 3, 0.5});
  question.add("positions", {3, 3}, Array::Reals{1, 0.5, 0, 0.5, 0.25, 0, 0.75, 1.5, -0.5});
  return question;
}

}  // namespace

void point_to_line_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "point_to_line");
  const Options inverse = {{"weighing", "inverse-distance"}};
  for (const auto& [name, make, purpose] :
       {std::tuple{"legs", &bare_legs, "Two parallel legs under one hip."},
        std::tuple{"hand", &bare_hand,
                   "Coincident joints; vertices on a pivot, on a bone, duplicate, and far away."}}) {
    const std::string scene = name;
    add(scene + ".nearest", purpose, &bind, make, 0);
    add(scene + ".inverse", purpose, &bind, make, 0).options = inverse;
    add(scene + ".steep", "Weights by the fourth power of the inverse distance.", &bind, make, 4).options =
        inverse;
  }
  for (const std::string weighing : {"nearest", "inverse-distance"})
    add("hand.points." + weighing, "A joint without a child is a point.", &bind, &bare_hand, 0).options = {
        {"weighing", weighing}, {"leaf_joints", "point"}};
  add("ends.inverse", "A vertex at the end of a bone belongs to it alone, however close another bone is.",
      &two_bones)
      .options = inverse;
  add("meeting.inverse", "A vertex where bones of two joints meet gets both in equal parts; not judged.",
      &meeting_bones)
      .options = inverse;
  Case& body = add("figure.inverse", "A whole body.", &bind, &bare_figure, 2);
  body.options = inverse;
  body.golden = false;  // the other cases are smaller
}

}  // namespace bindpose::conformance::binding
