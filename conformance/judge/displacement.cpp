// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/displacement.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

constexpr std::string_view unnamed_joint = "joint ";  // and its number

double distance_between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// The one with the largest weight on a vertex, the first of equals; without weights all of them are 1. Nothing if there is none.
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

/// Of an answer that is itself not known exactly: vertices that were seen through a camera.
bool is_within_uncertainty(const ExpectedArray& right, const Array& got, std::size_t i) {
  return !got.uncertainty.empty() &&
         distance(right, right.branch.values, i, got.reals()) <= right.branch.bounds[i] + got.uncertainty[i];
}

/// Three digits that count, never by a power of ten.
std::string three_digits(double x) {
  if (!std::isfinite(x)) return "no finite number of";
  if (x == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(std::fabs(x))));
  constexpr int smallest = -9;  // below which digits behind the point are no help
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
  return fmt::format("{} at most, {} of the mesh's size: {}", length_words(metres),
                     percent_words(size > 0 ? metres / size : 0),
                     place_words(places->are_joints(), *vertex, joint ? name_of(*joint, names) : ""));
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

}  // namespace bindpose::conformance
