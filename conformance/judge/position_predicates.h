// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: predicates on the numbers of an output by vertex, joint, time, axis or array.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/suspects.h"

namespace bindpose::conformance {

/// An input's facts about its rows.
struct Surroundings {
  const Question* question = nullptr;
  const std::vector<std::string>* joint_names = nullptr;  ///< [#joints or 0]
  std::size_t vertices = 0, joints = 0;                   ///< 0 without such rows
  std::optional<bool> at_rest;        ///< for a mesh: true if the right output has not moved
  std::vector<bool> mirrors;          ///< [#joints]: true if a joint's matrix has a negative determinant
  std::vector<std::int32_t> parents;  ///< [#joints or 0]
  const std::vector<std::size_t>* rows =
      nullptr;      ///< [#vertices] for a sample: vertex numbers in the whole mesh; else empty
  Affines palette;  ///< skinning matrices; empty if the input has none
  /// [#joints or 0]: quaternions with their signs, of skinning transforms or of local ones
  std::vector<Vec4<double>> palette_rotations, local_rotations;
  std::vector<bool> out_of_reach;  ///< [#chains or 0]: true if the goal is out of reach in the right output
  std::vector<bool> too_near;      ///< [#chains or 0]: true if it is nearer to the root than the end can be
};
Surroundings surroundings_of(const GivenAnswer& given);

/// One number of an output.
struct Place {
  const Surroundings& around;
  const ExpectedArray& array;
  std::size_t row = 0, component = 0;
};

/// row: true if all numbers of a row have the same value of the property
enum class PropertyOf { row, number };

struct Property {
  std::string_view id;
  PropertyOf kind = PropertyOf::row;
  /// The values of the property for a number; empty if this number has none; nullopt if the property does not
  /// apply to such numbers.
  std::optional<std::vector<std::string>> (*values)(const Place& place);
  std::string_view sentence;      ///< "only {} are wrong"; {} is the value
  std::string_view because = {};  ///< "its determinant is negative"
  bool is_of_given = false;       ///< marks rows that equal the input; right ones among them count

  /// "only normals are wrong"; as_well: which right ones have it, " (also true of 2 of 8 right rows)"
  std::string words(const std::string& value, const std::string& as_well = {}) const;
};
const std::vector<Property>& properties();

/// Index of the vertex in the whole mesh; nullopt for other rows.
std::optional<std::size_t> vertex_at(const Place& place);
/// Lower bound of the number of vertices of the whole mesh.
std::size_t vertex_count(const Surroundings& around);

/// True if a row of the right output equals its row of the input, or a key: many wrong computations preserve it.
bool is_as_given(const Place& place);

/// The largest index of the joints on which a vertex or a joint depends directly; nullopt without such a joint.
std::optional<std::size_t> last_joint_at(const Place& place);

/// The last slot of a vertex with a weight that is not 0; nullopt for other rows.
std::optional<std::size_t> last_slot_at(const Place& place);

/// Number of a vertex's weights that are not 0; nullopt for other rows.
std::optional<std::size_t> influences_at(const Place& place);

/// The smallest weight of a vertex that is not 0; nullopt for other rows.
std::optional<double> least_weight_at(const Place& place);

/// The largest number of ancestors of such a joint; nullopt without such a joint.
std::optional<std::size_t> depth_at(const Place& place);

/// Slots of a vertex with a weight that is not 0; without weights, all slots.
std::vector<std::size_t> used_slots(const Question& question, std::size_t vertex);

}  // namespace bindpose::conformance
