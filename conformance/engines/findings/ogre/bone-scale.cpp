// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ bone-scale.cpp -isystem /usr/include/OGRE -lOgreMain -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if the scale of a bone that is rotated at bind time still acts along the mesh's axes and not
// along its own.
#include <cmath>
#include <cstdio>

#include <Ogre.h>

int main() {
  Ogre::LogManager logs;
  logs.createLog("", true, false, true);
  const Ogre::Root root("", "", "");
  const Ogre::SkeletonPtr skeleton =
      Ogre::SkeletonManager::getSingleton().create("bones", Ogre::RGN_DEFAULT, true);
  Ogre::Bone* bone = skeleton->createBone();
  bone->setOrientation(Ogre::Quaternion(Ogre::Degree(90), Ogre::Vector3::UNIT_Z));
  skeleton->setBindingPose();
  bone->setScale(2, 1, 1);  // along the bone's x, which is the mesh's y
  Ogre::Affine3 matrix;
  skeleton->_getBoneMatrices(&matrix);
  std::printf("the mesh is scaled by (%g, %g) in x and y, (1, 2) is wanted\n", matrix[0][0], matrix[1][1]);
  return std::fabs(matrix[0][0] - 2) < 1e-3F ? 0 : 1;
}
