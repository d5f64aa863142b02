// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ slerp-near.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if slerp of rotations one degree apart is still not of length 1.
#include <cmath>
#include <cstdio>

#include <assimp/anim.h>

int main() {
  const double half = std::acos(-1.) / 360;
  aiQuaterniont<double> q;
  aiQuaterniont<double>::Interpolate(q, {1, 0, 0, 0}, {std::cos(half), 0, 0, std::sin(half)}, 0.5);
  const double length = std::sqrt(q.w * q.w + q.z * q.z);
  std::printf("half way the rotation has the length 1 - %.3g, 1 is wanted\n", 1 - length);
  return std::fabs(length - 1) > 1e-6 ? 0 : 1;
}
