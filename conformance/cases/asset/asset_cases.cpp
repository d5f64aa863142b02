// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/asset_cases.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "conformance/cases/asset/drawable.h"
#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/try.h"
#include "reference/skinning/shared/entry.h"

namespace bindpose::conformance {
namespace {

/// One drawable at one moment.
struct Moment {
  std::shared_ptr<const gltf::Asset> asset;
  std::shared_ptr<const Drawable> drawable;
  std::optional<std::size_t> clip;  ///< none: the rest pose
  double seconds = 0;
};

/// The file's hierarchy and keyframes as arrays: every node is a joint.
ArraySet pose_arrays(const Moment& moment) {
  ArraySet question;
  const NodePose pose = rest_pose(*moment.asset);
  add_pose(question, pose.parents, pose.locals);
  if (moment.clip) add_tracks(question, node_tracks(moment.asset->clips[*moment.clip]), moment.seconds);
  return question;
}

/// Influences that name nodes instead of the skin's joints.
Influences node_influences(const Drawable& drawable) {
  Influences influences = drawable.rig.influences;
  for (std::uint32_t& joint : influences.joints)
    joint = static_cast<std::uint32_t>(drawable.joint_nodes[joint]);
  return influences;
}

Expected<ArraySet> ask_pose(const Moment& moment) {
  const Drawable& drawable = *moment.drawable;
  ArraySet question = pose_arrays(moment);
  add_mesh(question, drawable.rig.mesh);
  add_influences(question, node_influences(drawable));
  if (drawable.skinned) {
    std::vector<Affine<double>> inverse_binds(moment.asset->nodes.size());
    for (std::size_t j = 0; j < drawable.joint_nodes.size(); ++j)
      inverse_binds[drawable.joint_nodes[j]] = drawable.rig.skeleton.inverse_binds[j];
    add_affines(question, "inverse_binds", inverse_binds);
  }
  return question;
}

Expected<ArraySet> ask_palette(const Moment& moment) {
  const Drawable& drawable = *moment.drawable;
  const ArraySet pose = pose_arrays(moment);
  BINDPOSE_TRY(const auto parents, read_parents(pose));
  BINDPOSE_TRY(const auto locals, bindpose::skinning::posed_locals<double>(pose, parents.size()));
  BINDPOSE_TRY(const auto world, bindpose::hierarchy::fk_matrix<double>(parents, locals));
  std::vector<Affine<double>> matrices;
  for (const std::size_t node : drawable.joint_nodes)
    matrices.push_back(world[node]);
  if (drawable.skinned) {
    BINDPOSE_TRY(matrices,
                 bindpose::hierarchy::palette<double>(matrices, drawable.rig.skeleton.inverse_binds));
  }
  ArraySet question;
  add_mesh(question, drawable.rig.mesh);
  add_influences(question, drawable.rig.influences);
  add_affines(question, "palette", matrices);
  return question;
}

void add_moment(std::vector<Case>& cases, const std::string& prefix, const Moment& moment) {
  const Drawable& drawable = *moment.drawable;
  const auto asset = std::make_shared<const AssetMoment>(
      AssetMoment{moment.asset->path, moment.clip, moment.seconds, drawable.parts});
  for (const Level level : {Level::palette, Level::pose, Level::asset}) {
    Case c;
    c.name = fmt::format("{}.{}.f32", prefix, to_string(level));
    c.algorithm = find_algorithm(drawable.skinned ? "lbs" : "rigid-parts");
    c.level = level;
    if (level == Level::asset) c.asset = asset;
    c.question = [moment, level] { return level == Level::palette ? ask_palette(moment) : ask_pose(moment); };
    c.purpose =
        fmt::format("{}: {}", moment.asset->path, drawable.skinned ? "a skin" : "meshes that hang on nodes");
    if (!drawable.unit_sums) c.leave_out = {"implicit-last-weight"};
    // Weights of k / 255 or k / 65535 in float32 sum to 1 within a few roundings; more than that is worth
    // saying.
    if (drawable.worst_sum_error > 1e-4)
      c.notes.push_back(
          fmt::format("weights do not sum to 1 (by up to {:.3g}); used as given", drawable.worst_sum_error));
    if (drawable.morphs) c.notes.emplace_back("morph targets are not applied: the mesh is judged unmorphed");
    cases.push_back(std::move(c));
  }
}

}  // namespace

std::string case_word(const std::string& text) {
  std::string word = text;
  for (char& c : word) {
    const bool kept =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!kept) c = '_';
  }
  return word;
}

std::vector<SampleTime> sample_times(const gltf::Clip& clip) {
  std::vector<double> keys;
  for (const gltf::Channel& channel : clip.channels)
    if (channel.path != gltf::Channel::Path::weights)
      keys.insert(keys.end(), channel.track.times.begin(), channel.track.times.end());
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (keys.empty()) return {};

  std::vector<SampleTime> times;
  times.push_back({"before", to_float32(keys.front() - 0.5)});
  const std::size_t last = keys.size() - 1;
  std::vector<std::size_t> chosen = {0, last / 3, 2 * last / 3, last};
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  for (const std::size_t k : chosen) {
    times.push_back({fmt::format("key-{}", k), keys[k]});
    if (k < last)
      times.push_back({fmt::format("between-{}", k), to_float32(0.375 * keys[k] + 0.625 * keys[k + 1])});
  }
  times.push_back({"after", to_float32(keys.back() + 0.5)});
  return times;
}

std::vector<Case> asset_cases(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label) {
  std::vector<Case> cases;
  for (Drawable& each : drawables(*asset)) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    const std::string prefix = fmt::format("asset.{}.{}", label, drawable->name);
    add_moment(cases, prefix + ".rest", {asset, drawable, std::nullopt, 0});
    for (std::size_t clip = 0; clip < asset->clips.size(); ++clip)
      for (const SampleTime& time : sample_times(asset->clips[clip]))
        add_moment(cases, fmt::format("{}.clip{}.{}", prefix, clip, time.name),
                   {asset, drawable, clip, time.seconds});
  }
  return cases;
}

}  // namespace bindpose::conformance
