// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/same/findings.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/text.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::same {
namespace {

class Finder {
 public:
  explicit Finder(const ComparedFiles& files)
      : files_(files), before_(files.before.asset()), after_(files.after.asset()) {}

  std::vector<Finding> all() {
    find_vertices();
    find_triangles();
    find_clips();
    find_targets();
    find_skins();
    find_nodes();
    find_inverse_binds();
    find_other_joints();
    find_normals();
    find_weight_sums();
    find_channels();
    find_counts();
    find_extensions();
    std::ranges::stable_sort(found_, [](const Ordered& a, const Ordered& b) {
      return std::pair(!a.is_loss, a.order) < std::pair(!b.is_loss, b.order);
    });
    return {found_.begin(), found_.end()};
  }

 private:
  struct Ordered : Finding {
    int order = 0;
  };

  void add(int order, std::string kind, std::string subject, std::string detail, double size = 0,
           bool is_loss = false) {
    Ordered finding;
    finding.kind = std::move(kind);
    finding.subject = std::move(subject);
    finding.detail = std::move(detail);
    finding.size = size;
    finding.is_loss = is_loss;
    finding.order = order;
    found_.push_back(std::move(finding));
  }

  void find_vertices() {
    const auto tell = [&](const PosedFile& file, const auto& list, const char* kind, const char* which) {
      std::map<std::string, std::size_t> meshes;
      for (const auto& [d, v] : list)
        ++meshes[mesh_name(file.asset(), file.part_of(d, v).mesh)];
      for (const auto& [mesh, count] : meshes)
        add(0, kind, mesh, fmt::format("{} of the {} file without a partner", counted_vertices(count), which),
            static_cast<double>(count), true);
    };
    tell(files_.before, files_.vertices.only_before, "vertices-lost", "original");
    tell(files_.after, files_.vertices.only_after, "vertices-added", "rewritten");
  }

  /// Maps each triangle to its mesh. A triangle is given by the numbers of its shared positions,
  /// the smallest first, in the order seen from the visible side at rest.
  using Corners = std::array<std::size_t, 3>;
  std::map<Corners, std::size_t> triangles_of(const PosedFile& file, bool is_before) const {
    const auto& places = is_before ? files_.vertices.places_before : files_.vertices.places_after;
    const FilePose& rest = is_before ? files_.rest_before : files_.rest_after;
    std::map<Corners, std::size_t> meshes;
    for (std::size_t d = 0; d < file.drawables().size(); ++d) {
      const Drawable& drawable = file.drawables()[d];
      for (const Triangle& t : drawable.rig.mesh.triangles) {
        Corners corners = {places[d][t[0]], places[d][t[1]], places[d][t[2]]};
        if (std::ranges::max(corners) == VertexPairs::nowhere || corners[0] == corners[1] ||
            corners[1] == corners[2] || corners[2] == corners[0])
          continue;
        const AssetPart& part = file.part_of(d, t[0]);
        Affine<double> A;
        if (!drawable.skinned)
          A = rest.worlds[part.node];
        else if (!is_before)
          A = files_.vertices.object_from_after[d];
        if (A.linear.determinant() < 0) std::swap(corners[1], corners[2]);
        std::ranges::rotate(corners, std::ranges::min_element(corners));
        meshes.emplace(corners, part.mesh);
      }
    }
    return meshes;
  }

  void find_triangles() {
    const auto old_ones = triangles_of(files_.before, true), new_ones = triangles_of(files_.after, false);
    std::map<std::string, std::size_t> lost, added, flipped;
    const auto reverse = [](const Corners& t) { return Corners{t[0], t[2], t[1]}; };
    for (const auto& [t, mesh] : old_ones)
      if (!new_ones.contains(t))
        ++(new_ones.contains(reverse(t)) && !old_ones.contains(reverse(t)) ? flipped
                                                                           : lost)[mesh_name(before_, mesh)];
    for (const auto& [t, mesh] : new_ones)
      if (!old_ones.contains(t) && (!old_ones.contains(reverse(t)) || new_ones.contains(reverse(t))))
        ++added[mesh_name(after_, mesh)];
    const auto tell = [&](const auto& meshes, const char* kind, const char* words) {
      for (const auto& [mesh, count] : meshes)
        add(0, kind, mesh, fmt::format("{} {}", counted(count, "triangle"), words),
            static_cast<double>(count), true);
    };
    tell(lost, "triangles-lost", "of the original file without a partner");
    tell(added, "triangles-added", "of the rewritten file without a partner");
    tell(flipped, "winding-flipped", "with reversed winding");
  }

  static std::string counted_vertices(std::size_t count) {
    return count == 1 ? "1 vertex" : fmt::format("{} vertices", count);
  }

  void find_clips() {
    for (std::size_t c = 0; c < before_.clips.size(); ++c) {
      const Partner partner = files_.clips.after[c];
      if (!partner)
        add(0, "clip-lost", clip_name(before_, c), "the rewritten file does not have this clip", 1, true);
      else if (before_.clips[c].name != after_.clips[*partner].name)
        add(8, "clip-renamed", clip_name(before_, c),
            fmt::format("is called '{}'", clip_name(after_, *partner)));
    }
    for (std::size_t c = 0; c < after_.clips.size(); ++c)
      if (!files_.clips.before[c])
        add(8, "clip-added", clip_name(after_, c), "the original file does not have this clip");
  }

  void find_targets() {
    std::set<std::tuple<std::size_t, std::size_t>> lost;  // mesh, target
    for (std::size_t d = 0; d < files_.before.drawables().size(); ++d) {
      const Drawable& drawable = files_.before.drawables()[d];
      if (!drawable.morphing) continue;
      const std::size_t mesh = drawable.parts.front().mesh;
      const auto partners = files_.targets.find(d);
      for (std::size_t i = 0; i < drawable.morphing->targets.size(); ++i) {
        const bool is_there =
            partners != files_.targets.end() && std::ranges::any_of(partners->second, [i](const auto& each) {
              return each.second.after[i].has_value();
            });
        if (!is_there && lost.emplace(mesh, i).second)
          add(0, "target-lost", target_name(files_.before, d, i),
              fmt::format("mesh '{}' does not have this morph target", mesh_name(before_, mesh)), 1, true);
        if (!is_there || before_.meshes[mesh].target_names.empty()) continue;
        const auto& [a, pairing] = *partners->second.begin();
        if (!pairing.after[i]) continue;
        const std::string old_name = target_name(files_.before, d, i),
                          new_name = target_name(files_.after, a, *pairing.after[i]);
        if (old_name != new_name) add(8, "target-renamed", old_name, fmt::format("is called '{}'", new_name));
      }
    }
  }

  void find_skins() {
    if (before_.skins.size() > after_.skins.size())
      add(2, "skins-lost",
          fmt::format("{} of {}", before_.skins.size() - after_.skins.size(), before_.skins.size()),
          fmt::format("the rewritten file has {}: skins were merged or dropped",
                      counted(after_.skins.size(), "skin")),
          static_cast<double>(before_.skins.size() - after_.skins.size()));
    if (before_.skins.size() < after_.skins.size())
      add(8, "skins-added", fmt::format("{}", after_.skins.size() - before_.skins.size()),
          fmt::format("the original file has {}", counted(before_.skins.size(), "skin")));
  }

  std::set<std::size_t> joints() const {
    std::set<std::size_t> joints;
    for (const gltf::Skin& skin : before_.skins)
      joints.insert(skin.joints.begin(), skin.joints.end());
    return joints;
  }

  void find_nodes() {
    const std::set<std::size_t> joints = this->joints();
    std::vector<std::string> lost, renamed;
    for (std::size_t n = 0; n < before_.nodes.size(); ++n) {
      const gltf::Node& node = before_.nodes[n];
      const char* kind = joints.contains(n) ? "joint" : "node";
      const Partner partner = files_.nodes.after[n];
      if (!partner) {
        if (joints.contains(n))
          add(3, "joint-lost", node_name(before_, n), "no node of the rewritten file corresponds to it", 1);
        else
          lost.push_back(node_name(before_, n));
        continue;
      }
      const gltf::Node& other = after_.nodes[*partner];
      if (!node.name.empty() && node.name != other.name) renamed.push_back(node.name);
      find_rest_transform(n, *partner, kind);
    }
    if (!lost.empty())
      add(8, "nodes-lost", fmt::format("{}", lost.size()),
          fmt::format("nodes that are not joints: {}", some_of(lost)), static_cast<double>(lost.size()));
    if (!renamed.empty())
      add(8, "nodes-renamed", fmt::format("{}", renamed.size()),
          fmt::format("renamed nodes or joints: {}", some_of(renamed)), static_cast<double>(renamed.size()));
  }

  static std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    const std::vector<std::string> first(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
    return fmt::format("'{}'{}", fmt::join(first, "', '"), names.size() > most ? " ..." : "");
  }

  /// True for a node below its parent's partner, if neither node has its own units.
  void find_rest_transform(std::size_t n, std::size_t partner, const char* kind) {
    const gltf::Node &b = before_.nodes[n], &a = after_.nodes[partner];
    const Partner parent = b.parent < 0 ? Partner() : files_.nodes.after[static_cast<std::size_t>(b.parent)];
    const bool is_below_it = b.parent < 0 ? a.parent < 0 : parent == static_cast<std::size_t>(a.parent);
    if (!is_below_it || b.mesh || a.mesh) return;
    const Affine<double> old_local = affine_from_local(b.local), new_local = affine_from_local(a.local);
    const double moved = (old_local.translation - new_local.translation).norm();
    const double turned = (old_local.linear - new_local.linear).norm();
    if (moved > 4 * two_roundings * old_local.translation.norm())
      add(1, std::string(kind) + "-moved", node_name(before_, n),
          fmt::format("its translation at rest differs by {:.3g} mm", 1000 * moved), moved);
    if (turned > 16 * two_roundings * old_local.linear.norm())
      add(1, std::string(kind) + "-turned", node_name(before_, n),
          fmt::format("its rotation or scale at rest differs: {:.3g} of a unit matrix", turned), turned);
  }

  /// Compares the matrices of the same joint in drawables with paired vertices, in the units of the
  /// original.
  void find_inverse_binds() {
    std::set<std::pair<std::size_t, std::size_t>> seen;  // node before, drawable after
    for (std::size_t d = 0; d < files_.before.drawables().size(); ++d) {
      const Drawable& old = files_.before.drawables()[d];
      std::set<std::size_t> partners;
      for (const PairedVertex& pair : files_.vertices.of[d])
        partners.insert(pair.after_drawable);
      for (const std::size_t p : partners) {
        const Drawable& other = files_.after.drawables()[p];
        if (!old.skinned || !other.skinned) continue;
        for (std::size_t j = 0; j < old.joint_nodes.size(); ++j)
          if (seen.emplace(old.joint_nodes[j], p).second) compare_inverse_bind(old, j, other, p);
      }
    }
  }

  void compare_inverse_bind(const Drawable& old, std::size_t j, const Drawable& other, std::size_t p) {
    const Partner node = files_.nodes.after[old.joint_nodes[j]];
    const auto slot = node ? std::ranges::find(other.joint_nodes, *node) : other.joint_nodes.end();
    if (slot == other.joint_nodes.end()) return;
    const Affine<double>& D = files_.vertices.object_from_after[p];
    if (!is_invertible(D.linear)) return;
    const Affine<double>& A = old.rig.skeleton.inverse_binds[j];
    const Affine<double>& stored =
        other.rig.skeleton.inverse_binds[static_cast<std::size_t>(slot - other.joint_nodes.begin())];
    const Affine<double> B = stored * inverse_of(D);
    double moved = 0, size = 0;
    for (const Vec3<double>& x : old.rig.mesh.positions) {
      moved = std::max(moved, (A * x - B * x).norm());
      size = std::max(size, x.norm());
    }
    const double allowed = 16 * two_roundings * (A.linear.norm() * size + A.translation.norm());
    if (moved > allowed)
      add(1, "inverse-bind-changed", node_name(before_, old.joint_nodes[j]),
          fmt::format("its inverse bind matrix moves its vertices by up to {:.3g} mm", 1000 * moved), moved);
  }

  /// Vertices whose main joint changed.
  void find_other_joints() {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> changed;  // nodes before and after
    for (std::size_t d = 0; d < files_.vertices.of.size(); ++d)
      for (const PairedVertex& pair : files_.vertices.of[d]) {
        const auto b = files_.before.main_node(d, pair.before);
        const auto a = files_.after.main_node(pair.after_drawable, pair.after);
        if (!b || !a || !files_.before.drawables()[d].skinned) continue;
        if (files_.nodes.after[*b] == a || is_tie(d, pair.before)) continue;
        ++changed[{*b, *a}];
      }
    for (const auto& [nodes, count] : changed) {
      const Partner original = files_.nodes.before[nodes.second];
      const auto back = original
                            ? changed.find({*original, files_.nodes.after[nodes.first].value_or(SIZE_MAX)})
                            : changed.end();
      add(1, back == changed.end() ? "joint-replaced" : "joints-swapped", node_name(before_, nodes.first),
          fmt::format("{} follow '{}' instead{}", counted_vertices(count), node_name(after_, nodes.second),
                      back == changed.end() ? "" : ", and vice versa"),
          static_cast<double>(count));
    }
  }

  /// True if two weights of a vertex are nearly the largest, so that rounding decides.
  bool is_tie(std::size_t d, std::size_t v) const {
    const Influences& influences = files_.before.drawables()[d].rig.influences;
    std::vector<double> weights(
        influences.weights.begin() + static_cast<std::ptrdiff_t>(v * influences.width),
        influences.weights.begin() + static_cast<std::ptrdiff_t>((v + 1) * influences.width));
    std::ranges::sort(weights, std::greater<>());
    constexpr double half_steps_of_bytes = 2.0 / 255;
    return weights.size() > 1 && weights[0] - weights[1] <= half_steps_of_bytes;
  }

  /// Compares normals of skinned vertices before skinning, of others in the world at rest.
  bool is_opposite(std::size_t d, const PairedVertex& pair) const {
    const std::size_t p = pair.after_drawable;
    const Drawable &old = files_.before.drawables()[d], &other = files_.after.drawables()[p];
    Vec3<double> b = old.rig.mesh.normals[pair.before], a = other.rig.mesh.normals[pair.after];
    if (old.skinned && other.skinned) return b.dot(files_.vertices.object_from_after[p].linear * a) < 0;
    if (!old.skinned)
      b = cofactor(files_.rest_before.worlds[files_.before.part_of(d, pair.before).node].linear) * b;
    if (!other.skinned)
      a = cofactor(files_.rest_after.worlds[files_.after.part_of(p, pair.after).node].linear) * a;
    return b.dot(a) < 0;
  }

  void find_normals() {
    std::map<std::string, std::array<std::size_t, 2>> meshes;  // lost, opposite
    for (std::size_t d = 0; d < files_.vertices.of.size(); ++d)
      for (const PairedVertex& pair : files_.vertices.of[d]) {
        const Mesh &b = files_.before.drawables()[d].rig.mesh,
                   &a = files_.after.drawables()[pair.after_drawable].rig.mesh;
        if (b.normals.empty()) continue;
        auto& counts = meshes[mesh_name(before_, files_.before.part_of(d, pair.before).mesh)];
        if (a.normals.empty())
          ++counts[0];
        else if (is_opposite(d, pair))
          ++counts[1];
      }
    for (const auto& [mesh, counts] : meshes) {
      if (counts[0] > 0)
        add(2, "normals-lost", mesh, fmt::format("{} without a normal", counted_vertices(counts[0])),
            static_cast<double>(counts[0]), true);
      if (counts[1] > 0)
        add(1, "normals-flipped", mesh, fmt::format("{} with a reversed normal", counted_vertices(counts[1])),
            static_cast<double>(counts[1]));
    }
  }

  /// Sums of weights that moved away from 1 by more than float32 rounding, and sums that a tool
  /// changed to 1.
  void find_weight_sums() {
    std::map<std::string, std::pair<std::size_t, double>> meshes, normalized;
    const auto error_of = [](const Drawable& drawable, std::size_t v) {
      const Influences& influences = drawable.rig.influences;
      double sum = 0;
      for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i)
        sum += influences.weights[i];
      return std::fabs(sum - 1);
    };
    for (std::size_t d = 0; d < files_.vertices.of.size(); ++d)
      for (const PairedVertex& pair : files_.vertices.of[d]) {
        const Drawable& other = files_.after.drawables()[pair.after_drawable];
        if (!other.skinned) continue;
        const double old_error = error_of(files_.before.drawables()[d], pair.before),
                     new_error = error_of(other, pair.after);
        const bool is_worse = new_error > old_error + 8 * two_roundings;
        if (!is_worse && !(old_error > 1.0 / 255 && new_error < old_error / 2)) continue;
        auto& [count, most] =
            (is_worse ? meshes : normalized)[mesh_name(before_, files_.before.part_of(d, pair.before).mesh)];
        ++count;
        most = std::max(most, is_worse ? new_error : old_error);
      }
    for (const auto& [mesh, found] : normalized)
      add(1, "weights-normalized", mesh,
          fmt::format("weights of {} now sum to 1; before, they were off by up to {:.3g}",
                      counted_vertices(found.first), found.second),
          found.second);
    for (const auto& [mesh, found] : meshes)
      add(1, "weights-not-normalized", mesh,
          fmt::format("weights of {} do not sum to 1; worst by {:.3g}", counted_vertices(found.first),
                      found.second),
          found.second);
  }

  void find_channels() {
    using State = ChannelDifference::State;
    for (std::size_t c = 0; c < files_.channels.size(); ++c) {
      const auto& channels = files_.channels[c];
      for (const State state : {State::changed, State::resampled}) {
        std::vector<const ChannelDifference*> matching;
        for (const ChannelDifference& each : channels)
          if (each.state == state) matching.push_back(&each);
        if (matching.empty()) continue;
        const auto relative = [](const ChannelDifference* each) {
          return each->path == gltf::Channel::Path::translation ? 10 * each->most() : each->most();
        };
        const ChannelDifference& worst = **std::ranges::max_element(matching, {}, relative);
        const bool is_changed = state == State::changed;
        add(is_changed ? 1 : 4, is_changed ? "channels-changed" : "channels-resampled", clip_name(before_, c),
            fmt::format("{}, worst {} of '{}' by {} at {:.4g} s", counted(matching.size(), "channel"),
                        name_of(worst.path), node_name(before_, worst.node_before),
                        size_text(worst.path, worst.most()), worst.seconds),
            worst.most());
      }
      const auto is_shifted = [](const ChannelDifference& each) { return each.shift.has_value(); };
      const auto first = std::ranges::find_if(channels, is_shifted);
      if (first == channels.end()) continue;
      const auto shifted = std::ranges::count_if(channels, is_shifted);
      add(1, "keys-shifted", clip_name(before_, c),
          fmt::format("keys of {} are {:.4g} s {}", counted(static_cast<std::size_t>(shifted), "channel"),
                      std::fabs(*first->shift), *first->shift > 0 ? "later" : "earlier"),
          std::fabs(*first->shift));
    }
  }

  void find_counts() {
    const auto primitives = [](const gltf::Asset& asset) {
      std::size_t count = 0;
      for (const gltf::MeshAsset& mesh : asset.meshes)
        count += mesh.primitives.size();
      return count;
    };
    const auto tell = [&](const char* kind, std::size_t b, std::size_t a) {
      if (a != b)
        add(9, kind, fmt::format("{} -> {}", b, a), "the number differs",
            std::fabs(static_cast<double>(a) - static_cast<double>(b)));
    };
    tell("meshes", before_.meshes.size(), after_.meshes.size());
    tell("primitives", primitives(before_), primitives(after_));
  }

  void find_extensions() {
    const auto tell = [&](const gltf::Asset& has, const gltf::Asset& lacks, const char* kind,
                          const char* detail) {
      for (const std::string& name : has.extensions)
        if (std::ranges::find(lacks.extensions, name) == lacks.extensions.end()) add(9, kind, name, detail);
    };
    tell(before_, after_, "extension-lost", "the rewritten file does not use it");
    tell(after_, before_, "extension-added", "the original file does not use it");
  }

  const ComparedFiles& files_;
  const gltf::Asset &before_, &after_;
  std::vector<Ordered> found_;
};

}  // namespace

std::vector<Finding> findings_of(const ComparedFiles& files) {
  return Finder(files).all();
}

std::string clip_name(const gltf::Asset& asset, std::size_t clip) {
  return asset.clips[clip].name.empty() ? fmt::format("clip {}", clip) : asset.clips[clip].name;
}

std::string mesh_name(const gltf::Asset& asset, std::size_t mesh) {
  return asset.meshes[mesh].name.empty() ? fmt::format("mesh {}", mesh) : asset.meshes[mesh].name;
}

}  // namespace bindpose::conformance::same
