// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ slerp-near.cpp -losg -lOpenThreads -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if slerp of rotations half a degree apart is still not of length 1.
#include <cmath>
#include <cstdio>

#include <osg/Quat>

int main() {
  const double half = osg::DegreesToRadians(0.25);
  osg::Quat q;
  q.slerp(0.5, osg::Quat(0, 0, 0, 1), osg::Quat(0, 0, std::sin(half), std::cos(half)));
  std::printf("half way the rotation has the length 1 - %.3g, 1 is wanted\n", 1 - q.length());
  return std::fabs(q.length() - 1) > 1e-7 ? 0 : 1;
}
