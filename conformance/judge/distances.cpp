// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/distances.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/places.h"
#include "reference/model/row_view.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t enough_vertices = 16;
constexpr double enough_spread = 2;

Vec3<double> point(const std::vector<double>& values, std::size_t row) {
  const auto place = RowView<double>(values, 3)[row];
  return {place[0], place[1], place[2]};
}

std::vector<double> from_origin(const Question& question) {
  const Array& rest = *question.arrays.find("positions");
  std::vector<double> lengths;
  for (std::size_t v = 0; v < rest.shape[0]; ++v)
    lengths.push_back(point(rest.reals(), v).norm());
  return lengths;
}

/// From where the joint of the first slot in use was when it was bound.
std::vector<double> from_joint(const Question& question) {
  const Array &rest = *question.arrays.find("positions"), *joints = question.arrays.find("joints");
  const Affines inverse = inverse_binds_of(question.arrays);
  if (inverse.empty() || joints == nullptr) return {};
  const std::size_t slots = joints->integers().size() / joints->shape[0];
  std::vector<double> lengths;
  for (std::size_t v = 0; v < rest.shape[0]; ++v) {
    const auto used = used_slots(question, v);
    const std::size_t slot = used.empty() ? 0 : used.front();
    const auto j = static_cast<std::size_t>(joints->integers()[v * slots + slot]);
    const Vec3<double> x = inverse[j].linear * point(rest.reals(), v) + inverse[j].translation;
    lengths.push_back(x.norm());
  }
  return lengths;
}

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&values](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values[order[last]] == values[order[first]])
      ++last;
    for (std::size_t i = first; i < last; ++i)
      ranks[order[i]] = static_cast<double>(first + last - 1) / 2;
  }
  return ranks;
}

}  // namespace

std::span<const Distance> distances() {
  static constexpr Distance all[] = {{"the origin", &from_origin},
                                     {"its joint's place in the bind pose", &from_joint}};
  return all;
}

std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> x = ranks_of(a), y = ranks_of(b);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean, dy = y[i] - mean;
    xy += dx * dy, xx += dx * dx, yy += dy * dy;
  }
  if (!(xx > 0 && yy > 0)) return std::nullopt;
  return xy / std::sqrt(xx * yy);
}

std::optional<double> correlation_with(const Distance& distance, const GivenAnswer& given) {
  const auto right = std::ranges::find(given.right.arrays, "positions", &ExpectedArray::name);
  const Array* rest = given.question.arrays.find("positions");
  if (right == given.right.arrays.end() || rest == nullptr || rest->shape != right->shape)
    return std::nullopt;
  const std::vector<double> lengths = distance.of(given.question);
  const auto& got = given.answer.arrays.find("positions")->reals();
  std::vector<double> far, errors;
  for (std::size_t v = 0; v < lengths.size(); ++v) {
    const auto is_wrong = [&](std::size_t i) { return is_decided(*right, i) && !is_within(*right, i, got); };
    if (!is_wrong(3 * v) && !is_wrong(3 * v + 1) && !is_wrong(3 * v + 2)) continue;
    far.push_back(lengths[v]);
    errors.push_back((point(got, v) - point(right->branch.values, v)).norm());
    if (!std::isfinite(errors.back())) return std::nullopt;
  }
  if (far.size() < enough_vertices) return std::nullopt;
  const auto [nearest, farthest] = std::ranges::minmax(far);
  return farthest >= enough_spread * nearest ? rank_correlation(far, errors) : std::nullopt;
}

}  // namespace bindpose::conformance
