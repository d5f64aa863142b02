// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ slerp-near.cpp -isystem /usr/include/OGRE -lOgreMain -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if slerp of rotations five degrees apart is still a normalised linear interpolation.
#include <cmath>
#include <cstdio>

#include <OgreQuaternion.h>

int main() {
  const double angle = std::acos(-1.) / 36;
  const auto at = [&](double share) {
    return Ogre::Quaternion(float(std::cos(share * angle / 2)), 0, 0, float(std::sin(share * angle / 2)));
  };
  const float found = Ogre::Quaternion::Slerp(0.2F, at(0), at(1), true).z, wanted = at(0.2).z;
  std::printf("a fifth of the way z is %.8g, %.8g is wanted\n", found, wanted);
  return std::fabs(found / wanted - 1) > 1e-5F ? 0 : 1;
}
