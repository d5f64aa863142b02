// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/clip_loops.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conformance/cases/asset/drawable.h"
#include "reference/algorithms.h"
#include "reference/animation/shared/track.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {
namespace {

/// Key poses of J joints, all numbers float32.
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

/// The last pose is the first, in every number.
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

Loop loop_of(const gltf::Asset& asset, const gltf::Clip& clip) {
  const std::vector<TrackOfJoint> tracks = tracks_of(clip);
  std::set<double> keys;
  for (const TrackOfJoint& each : tracks)
    if (each.path == TrackOfJoint::Path::translation || each.path == TrackOfJoint::Path::rotation)
      keys.insert(each.track.times.begin(), each.track.times.end());
  Loop loop{asset.nodes.size(), {}, {}, {}, 0};
  const NodePose rest = rest_pose(asset);
  for (const double seconds : keys) {
    const double t = to_float32(seconds - *keys.begin());
    if (!loop.times.empty() && t <= loop.times.back()) continue;  // the same moment in float32
    loop.times.push_back(t);
    append_pose(loop, rest.locals, tracks, seconds);
  }
  if (loop.times.size() > 1) close(loop);
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

}  // namespace

std::vector<Case> clip_loop_cases(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label) {
  std::vector<Case> cases;
  for (std::size_t clip = 0; clip < asset->clips.size(); ++clip) {
    const auto loop = std::make_shared<const Loop>(loop_of(*asset, asset->clips[clip]));
    if (loop->times.size() < 2) continue;
    const std::size_t middle = loop->times.size() / 2;
    const double last = loop->times.back(), P = loop->period;
    const std::pair<const char*, double> moments[] = {
        {"before", -0.25 * P},
        {"between", 0.375 * loop->times[middle - 1] + 0.625 * loop->times[middle]},
        {"last-key", last},
        {"over-the-end", 0.25 * last + 0.75 * P},
        {"third-period", 2.4375 * P}};
    for (const auto& moment : moments) {
      Case c;
      c.name = fmt::format("asset.{}.clip{}.loop.{}.pose.f32", label, clip, moment.first);
      c.algorithm = find_algorithm("anim.pose-loop");
      c.level = Level::pose;
      c.question = [loop, t = moment.second] { return Expected<ArraySet>(question_of(*loop, t)); };
      c.purpose = fmt::format("{}: a whole clip, looped", asset->path);
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

}  // namespace bindpose::conformance
