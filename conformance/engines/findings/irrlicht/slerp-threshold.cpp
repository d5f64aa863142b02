// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ slerp-threshold.cpp -isystem /usr/include/irrlicht -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if slerp of rotations 30 degrees apart is still a linear interpolation, not of length 1.
#include <cmath>
#include <cstdio>

#include <irrlicht.h>

int main() {
  const float half = 15 * irr::core::DEGTORAD;
  const irr::core::quaternion a(0, 0, 0, 1), b(0, 0, std::sin(half), std::cos(half));
  irr::core::quaternion q;
  q.slerp(a, b, 0.5F);
  const float length = std::sqrt(q.dotProduct(q));
  std::printf("half way the rotation has the length %.7g, 1 is wanted\n", length);
  return std::fabs(length - 1) > 1e-3F ? 0 : 1;
}
