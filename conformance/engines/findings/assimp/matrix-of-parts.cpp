// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ matrix-of-parts.cpp -lassimp -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a matrix made of scale, rotation and position still scales after rotating.
#include <cmath>
#include <cstdio>

#include <assimp/scene.h>

int main() {
  const float half = std::sqrt(0.5F);
  const aiMatrix4x4 matrix(aiVector3D(2, 1, 1), aiQuaternion(half, 0, 0, half),
                           aiVector3D());  // a quarter turn about z
  const aiVector3D x = matrix * aiVector3D(1, 0, 0);
  std::printf("(1, 0, 0) twice as long and turned is (%g, %g, %g), (0, 2, 0) is wanted\n", x.x, x.y, x.z);
  return std::fabs(x.y - 1) < 1e-3F ? 0 : 1;
}
