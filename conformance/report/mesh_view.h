// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an output as a mesh for a viewer, with its wrong positions and their errors. Coordinates have 16 bits, and
// a large mesh is drawn in part; the numbers are the judged ones. Also: a still picture of a mesh, for pages
// without scripts: the expected mesh in grey, the output coloured by its error. Also: a file's clip, posed by the
// reference from its first key to its last, which the page plays next to a judged moment.
#pragma once

#include "conformance/judge/compare_array.h"
#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {

struct BakedClip;

/// The vertices on which one joint has the largest weight.
struct MeshSegment {
  std::string joint;
  std::size_t vertices = 0;
  std::size_t wrong = 0;  ///< vertices with a number outside its bound
  double metres = 0;      ///< largest displacement of a vertex
};

/// A vertex with numbers.
struct NumberedVertex {
  std::size_t vertex = 0;
  std::size_t drawn = 0;  ///< its index among the drawn vertices
  double metres = 0;
  VertexInfluences influences;
  std::vector<JudgedNumber> numbers;  ///< [#columns]; without a bound if a number is not judged
};

struct MeshView {
  static constexpr std::size_t most_drawn = 20000;
  static constexpr std::size_t most_numbered = 240;

  std::string array;                              ///< the drawn array: "positions"
  std::size_t vertices = 0;                       ///< number of the mesh's vertices
  std::array<double, 3> low = {}, high = {};      ///< the box for coordinates from 0 to 65535
  std::vector<std::uint32_t> drawn;               ///< drawn vertices, ascending
  std::vector<std::uint16_t> expected, got;       ///< [#drawn 3]
  std::vector<std::uint8_t> by_bound, by_metres;  ///< [#drawn] 0 to 255, from nothing to the largest
  double worst_fraction = 0;                      ///< the largest error / bound that is finite
  double worst_metres = 0;
  bool are_places_right = true;  ///< all positions are within their bounds
  std::size_t outside = 0;       ///< positions drawn at the box's side: outside, or not a number
  std::vector<std::array<std::uint16_t, 3>> triangles;       ///< triangles of drawn vertices
  std::vector<std::array<std::uint16_t, 2>> bones;           ///< between drawn joints: parent and child
  std::vector<std::string> joints;                           ///< their names
  std::vector<MeshSegment> segments;                         ///< the most displaced first
  std::vector<std::pair<std::string, std::size_t>> columns;  ///< array and component of each number
  std::vector<NumberedVertex> numbered;         ///< those in the verdict, and the worst of each segment
  std::shared_ptr<const BakedClip> baked_clip;  ///< the judged clip; null: none
  double seconds = 0;                           ///< the judged moment in it
};

/// Position of a coordinate between two ends, from 0 to 65535.
std::uint16_t step_of(double x, double low, double high);

/// The vertices of a mesh that are drawn, in rising order: all, or at most `most`: `worst` (at most
/// half), then vertices of triangles spread over the mesh, if it has any, then single vertices.
std::vector<std::uint32_t> vertices_to_draw(const std::vector<std::uint32_t>& worst, std::size_t count,
                                            const std::vector<Triangle>& triangles, std::size_t most);

/// Empty unless can_be_drawn().
std::optional<MeshView> view_of(const JudgedAnswer& judged);
/// The view of an output whose whole mesh is given.
MeshView view_of(const JudgedAnswer& judged, const WholeMesh& mesh);

/// Seen along the shortest axis of the mesh. For a large mesh, draws the worst vertices and some of the others.
std::string mesh_svg(const MeshView& view);

/// The scale of colours as a bar.
std::string legend_svg();

/// "743", "1.2 thousand", "552 million": three digits.
std::string round_number(double x);

/// Words at the ends and in the middle of the scale of colours. The middle one may be empty.
struct Legend {
  std::string low, middle, high;
};
/// The meaning of the colours of errors: "grey: within the bound", "35 times", "yellow: 1.2 thousand times
/// the bound or more".
Legend bound_legend(const MeshView& view);

/// Evenly spread moments of a clip, with the first and the last key.
struct BakedClip {
  static constexpr std::size_t most_moments = 17;  ///< a coarser selection also has the last key

  std::string clip;                                 ///< its name, or its number
  std::array<double, 3> low = {}, high = {};        ///< the box for coordinates from 0 to 65535
  std::vector<double> seconds;                      ///< [#moments] rising
  std::vector<std::vector<std::uint16_t>> moments;  ///< [#moments][#drawn 3] expected positions
};

/// Baked clips, each made once for all outputs that share it. Any number of threads may use them.
class BakedClips {
 public:
  /// The clip for the view; null if the case has no clip, or the reference has no output at one of its moments.
  std::shared_ptr<const BakedClip> of(const JudgedAnswer& judged, const MeshView& view);

 private:
  using Key = std::pair<const void*, std::string>;  ///< drawn vertices, and further inputs

  std::mutex mutex_;
  std::map<Key, std::weak_ptr<const BakedClip>> baked_clips_;
};

}  // namespace bindpose::conformance
