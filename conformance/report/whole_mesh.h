// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an output as a mesh: expected and actual position of each vertex, its error, and the joints that move
// it.
#pragma once

#include "conformance/report/judged_answer.h"

namespace bindpose::conformance {

using Point = std::array<double, 3>;

/// Joint and weight of each slot with a weight.
using VertexInfluences = std::vector<std::pair<std::size_t, double>>;

/// The whole mesh, in the judged numbers. If the output consists of joints, they are its vertices.
struct WholeMesh {
  std::string array;  ///< array with the positions: "positions"
  bool are_joints = false;
  std::vector<Point> expected, got;  ///< [#vertices]
  std::vector<double> metres;        ///< [#vertices] distance of the two; 0 if undecided, or not a number
  std::vector<double> fractions;  ///< [#vertices] the largest error / bound; infinite if one is not a number
  std::vector<VertexInfluences> influences;  ///< [#vertices]
  std::vector<std::string> joints;           ///< names of all joints that move a vertex
  std::vector<Triangle> triangles;
  bool are_places_right = true;  ///< every decided position is within its bound
};
/// None without positions: of vertices or joints in the output, or of vertices in the input for which the output
/// has rows. In the latter case, e.g. an output of weights, expected and got are the input's positions, and every
/// position is right.
std::optional<WholeMesh> whole_mesh(const JudgedAnswer& judged);

/// The joint with the largest weight, of equals the first; none without joints.
std::optional<std::size_t> strongest_of(const VertexInfluences& influences);

/// The triangles of the input, else those of its scene if the scene has this number of vertices.
std::vector<Triangle> triangles_of(const ArraySet& question, const Depiction& depiction,
                                   std::size_t vertices);

/// The judged arrays that have a row per vertex.
std::vector<const ExpectedArray*> arrays_per_vertex(const JudgedAnswer& judged, std::size_t vertices);

/// The vertex or joint with the largest distance among those outside their bounds.
struct Displacement {
  std::size_t vertex = 0;
  bool is_joint = false;  ///< the output is of joints
  std::string joint;      ///< the joint with the largest weight on it; empty if the input has no joints
  double metres = 0;
  double mesh_size = 0;  ///< diagonal of the box around the expected positions, metres

  double share() const { return mesh_size > 0 ? metres / mesh_size : 0; }
};
/// "vertex 17"; "joint 2" if the output consists of joints.
std::string place_of(const Displacement& displacement);

/// None without a mesh, or if every position is right or not a number. Without the joint, because finding its name
/// takes longer.
std::optional<Displacement> largest_displacement(const JudgedAnswer& judged);

/// True if there is a mesh with a finite distance.
bool has_distances(const JudgedAnswer& judged);

/// True if the case has a surface, so that a picture shows more than points.
bool is_connected(const JudgedAnswer& judged);

/// True if whole_mesh() has something to show: a finite distance, or an output without positions for an
/// input that has them, such as weights.
bool can_be_drawn(const JudgedAnswer& judged);

/// A box around the finite points.
struct Box {
  Point low, high;

  Box();
  void add(const Point& point);
  double diagonal() const;
};

/// The box around the expected positions, and around actual ones within `sizes` mesh sizes of them.
Box box_around(const WholeMesh& mesh, double sizes);

/// Three numbers per position; the expected position if an actual one is not a number.
std::vector<float> floats_of(const std::vector<Point>& places, const std::vector<Point>& otherwise);

}  // namespace bindpose::conformance
