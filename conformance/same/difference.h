// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: displacement of the vertices in a rewritten glTF file: size, place, time and cause.
#pragma once

#include <numbers>

#include "conformance/same/pairs.h"

namespace bindpose::conformance::same {

inline constexpr double one_degree = std::numbers::pi / 180;

/// The cause that explains a vertex's whole displacement.
enum class Cause {
  none,          ///< not displaced
  quantization,  ///< rounding of the stored numbers
  resampling,    ///< a channel equals the original at its keys, and differs between them
  other          ///< neither
};
std::string_view name_of(Cause cause);

/// The place of a largest difference. Names are untrusted text.
struct DifferencePlace {
  std::string mesh;                                 ///< "body", or "mesh 3"
  std::string joint;                                ///< joint with the largest weight in the original
  std::size_t node = 0, primitive = 0, vertex = 0;  ///< in the original; the vertex within its primitive
  std::string moment;                               ///< "rest", "walk", "target smile"
  double seconds = 0;                               ///< time in a clip
  std::string when;                                 ///< "at a key", "between keys", "at an end"
};

/// A vertex of a drawable of the original at a moment.
struct Spot {
  std::uint32_t drawable = 0, vertex = 0, moment = 0;
};

struct Limits {
  double metres = 0.001, radians = 0.5 * one_degree;
};

/// Differences of many vertices at many moments. A size that is not finite counts as infinite.
struct Tally {
  double most = 0;         ///< metres, in the world
  double object_most = 0;  ///< metres, after morphing, before skinning, in the space of the original mesh
  double normal_most = 0;  ///< radians, in the world
  double object_normal_most = 0;
  double sum = 0, object_sum = 0;  ///< sums of squares
  std::size_t count = 0;
  std::array<double, 4> most_by_cause = {};  ///< metres, by Cause
  std::array<double, 4> normal_by_cause = {};
  Spot at, normal_at;

  double rms() const { return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count)); }
  double object_rms() const { return count == 0 ? 0 : std::sqrt(object_sum / static_cast<double>(count)); }
  /// The worst cause of a displacement or of a normal's rotation.
  Cause cause() const;
  bool is_within(const Limits& limits) const;
  void add(const Tally& other);
};

struct NamedTally {
  std::string kind;  ///< "rest", "clip", "target", "joint", "mesh"
  std::string name;
  Tally tally;
  DifferencePlace at = {}, normal_at = {};
  std::size_t moments = 0;                                ///< for a clip
  std::vector<std::pair<double, double>> over_time = {};  ///< for a clip: seconds, metres
};

/// Something that only one file has, or a difference other than a displacement.
struct Finding {
  std::string kind;      ///< "clip-lost", "inverse-bind-changed" ...
  std::string subject;   ///< a name, untrusted text
  std::string detail;    ///< a sentence without its full stop
  bool is_loss = false;  ///< true: the character cannot be the same
  double size = 0;       ///< sorts findings: metres, radians, seconds or a count
};

/// Positions of the drawn vertices at one moment, in the world.
struct DrawnMoment {
  double seconds = 0;
  std::string when;                         ///< "at a key"; empty for a pose without a clip
  double metres = 0;                        ///< the largest displacement of all vertices
  std::vector<Vec3<double>> before, after;  ///< [#vertices]
};

struct DrawnRow {
  std::string kind, name;            ///< as in its NamedTally
  std::vector<DrawnMoment> moments;  ///< the largest displacement, and others evenly spread
};

/// Paired vertices to compare: all, or, for large files, some of them without their triangles.
struct Drawing {
  static constexpr std::size_t most_vertices = 20000;
  static constexpr std::size_t most_places = 200000;  ///< vertices times moments

  std::size_t vertices = 0;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<DrawnRow> rows;  ///< the largest displacement first
};

struct Differences {
  std::string before, after;  ///< files
  Limits within;
  std::size_t vertices = 0, paired = 0, only_before = 0, only_after = 0;
  std::size_t moments = 0, all_moments = 0;  ///< moments compared, and all moments
  NamedTally total;
  std::vector<NamedTally> tallies;
  std::vector<Finding> findings;
  Drawing drawing;

  bool is_within() const;
};

/// Poses both files at rest, at all keys of each pair of clips, halfway between keys, half a second
/// before and after, and with each morph target alone. For very large files, compares fewer, evenly
/// spread moments; `moments` counts them. draws: sets `drawing`. Errors NO_MESH; those of posing.
Expected<Differences> differences(const std::shared_ptr<const gltf::Asset>& before,
                                  const std::shared_ptr<const gltf::Asset>& after, const Limits& within,
                                  bool draws = false);

}  // namespace bindpose::conformance::same
