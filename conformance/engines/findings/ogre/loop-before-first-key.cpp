// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ loop-before-first-key.cpp -isystem /usr/include/OGRE -lOgreMain -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a looped track still jumps at the end of its period when its first key is later than 0.
#include <cmath>
#include <cstdio>

#include <Ogre.h>

int main() {
  Ogre::LogManager logs;
  logs.createLog("", true, false, true);
  Ogre::Animation animation("clip", 4);
  Ogre::NodeAnimationTrack* track = animation.createNodeTrack(0);
  track->createNodeKeyFrame(1)->setTranslate(Ogre::Vector3(10, 0, 0));
  track->createNodeKeyFrame(3)->setTranslate(Ogre::Vector3(20, 0, 0));
  const auto at = [&](float time) {
    Ogre::TransformKeyFrame key(nullptr, 0);
    track->getInterpolatedKeyFrame(animation._getTimeIndex(time), &key);
    return key.getTranslate().x;
  };
  const float before = at(3.999F), after = at(0.001F);
  std::printf("x is %g at the end of the period and %g at its begin: it jumps\n", before, after);
  return std::fabs(before - after) > 1 ? 0 : 1;
}
