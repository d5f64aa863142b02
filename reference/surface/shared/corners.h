// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: triangles, seen from each of their vertices.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::surface {

/// True if the triangle's indices repeat.
inline bool names_a_vertex_twice(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

/// The triangle's three rotations, so that each vertex comes first once.
inline std::array<Triangle, 3> corners_of(const Triangle& t) {
  return {t, {t[1], t[2], t[0]}, {t[2], t[0], t[1]}};
}

}  // namespace bindpose::surface
