// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/pose_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/animation/lerp.h"
#include "reference/animation/shared/track.h"
#include "reference/animation/slerp.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace {

Expected<void> validate_times(const PoseLoop& loop) {
  if (loop.times.empty()) return fail("COUNT_MISMATCH", "times", "no keys, expected at least one");
  if (!std::isfinite(loop.period)) return fail("NOT_FINITE", "period", "expected a finite time");
  if (!(loop.period > 0))
    return fail("TIME_RANGE", "period", fmt::format("{:.9g}, expected above 0", loop.period));
  for (std::size_t k = 0; k < loop.times.size(); ++k) {
    const auto where = fmt::format("times[{}]", k);
    if (!std::isfinite(loop.times[k])) return fail("NOT_FINITE", where, "expected a finite time");
    if (k > 0 && !(loop.times[k] > loop.times[k - 1]))
      return fail("TIME_ORDER", where, "expected a time after the key before it");
    if (loop.times[k] < 0 || loop.times[k] >= loop.period)
      return fail("TIME_RANGE", where,
                  fmt::format("{:.9g} in a period of {:.9g}", loop.times[k], loop.period));
  }
  return {};
}

}  // namespace

Expected<void> validate(const PoseLoop& loop) {
  if (auto ok = validate_times(loop); !ok) return ok;
  const std::size_t count = loop.times.size() * loop.joint_count;
  if (loop.translations.size() != count)
    return fail("COUNT_MISMATCH", "translations",
                fmt::format("{}, expected {}", loop.translations.size(), count));
  if (loop.rotations.size() != count)
    return fail("COUNT_MISMATCH", "rotations", fmt::format("{}, expected {}", loop.rotations.size(), count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = fmt::format("[{}, {}]", i / loop.joint_count, i % loop.joint_count);
    if (!all_finite(loop.translations[i]))
      return fail("NOT_FINITE", "translations" + place, "expected finite numbers");
    if (auto ok = require_unit(loop.rotations[i], "rotations" + place); !ok) return ok;
  }
  return {};
}

namespace {

/// The two keys around a phase and the parameter between them.
template <class T>
struct Segment {
  std::size_t from;
  std::size_t to;
  T u;
};

/// t mod P, 0 <= p < P. fmod is exact; adding the period rounds far below any bound.
double phase(double t, double period) {
  double p = std::fmod(t, period);
  if (p < 0) p += period;
  return p < period ? p : 0;
}

/// A phase that a float32 evaluation finds as t - P floor(t / P) has the error of that; other scalars just
/// compute.
template <class T>
T add_wrapping_error(const T& u, double, double) {
  return u;
}
Tracked add_wrapping_error(const Tracked& u, double error, double span) {
  return error == 0 ? u : Tracked::uncertain(u.value(), u.error() + error / span);
}

template <class T>
Segment<T> find_segment(const PoseLoop& loop, double t) {
  const std::vector<double>& times = loop.times;
  const double p = phase(t, loop.period);
  const double error = p == t ? 0 : 2 * Tracked::precision().unit * (std::fabs(t) + loop.period);
  const std::size_t last = times.size() - 1;
  if (p >= times.front() && p < times.back()) {
    const std::size_t k = find_key(times, p).key;
    const T u = key_parameter<T>(times, k, p);
    return {k, k + 1, add_wrapping_error(u, error, times[k + 1] - times[k])};
  }
  const T over_end = elapsed<T>(times[last], loop.period);
  const T gone = p < times.front() ? T(over_end + T(p)) : elapsed<T>(times[last], p);
  const double span = loop.period - times[last] + times[0];
  return {last, 0, add_wrapping_error(T(gone / (over_end + T(times[0]))), error, span)};
}

}  // namespace

template <class T>
Expected<LoopedPose<T>> pose_loop(const PoseLoop& loop, double t) {
  if (auto ok = validate(loop); !ok) return tl::unexpected(ok.error());
  if (!std::isfinite(t)) return fail("NOT_FINITE", "t", "expected a finite time");
  const Segment<T> segment = find_segment<T>(loop, t);
  LoopedPose<T> pose;
  for (std::size_t j = 0; j < loop.joint_count; ++j) {
    const std::size_t from = segment.from * loop.joint_count + j;
    const std::size_t to = segment.to * loop.joint_count + j;
    const Vec3<T> a = loop.translations[from].cast<T>(), b = loop.translations[to].cast<T>();
    pose.translations.emplace_back(lerp(a[0], b[0], segment.u), lerp(a[1], b[1], segment.u),
                                   lerp(a[2], b[2], segment.u));
    pose.rotations.push_back(
        slerp<T>(loop.rotations[from].cast<T>(), loop.rotations[to].cast<T>(), segment.u));
  }
  return pose;
}

namespace {

Expected<PoseLoop> read_loop(const ArraySet& question) {
  const auto times = question.require_reals("times", {ArraySet::any});
  if (!times) return tl::unexpected(times.error());
  const auto period = question.require_reals("period", {1});
  if (!period) return tl::unexpected(period.error());
  const std::size_t keys = (*times)->reals().size();
  const auto translations = question.require_reals("translations", {keys, ArraySet::any, 3});
  if (!translations) return tl::unexpected(translations.error());
  const std::size_t joints = (*translations)->shape[1];
  const auto rotations = question.require_reals("rotations", {keys, joints, 4});
  if (!rotations) return tl::unexpected(rotations.error());
  PoseLoop loop{(*times)->reals(), (*period)->reals()[0], joints, {}, {}};
  for (std::size_t i = 0; i < keys * joints; ++i) {
    loop.translations.push_back(read_row<double, 3>(**translations, i));
    loop.rotations.push_back(read_row<double, 4>(**rotations, i));
  }
  return loop;
}

struct PoseLooping {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    const auto loop = read_loop(question);
    if (!loop) return tl::unexpected(loop.error());
    const auto t = question.require_reals("t", {1});
    if (!t) return tl::unexpected(t.error());
    const auto pose = pose_loop<T>(*loop, (*t)->reals()[0]);
    if (!pose) return tl::unexpected(pose.error());
    return Result<T>{{to_result_array<T, 3>("translations", pose->translations),
                      rotation_array<T>("rotations", pose->rotations)},
                     {}};
  }
};

}  // namespace

Implementation pose_loop_implementation() {
  return implement<PoseLooping>({});
}

#define BINDPOSE_INSTANTIATE(T) template Expected<LoopedPose<T>> pose_loop(const PoseLoop&, double);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
