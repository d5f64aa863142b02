// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ normals-approximate.cpp -isystem /usr/include/OGRE -lOgreMain -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if skinned normals are still normalised by an approximate inverse square root.
#include <cmath>
#include <cstdio>

#include <OgreMatrix4.h>
#include <OgreOptimisedUtil.h>

int main() {
  // Four vertices, because the vector instructions process four at a time; one bone at rest; aligned buffers.
  alignas(16) float positions[12] = {}, normals[12], moved[12], turned[12], weights[4] = {1, 1, 1, 1};
  unsigned char indices[4] = {};
  for (int v = 0; v < 4; ++v)
    normals[3 * v] = 0.6F, normals[3 * v + 1] = 0, normals[3 * v + 2] = 0.8F;
  alignas(16) const Ogre::Affine3 identity = Ogre::Affine3::IDENTITY;
  const Ogre::Affine3* bones[1] = {&identity};
  Ogre::OptimisedUtil::getImplementation()->softwareVertexSkinning(
      positions, moved, normals, turned, weights, indices, bones, 12, 12, 12, 12, 4, 1, 1, 4);
  const float length = std::sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2]);
  std::printf("a normal of length 1 that does not turn has the length 1 - %.3g\n", 1 - length);
  return std::fabs(length - 1) > 1e-6F ? 0 : 1;
}
