// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for normalised linear interpolation. Varied: the angle and the signs.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {

void nlerp_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "nlerp");
  add("turn.60", "A plain rotation by 60 degrees.", rotation_sweep, 60, 1, 1);
  add("turn.170", "A wide rotation: without normalising, the midpoint has length 0.74.", rotation_sweep, 170,
      1, 1);
  add("turn.30-flipped", "Ends of opposite sign, 30 degrees apart.", rotation_sweep, 30, 1, -1);
  add("turn.170-both-flipped", "Both ends negated.", rotation_sweep, 170, -1, -1);
  add("identical.flipped", "Equal rotations of opposite sign: without a sign correction the sum is 0.",
      rotation_sweep, 0, 1, -1);
  by(add("turn.30-flipped.as-given", "The long arc, as the signs require.", rotation_sweep, 30, 1, -1),
     {{"arc", "as-given"}});
  by(add("identical.flipped.as-given", "Halfway between q and -q the rotation is undefined.", rotation_sweep,
         0, 1, -1),
     {{"arc", "as-given"}});
}

}  // namespace bindpose::conformance::animation
