/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: arithmetic of vectors. Matrices and quaternions are exercises.
 */
#ifndef COURSE_VECTORS_H
#define COURSE_VECTORS_H

#include "exercises.h"
#include <math.h>

static inline vec3 add(vec3 a, vec3 b) {
  return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 subtract(vec3 a, vec3 b) {
  return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 scaled(vec3 a, double s) {
  return (vec3){a.x * s, a.y * s, a.z * s};
}

static inline double dot(vec3 a, vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* A zero vector stays zero. */
static inline vec3 normalize(vec3 a) {
  const double length = sqrt(dot(a, a));
  return length > 0 ? scaled(a, 1 / length) : a;
}

#endif
