// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of binding to the nearest bone. Varied: whether one joint has a vertex or several, the exponent, what a joint without a child
// has; legs beside each other, a hand with joints at one position and vertices on bones, twice and far away.
#include <string>

#include "conformance/cases/shared/binding_scenes.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

/// exponent: none where it is 0.
ArraySet bind(ArraySet (*make)(), int exponent) {
  ArraySet question = make();
  if (exponent != 0) question.add("exponent", {1}, Array::Integers{exponent});
  return question;
}

}  // namespace

void point_to_line_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "point_to_line");
  const DefectIds usual = {"bone-as-line", "bone-by-pivot"};
  DefectIds rigid = usual, smooth = usual, steep = usual;
  rigid.push_back("bone-of-child");
  DefectIds forked = rigid;
  forked.push_back("bone-first-child-only");
  smooth.insert(smooth.end(), {"bone-squared-distance", "bone-rigid"});
  steep.insert(steep.end(), {"bone-exponent-ignored", "bone-squared-distance", "bone-rigid"});
  const Options inverse = {{"weighing", "inverse-distance"}};
  for (const auto& [name, make, purpose] :
       {std::tuple{"legs", &bare_legs, "Two legs beside each other under one hip."},
        std::tuple{
            "hand", &bare_hand,
            "Joints at one position; vertices on a pivot, on a bone, twice at one position, far away."}}) {
    const std::string scene = name;
    add(scene + ".nearest", purpose, make == &bare_hand ? forked : rigid, &bind, make, 0);
    add(scene + ".inverse", purpose, smooth, &bind, make, 0).options = inverse;
    add(scene + ".steep", "The same with the fourth power of the inverse distance.", steep, &bind, make, 4)
        .options = inverse;
  }
  for (const std::string weighing : {"nearest", "inverse-distance"})
    add("hand.points." + weighing, "A joint without a child is a point.",
        weighing == "nearest" ? DefectIds{"bone-of-child"} : DefectIds{"bone-leaves-otherwise"}, &bind,
        &bare_hand, 0)
        .options = {{"weighing", weighing}, {"leaf_joints", "point"}};
  Case& body = add("figure.inverse", "A whole body.", steep, &bind, &bare_figure, 2);
  body.options = inverse;
  body.golden = false;  // the others are smaller
}

}  // namespace bindpose::conformance::binding
