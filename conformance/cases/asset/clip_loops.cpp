// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/clip_loops.h"

#include <set>

#include <fmt/format.h>

#include "conformance/cases/asset/drawable.h"
#include "reference/algorithms.h"
#include "reference/animation/shared/track.h"
#include "reference/io/document_limits.h"

namespace bindpose::conformance {
namespace {

/// Key poses of J joints in float32.
struct Loop {
  std::size_t joints = 0;
  Array::Reals times, translations, rotations;  ///< [K], [K * J * 3], [K * J * 4]
  double period = 0;
};

void append_pose(Loop& loop, std::vector<LocalTransform<double>> locals,
                 const std::vector<TrackOfJoint>& tracks, double seconds) {
  for (const TrackOfJoint& each : tracks) {
    const std::vector<double> value = bindpose::animation::sample<double>(each.track, seconds);
    Trs<double>& trs = locals[each.joint].trs;
    if (each.path == TrackOfJoint::Path::translation) trs.translation = Vec3<double>(value.data());
    if (each.path == TrackOfJoint::Path::rotation)
      trs.rotation = Quat<double>(Vec4<double>(value.data())).normalized();
  }
  for (const LocalTransform<double>& local : locals) {
    for (const double x : local.trs.translation)
      loop.translations.push_back(to_float32(x));
    for (const double x : local.trs.rotation.coeffs())
      loop.rotations.push_back(to_float32(x));
  }
}

/// True if the last pose equals the first in every number.
bool is_closed(const Array::Reals& poses, std::size_t count) {
  return std::equal(poses.begin(), poses.begin() + static_cast<std::ptrdiff_t>(count),
                    poses.end() - static_cast<std::ptrdiff_t>(count));
}

void close(Loop& loop) {
  const std::size_t J = loop.joints;
  if (loop.times.size() > 2 && is_closed(loop.translations, 3 * J) && is_closed(loop.rotations, 4 * J)) {
    loop.period = loop.times.back();
    loop.times.pop_back();
    loop.translations.resize(3 * J * loop.times.size());
    loop.rotations.resize(4 * J * loop.times.size());
    return;
  }
  const auto K = static_cast<double>(loop.times.size());
  loop.period = to_float32(loop.times.back() * K / (K - 1));
}

/// Times of a clip's key poses, as float32 after the first; equal times count once.
std::vector<double> key_times(const std::vector<TrackOfJoint>& tracks) {
  std::set<double> keys;
  for (const TrackOfJoint& each : tracks)
    if (each.path == TrackOfJoint::Path::translation || each.path == TrackOfJoint::Path::rotation)
      keys.insert(each.track.times.begin(), each.track.times.end());
  std::vector<double> times;
  for (const double seconds : keys)
    if (times.empty() || to_float32(seconds - times.front()) > to_float32(times.back() - times.front()))
      times.push_back(seconds);
  return times;
}

/// Reduces the times to at most this many, evenly spread, including the first and the last.
std::vector<double> thinned(const std::vector<double>& times, std::size_t most) {
  if (times.size() <= most) return times;
  std::vector<double> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(times[i * (times.size() - 1) / (most - 1)]);
  return kept;
}

Loop loop_of(const gltf::Asset& asset, const gltf::Clip& clip, const std::vector<double>& times) {
  const std::vector<TrackOfJoint> tracks = tracks_of(clip);
  Loop loop{asset.nodes.size(), {}, {}, {}, 0};
  const NodePose rest = rest_pose(asset);
  for (const double seconds : times) {
    loop.times.push_back(to_float32(seconds - times.front()));
    append_pose(loop, rest.locals, tracks, seconds);
  }
  close(loop);
  return loop;
}

ArraySet question_of(const Loop& loop, double t) {
  const std::size_t K = loop.times.size(), J = loop.joints;
  ArraySet question;
  question.add("times", {K}, loop.times).add("period", {1}, Array::Reals{loop.period});
  question.add("translations", {K, J, 3}, loop.translations).add("rotations", {K, J, 4}, loop.rotations);
  question.add("t", {1}, Array::Reals{to_float32(t)});
  return question;
}

/// A tested moment of a loop.
struct LoopMoment {
  const char* name;
  double (*seconds)(const Loop&);
};
constexpr LoopMoment loop_moments[] = {
    {"before", [](const Loop& loop) { return -0.25 * loop.period; }},
    {"between",
     [](const Loop& loop) {
       const std::size_t middle = loop.times.size() / 2;
       return 0.375 * loop.times[middle - 1] + 0.625 * loop.times[middle];
     }},
    {"last-key", [](const Loop& loop) { return loop.times.back(); }},
    {"over-the-end", [](const Loop& loop) { return 0.25 * loop.times.back() + 0.75 * loop.period; }},
    {"third-period", [](const Loop& loop) { return 2.4375 * loop.period; }}};

}  // namespace

std::vector<Case> clip_loop_cases(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                                  const CaseFilter& wanted) {
  const std::size_t most_poses =
      std::max<std::size_t>(2, limits::loop_joints.most / std::max<std::size_t>(1, asset->nodes.size()));
  std::vector<Case> cases;
  for (std::size_t clip = 0; clip < asset->clips.size(); ++clip) {
    const std::vector<double> all = key_times(tracks_of(asset->clips[clip]));
    if (all.size() < 2) continue;
    const auto times = std::make_shared<const std::vector<double>>(thinned(all, most_poses));
    for (const LoopMoment& moment : loop_moments) {
      Case c;
      c.name = fmt::format("asset.{}.clip{}.loop.{}.pose.f32", label, clip, moment.name);
      if (!wanted(c.name)) continue;
      c.algorithm = find_algorithm("anim.pose-loop");
      c.level = Level::pose;
      c.question = [asset, clip, times, seconds = moment.seconds] {
        const Loop loop = loop_of(*asset, asset->clips[clip], *times);
        return Expected<ArraySet>(question_of(loop, seconds(loop)));
      };
      c.purpose = fmt::format("{}: a whole clip, looped", asset->path);
      if (times->size() < all.size())
        c.notes.push_back(
            fmt::format("loops keep {} key poses, evenly spread, of clips that have more", times->size()));
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace bindpose::conformance
