// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_loop.h"

#include <fmt/format.h>

#include "reference/animation/pose_loop_bound.h"
#include "reference/model/algorithm.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = {real("times", "t_k", "K")
                     .in("seconds")
                     .means("key times, 0 <= t_k < P")
                     .not_empty()
                     .finite()
                     .increasing(),
                 real("period", "P", "1").in("seconds").means("period, above 0").finite(),
                 real("translations", "T_k,j", "K J 3")
                     .in("parent_from_joint, metres")
                     .means("translation of joint j in key pose k")
                     .finite(),
                 real("rotations", "q_k,j", "K J 4")
                     .in("parent_from_joint, unit quaternion (x, y, z, w)")
                     .means("rotation of joint j in key pose k")
                     .unit_quaternions(),
                 real("t", "t", "1").in("seconds").means("time asked for").finite()},
      .stages = {},
      .outputs = {real("translations", "translation_j", "J 3")
                      .in("parent_from_joint, metres")
                      .means("translation of joint j"),
                  real("rotations", "rotation_j", "J 4")
                      .in("parent_from_joint, unit quaternion (x, y, z, w)")
                      .means("rotation of joint j")
                      .rotations()},
      .options = {}};
  return declared;
}

/// Errors TIME_RANGE.
Expected<void> require_times_within(double P, const std::vector<double>& t_k) {
  if (!(P > 0)) return fail("TIME_RANGE", "period", fmt::format("{:.9g}, expected above 0", P));
  for (std::size_t k = 0; k < t_k.size(); ++k)
    if (t_k[k] < 0 || t_k[k] >= P)
      return fail("TIME_RANGE", fmt::format("times[{}]", k),
                  fmt::format("{:.9g} in a period of {:.9g}", t_k[k], P));
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<double>& t_k = in.reals("times");
  const double P = in.real("period"), t = in.real("t");
  BINDPOSE_CHECK(require_times_within(P, t_k));
  Segment<T> at = segment_at<T>(t_k, P, phase_of(t, P));
  allow_for_phase(at, t_k, P, t);
  const auto T_kj = in.template rows<3>("translations");
  const auto q_kj = in.template rows<4>("rotations");
  const std::size_t joints = in.extent("J");
  std::vector<Vec3<T>> translations;
  std::vector<Vec4<T>> rotations;
  for (std::size_t from = at.from * joints, to = at.to * joints; translations.size() < joints; ++from, ++to) {
    const auto [T_j, q_j] = interpolate<T>({T_kj[from], q_kj[from]}, {T_kj[to], q_kj[to]}, at.u);
    translations.push_back(T_j);
    rotations.push_back(q_j);
  }
  return Result<T>{
      {to_result_array<T, 3>("translations", translations), rotation_array<T>("rotations", rotations)}, {}};
}

}  // namespace

BINDPOSE_IMPLEMENT(pose_loop)

}  // namespace bindpose::animation
