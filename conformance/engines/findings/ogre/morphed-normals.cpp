// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ morphed-normals.cpp -isystem /usr/include/OGRE -lOgreMain -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if morphed normals are still divided by the root of x^2 + y^2 + 2 z^2.
#include <cmath>
#include <cstdio>

#include <OgreOptimisedUtil.h>

int main() {
  alignas(16) float key[24], moved[24];  // position and normal of four vertices, the same in both keys
  for (int v = 0; v < 4; ++v)
    for (int i = 0; i < 6; ++i)
      key[6 * v + i] = i == 5 ? 1 : 0;  // the normal is z
  Ogre::OptimisedUtil::getImplementation()->softwareVertexMorph(0.5F, key, key, moved, 24, 24, 24, 4, true);
  std::printf("the normal z between itself and itself has the length %g, 1 is wanted\n", moved[5]);
  return std::fabs(moved[5] - 1) > 1e-2F ? 0 : 1;
}
