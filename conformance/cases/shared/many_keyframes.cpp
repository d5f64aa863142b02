// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/many_keyframes.h"

#include <algorithm>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance {
namespace {

using Path = TrackOfJoint::Path;
using Times = std::vector<double>;

constexpr double time_asked = 1.09375;  // 11/16 of the way from 0.75 to 1.25
const Times around = {0.5, 0.75, 1.25}, over = {0.25, 0.5}, to_come = {1.5, 2}, lone = {0.75};

TrackOfJoint turns(std::size_t joint, const Times& times, const std::vector<Vec4<double>>& keys) {
  return {joint, Path::rotation, {Interpolation::linear, true, 4, times, numbers_of(keys)}};
}

TrackOfJoint moves(std::size_t joint, Path path, Interpolation interpolation, const Times& times,
                   const std::vector<Vec3<double>>& keys) {
  return {joint, path, {interpolation, false, 3, times, numbers_of(keys)}};
}

/// Rotations by 60 and 80 degrees, with tangents for which the length of the spline's sum is far
/// from 1.
TrackOfJoint spline(std::size_t joint) {
  std::vector<Vec4<double>> keys;
  for (const double k : {0.0, 1.0, 2.0}) {
    keys.emplace_back(0.5 - k, 0.25, 0.5 * k, -0.75);
    keys.push_back(rotation({1, 2, 3}, 20 + 60 * k + 10 * k * k));
    keys.emplace_back(0.25, k - 0.5, -0.5, 1);
  }
  return {joint, Path::rotation, {Interpolation::cubicspline, true, 4, around, numbers_of(keys)}};
}

std::vector<TrackOfJoint> rigid_tracks(std::size_t joints) {
  constexpr Interpolation linear = Interpolation::linear;
  std::vector<TrackOfJoint> tracks = {
      spline(0),
      moves(0, Path::translation, linear, around, {{0.5, -0.25, 0.75}, {-0.5, 0.125, 1}, {0.25, 0.75, -0.5}}),
      turns(1, around, {rotation({1, -2, 2}, 20), -1 * rotation({1, -2, 2}, 120), rotation({1, -2, 2}, -25)}),
      moves(1, Path::translation, linear, over, {{0.5, 1.75, 0.25}, {-0.25, 2.125, -0.5}})};
  if (joints > 2) {
    tracks.push_back(turns(2, lone, {rotation({2, 3, -1}, 130)}));
    tracks.push_back(moves(2, Path::translation, linear, to_come, {{-0.25, 2.25, 0.125}, {0.75, 1.5, 0.5}}));
  }
  return tracks;
}

void add_scales(std::vector<TrackOfJoint>& tracks, std::size_t joints) {
  tracks.push_back(
      moves(0, Path::scale, Interpolation::linear, to_come, {{1.125, 1, 0.875}, {0.75, 1.25, 1}}));
  tracks.push_back(moves(1, Path::scale, Interpolation::linear, around,
                         {{1, 1.25, 0.75}, {1.25, 0.75, 1}, {0.75, 1, 1.25}}));
  if (joints > 2)
    tracks.push_back(moves(2, Path::scale, Interpolation::step, around,
                           {{0.75, 1, 1.5}, {1.5, 1.25, 0.75}, {1, 0.5, 1.25}}));
}

/// The scales that keys replace are not 1, so that a product of both shows.
void set_replaced_scales(Array* scales, const std::vector<TrackOfJoint>& tracks) {
  if (scales == nullptr) return;
  constexpr double replaced[] = {1.25, 0.75, 1.5};
  for (const TrackOfJoint& each : tracks)
    if (each.path == Path::scale)
      std::copy_n(std::begin(replaced), 3,
                  std::get<Array::Reals>(scales->data).begin() + 3 * static_cast<std::ptrdiff_t>(each.joint));
}

void with_tracks(ArraySet& question, bool scales) {
  const std::size_t joints = question.find("parents")->shape[0];
  std::vector<TrackOfJoint> tracks = rigid_tracks(joints);
  if (scales) {
    add_scales(tracks, joints);
    set_replaced_scales(question.find("local_scales"), tracks);
  }
  add_tracks(question, tracks, time_asked);
}

}  // namespace

void with_many_rigid_keyframes(ArraySet& question) {
  with_tracks(question, false);
}

void with_many_keyframes(ArraySet& question) {
  with_tracks(question, true);
}

}  // namespace bindpose::conformance
