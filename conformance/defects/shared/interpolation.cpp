// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/interpolation.h"

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/algorithms.h"
#include "reference/animation/pose_loop.h"

namespace bindpose::conformance {
namespace {

Vec4<double> row4(const Array& array, std::size_t row) {
  return Eigen::Map<const Vec4<double>>(array.reals().data() + 4 * row);
}

Expected<Result<double>> loop_by(const Question& question, Interpolate rule) {
  const auto& arrays = question.arrays;
  BINDPOSE_TRY(Result<double> result, question.algorithm->implementation.in_double(arrays, question.options));
  const Between at = between_loop_keys(question, phase_in_loop(question));
  const Array& rotations = *arrays.find("rotations");
  const std::size_t joints = rotations.shape[1];
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t j = 0; array.name == "rotations" && j < joints; ++j) {
      const Vec4<double> q =
          rule(row4(rotations, at.from * joints + j), row4(rotations, at.to * joints + j), at.u);
      std::copy(q.begin(), q.end(), array.values.begin() + static_cast<std::ptrdiff_t>(4 * j));
    }
  return result;
}

}  // namespace

Between between_keys(const Array::Reals& keys, double t) {
  if (!(t > keys.front())) return {0, 0, 0};  // also NaN
  if (t >= keys.back()) return {keys.size() - 1, keys.size() - 1, 0};
  const auto next = static_cast<std::size_t>(std::upper_bound(keys.begin(), keys.end(), t) - keys.begin());
  return {next - 1, next, (t - keys[next - 1]) / (keys[next] - keys[next - 1])};
}

double phase_in_loop(const Question& question) {
  return bindpose::animation::phase_of(question.arrays.find("t")->reals()[0],
                                       question.arrays.find("period")->reals()[0]);
}

Between between_loop_keys(const Question& question, double phase) {
  using bindpose::animation::BeforeFirstKey;
  const auto before =
      choice(question.algorithm->implementation.declaration.options, question.options, "before_first_key");
  const auto segment = bindpose::animation::segment_at<double>(
      question.arrays.find("times")->reals(), question.arrays.find("period")->reals()[0], phase,
      before == "holds" ? BeforeFirstKey::holds : BeforeFirstKey::wraps);
  return {segment.from, segment.to, segment.u};
}

Changed as_rows(const Question& question) {
  if (question.algorithm->id.starts_with("interp.") && question.arrays.has("a")) return question;
  Changed rows =
      asked_of(question, "anim.linear", holds_rotations(question) ? "interp.slerp" : "interp.lerp");
  if (!rows) return rows;
  const Array& values = *question.arrays.find("values");
  const Array::Reals &keys = question.arrays.find("times")->reals(),
                     &times = question.arrays.find("t")->reals();
  const auto width = static_cast<std::ptrdiff_t>(values.shape[1]);
  Array::Reals a, b, u;
  for (const double t : times) {
    const Between at = between_keys(keys, t);
    const auto from = values.reals().begin() + static_cast<std::ptrdiff_t>(at.from) * width;
    const auto to = values.reals().begin() + static_cast<std::ptrdiff_t>(at.to) * width;
    a.insert(a.end(), from, from + width);
    b.insert(b.end(), to, to + width);
    u.push_back(at.u);
  }
  rows->arrays = {};
  rows->arrays.add("a", {times.size(), values.shape[1]}, std::move(a));
  rows->arrays.add("b", {times.size(), values.shape[1]}, std::move(b));
  rows->arrays.add("t", {times.size()}, std::move(u));
  return rows;
}

Changed as_one_key_pose(const Question& question, Interpolate rule) {
  if (question.algorithm->id != "anim.pose-loop") return std::nullopt;
  const auto pose = loop_by(question, rule);
  if (!pose) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"times", {1}, Array::Reals{0}});
  for (const ResultArray<double>& array : pose->arrays) {
    Shape one_key = array.shape;
    one_key.insert(one_key.begin(), 1);
    changed.arrays.put({array.name, one_key, array.values});
  }
  declare_computed(changed, {"translations", "rotations"});
  return changed;
}

}  // namespace bindpose::conformance
