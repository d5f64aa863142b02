// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/mirror_pairs.h"

#include <map>

namespace bindpose::conformance {
namespace {

constexpr double vertex_share = 0x1p-16, joint_share = 0x1p-10;  // relative to the mesh's diagonal

struct Mirror {
  Eigen::Index axis = 0;
  double at = 0;

  Vec3<double> image_of(Vec3<double> x) const {
    x[axis] = 2 * at - x[axis];
    return x;
  }
};

/// Finds vertices by position, in a grid of cells with the edge length `side`.
class Places {
 public:
  Places(const std::vector<Vec3<double>>& positions, double side) : positions_(positions), side_(side) {
    for (std::size_t v = 0; v < positions.size(); ++v)
      cells_.try_emplace(cell_of(positions[v]), v);
  }

  /// A vertex at most one side away.
  std::optional<std::size_t> at(const Vec3<double>& x) const {
    const Cell middle = cell_of(x);
    for (int i = 0; i < 27; ++i) {
      const auto found =
          cells_.find({middle[0] + i % 3 - 1, middle[1] + i / 3 % 3 - 1, middle[2] + i / 9 - 1});
      if (found != cells_.end() && (positions_[found->second] - x).norm() <= side_) return found->second;
    }
    return {};
  }

 private:
  using Cell = std::array<long long, 3>;
  Cell cell_of(const Vec3<double>& x) const {
    return {std::llround(x[0] / side_), std::llround(x[1] / side_), std::llround(x[2] / side_)};
  }

  const std::vector<Vec3<double>>& positions_;
  double side_;
  std::map<Cell, std::size_t> cells_;  ///< the first vertex in each cell
};

/// The image of every vertex; empty if a vertex has no image.
std::vector<std::size_t> paired_vertices(const Mesh& mesh, const Mirror& mirror, double near) {
  const Places places(mesh.positions, near);
  std::vector<std::size_t> images;
  for (const Vec3<double>& x : mesh.positions) {
    const auto image = places.at(mirror.image_of(x));
    if (!image) return {};
    images.push_back(*image);
  }
  return images;
}

/// Two opposite corners of the box around points.
struct Corners {
  Vec3<double> low, high;

  explicit Corners(const std::vector<Vec3<double>>& points) : low(points.front()), high(points.front()) {
    for (const Vec3<double>& x : points)
      low = low.cwiseMin(x), high = high.cwiseMax(x);
  }
};

/// The image of each joint. Parents come first, so that of several joints at one position, the one
/// below the parent's image is chosen.
std::optional<std::vector<std::size_t>> paired_joints(const Character& character, const Mirror& mirror,
                                                      double near) {
  const std::size_t J = character.pivots.size();
  std::vector<std::size_t> images(J);
  std::vector<bool> is_taken(J);
  for (const std::size_t j : topological_order(character.parents)) {
    const Vec3<double> place = mirror.image_of(character.pivots[j]);
    const int parent = character.parents[j] < 0
                           ? -1
                           : static_cast<int>(images[static_cast<std::size_t>(character.parents[j])]);
    std::optional<std::size_t> nearest;
    for (std::size_t k = 0; k < J; ++k) {
      if (is_taken[k] || character.parents[k] != parent) continue;
      const double apart = (character.pivots[k] - place).norm();
      if (apart <= near && (!nearest || apart < (character.pivots[*nearest] - place).norm())) nearest = k;
    }
    if (!nearest) return {};
    images[j] = *nearest;
    is_taken[*nearest] = true;
  }
  return images;
}

}  // namespace

std::optional<MirrorPairs> mirror_pairs(const Character& character) {
  if (character.mesh.positions.empty() || character.pivots.empty()) return {};
  const Corners mesh(character.mesh.positions), skeleton(character.pivots);
  const double size = (mesh.high - mesh.low).norm();
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const Mirror mirror{axis, (skeleton.low[axis] + skeleton.high[axis]) / 2};
    auto joints = paired_joints(character, mirror, joint_share * size);
    if (!joints) continue;
    bool has_sides = false;
    for (std::size_t j = 0; j < joints->size(); ++j)
      has_sides = has_sides || (*joints)[j] != j;
    if (has_sides)
      return MirrorPairs{std::move(*joints), paired_vertices(character.mesh, mirror, vertex_share * size)};
  }
  return {};
}

}  // namespace bindpose::conformance
