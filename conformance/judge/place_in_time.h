// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: predicates on the time of a row, as in position_predicates.h.
#pragma once

#include "conformance/judge/position_predicates.h"

namespace bindpose::conformance {

/// The interval of a track that a time is in.
std::optional<std::vector<std::string>> key_interval(const Place& place);

/// The keys before and after a time; a loop also goes from the last key to the first. None if both keys are equal:
/// then every path between them is right.
std::optional<std::vector<std::string>> between_any_keys(const Place& place);

/// "at a key or beyond all keys", and if so also "beyond all keys"; empty between keys.
std::optional<std::vector<std::string>> at_a_key(const Place& place);

std::optional<std::vector<std::string>> below_0(const Place& place);

/// The angle between the rotations of the keys around a row, in degrees; none without rotations.
std::optional<double> degrees_between_keys(const Place& place);

/// True at a key, outside all keys, and between equal keys.
bool is_as_a_key(const Place& place);

/// True if the quaternions of the keys around a row have a negative dot product.
std::optional<std::vector<std::string>> between_opposite_keys(const Place& place);

/// The numbers of a row at the two keys around its time, and at other keys.
struct KeysAround {
  std::vector<double> from, to;
  double u = 0, seconds = 1;                     ///< fraction between the keys, and their distance
  std::vector<double> earlier = {}, later = {};  ///< the next keys on both sides; may be empty
  using Named = std::vector<std::pair<std::string, std::vector<double>>>;
  Named tangents = {};  ///< tangents of a spline: "the in-tangent of the key before the time"
  Named others = {};    ///< "the first key"
};
/// None without keys.
std::optional<KeysAround> keys_around(const Place& place);

}  // namespace bindpose::conformance
