// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/difference.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <unordered_map>

#include <Eigen/Eigenvalues>

#include "conformance/report/mesh_view.h"
#include "conformance/same/channels.h"
#include "conformance/same/findings.h"

namespace bindpose::conformance::same {
namespace {

/// Vertices times moments that take about half a minute on two cores.
constexpr double most_work = 2.5e8;
constexpr std::size_t fewest_moments = 64;
constexpr double beyond_an_end = 0.5;  // seconds

struct Sample {
  std::optional<std::size_t> clip;  ///< clip of the original
  double seconds = 0;
  std::string when = "";
  std::optional<std::pair<std::size_t, std::size_t>> target;  ///< drawable and target of the original
};

/// Displacement of a point x of a node by an error of the transforms above the node: turn |x -
/// origin| + shift.
struct Lever {
  double turn = 0, shift = 0;

  double at(double distance) const { return turn * distance + shift; }
};

double largest_stretch(const Mat3<double>& C) {
  const Mat3<double> square = C.transpose() * C;
  return std::sqrt(std::max(
      0.0,
      Eigen::SelfAdjointEigenSolver<Mat3<double>>(square, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff()));
}

/// The size, or infinity if the size is not finite.
double size_or_infinity(double size) {
  return std::isfinite(size) ? size : std::numeric_limits<double>::infinity();
}

double angle_between(const Vec3<double>& a, const Vec3<double>& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// A pair of vertices, and the drawable of the first vertex.
struct DrawnVertex {
  std::size_t drawable = 0;
  PairedVertex pair;
};

struct MomentTally {
  Tally total;
  std::map<std::size_t, Tally> joints, meshes;  ///< nodes and meshes of the original
};

/// A pair of files, and data that do not depend on the moment.
class Comparer {
 public:
  Comparer(std::shared_ptr<const gltf::Asset> before, std::shared_ptr<const gltf::Asset> after)
      : before_(std::move(before)),
        after_(std::move(after)),
        nodes_(0, 0),
        clips_(pair_clips(before_.asset(), after_.asset())) {}

  Expected<void> prepare();
  std::vector<Sample> samples(std::size_t clip) const;
  std::vector<Sample> target_samples() const;
  Expected<MomentTally> at(const Sample& sample, std::uint32_t moment) const;
  DifferencePlace place(const Spot& spot, const Sample& sample) const;
  /// The vertices to draw, including the most displaced vertex of each row.
  std::vector<DrawnVertex> vertices_to_draw(const std::vector<NamedTally>& rows) const;
  std::vector<std::array<std::uint32_t, 3>> triangles_of(const std::vector<DrawnVertex>& vertices) const;
  Expected<DrawnMoment> drawn(const Sample& sample, const std::vector<DrawnVertex>& vertices) const;

  const PosedFile& before() const { return before_; }
  const PosedFile& after() const { return after_; }
  const FilePose& rest_before() const { return rest_before_; }
  const FilePose& rest_after() const { return rest_after_; }
  const Pairing& nodes() const { return nodes_; }
  const Pairing& clips() const { return clips_; }
  const VertexPairs& vertices() const { return vertices_; }
  const std::vector<std::vector<ChannelDifference>>& channels() const { return channels_; }
  const std::map<std::size_t, std::map<std::size_t, Pairing>>& targets() const { return targets_; }

 private:
  struct Poses {
    FilePose before, after;
    std::vector<Lever> quantized, resampled;   ///< [#nodes after]
    std::vector<std::vector<double>> stretch;  ///< [#drawables after][#joints], of the joint's matrix
    std::vector<std::vector<double>> weight_quantized;  ///< [#drawables after][#targets]
    std::vector<std::vector<double>> weight_resampled;
  };
  struct Allowed {
    double quantized = 0, resampled = 0;                ///< metres
    double normal_quantized = 0, normal_resampled = 0;  ///< radians
  };

  Expected<Poses> poses_at(const Sample& sample) const;
  void set_targets(Poses& poses, std::size_t drawable, std::size_t target) const;
  void add_levers(Poses& poses, const Sample& sample) const;
  void add_stretch(Poses& poses) const;
  Allowed allowed(const Poses& poses, std::size_t d_before, const PairedVertex& pair,
                  const skinning::RestVertex<double>& rest_before,
                  const skinning::RestVertex<double>& rest_after,
                  const skinning::DeformedVertex<double>& moved_before,
                  const skinning::DeformedVertex<double>& moved) const;
  Affine<double> object_map(const AssetPart& part, std::size_t d_after, std::size_t v_after) const;

  PosedFile before_, after_;
  FilePose rest_before_, rest_after_;
  Pairing nodes_, clips_;
  VertexPairs vertices_;
  std::map<std::size_t, std::map<std::size_t, Pairing>> targets_;  ///< drawable before, drawable after
  std::vector<std::vector<ChannelDifference>> channels_;           ///< [#clips before]
  std::vector<std::size_t> order_after_;                           ///< parents first
  std::map<std::pair<std::size_t, std::size_t>, Affine<double>> rigid_maps_;  ///< nodes before, after
};

Expected<void> Comparer::prepare() {
  BINDPOSE_TRY(rest_before_, before_.pose({}, 0));
  BINDPOSE_TRY(rest_after_, after_.pose({}, 0));
  nodes_ = pair_nodes(before_, after_, rest_before_, rest_after_);
  vertices_ = pair_vertices(before_, after_, rest_before_, rest_after_, nodes_);
  std::vector<int> parents;
  for (const gltf::Node& node : after_.asset().nodes)
    parents.push_back(node.parent);
  order_after_ = topological_order(parents);
  TargetsOfNode targets_of_node;
  for (std::size_t d = 0; d < before_.drawables().size(); ++d) {
    std::set<std::size_t> partners;
    for (const PairedVertex& pair : vertices_.of[d]) {
      partners.insert(pair.after_drawable);
      if (before_.drawables()[d].skinned || after_.drawables()[pair.after_drawable].skinned) continue;
      const std::size_t b = before_.part_of(d, pair.before).node;
      const std::size_t a = after_.part_of(pair.after_drawable, pair.after).node;
      if (rigid_maps_.contains({b, a})) continue;
      const Affine<double>&W = rest_before_.worlds[b], &V = rest_after_.worlds[a];
      Affine<double>& map = rigid_maps_[{b, a}];
      const bool is_same = (W.linear - V.linear).norm() + (W.translation - V.translation).norm() <=
                           two_roundings * (W.linear.norm() + W.translation.norm());
      if (is_same || !is_invertible(W.linear)) continue;
      const Mat3<double> inverted = W.linear.inverse();
      map = {inverted * V.linear, inverted * (V.translation - W.translation)};
    }
    if (!before_.drawables()[d].morphing) continue;
    for (const std::size_t a : partners) {
      targets_[d].emplace(a, pair_targets(before_, d, after_, a, vertices_));
      targets_of_node.emplace(before_.drawables()[d].morphing->node, targets_[d].at(a));
    }
  }
  for (std::size_t clip = 0; clip < before_.asset().clips.size(); ++clip)
    channels_.push_back(clips_.after[clip] ? channel_differences(before_.asset(), clip, after_.asset(),
                                                                 *clips_.after[clip], nodes_, targets_of_node)
                                           : std::vector<ChannelDifference>());
  return {};
}

std::vector<Sample> Comparer::samples(std::size_t clip) const {
  std::set<double> of_after, all;
  for (const gltf::Channel& channel : after_.asset().clips[*clips_.after[clip]].channels)
    of_after.insert(channel.track.times.begin(), channel.track.times.end());
  for (const gltf::Channel& channel : before_.asset().clips[clip].channels)
    all.insert(channel.track.times.begin(), channel.track.times.end());
  all.insert(of_after.begin(), of_after.end());
  std::vector<Sample> samples;
  if (all.empty()) return samples;
  samples.push_back({clip, *all.begin() - beyond_an_end, "before the first key", {}});
  for (auto at = all.begin(); at != all.end(); ++at) {
    samples.push_back({clip, *at, of_after.contains(*at) ? "at a key" : "between keys", {}});
    const auto next = std::next(at);
    if (next != all.end()) samples.push_back({clip, (*at + *next) / 2, "between keys", {}});
  }
  samples.push_back({clip, *all.rbegin() + beyond_an_end, "after the last key", {}});
  return samples;
}

std::vector<Sample> Comparer::target_samples() const {
  std::vector<Sample> samples;
  for (std::size_t d = 0; d < before_.drawables().size(); ++d)
    if (before_.drawables()[d].morphing)
      for (std::size_t i = 0; i < before_.drawables()[d].morphing->targets.size(); ++i)
        samples.push_back({{}, 0, "", std::pair(d, i)});
  return samples;
}

void Comparer::set_targets(Poses& poses, std::size_t drawable, std::size_t target) const {
  std::ranges::fill(poses.before.morph_weights[drawable], 0.0);
  poses.before.morph_weights[drawable][target] = 1;
  const auto partners = targets_.find(drawable);
  if (partners == targets_.end()) return;
  for (const auto& [a, pairing] : partners->second) {
    std::ranges::fill(poses.after.morph_weights[a], 0.0);
    if (pairing.after[target]) poses.after.morph_weights[a][*pairing.after[target]] = 1;
  }
}

Expected<Comparer::Poses> Comparer::poses_at(const Sample& sample) const {
  Poses poses;
  if (sample.clip) {
    BINDPOSE_TRY(poses.before, before_.pose(sample.clip, sample.seconds));
    BINDPOSE_TRY(poses.after, after_.pose(clips_.after[*sample.clip], sample.seconds));
  } else {
    poses.before = rest_before_;
    poses.after = rest_after_;
  }
  if (sample.target) set_targets(poses, sample.target->first, sample.target->second);
  add_levers(poses, sample);
  add_stretch(poses);
  return poses;
}

/// Errors of a node's own transform, which rotate and move all nodes below.
struct LocalErrors {
  double turn = 0, shift = 0;
};

void Comparer::add_levers(Poses& poses, const Sample& sample) const {
  const std::size_t count = after_.asset().nodes.size();
  std::vector<LocalErrors> quantized(count), resampled(count);
  for (const auto& weights : poses.after.morph_weights) {
    poses.weight_quantized.emplace_back(weights.size(), two_roundings);
    poses.weight_resampled.emplace_back(weights.size(), 0.0);
  }
  for (std::size_t n = 0; n < count; ++n) {
    const LocalTransform<double>& local = poses.after.locals[n];
    quantized[n].turn = (4 * std::sqrt(2.0) + std::sqrt(3.0)) * two_roundings;
    const Vec3<double>& t = local.is_matrix ? local.matrix.translation : local.trs.translation;
    quantized[n].shift = two_roundings * t.norm();
  }
  if (sample.clip)
    for (const ChannelDifference& channel : channels_[*sample.clip]) {
      const std::size_t n = channel.node_after;
      const bool is_resampled = channel.state == ChannelDifference::State::resampled;
      const LocalTransform<double>&b = poses.before.locals[channel.node_before], &a = poses.after.locals[n];
      if (channel.path == gltf::Channel::Path::weights) {
        for (std::size_t d = 0; d < after_.drawables().size(); ++d)
          if (after_.drawables()[d].morphing && after_.drawables()[d].morphing->node == n)
            for (std::size_t i = 0; i < poses.weight_quantized[d].size(); ++i) {
              poses.weight_quantized[d][i] += channel.allowed;
              if (is_resampled) poses.weight_resampled[d][i] += channel.most();
            }
      } else if (channel.path == gltf::Channel::Path::rotation) {
        quantized[n].turn += channel.allowed;
        if (is_resampled) resampled[n].turn += b.trs.rotation.angularDistance(a.trs.rotation);
      } else if (channel.path == gltf::Channel::Path::translation) {
        quantized[n].shift += channel.allowed;
        if (is_resampled) resampled[n].shift += (b.trs.translation - a.trs.translation).norm();
      } else {
        const double least = std::max(a.trs.scale.cwiseAbs().minCoeff(), std::numeric_limits<double>::min());
        quantized[n].turn += channel.allowed / least;
        if (is_resampled) resampled[n].turn += (b.trs.scale - a.trs.scale).norm() / least;
      }
    }
  const auto levers = [&](const std::vector<LocalErrors>& own) {
    std::vector<Lever> all(count);
    for (const std::size_t n : order_after_) {
      const int up = after_.asset().nodes[n].parent;
      if (up < 0) {
        all[n] = {own[n].turn, own[n].shift};
        continue;
      }
      const auto p = static_cast<std::size_t>(up);
      const Affine<double>&W = poses.after.worlds[n], &V = poses.after.worlds[p];
      all[n].turn = all[p].turn + own[n].turn;
      all[n].shift =
          all[p].at((W.translation - V.translation).norm()) + own[n].shift * largest_stretch(V.linear);
    }
    return all;
  };
  poses.quantized = levers(quantized);
  poses.resampled = levers(resampled);
}

void Comparer::add_stretch(Poses& poses) const {
  for (const auto& matrices : poses.after.palettes) {
    std::vector<double>& of = poses.stretch.emplace_back();
    for (const Affine<double>& M : matrices)
      of.push_back(largest_stretch(M.linear));
  }
}

const gltf::StorageErrors& storage_of(const PosedFile& file, std::size_t d, std::size_t v) {
  const AssetPart& part = file.part_of(d, v);
  return file.asset().meshes[part.mesh].primitives[part.primitive].storage;
}

Comparer::Allowed Comparer::allowed(const Poses& poses, std::size_t d_before, const PairedVertex& pair,
                                    const skinning::RestVertex<double>& rest_before,
                                    const skinning::RestVertex<double>& rest_after,
                                    const skinning::DeformedVertex<double>& moved_before,
                                    const skinning::DeformedVertex<double>& moved) const {
  const std::size_t d = pair.after_drawable;
  const Drawable& drawable = after_.drawables()[d];
  const gltf::StorageErrors& stored = storage_of(after_, d, pair.after);
  double stored_error = std::sqrt(3.0) * stored.positions, resampled_error = 0;
  if (drawable.morphing)
    for (std::size_t i = 0; i < drawable.morphing->targets.size(); ++i) {
      const auto& target = drawable.morphing->targets[i].positions;
      const double length = target.empty() ? 0 : target[pair.after].norm();
      stored_error += std::sqrt(3.0) * std::fabs(poses.after.morph_weights[d][i]) *
                          (i < stored.targets.size() ? stored.targets[i] : 0) +
                      poses.weight_quantized[d][i] * length;
      resampled_error += poses.weight_resampled[d][i] * length;
    }
  Allowed allowed;
  const auto width = static_cast<double>(std::max<std::size_t>(drawable.rig.influences.width, 1));
  double sum = 0, slots = 0, farthest = 0, stretch_of_normal = 0;
  double turn_quantized = 0, turn_resampled = 0;
  for (const auto& influence : rest_after.influences) {
    const std::size_t node = drawable.joint_nodes[influence.j];
    const double w = std::fabs(influence.w), stretch = poses.stretch[d][influence.j];
    const Vec3<double> carried = poses.after.palettes[d][influence.j] * rest_after.x;
    const double from_origin = (carried - poses.after.worlds[node].translation).norm();
    const Affine<double>& A = drawable.rig.skeleton.inverse_binds[influence.j];
    const double bind =
        drawable.skinned
            ? two_roundings *
                  (std::sqrt(3.0) * A.linear.norm() * rest_after.x.norm() + A.translation.norm()) *
                  largest_stretch(poses.after.worlds[node].linear)
            : 0;
    allowed.quantized += w * (stretch * stored_error + bind + poses.quantized[node].at(from_origin));
    allowed.resampled += w * (stretch * resampled_error + poses.resampled[node].at(from_origin));
    turn_quantized += w * stretch * poses.quantized[node].turn;
    turn_resampled += w * stretch * poses.resampled[node].turn;
    const double far = (carried - moved.x).norm();
    sum += influence.w;
    slots += far * (2 + w * width);
    farthest = std::max(farthest, far);
    stretch_of_normal = std::max(stretch_of_normal, stretch);
  }
  double sum_before = 0, slots_before = 0;
  for (const auto& influence : rest_before.influences) {
    const double far = (poses.before.palettes[d_before][influence.j] * rest_before.x - moved_before.x).norm();
    slots_before += far * (2 + std::fabs(influence.w) * width);
    farthest = std::max(farthest, far);
    sum_before += influence.w;
  }
  // A weight is rounded, divided by the sum of rounded weights, and rounded again. With a single
  // weight, the sum is 1 again.
  const double weight = stored.weights;
  allowed.quantized += weight * (std::max(slots, slots_before) + width * farthest) +
                       std::min(std::fabs(sum - sum_before), width * weight + two_roundings) * moved.x.norm();
  // A displaced vector rotates by at most the angle whose sine is displacement / length.
  const auto angle = [length = moved.n.norm()](double moved_by) {
    return moved_by < length ? std::asin(moved_by / length) : std::numbers::pi;
  };
  const double n = rest_after.n.norm();
  const double stored_normal =
      (std::sqrt(3.0) * stored.normals + 2 * width * weight * n + two_roundings * n) * stretch_of_normal;
  allowed.normal_quantized = angle(stored_normal + n * turn_quantized);
  allowed.normal_resampled =
      angle(stored_normal + n * (turn_quantized + turn_resampled)) - allowed.normal_quantized;
  return allowed;
}

Affine<double> Comparer::object_map(const AssetPart& part, std::size_t d, std::size_t v) const {
  const auto map = rigid_maps_.find({part.node, after_.part_of(d, v).node});
  return map == rigid_maps_.end() ? vertices_.object_from_after[d] : map->second;
}

DifferencePlace Comparer::place(const Spot& spot, const Sample& sample) const {
  const std::size_t d = spot.drawable, v = spot.vertex;
  const gltf::Asset& asset = before_.asset();
  const AssetPart& part = before_.part_of(d, v);
  DifferencePlace place;
  place.mesh = mesh_name(asset, part.mesh);
  if (const auto node = before_.main_node(d, v)) place.joint = node_name(asset, *node);
  place.node = part.node;
  place.primitive = part.primitive;
  place.vertex = v;
  for (const AssetPart& each : before_.drawables()[d].parts) {
    if (&each == &part) break;
    place.vertex -= each.vertices;
  }
  place.moment = sample.target ? target_name(before_, sample.target->first, sample.target->second)
                 : sample.clip ? clip_name(asset, *sample.clip)
                               : "rest";
  place.seconds = sample.seconds;
  place.when = sample.when;
  return place;
}

Expected<MomentTally> Comparer::at(const Sample& sample, std::uint32_t moment) const {
  BINDPOSE_TRY(const Poses poses, poses_at(sample));
  MomentTally tally;
  for (std::size_t d = 0; d < before_.drawables().size(); ++d) {
    if (sample.target && sample.target->first != d) continue;
    PosedFile::RestVertices morphed_before;
    const auto& old_vertices = before_.before_skinning(d, poses.before, morphed_before);
    std::map<std::size_t, std::pair<PosedFile::RestVertices, const PosedFile::RestVertices*>> morphed;
    for (const PairedVertex& pair : vertices_.of[d]) {
      auto& [storage, new_vertices] = morphed[pair.after_drawable];
      if (new_vertices == nullptr)
        new_vertices = &after_.before_skinning(pair.after_drawable, poses.after, storage);
      const auto &b = old_vertices[pair.before], &a = (*new_vertices)[pair.after];
      const auto old_place = before_.in_world(d, b, poses.before);
      const auto new_place = after_.in_world(pair.after_drawable, a, poses.after);
      const AssetPart& part = before_.part_of(d, pair.before);
      const Affine<double> D = object_map(part, pair.after_drawable, pair.after);
      Tally one;
      one.count = 1;
      one.most = size_or_infinity((new_place.x - old_place.x).norm());
      one.object_most = size_or_infinity((D * a.x - b.x).norm());
      const bool has_normals = b.n.squaredNorm() != 0 && a.n.squaredNorm() != 0;
      if (has_normals) {
        one.normal_most = size_or_infinity(angle_between(new_place.n, old_place.n));
        one.object_normal_most = size_or_infinity(angle_between(cofactor(D.linear) * a.n, b.n));
      }
      one.sum = one.most * one.most;
      one.object_sum = one.object_most * one.object_most;
      if (one.most > 0 || one.normal_most > 0) {
        const Allowed allowed = this->allowed(poses, d, pair, b, a, old_place, new_place);
        const auto cause = [](double size, double quantized, double resampled) {
          if (size == 0) return Cause::none;
          if (!std::isfinite(size)) return Cause::other;
          if (size <= quantized) return Cause::quantization;
          return size <= quantized + resampled ? Cause::resampling : Cause::other;
        };
        one.most_by_cause[static_cast<std::size_t>(cause(one.most, allowed.quantized, allowed.resampled))] =
            one.most;
        one.normal_by_cause[static_cast<std::size_t>(
            cause(one.normal_most, allowed.normal_quantized, allowed.normal_resampled))] = one.normal_most;
      }
      one.at = one.normal_at = {static_cast<std::uint32_t>(d), pair.before, moment};
      tally.total.add(one);
      tally.meshes[part.mesh].add(one);
      if (const auto node = before_.main_node(d, pair.before)) tally.joints[*node].add(one);
    }
  }
  return tally;
}

std::vector<DrawnVertex> Comparer::vertices_to_draw(const std::vector<NamedTally>& rows) const {
  std::vector<DrawnVertex> all;
  for (std::size_t d = 0; d < vertices_.of.size(); ++d)
    for (const PairedVertex& pair : vertices_.of[d])
      all.push_back({d, pair});
  if (all.size() <= Drawing::most_vertices) return all;
  std::set<std::pair<std::size_t, std::size_t>> places;
  constexpr std::size_t most_worst = 500;
  for (std::size_t r = 0; r < std::min(rows.size(), most_worst); ++r)
    places.emplace(rows[r].tally.at.drawable, rows[r].tally.at.vertex);
  std::vector<std::uint32_t> worst;
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (places.contains({all[i].drawable, all[i].pair.before})) worst.push_back(i);
  std::vector<DrawnVertex> drawn;
  for (const std::uint32_t i :
       conformance::vertices_to_draw(worst, all.size(), triangles_of(all), Drawing::most_vertices))
    drawn.push_back(all[i]);
  return drawn;
}

std::vector<std::array<std::uint32_t, 3>> Comparer::triangles_of(
    const std::vector<DrawnVertex>& vertices) const {
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> numbers(before_.drawables().size());
  for (std::size_t i = 0; i < vertices.size(); ++i)
    numbers[vertices[i].drawable].emplace(vertices[i].pair.before, static_cast<std::uint32_t>(i));
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::size_t d = 0; d < before_.drawables().size(); ++d)
    for (const auto& corners : before_.drawables()[d].rig.mesh.triangles) {
      std::array<std::uint32_t, 3> triangle{};
      std::size_t found = 0;
      for (const auto corner : corners)
        if (const auto number = numbers[d].find(corner); number != numbers[d].end())
          triangle[found++] = number->second;
      if (found == triangle.size()) triangles.push_back(triangle);
    }
  return triangles;
}

Expected<DrawnMoment> Comparer::drawn(const Sample& sample, const std::vector<DrawnVertex>& vertices) const {
  BINDPOSE_TRY(const Poses poses, poses_at(sample));
  struct Morphed {
    PosedFile::RestVertices storage;
    const PosedFile::RestVertices* vertices = nullptr;
  };
  std::map<std::size_t, Morphed> morphed_before, morphed_after;
  const auto vertex = [](const PosedFile& file, const FilePose& pose, std::map<std::size_t, Morphed>& all,
                         std::size_t d, std::size_t v) {
    Morphed& morphed = all[d];
    if (morphed.vertices == nullptr) morphed.vertices = &file.before_skinning(d, pose, morphed.storage);
    return file.in_world(d, (*morphed.vertices)[v], pose).x;
  };
  DrawnMoment moment{sample.seconds, sample.when, 0, {}, {}};
  for (const auto& [d, pair] : vertices) {
    moment.before.push_back(vertex(before_, poses.before, morphed_before, d, pair.before));
    const bool is_compared = !sample.target || sample.target->first == d;
    moment.after.push_back(is_compared
                               ? vertex(after_, poses.after, morphed_after, pair.after_drawable, pair.after)
                               : moment.before.back());
  }
  return moment;
}

/// Merges the tallies of moments.
class Summary {
 public:
  explicit Summary(const Comparer& comparer) : comparer_(comparer) {}

  Expected<void> add(const std::vector<Sample>& samples, NamedTally named) {
    constexpr std::size_t block = 64;
    for (std::size_t first = 0; first < samples.size(); first += block) {
      const std::size_t count = std::min(block, samples.size() - first);
      std::vector<Expected<MomentTally>> tallies(count);
      std::atomic<std::size_t> next{0};
      const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++)
          tallies[i] = comparer_.at(samples[first + i], static_cast<std::uint32_t>(samples_.size() + i));
      };
      {
        std::vector<std::jthread> threads;
        for (unsigned t = 1; t < std::thread::hardware_concurrency() && t < count; ++t)
          threads.emplace_back(work);
        work();
      }
      for (std::size_t i = 0; i < count; ++i) {
        BINDPOSE_CHECK(tallies[i]);
        take(*tallies[i], samples[first + i], named);
      }
      samples_.insert(samples_.end(), samples.begin() + static_cast<std::ptrdiff_t>(first),
                      samples.begin() + static_cast<std::ptrdiff_t>(first + count));
    }
    named.moments = samples.size();
    if (samples.empty()) return {};
    rows_.push_back(placed(std::move(named)));
    first_samples_.push_back(samples_.size() - samples.size());
    return {};
  }

  Expected<Drawing> drawing() const {
    const std::vector<DrawnVertex> vertices = comparer_.vertices_to_draw(rows_);
    if (vertices.empty()) return Drawing{};
    std::vector<std::size_t> order(rows_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>(), [this](std::size_t r) { return rows_[r].tally.most; });
    const std::size_t moments = Drawing::most_places / vertices.size();
    order.resize(std::min(order.size(), moments));
    Drawing drawing{vertices.size(), comparer_.triangles_of(vertices), {}};
    for (const std::size_t r : order) {
      DrawnRow& row = drawing.rows.emplace_back(DrawnRow{rows_[r].kind, rows_[r].name, {}});
      for (const std::size_t sample : samples_to_draw(r, std::min(moments / order.size(), most_of_a_row))) {
        BINDPOSE_TRY(auto moment, comparer_.drawn(samples_[sample], vertices));
        const bool is_over_time = !rows_[r].over_time.empty();
        moment.metres =
            is_over_time ? rows_[r].over_time[sample - first_samples_[r]].second : rows_[r].tally.most;
        row.moments.push_back(std::move(moment));
      }
    }
    return drawing;
  }

  void put(Differences& all) const {
    all.total = placed({"total", "", total_});
    all.moments = samples_.size();
    all.tallies = rows_;
    for (const auto& [node, tally] : joints_)
      all.tallies.push_back(placed({"joint", node_name(comparer_.before().asset(), node), tally}));
    for (const auto& [mesh, tally] : meshes_)
      all.tallies.push_back(placed({"mesh", mesh_name(comparer_.before().asset(), mesh), tally}));
  }

 private:
  NamedTally placed(NamedTally named) const {
    if (named.tally.most > 0) named.at = comparer_.place(named.tally.at, samples_[named.tally.at.moment]);
    if (named.tally.normal_most > 0)
      named.normal_at = comparer_.place(named.tally.normal_at, samples_[named.tally.normal_at.moment]);
    return named;
  }

  void take(const MomentTally& moment, const Sample& sample, NamedTally& named) {
    total_.add(moment.total);
    named.tally.add(moment.total);
    if (sample.clip) named.over_time.emplace_back(sample.seconds, moment.total.most);
    const auto add = [&](std::map<std::size_t, Tally>& all, const std::map<std::size_t, Tally>& more) {
      for (const auto& [key, tally] : more)
        all[key].add(tally);
    };
    add(joints_, moment.joints);
    add(meshes_, moment.meshes);
  }

  static constexpr std::size_t most_of_a_row = 17;

  /// The sample of the row's largest displacement, and others, evenly spread, up to `most` in
  /// total.
  std::set<std::size_t> samples_to_draw(std::size_t row, std::size_t most) const {
    const std::size_t first = first_samples_[row],
                      count = (row + 1 < rows_.size() ? first_samples_[row + 1] : samples_.size()) - first;
    std::set<std::size_t> chosen;
    if (rows_[row].tally.most > 0) chosen.insert(rows_[row].tally.at.moment);
    const std::size_t spread = std::min(most - chosen.size(), count);
    for (std::size_t i = 0; i < spread; ++i)
      chosen.insert(first + (spread == 1 ? 0 : i * (count - 1) / (spread - 1)));
    return chosen;
  }

  const Comparer& comparer_;
  std::map<std::size_t, Tally> joints_, meshes_;
  Tally total_;
  std::vector<NamedTally> rows_;
  std::vector<std::size_t> first_samples_;  ///< [#rows]
  std::vector<Sample> samples_;
};

/// At most this many samples, evenly spread, including the first and the last.
std::vector<Sample> thinned(const std::vector<Sample>& samples, std::size_t most) {
  if (samples.size() <= most) return samples;
  std::vector<Sample> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(samples[i * (samples.size() - 1) / (most - 1)]);
  return kept;
}

Expected<void> add_moments(Differences& all, const Comparer& comparer, bool draws) {
  Summary summary(comparer);
  const std::vector<Sample> targets = comparer.target_samples();
  std::vector<std::pair<std::size_t, std::vector<Sample>>> clips;
  all.all_moments = 1 + targets.size();
  for (std::size_t c = 0; c < comparer.before().asset().clips.size(); ++c) {
    if (!comparer.clips().after[c]) continue;
    clips.emplace_back(c, comparer.samples(c));
    all.all_moments += clips.back().second.size();
  }
  const double vertices = static_cast<double>(std::max<std::size_t>(1, comparer.before().vertex_count()));
  const double affordable = std::max(most_work / vertices, static_cast<double>(fewest_moments));
  const double share = std::min(1.0, affordable / static_cast<double>(all.all_moments));
  BINDPOSE_CHECK(summary.add({Sample{}}, {"rest", "rest", {}}));
  for (const auto& [c, samples] : clips) {
    const auto most = static_cast<std::size_t>(share * static_cast<double>(samples.size()));
    BINDPOSE_CHECK(summary.add(share < 1 ? thinned(samples, std::max<std::size_t>(most, 4)) : samples,
                               {"clip", clip_name(comparer.before().asset(), c), {}}));
  }
  for (const Sample& sample : targets)
    BINDPOSE_CHECK(summary.add(
        {sample},
        {"target", target_name(comparer.before(), sample.target->first, sample.target->second), {}}));
  summary.put(all);
  if (!draws) return {};
  BINDPOSE_TRY(all.drawing, summary.drawing());
  return {};
}

}  // namespace

std::string_view name_of(Cause cause) {
  constexpr std::string_view names[] = {"none", "quantization", "resampling", "other"};
  return names[static_cast<std::size_t>(cause)];
}

Cause Tally::cause() const {
  for (std::size_t i = most_by_cause.size(); i-- > 1;)
    if (most_by_cause[i] > 0 || normal_by_cause[i] > 0) return static_cast<Cause>(i);
  return Cause::none;
}

bool Tally::is_within(const Limits& limits) const {
  return std::isfinite(most) && most <= limits.metres && std::isfinite(normal_most) &&
         normal_most <= limits.radians;
}

void Tally::add(const Tally& other) {
  if (other.most > most) {
    most = other.most;
    at = other.at;
  }
  if (other.normal_most > normal_most) {
    normal_most = other.normal_most;
    normal_at = other.normal_at;
  }
  object_most = std::max(object_most, other.object_most);
  object_normal_most = std::max(object_normal_most, other.object_normal_most);
  sum += other.sum;
  object_sum += other.object_sum;
  count += other.count;
  for (std::size_t i = 0; i < most_by_cause.size(); ++i) {
    most_by_cause[i] = std::max(most_by_cause[i], other.most_by_cause[i]);
    normal_by_cause[i] = std::max(normal_by_cause[i], other.normal_by_cause[i]);
  }
}

bool Differences::is_within() const {
  const bool is_lost = std::ranges::any_of(findings, [](const Finding& each) { return each.is_loss; });
  return !is_lost && total.tally.is_within(within);
}

Expected<Differences> differences(const std::shared_ptr<const gltf::Asset>& before,
                                  const std::shared_ptr<const gltf::Asset>& after, const Limits& within,
                                  bool draws) {
  Comparer comparer(before, after);
  for (const PosedFile* file : {&comparer.before(), &comparer.after()})
    if (file->drawables().empty())
      return fail("NO_MESH", file->asset().path, "the file has no mesh in its scene");
  BINDPOSE_CHECK(comparer.prepare());
  Differences all;
  all.before = before->path;
  all.after = after->path;
  all.within = within;
  all.vertices = comparer.before().vertex_count();
  all.paired = comparer.vertices().paired;
  all.only_before = comparer.vertices().only_before.size();
  all.only_after = comparer.vertices().only_after.size();
  BINDPOSE_CHECK(add_moments(all, comparer, draws));
  all.findings = findings_of({comparer.before(), comparer.after(), comparer.rest_before(),
                              comparer.rest_after(), comparer.nodes(), comparer.clips(), comparer.vertices(),
                              comparer.channels(), comparer.targets()});
  return all;
}

}  // namespace bindpose::conformance::same
