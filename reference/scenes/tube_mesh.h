// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: closed tubes of triangles, from which scenes build limbs and bodies, and helpers for triangle meshes.
//
// A tube with R sections of S sides has R S + 2 vertices and 2 R S triangles: 2 S in each of the R - 1 gaps
// and S around either pole. It is a closed surface without boundary, its triangles wound counterclockwise
// seen from outside.
#pragma once

#include "reference/model/rig.h"

namespace bindpose::scenes {

/// A cross-section: the ellipse centre + cos(phi) u + sin(phi) v; u x v points along the tube.
struct Section {
  Vec3<double> centre, u, v;
};

/// A position along a tube's axis and the section's half-axes there, metres.
struct Stop {
  Vec3<double> centre;
  double width, depth;
};

/// `count` sections evenly from the first to the last stop, linear between stops. All are perpendicular to the
/// line from the first to the last stop. Depth is along the part of `front` perpendicular to that line, width
/// perpendicular to both.
std::vector<Section> sections_along(const std::vector<Stop>& stops, const Vec3<double>& front,
                                    std::size_t count);

/// Angles of a ring's vertices, in whole turns, evenly from 0.
std::vector<double> even_turns(std::size_t sides);

/// Appends positions and triangles: the sections' rings in order, one vertex per angle, then the poles before the
/// first and after the last section. float32-representable.
void append_tube(Mesh& mesh, const std::vector<Section>& sections, const std::vector<double>& turns);

/// Sets normals: the sum of the area vectors of a vertex's triangles, normalised; and tangents: the first
/// edge at the vertex, made perpendicular to the normal, with alternating handedness +1 and -1.
void set_smooth_directions(Mesh& mesh);

/// The surface with three separate vertices per triangle, in the triangles' order.
Rig unshared(const Rig& rig);

/// 6 times the volume, signed: positive for a closed mesh whose triangles face outward.
double six_volumes(const Mesh& mesh);

}  // namespace bindpose::scenes
