// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The kind of an array's numbers: points, rotations, lengths ... It defines how another frame or unit of length
// changes the array. Documents print it as the array's frame and unit.
#pragma once

#include <string>
#include <string_view>

namespace bindpose {

/// A coordinate space.
enum class Space { none, mesh, world, model, parent, joint, vertex_joint, bone, deformer, muscle };

struct Kind {
  enum class Of {
    plain,        ///< no frame and no unit: a weight, a factor, an index
    point,        ///< metres; moves with its frame
    offset,       ///< metres; a difference of points
    vector,       ///< no unit; rotates with its frame
    direction,    ///< no unit, of length 1; rotates with its frame
    tangent,      ///< a direction, and a fourth number of 1 or -1 that a mirror changes
    rotation,     ///< a quaternion (x, y, z, w)
    translation,  ///< metres; of a map between two frames; belongs to a rotation
    affine,       ///< rows (C | t) of a map between two frames, t in metres
    scale,        ///< factors along a joint's own axes
    stretch,      ///< a symmetric 3 by 3 matrix
    moments,      ///< ten numbers of a symmetric 4 by 4 matrix of moments of (x, 1)
    length,       ///< metres
    per_length,   ///< 1 / metres
    turn,         ///< radians; a mirror changes its sign
    opening,      ///< radians, of a cone; never negative
    time,         ///< seconds
    colour,       ///< the channels are in `words`
    value,        ///< a rotation if the array `is_rotation` is set, else any number
    other,        ///< another array or the algorithm defines it; `words` has its name
  };

  Of of = Of::plain;
  Space to = Space::none, from = Space::none;  ///< a map: from one to the other; else only `to`
  bool at_bind_time = false;
  std::string_view words = {};  ///< replaces the usual text

  static constexpr Kind number() { return Kind{Of::plain}.said("1"); }
  static constexpr Kind point(Space in) { return {Of::point, in}; }
  static constexpr Kind offset(Space in) { return {Of::offset, in}; }
  static constexpr Kind vector(Space in) { return {Of::vector, in}; }
  static constexpr Kind direction(Space in) { return {Of::direction, in}; }
  static constexpr Kind tangent(Space in) { return {Of::tangent, in}; }
  static constexpr Kind rotation(Space to = Space::none, Space from = Space::none) {
    return {Of::rotation, to, from};
  }
  static constexpr Kind translation(Space to, Space from) { return {Of::translation, to, from}; }
  static constexpr Kind affine(Space to, Space from) { return {Of::affine, to, from}; }
  static constexpr Kind scale(Space to, Space from) { return {Of::scale, to, from}; }
  static constexpr Kind stretch(Space in) { return {Of::stretch, in}; }
  static constexpr Kind moments(Space in) { return {Of::moments, in}; }
  static constexpr Kind length() { return {Of::length}; }
  static constexpr Kind per_length() { return {Of::per_length}; }
  static constexpr Kind turn() { return {Of::turn}; }
  static constexpr Kind opening() { return {Of::opening}; }
  static constexpr Kind time() { return {Of::time}; }
  static constexpr Kind colour(std::string_view channels) { return Kind{Of::colour}.said(channels); }
  static constexpr Kind value(std::string_view words = "any") { return Kind{Of::value}.said(words); }
  static constexpr Kind other(std::string_view words) { return Kind{Of::other}.said(words); }
  constexpr Kind at_bind() const { return {of, to, from, true, words}; }
  constexpr Kind said(std::string_view in_words) const { return {of, to, from, at_bind_time, in_words}; }

  bool is_map() const { return from != Space::none; }
};

/// Frame and unit in words: "mesh space, metres"; empty for plain numbers.
std::string to_string(const Kind& kind);

}  // namespace bindpose
