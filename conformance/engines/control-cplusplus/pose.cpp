// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "pose.h"

#include <functional>
#include <string>

namespace control {
namespace {

/// Of one number; each key is in-tangent, value, out-tangent, width numbers apart.
double spline(const float* before, const float* after, std::size_t width, double u, double span) {
  return (2 * u * u * u - 3 * u * u + 1) * before[width] +
         span * (u * u * u - 2 * u * u + u) * before[2 * width] + (3 * u * u - 2 * u * u * u) * after[width] +
         span * (u * u * u - u * u) * after[0];
}

std::vector<double> unit_row(const std::vector<double>& numbers) {
  const Quaternion q = unit(row<4>(numbers.data()));
  return {q.begin(), q.end()};
}

/// What each joint has of its own, carried down by joined(parent's, own).
template <class Local>
std::vector<Local> below(const Pose& pose, const std::vector<Local>& local,
                         Local (*joined)(const Local&, const Local&)) {
  std::vector<std::optional<Local>> world(pose.size());
  const std::function<Local(int)> of = [&](int j) {
    if (!world[j]) world[j] = pose[j].parent < 0 ? local[j] : joined(of(pose[j].parent), local[j]);
    return *world[j];
  };
  std::vector<Local> all;
  for (std::size_t j = 0; j < pose.size(); ++j)
    all.push_back(of(static_cast<int>(j)));
  return all;
}

/// Scales and rotations go down each for itself.
Joint unsheared(const Joint& parent, const Joint& own) {
  Joint world = own;
  for (int axis = 0; axis < 3; ++axis) {
    world.s[axis] = parent.s[axis] * own.s[axis];
    world.t[axis] = parent.s[axis] * own.t[axis];
  }
  world.q = times(parent.q, own.q);
  world.t = mix(spun(parent.q, world.t), 1, parent.t, 1);
  return world;
}

}  // namespace

std::vector<double> sampled(const Track& track, double time) {
  const std::size_t keys = track.times.size(), parts = track.interpolation == cubic ? 3 : 1;
  const std::size_t width = track.values.size() / keys / parts;
  const bool rotates = track.path == rotation;
  const std::size_t next =
      std::upper_bound(track.times.begin(), track.times.end(), time) - track.times.begin();
  const std::size_t k = next == 0 ? 0 : next - 1;
  const float* before = &track.values[k * width * parts];
  const float* value = before + (parts == 3 ? width : 0);
  std::vector<double> found(value, value + width);
  if (next > 0 && next < keys && time != track.times[k] && track.interpolation != step) {
    const double span = double(track.times[next]) - track.times[k], u = (time - track.times[k]) / span;
    const float* after = before + width * parts;
    if (track.interpolation == linear && rotates) {
      const Quaternion q = slerp(row<4>(before), row<4>(after), u);
      return {q.begin(), q.end()};
    }
    for (std::size_t i = 0; i < width; ++i)
      found[i] =
          parts == 3 ? spline(before + i, after + i, width, u, span) : (1 - u) * before[i] + u * after[i];
  }
  return rotates && parts == 3 ? unit_row(found) : found;
}

void move(Pose& pose, const Track& track, double time) {
  const std::vector<double> numbers = sampled(track, time);
  Joint& joint = pose.at(track.joint);
  if (track.path == translation) joint.t = row<3>(numbers.data());
  if (track.path == rotation) joint.q = row<4>(numbers.data());
  if (track.path == scale) joint.s = row<3>(numbers.data());
}

Pose pose_of(const Question& question) {
  const Numbers t = question.numbers("local_translations"), q = question.numbers("local_rotations"),
                s = question.numbers("local_scales");
  Pose pose;
  for (const int parent : question.integers("parents")) {
    const std::size_t j = pose.size();
    pose.push_back({parent, row<3>(&t[3 * j]), row<4>(&q[4 * j]), row<3>(&s[3 * j]), {}});
  }
  if (question.has("local_matrices")) {
    const auto given = engines::matrices<Library>(question, "local_matrices");
    const std::vector<int> is_matrix = question.integers("local_is_matrix");
    for (std::size_t j = 0; j < pose.size(); ++j)
      if (is_matrix[j] != 0) pose[j].matrix = given[j];
  }
  if (!question.has("tracks")) return pose;
  const std::vector<int> tracks = question.integers("tracks");
  for (std::size_t i = 0; i < tracks.size() / 3; ++i) {
    const std::string name = "track_" + std::to_string(i);
    move(pose,
         {tracks[3 * i], tracks[3 * i + 1], tracks[3 * i + 2], question.numbers(name + "_times"),
          question.numbers(name + "_values")},
         question.numbers("time").at(0));
  }
  return pose;
}

Pose kept(Pose pose, const Question& question) {
  if (question.asks("rotations", "kept-unit"))
    for (Joint& joint : pose)
      joint.q = unit(joint.q);
  return pose;
}

std::vector<Joint> world_joints(const Pose& pose) {
  return below<Joint>(pose, pose, unsheared);
}

std::vector<Matrix> world_matrices(const Pose& given, const Question& question) {
  const Pose pose = kept(given, question);
  std::vector<Matrix> local, world;
  for (const Joint& joint : pose)
    local.push_back(joint.matrix ? *joint.matrix : composed(joint.t, joint.q, joint.s));
  if (!question.asks("scale_inheritance", "without-shear"))
    return below<Matrix>(pose, local, Library::product);
  for (const Joint& joint : world_joints(pose))
    world.push_back(composed(joint.t, joint.q, joint.s));
  return world;
}

}  // namespace control
