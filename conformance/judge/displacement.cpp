// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/displacement.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/position_predicates.h"
#include "reference/io/foreign_json.h"
#include "reference/model/row_view.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr std::string_view unnamed_joint = "joint ";  // number of such vertices

double distance_between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The joint with the largest weight on a vertex, the first of equal ones. Without weights, every
/// joint has weight 1. None without joints.
std::optional<std::size_t> strongest_joint(const Question& question, std::size_t vertices, std::size_t v) {
  const Array *joints = question.arrays.find("joints"), *weights = question.arrays.find("weights");
  if (joints == nullptr || joints->is_real() || joints->shape.size() != 2 || joints->shape[0] != vertices)
    return {};
  if (weights != nullptr && (!weights->is_real() || weights->shape != joints->shape)) weights = nullptr;
  std::optional<std::size_t> strongest;
  double largest = 0;
  for (std::size_t i = v * joints->shape[1]; i < (v + 1) * joints->shape[1]; ++i) {
    const double weight = weights == nullptr ? 1 : weights->reals()[i];
    if (weight == 0 || (strongest && weight <= largest)) continue;
    strongest = static_cast<std::size_t>(joints->integers()[i]);
    largest = weight;
  }
  return strongest;
}

std::string name_of(std::size_t joint, const JointNames& names) {
  const std::vector<std::string> all = names ? names() : std::vector<std::string>();
  return joint < all.size() && !all[joint].empty() ? all[joint] : fmt::format("{}{}", unnamed_joint, joint);
}

/// For an output with an uncertainty, such as vertices seen through a camera.
bool is_within_uncertainty(const ExpectedArray& right, const Array& got, std::size_t i) {
  return !got.uncertainty.empty() &&
         distance(right, right.branch.values, i, got.reals()) <= right.branch.bounds[i] + got.uncertainty[i];
}

/// Three significant digits, without an exponent.
std::string three_digits(double x) {
  if (!std::isfinite(x)) return "no finite number of";
  if (x == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(std::fabs(x))));
  constexpr int smallest = -9;  // from here on, decimals do not help
  if (before < smallest) return fmt::format("{:.2e}", x);
  return fmt::format("{:.{}f}", x, std::max(2 - before, 0));
}

}  // namespace

std::optional<AnsweredPlaces> AnsweredPlaces::of(const ExpectedArray& right, const Array& got) {
  for (const Layout& layout : layouts)
    if (right.name == layout.name && has_numbers_for(right, got) && !got.reals().empty() &&
        width_of(right) == layout.width)
      return AnsweredPlaces(right, got, layout);
  return {};
}

std::optional<AnsweredPlaces> AnsweredPlaces::of(const Expectation& right, const ArraySet& answer) {
  for (const Layout& layout : layouts)
    for (const ExpectedArray& array : right.arrays)
      if (const Array* got = answer.find(array.name); got != nullptr && array.name == layout.name)
        if (auto places = of(array, *got)) return places;
  return {};
}

std::optional<double> AnsweredPlaces::metres(std::size_t v) const {
  for (std::size_t c = 0; c < 3; ++c)
    if (!is_decided(*right_, index(v, c))) return {};
  const double metres = distance_between(got(v), expected(v));
  return std::isfinite(metres) ? std::optional(metres) : std::nullopt;
}

bool AnsweredPlaces::is_right(std::size_t v) const {
  for (std::size_t c = 0; c < 3; ++c)
    if (const std::size_t i = index(v, c); is_decided(*right_, i) && !is_within(*right_, i, got_->reals()) &&
                                           !is_within_uncertainty(*right_, *got_, i))
      return false;
  return true;
}

std::optional<std::size_t> AnsweredPlaces::farthest_wrong(std::size_t first, std::size_t end) const {
  std::optional<std::size_t> farthest;
  double most = 0;
  for (std::size_t v = first; v < end; ++v) {
    const auto moved = metres(v);
    if (!moved || (farthest && *moved <= most) || is_right(v)) continue;
    farthest = v;
    most = *moved;
  }
  return farthest;
}

double AnsweredPlaces::mesh_size() const {
  std::array<double, 3> low, high;
  low.fill(infinity);
  high.fill(-infinity);
  for (std::size_t v = 0; v < count(); ++v)
    for (std::size_t c = 0; c < 3; ++c) {
      const double x = right_->branch.values[index(v, c)];
      if (!std::isfinite(x)) continue;
      low[c] = std::min(low[c], x);
      high[c] = std::max(high[c], x);
    }
  return low[0] > high[0] ? 0 : distance_between(low, high);
}

std::string displacement_words(const Question& question, const Expectation& right, const ArraySet& answer,
                               const JointNames& names) {
  const auto places = AnsweredPlaces::of(right, answer);
  const auto vertex = places ? places->farthest_wrong() : std::nullopt;
  if (!vertex) return "";
  const auto joint = places->are_joints() ? vertex : strongest_joint(question, places->count(), *vertex);
  const double metres = *places->metres(*vertex), size = places->mesh_size();
  const std::string share =
      size > 0 ? fmt::format(", {} of the mesh's size", percent_words(metres / size)) : "";
  return fmt::format("{} at most{}: {}", length_words(metres), share,
                     place_words(places->are_joints(), *vertex, joint ? name_of(*joint, names) : ""));
}

namespace {

/// Index of the first judged number that is not a finite float32 number.
std::optional<std::size_t> first_not_finite(const ExpectedArray& expected, const Array& got) {
  for (std::size_t i = 0; i < expected.branch.values.size(); ++i)
    if (is_decided(expected, i) && !std::isfinite(static_cast<float>(got.reals()[i]))) return i;
  return std::nullopt;
}

}  // namespace

std::string invalid_place(const Question& question, const Expectation& right, const ArraySet& answer,
                          const JointNames& names) {
  for (const ExpectedArray& array : right.arrays) {
    const Array* const got = answer.find(array.name);
    if (got == nullptr || !has_numbers_for(array, *got)) return "";
    const auto number = first_not_finite(array, *got);
    if (!number) continue;
    const std::size_t row = *number / width_of(array);
    const auto places = AnsweredPlaces::of(array, *got);
    const bool is_joint = places && places->are_joints();
    const auto joint = is_joint ? std::optional(row) : strongest_joint(question, array.shape[0], row);
    if (!joint && !places) return "";
    return place_words(is_joint, row, joint ? name_of(*joint, names) : "");
  }
  return "";
}

std::string place_words(bool is_joint, std::size_t vertex, const std::string& joint) {
  const std::string place = fmt::format("{} {}", is_joint ? "joint" : "vertex", vertex);
  const std::string name = printable(joint);
  if (name.empty() || name == place) return place;
  if (is_joint) return fmt::format("{} ({})", place, name);
  return fmt::format("{}, {}{}", place, name.starts_with(unnamed_joint) ? "" : "joint ", name);
}

std::string length_words(double metres) {
  return metres < 1 ? three_digits(100 * metres) + " cm" : three_digits(metres) + " m";
}

std::string percent_words(double share) {
  return three_digits(100 * share) + " %";
}

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

/// Distance from the bind position of the first used slot's joint.
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
                                     {"its joint's position in the bind pose", &from_joint}};
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
