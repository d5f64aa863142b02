// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/pairs.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "reference/model/rows.h"

namespace bindpose::conformance::same {
namespace {

/// Pairs entries whose names occur once in each list.
template <class Entry>
void join_by_name(Pairing& pairing, const std::vector<Entry>& before, const std::vector<Entry>& after) {
  std::map<std::string_view, std::pair<int, std::size_t>> in_before, in_after;  // count, index
  const auto count = [](auto& counts, const auto& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (!entries[i].name.empty()) {
        ++counts[entries[i].name].first;
        counts[entries[i].name].second = i;
      }
  };
  count(in_before, before);
  count(in_after, after);
  for (const auto& [name, b] : in_before) {
    const auto a = in_after.find(name);
    if (b.first == 1 && a != in_after.end() && a->second.first == 1) pairing.join(b.second, a->second.second);
  }
}

/// Pairs the remaining entries in order.
void join_in_order(Pairing& pairing) {
  std::size_t a = 0;
  for (std::size_t b = 0; b < pairing.after.size(); ++b) {
    if (pairing.after[b]) continue;
    while (a < pairing.before.size() && pairing.before[a])
      ++a;
    if (a < pairing.before.size()) pairing.join(b, a);
  }
}

std::vector<std::vector<std::size_t>> children_of(const gltf::Asset& asset) {
  std::vector<std::vector<std::size_t>> children(asset.nodes.size() + 1);  // the last entry: roots
  for (std::size_t n = 0; n < asset.nodes.size(); ++n)
    children[asset.nodes[n].parent < 0 ? asset.nodes.size() : static_cast<std::size_t>(asset.nodes[n].parent)]
        .push_back(n);
  return children;
}

void join_joints(Pairing& pairing, const gltf::Asset& before, const gltf::Asset& after) {
  Pairing skins(before.skins.size(), after.skins.size());
  join_by_name(skins, before.skins, after.skins);
  join_in_order(skins);
  for (std::size_t s = 0; s < before.skins.size(); ++s) {
    if (!skins.after[s]) continue;
    const auto& b = before.skins[s].joints;
    const auto& a = after.skins[*skins.after[s]].joints;
    for (std::size_t j = 0; a.size() == b.size() && j < b.size(); ++j)
      if (pairing.is_free(b[j], a[j])) pairing.join(b[j], a[j]);
  }
}

void join_children(Pairing& pairing, const gltf::Asset& before, const gltf::Asset& after) {
  const auto children_before = children_of(before), children_after = children_of(after);
  const auto join_free = [&](const std::vector<std::size_t>& b, const std::vector<std::size_t>& a) {
    std::vector<std::size_t> free_b, free_a;
    std::ranges::copy_if(b, std::back_inserter(free_b), [&](std::size_t n) { return !pairing.after[n]; });
    std::ranges::copy_if(a, std::back_inserter(free_a), [&](std::size_t n) { return !pairing.before[n]; });
    for (std::size_t i = 0; free_a.size() == free_b.size() && i < free_b.size(); ++i)
      pairing.join(free_b[i], free_a[i]);
  };
  join_free(children_before.back(), children_after.back());
  std::vector<int> parents;
  for (const gltf::Node& node : before.nodes)
    parents.push_back(node.parent);
  for (const std::size_t n : topological_order(parents))
    if (pairing.after[n]) join_free(children_before[n], children_after[*pairing.after[n]]);
}

double distance(const Affine<double>& a, const Affine<double>& b) {
  return (a.linear - b.linear).norm() + (a.translation - b.translation).norm();
}

/// Two opposite corners of a mesh's bounding box.
std::vector<Vec3<double>> corners_of(const Mesh& mesh) {
  Eigen::AlignedBox3d box;
  for (const Vec3<double>& x : mesh.positions)
    box.extend(x);
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)));
  return corners;
}

std::optional<Affine<double>> inverse(const Affine<double>& M) {
  if (!is_invertible(M.linear)) return std::nullopt;
  return inverse_of(M);
}

/// Largest distance between the images of these points under two maps.
double apart(const Affine<double>& A, const Affine<double>& B, const std::vector<Vec3<double>>& points) {
  double most = 0;
  for (const Vec3<double>& x : points)
    most = std::max(most, (A * x - B * x).norm());
  return most;
}

/// At most this many joints determine a mesh's units.
constexpr std::size_t most_voters = 50;
/// Maps that differ by less than this part of the mesh's size count as equal, because tools
/// multiply float32 matrices.
constexpr double same_map = 0x1p-14;

/// A_before^-1 A_after for the same joint: the map on which most joints agree.
Affine<double> object_map(const PosedFile& before, const PosedFile& after, std::size_t d,
                          const Pairing& nodes) {
  const Drawable& drawable = after.drawables()[d];
  std::vector<Affine<double>> candidates;
  for (std::size_t j = 0; j < drawable.joint_nodes.size() && candidates.size() < most_voters; ++j) {
    const Partner node = nodes.before[drawable.joint_nodes[j]];
    for (const Drawable& original : before.drawables()) {
      if (!node || !original.skinned) continue;
      const auto slot = std::ranges::find(original.joint_nodes, *node);
      if (slot == original.joint_nodes.end()) continue;
      const auto bind = inverse(
          original.rig.skeleton.inverse_binds[static_cast<std::size_t>(slot - original.joint_nodes.begin())]);
      if (bind) candidates.push_back(*bind * drawable.rig.skeleton.inverse_binds[j]);
    }
  }
  const std::vector<Vec3<double>> corners = corners_of(drawable.rig.mesh);
  Affine<double> best;
  std::size_t most = 0;
  for (const Affine<double>& candidate : candidates) {
    double size = 0;
    for (const Vec3<double>& x : corners)
      size = std::max(size, (candidate * x - candidate * corners[0]).norm());
    const auto agrees = [&](const Affine<double>& other) {
      return apart(candidate, other, corners) <= same_map * size;
    };
    const auto votes = static_cast<std::size_t>(std::ranges::count_if(candidates, agrees));
    if (votes > most) {
      most = votes;
      best = agrees({}) ? Affine<double>{} : candidate;
    }
  }
  return best;
}

/// A vertex to pair.
struct Point {
  Vec3<double> x = Vec3<double>::Zero(), n = Vec3<double>::Zero();
  std::uint32_t drawable = 0, vertex = 0;
  bool skinned = false;
};

/// Vertices of triangles with three different positions, or all vertices of a mesh without triangles.
std::vector<bool> used_vertices(const Mesh& mesh) {
  std::vector<bool> used(mesh.vertex_count(), mesh.triangles.empty());
  const auto& x = mesh.positions;
  for (const Triangle& t : mesh.triangles) {
    const bool has_area = x[t[0]] != x[t[1]] && x[t[1]] != x[t[2]] && x[t[2]] != x[t[0]];
    for (const std::uint32_t v : t)
      used[v] = used[v] || has_area;
  }
  return used;
}

std::vector<Point> points_of(const PosedFile& file, const FilePose& rest,
                             const std::vector<Affine<double>>& object_maps) {
  std::vector<Point> points;
  FilePose unmorphed = rest;
  for (auto& weights : unmorphed.morph_weights)
    std::ranges::fill(weights, 0.0);
  for (std::size_t d = 0; d < file.drawables().size(); ++d) {
    const Drawable& drawable = file.drawables()[d];
    const std::vector<bool> used = used_vertices(drawable.rig.mesh);
    PosedFile::RestVertices morphed;
    const auto& vertices = file.before_skinning(d, unmorphed, morphed);
    const Mat3<double> normals = cofactor(object_maps[d].linear);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      if (!used[v]) continue;
      Point point{vertices[v].x, vertices[v].n, static_cast<std::uint32_t>(d), static_cast<std::uint32_t>(v),
                  drawable.skinned};
      if (drawable.skinned) {
        point.x = object_maps[d] * point.x;
        point.n = normals * point.n;
      } else {
        const auto moved = file.in_world(d, vertices[v], rest);
        point.x = moved.x;
        point.n = moved.n;
      }
      if (point.n.norm() > 0) point.n.normalize();
      points.push_back(point);
    }
  }
  return points;
}

/// Points in cubes of equal size, sorted by cube.
class Cubes {
 public:
  Cubes(const std::vector<Point>& points, const std::vector<std::size_t>& which, double size) : size_(size) {
    for (const std::size_t i : which)
      cubes_.emplace_back(key(points[i].x), i);
    std::ranges::sort(cubes_);
  }

  /// Calls look(index) for points in the cube of x and in adjacent cubes.
  void near(const Vec3<double>& x, const auto& look) const {
    const Key center = key(x);
    for (std::int64_t i = -1; i <= 1; ++i)
      for (std::int64_t j = -1; j <= 1; ++j) {
        const Key first{center[0] + i, center[1] + j, center[2] - 1};
        const Key last{center[0] + i, center[1] + j, center[2] + 1};
        for (auto at = std::ranges::lower_bound(cubes_, std::pair(first, std::size_t{0}));
             at != cubes_.end() && at->first <= last; ++at)
          look(at->second);
      }
  }

 private:
  using Key = std::array<std::int64_t, 3>;
  Key key(const Vec3<double>& x) const {
    constexpr double most = 0x1p60;
    return {static_cast<std::int64_t>(std::clamp(std::floor(x[0] / size_), -most, most)),
            static_cast<std::int64_t>(std::clamp(std::floor(x[1] / size_), -most, most)),
            static_cast<std::int64_t>(std::clamp(std::floor(x[2] / size_), -most, most))};
  }
  double size_;
  std::vector<std::pair<Key, std::size_t>> cubes_;
};

/// Weights of a vertex, by node of the original.
std::map<std::size_t, double> weights_of(const PosedFile& file, const Point& point,
                                         const Pairing* nodes_of_after) {
  const Drawable& drawable = file.drawables()[point.drawable];
  const Influences& influences = drawable.rig.influences;
  std::map<std::size_t, double> weights;
  for (std::size_t i = point.vertex * influences.width; i < (point.vertex + 1) * influences.width; ++i) {
    const std::size_t node = drawable.joint_nodes[influences.joints[i]];
    const Partner original = nodes_of_after == nullptr ? Partner(node) : nodes_of_after->before[node];
    if (influences.weights[i] != 0) weights[original.value_or(SIZE_MAX - node)] += influences.weights[i];
  }
  return weights;
}

/// Half the sum of differences: 0 if equal, 1 if nothing is in common.
double unlike(std::map<std::size_t, double> a, const std::map<std::size_t, double>& b) {
  for (const auto& [node, w] : b)
    a[node] -= w;
  double sum = 0;
  for (const auto& [node, w] : a)
    sum += std::fabs(w);
  return sum / 2;
}

/// Sets of numbers that are merged.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), std::size_t{0}); }
  std::size_t of(std::size_t i) {
    for (; up_[i] != i; i = up_[i])
      up_[i] = up_[up_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::size_t first = of(a), second = of(b);
    up_[std::max(first, second)] = std::min(first, second);
  }

 private:
  std::vector<std::size_t> up_;
};

/// Distance between a vertex and its partner that rounding and quantization of both files allow.
double reach_of(const PosedFile& file, const FilePose& rest, const std::vector<Point>& points,
                const std::vector<Affine<double>>& maps) {
  double stored = 0, size = 0;
  for (std::size_t d = 0; d < file.drawables().size(); ++d)
    for (const AssetPart& part : file.drawables()[d].parts) {
      const Affine<double>& map = file.drawables()[d].skinned ? maps[d] : rest.worlds[part.node];
      const double scale = map.linear.norm();
      const double error = file.asset().meshes[part.mesh].primitives[part.primitive].storage.positions;
      stored = std::max(stored, std::sqrt(3.0) * scale * error);
    }
  for (const Point& point : points)
    size = std::max(size, point.x.cwiseAbs().maxCoeff());
  return stored + 0x1p-20 * size;
}

}  // namespace

std::string node_name(const gltf::Asset& asset, std::size_t node) {
  return asset.nodes[node].name.empty() ? fmt::format("node {}", node) : asset.nodes[node].name;
}

Pairing pair_clips(const gltf::Asset& before, const gltf::Asset& after) {
  Pairing pairing(before.clips.size(), after.clips.size());
  join_by_name(pairing, before.clips, after.clips);
  join_in_order(pairing);
  return pairing;
}

Pairing pair_nodes(const PosedFile& before, const PosedFile& after, const FilePose& rest_before,
                   const FilePose& rest_after) {
  Pairing pairing(before.asset().nodes.size(), after.asset().nodes.size());
  join_by_name(pairing, before.asset().nodes, after.asset().nodes);
  join_joints(pairing, before.asset(), after.asset());
  join_children(pairing, before.asset(), after.asset());
  constexpr std::size_t most_tries = 10'000'000;
  std::size_t tries = 0;
  for (std::size_t b = 0; b < pairing.after.size(); ++b)
    for (std::size_t a = 0; !pairing.after[b] && a < pairing.before.size() && ++tries < most_tries; ++a)
      if (pairing.is_free(b, a) && distance(rest_before.worlds[b], rest_after.worlds[a]) <=
                                       0x1p-20 * (1 + rest_before.worlds[b].translation.norm()))
        pairing.join(b, a);
  return pairing;
}

VertexPairs pair_vertices(const PosedFile& before, const PosedFile& after, const FilePose& rest_before,
                          const FilePose& rest_after, const Pairing& nodes) {
  VertexPairs pairs;
  pairs.of.resize(before.drawables().size());
  for (std::size_t d = 0; d < after.drawables().size(); ++d)
    pairs.object_from_after.push_back(after.drawables()[d].skinned ? object_map(before, after, d, nodes)
                                                                   : Affine<double>{});
  const std::vector<Affine<double>> as_stored(before.drawables().size());
  const std::vector<Point> old_points = points_of(before, rest_before, as_stored);
  const std::vector<Point> new_points = points_of(after, rest_after, pairs.object_from_after);
  std::vector<bool> has_partner(new_points.size());
  Sets places(old_points.size() + new_points.size());
  std::vector<bool> is_shared(old_points.size() + new_points.size());
  std::vector<std::size_t> free_old(old_points.size()), free_new(new_points.size());
  for (std::size_t i = 0; i < free_old.size(); ++i)
    free_old[i] = i;
  for (std::size_t i = 0; i < free_new.size(); ++i)
    free_new[i] = i;
  Eigen::AlignedBox3d box;
  for (const Point& point : old_points)
    box.extend(point.x);
  const double size = old_points.empty() ? 0 : box.diagonal().norm();
  const double least = std::max(reach_of(before, rest_before, old_points, as_stored) +
                                    reach_of(after, rest_after, new_points, pairs.object_from_after),
                                std::numeric_limits<double>::min());
  // Vertices within this distance count as the same. The search for other partners extends to a
  // twentieth of the size.
  constexpr double work_limit = 4e8;
  double work = 0;
  for (double reach = least; !free_old.empty() && !free_new.empty() && work < work_limit; reach *= 4) {
    const bool is_first = reach == least;
    if (!is_first && reach > size / 20) break;
    const Cubes cubes(new_points, free_new, reach);
    std::vector<std::size_t> left;
    std::size_t joined = 0;
    for (const std::size_t b : free_old) {
      const Point& old_point = old_points[b];
      std::optional<std::size_t> best;
      double lowest = 0;
      std::optional<std::map<std::size_t, double>> weights;
      cubes.near(old_point.x, [&](std::size_t a) {
        const Point& candidate = new_points[a];
        const double far = (candidate.x - old_point.x).norm();
        work += 1;
        if (far > reach || (!is_first && has_partner[a])) return;
        if (is_first) {
          places.join(b, old_points.size() + a);
          is_shared[b] = is_shared[old_points.size() + a] = true;
        }
        if (!weights) weights = weights_of(before, old_point, nullptr);
        double unlikeness = unlike(*weights, weights_of(after, candidate, &nodes)) + far / reach / 16 +
                            (candidate.n - old_point.n).norm() / 4;
        if (candidate.skinned != old_point.skinned) unlikeness += 1;
        if (best && unlikeness >= lowest) return;
        best = a;
        lowest = unlikeness;
      });
      if (!best) {
        left.push_back(b);
        continue;
      }
      const Point& partner = new_points[*best];
      pairs.of[old_point.drawable].push_back({old_point.vertex, partner.drawable, partner.vertex});
      has_partner[*best] = true;
      ++joined;
    }
    // Vertices that a tool split share a partner with another vertex at their position.
    if (is_first) {
      const Cubes old_cubes(old_points, free_old, reach);
      for (std::size_t a = 0; a < new_points.size(); ++a)
        if (!has_partner[a])
          old_cubes.near(new_points[a].x, [&](std::size_t b) {
            if ((old_points[b].x - new_points[a].x).norm() <= reach) has_partner[a] = true;
          });
    }
    free_old = std::move(left);
    std::erase_if(free_new, [&](std::size_t a) { return has_partner[a]; });
    pairs.paired += joined;
  }
  for (const std::size_t b : free_old)
    pairs.only_before.emplace_back(old_points[b].drawable, old_points[b].vertex);
  for (std::size_t a = 0; a < new_points.size(); ++a)
    if (!has_partner[a]) pairs.only_after.emplace_back(new_points[a].drawable, new_points[a].vertex);
  for (auto& of : pairs.of)
    std::ranges::sort(of, {}, &PairedVertex::before);
  const auto numbered = [&](const PosedFile& file, const std::vector<Point>& points, std::size_t first) {
    std::vector<std::vector<std::size_t>> numbers;
    for (const Drawable& drawable : file.drawables())
      numbers.emplace_back(drawable.rig.mesh.vertex_count(), VertexPairs::nowhere);
    for (std::size_t i = 0; i < points.size(); ++i)
      if (is_shared[first + i]) numbers[points[i].drawable][points[i].vertex] = places.of(first + i);
    return numbers;
  };
  pairs.places_before = numbered(before, old_points, 0);
  pairs.places_after = numbered(after, new_points, old_points.size());
  return pairs;
}

std::string target_name(const PosedFile& file, std::size_t drawable, std::size_t target) {
  const Drawable& shown = file.drawables()[drawable];
  const std::vector<std::string>& names = file.asset().meshes[shown.parts.front().mesh].target_names;
  return target < names.size() && !names[target].empty() ? names[target] : fmt::format("target {}", target);
}

namespace {

struct Named {
  std::string name;
};

std::vector<Named> names_of(const PosedFile& file, std::size_t drawable) {
  std::vector<Named> names;
  for (const std::string& name :
       file.asset().meshes[file.drawables()[drawable].parts.front().mesh].target_names)
    names.push_back({name});
  names.resize(file.drawables()[drawable].morphing->targets.size());
  return names;
}

/// Largest distance between displacements of paired vertices.
double apart(const MorphTarget& before, const MorphTarget& after, std::size_t drawable_after,
             const std::vector<PairedVertex>& pairs, const Mat3<double>& object_from_after) {
  double most = 0;
  const auto row = [](const MorphTarget& target, std::size_t v) {
    return target.positions.empty() ? Vec3<double>::Zero() : target.positions[v];
  };
  for (const PairedVertex& pair : pairs)
    if (pair.after_drawable == drawable_after)
      most = std::max(most, (row(before, pair.before) - object_from_after * row(after, pair.after)).norm());
  return most;
}

}  // namespace

Pairing pair_targets(const PosedFile& before, std::size_t drawable_before, const PosedFile& after,
                     std::size_t drawable_after, const VertexPairs& vertices) {
  const Drawable &b = before.drawables()[drawable_before], &a = after.drawables()[drawable_after];
  Pairing pairing(b.morphing->targets.size(), a.morphing ? a.morphing->targets.size() : 0);
  if (pairing.before.empty()) return pairing;
  join_by_name(pairing, names_of(before, drawable_before), names_of(after, drawable_after));
  if (pairing.before.size() == pairing.after.size()) {
    join_in_order(pairing);
    return pairing;
  }
  std::vector<std::tuple<double, std::size_t, std::size_t>> distances;
  for (std::size_t i = 0; i < pairing.after.size(); ++i)
    for (std::size_t k = 0; k < pairing.before.size(); ++k)
      if (pairing.is_free(i, k))
        distances.emplace_back(
            apart(b.morphing->targets[i], a.morphing->targets[k], drawable_after,
                  vertices.of[drawable_before], vertices.object_from_after[drawable_after].linear),
            i, k);
  std::ranges::sort(distances);
  for (const auto& [far, i, k] : distances)
    if (pairing.is_free(i, k)) pairing.join(i, k);
  return pairing;
}

}  // namespace bindpose::conformance::same
