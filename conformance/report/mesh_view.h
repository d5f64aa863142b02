// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an answer as a mesh to look at: where it is wrong, and by how much.
//
// The drawing has 16 bits, and of a large mesh only a part; the numbers are the judged ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/judge/compare_array.h"
#include "conformance/report/clip_film.h"
#include "conformance/report/judged_answer.h"
#include "conformance/report/whole_mesh.h"

namespace bindpose::conformance {

/// The vertices of which one joint has the largest weight.
struct Limb {
  std::string joint;
  std::size_t vertices = 0;
  std::size_t wrong = 0;  ///< with a number outside its bound
  double metres = 0;      ///< the largest displacement among them
};

/// A vertex whose numbers are kept.
struct NumberedVertex {
  std::size_t vertex = 0;
  std::size_t drawn = 0;  ///< its place among those that are drawn
  double metres = 0;
  VertexInfluences influences;
  std::vector<JudgedNumber> numbers;  ///< [#columns]; without a bound if it is not judged
};

struct MeshView {
  static constexpr std::size_t most_drawn = 20000;
  static constexpr std::size_t most_numbered = 240;

  std::string array;                              ///< that is drawn: "positions"
  std::size_t vertices = 0;                       ///< of the mesh
  std::array<double, 3> low = {}, high = {};      ///< the box in which coordinates count from 0 to 65535
  std::vector<std::uint32_t> drawn;               ///< vertices, in rising order
  std::vector<std::uint16_t> expected, got;       ///< [#drawn 3]
  std::vector<std::uint8_t> by_bound, by_metres;  ///< [#drawn] 0 to 255, from nothing to the largest
  double worst_fraction = 0;                      ///< the largest error / bound that is finite
  double worst_metres = 0;
  bool are_places_right = true;  ///< every one is within its bound
  std::size_t outside = 0;       ///< answers that are drawn at the box's side: outside, or no number
  std::vector<std::array<std::uint16_t, 3>> triangles;       ///< of vertices that are drawn
  std::vector<std::array<std::uint16_t, 2>> bones;           ///< where joints are drawn: parent and child
  std::vector<std::string> joints;                           ///< their names
  std::vector<Limb> limbs;                                   ///< the most displaced first
  std::vector<std::pair<std::string, std::size_t>> columns;  ///< array and component of each number
  std::vector<NumberedVertex> numbered;  ///< what the verdict names, of each limb the worst ones
  std::shared_ptr<const ClipFilm> film;  ///< of the clip that was judged; null: none
  double seconds = 0;                    ///< the judged moment in it
};

/// Where a coordinate stands between two ends, from 0 to 65535.
std::uint16_t step_of(double x, double low, double high);

/// Nothing where can_be_drawn() says no.
std::optional<MeshView> view_of(const JudgedAnswer& judged);
/// The same for an answer whose whole mesh is given.
MeshView view_of(const JudgedAnswer& judged, const WholeMesh& mesh);

}  // namespace bindpose::conformance
