// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/precision_class.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

/// Distance to the farther of the two neighbours on a grid, so that rounding and truncating are both covered.
double to_farther_neighbour(double x, double spacing) {
  const double below = std::floor(x / spacing) * spacing;
  return x == below ? 0 : std::max(x - below, below + spacing - x);
}

double binary16_spacing(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::max(exponent - 11, -24));
}

/// IEEE 754 binary16: 11 significant bits, the smallest spacing 2^-24, the largest number 65504.
double binary16_error(double x) {
  if (!(std::fabs(x) <= 65504)) return std::numeric_limits<double>::infinity();
  return to_farther_neighbour(x, binary16_spacing(x));
}

double binary16_nearest(double x) {
  const double spacing = binary16_spacing(x);
  return std::nearbyint(x / spacing) * spacing;
}

double binary16_cut(double x) {
  const double spacing = binary16_spacing(x);
  return std::trunc(x / spacing) * spacing;
}

template <int steps>
double unorm_nearest(double x) {
  return static_cast<double>(static_cast<float>(std::round(x * steps) / steps));
}

/// k / steps that was rounded to float32 stays what it is.
template <int steps>
double unorm_cut(double x) {
  const double nearest = unorm_nearest<steps>(x);
  return static_cast<float>(x) == static_cast<float>(nearest)
             ? nearest
             : static_cast<double>(static_cast<float>(std::trunc(x * steps) / steps));
}

/// k / steps, k = 0 .. steps. A given number is a float32: k / steps itself was rounded to one.
template <int steps>
double unorm_error(double x) {
  const double nearest = std::round(x * steps) / steps;
  if (static_cast<float>(nearest) == static_cast<float>(x)) return std::fabs(nearest - x);
  return to_farther_neighbour(x, 1.0 / steps);
}

}  // namespace

const std::vector<PrecisionClass>& precision_classes() {
  static const std::vector<PrecisionClass> all = {
      {"half-palette",
       "the palette is stored in binary16",
       {"palette", "palette_rotations", "palette_translations"},
       &binary16_error,
       &binary16_nearest,
       &binary16_cut},
      {"half-weights",
       "weights are stored in binary16",
       {"weights"},
       &binary16_error,
       &binary16_nearest,
       &binary16_cut},
      {"unorm16-weights",
       "weights are stored in 16 bits, as k / 65535",
       {"weights"},
       &unorm_error<65535>,
       &unorm_nearest<65535>,
       &unorm_cut<65535>},
      {"unorm8-weights",
       "weights are stored in 8 bits, as k / 255",
       {"weights"},
       &unorm_error<255>,
       &unorm_nearest<255>,
       &unorm_cut<255>},
      {"f16-attributes",
       "positions, normals and tangents are stored in binary16",
       {"positions", "normals", "tangents"},
       &binary16_error,
       &binary16_nearest,
       &binary16_cut},
      {"mediump", "all arithmetic is GLSL's mediump, binary16", {}, nullptr, nullptr, nullptr, true},
  };
  return all;
}

Expected<const PrecisionClass*> find_precision_class(std::string_view name) {
  std::vector<std::string_view> names;
  for (const PrecisionClass& each : precision_classes()) {
    if (each.name == name) return &each;
    names.push_back(each.name);
  }
  return fail("CLASS_UNKNOWN", printable(name),
              fmt::format("no such class of precision, expected one of {}", fmt::join(names, ", ")));
}

std::string to_string(const PrecisionClasses& classes) {
  std::vector<std::string_view> names;
  for (const PrecisionClass* each : classes)
    names.push_back(each->name);
  return fmt::format("{}", fmt::join(names, "+"));
}

bool can_matter(const PrecisionClass& precision, const ArraySet& question, Level level) {
  if (precision.computes_in_binary16) return level == Level::palette;
  return std::any_of(precision.arrays.begin(), precision.arrays.end(),
                     [&question](std::string_view name) { return question.has(name); });
}

bool can_hold_at_once(const PrecisionClass& one, const PrecisionClass& other) {
  if (one.computes_in_binary16 || other.computes_in_binary16) return false;
  return std::ranges::find_first_of(one.arrays, other.arrays) == one.arrays.end();
}

bool is_binary16(double x) {
  return binary16_error(x) == 0;
}

void round_to(const PrecisionClass& precision, ArraySet& question, Rounding rounding) {
  const auto stored = rounding == Rounding::nearest ? precision.stored : precision.cut;
  for (const std::string_view name : precision.arrays)
    if (Array* array = question.find(name); array != nullptr && array->is_real())
      for (double& x : std::get<Array::Reals>(array->data))
        x = stored(x);
}

void store_in(const PrecisionClass& precision, ArraySet& question) {
  for (const std::string_view name : precision.arrays) {
    Array* array = question.find(name);
    if (array == nullptr || !array->is_real()) continue;
    array->uncertainty.resize(array->reals().size(), 0.0);
    for (std::size_t i = 0; i < array->reals().size(); ++i)
      array->uncertainty[i] += precision.storage_error(array->reals()[i]);
  }
}

}  // namespace bindpose::conformance
