// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a hose - an unbranched chain of joints with linear weights, bent into a helix.
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

struct HoseShape {
  std::size_t joints = 8;
  std::size_t rings_per_joint = 4;
  std::size_t sides = 8;
  double radius = 0.25;  ///< metres
  double spacing = 1;    ///< distance between neighbouring joints, metres
  std::size_t slots =
      2;  ///< influence slots per vertex, at least 2; those beyond 2 stay unused (weight 0) ...
  bool every_slot = false;  ///< ... unless this is set: then neighbouring joints fill all slots
  double lean = 0;  ///< shift of these weights towards the next joints, in joints, so that all weights differ
  bool rotated_binds = false;  ///< bind frames rotated by 20, 40, 60 ... degrees about (0.3, 1, 0.2)
};

/// Along y. Every joint rotates by bend about x and twist about its own axis, relative to its parent. Radians.
Scene hose(double bend, double twist, const HoseShape& shape = {});

}  // namespace bindpose::scenes
