// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: g++ longer-quaternions.cpp -lcal3d -o /tmp/bindpose-finding && /tmp/bindpose-finding
// Exits with 0 if a quaternion longer than 1 still scales a rotated vector by the square of its length,
// unlike its matrix.
#include <cstdio>

#include <cal3d/cal3d.h>
#include <cal3d/matrix.h>

int main() {
  const CalQuaternion longer(0, 0, 0, 2);
  CalVector turned(1, 0, 0);
  turned *= longer;
  const CalMatrix matrix(longer);
  std::printf("no turn, of length 2: the vector grows by %g, by the matrix by %g\n", turned.x, matrix.dxdx);
  return turned.x == 4 && matrix.dxdx == 1 ? 0 : 1;
}
