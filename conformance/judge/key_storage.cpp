// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/key_storage.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "reference/animation/shared/track.h"
#include "reference/model/question.h"
#include "reference/numeric/storage_form.h"

namespace bindpose::conformance {
namespace {

constexpr double clock_ulps = 5;
constexpr double most_frames = 100'000;

/// The keys of one track of an input.
struct Keys {
  Array* times;
  Array* values;
  bool are_rotations;
  bool are_steps = false;
};

std::vector<Keys> keys_of(ArraySet& question) {
  std::vector<Keys> all;
  if (const Array* heads = question.find("tracks"))
    for (std::size_t i = 0; i < heads->shape[0]; ++i)
      all.push_back({question.find(fmt::format("track_{}_times", i)),
                     question.find(fmt::format("track_{}_values", i)), heads->integers()[3 * i + 1] == 1,
                     heads->integers()[3 * i + 2] == static_cast<std::int32_t>(Interpolation::step)});
  else if (has_keys(question))
    all.push_back(
        {question.find("times"), question.find("values"), question.find("is_rotation")->integers()[0] != 0});
  return all;
}

/// Numbers at the same position of all keys: the component of a value or of a tangent.
template <class Each>
void for_components(const Array& values, Each each) {
  const std::size_t columns = values.reals().size() / std::max<std::size_t>(1, values.shape[0]);
  for (std::size_t c = 0; c < columns; ++c)
    each(c, columns);
}

struct Range {
  double low = infinity, high = -infinity;
  double step(int bits) const { return (high - low) / (std::exp2(bits) - 1); }
};
Range range_of(const Array::Reals& x, std::size_t first, std::size_t columns) {
  Range range;
  for (std::size_t i = first; i < x.size(); i += columns)
    range = {std::min(range.low, x[i]), std::max(range.high, x[i])};
  return range;
}

double rotation_step(int bits) {
  return std::numbers::sqrt2 / (std::exp2(bits) - 1);
}

double length_of(const double* q) {
  return std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
}

/// Largest deviation of each of the four numbers of a rotation from the given ones.
void add_rotation_error(const double* q, int bits, double* error) {
  const double length = length_of(q);
  double largest = 0;
  for (int c = 0; c < 4; ++c)
    largest = std::max(largest, std::fabs(q[c]) / length);
  const double s = rotation_step(bits), e = std::numbers::sqrt3 * s,
               v = std::sqrt(std::max(0.0, 1 - largest * largest));
  const double of_largest = e * (2 * v + e) / largest, rounding = 4 * Precision::float32().unit;
  for (int c = 0; c < 4; ++c) {
    const double unit = q[c] / length;
    // If two numbers are about equally large, either may be the omitted one.
    const bool may_be_largest = std::fabs(unit) >= largest - s;
    error[c] += std::fabs(q[c] - unit) + (may_be_largest ? std::max(of_largest, s) : s) + rounding;
  }
}

void round_rotation(double* q, int bits, Rounding rounding) {
  const double s = rotation_step(bits), low = -1 / std::numbers::sqrt2;
  const double length = length_of(q);
  const double* const largest =
      std::max_element(q, q + 4, [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  double squares = 0;
  for (double* x = q; x != q + 4; ++x) {
    if (x == largest) continue;
    const double k = (*x / length - low) / s;
    *x = low + s * (rounding == Rounding::nearest ? std::nearbyint(k) : std::floor(k));
    squares += *x * *x;
  }
  q[largest - q] = std::copysign(std::sqrt(std::max(0.0, 1 - squares)), *largest);
}

/// True if values of keys are rotations without tangents.
bool are_plain_rotations(const Keys& keys) {
  return keys.are_rotations && keys.values->shape.size() == 2;
}

double end_of(ArraySet& question) {
  double end = 0;
  for (const Keys& keys : keys_of(question))
    if (!keys.times->reals().empty()) end = std::max(end, keys.times->reals().back());
  return end;
}

animation::RotationInterpolation interpolation_of(const Options& options) {
  const auto& specs = animation::rotation_interpolations;
  const auto chosen = options.find(std::string(specs.name));
  for (const auto& [name, value] : specs.values)
    if (chosen != options.end() && chosen->second == name) return value;
  return specs.values.front().second;
}

}  // namespace

bool has_keys(const ArraySet& question) {
  return question.has("tracks") ||
         (question.has("times") && question.has("is_rotation") && question.has("values"));
}

void store_keys(ArraySet& question, int bits) {
  for (const Keys& keys : keys_of(question)) {
    const Array::Reals& x = keys.values->reals();
    Array::Reals& error = keys.values->uncertainty;
    error.resize(x.size(), 0.0);
    for_components(*keys.values, [&](std::size_t c, std::size_t columns) {
      if (are_plain_rotations(keys)) return;
      const Range range = range_of(x, c, columns);
      const double largest = std::max(std::fabs(range.low), std::fabs(range.high)) + range.high - range.low;
      const bool is_stored = range.high > range.low;
      for (std::size_t i = c; i < x.size() && is_stored; i += columns)
        error[i] += range.step(bits) + 3 * Precision::float32().unit * largest;
    });
    for (std::size_t i = 0; i + 4 <= x.size() && are_plain_rotations(keys); i += 4)
      add_rotation_error(&x[i], bits, &error[i]);
  }
}

void round_keys(ArraySet& question, int bits, Rounding rounding) {
  for (const Keys& keys : keys_of(question)) {
    Array::Reals& x = std::get<Array::Reals>(keys.values->data);
    for_components(*keys.values, [&](std::size_t c, std::size_t columns) {
      if (are_plain_rotations(keys)) return;
      const Range range = range_of(x, c, columns);
      const double step = range.step(bits);
      for (std::size_t i = c; i < x.size() && step > 0; i += columns) {
        const double k = (x[i] - range.low) / step;
        x[i] = range.low + step * (rounding == Rounding::nearest ? std::nearbyint(k) : std::floor(k));
      }
    });
    for (std::size_t i = 0; i + 4 <= x.size() && are_plain_rotations(keys); i += 4)
      round_rotation(&x[i], bits, rounding);
  }
}

std::optional<ArraySet> resampled(const ArraySet& question, const Options& options, int rate,
                                  LastFrame last) {
  if (!question.has("tracks")) return std::nullopt;
  ArraySet made = question;
  const double end = end_of(made), frames = std::floor(end * rate);
  const auto tracks = read_tracks(question, std::numeric_limits<std::size_t>::max());
  if (!tracks || !(frames <= most_frames)) return std::nullopt;
  Array::Reals times;
  for (std::size_t frame = 0; frame <= static_cast<std::size_t>(frames); ++frame)
    times.push_back(to_float32(static_cast<double>(frame) / rate));
  if (last == LastFrame::at_end && end > times.back()) times.push_back(end);
  Array::Integers heads = question.find("tracks")->integers();
  for (std::size_t i = 0; i < tracks->size(); ++i) {
    const Track& track = (*tracks)[i].track;
    Array::Reals values, uncertainty;
    for (const double t : times)
      for (const Tracked& x : animation::sample<Tracked>(track, t, interpolation_of(options))) {
        values.push_back(x.value());
        uncertainty.push_back(x.error());
      }
    made.put({fmt::format("track_{}_times", i), {times.size()}, times, {}});
    made.put({fmt::format("track_{}_values", i),
              {times.size(), track.width},
              std::move(values),
              std::move(uncertainty)});
    heads[3 * i + 2] = static_cast<std::int32_t>(Interpolation::linear);
  }
  made.put({"tracks", {tracks->size(), 3}, std::move(heads), {}});
  return made;
}

void store_half_keys(ArraySet& question) {
  for (const Keys& keys : keys_of(question)) {
    if (are_plain_rotations(keys)) continue;
    const Array::Reals& x = keys.values->reals();
    Array::Reals& error = keys.values->uncertainty;
    error.resize(x.size(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
      error[i] += binary16_form.error(x[i]);
  }
}

void round_half_keys(ArraySet& question, Rounding rounding) {
  const auto stored = rounding == Rounding::nearest ? binary16_form.nearest : binary16_form.cut;
  for (const Keys& keys : keys_of(question))
    if (!are_plain_rotations(keys))
      for (double& x : std::get<Array::Reals>(keys.values->data))
        x = stored(x);
}

namespace {

using Times = Array::Reals;

Times& times_asked(ArraySet& arrays) {
  return std::get<Times>(arrays.find(arrays.has("tracks") ? "time" : "t")->data);
}

/// Each time minus and plus the error of the clock, unchanged, and at a key within this error.
std::set<Times> times_of_a_clock(ArraySet& arrays, double shift) {
  const Times given = times_asked(arrays);
  std::set<Times> all = {given};
  const auto add = [&](auto moved) {
    Times times = given;
    std::ranges::transform(times, times.begin(), moved);
    all.insert(std::move(times));
  };
  add([shift](double t) { return t - shift; });
  add([shift](double t) { return t + shift; });
  for (const Keys& keys : keys_of(arrays))
    add([&](double t) {
      const auto key =
          std::ranges::find_if(keys.times->reals(), [&](double t_k) { return std::fabs(t_k - t) <= shift; });
      return key == keys.times->reals().end() ? t : *key;
    });
  return all;
}

/// The input with the keys of all step tracks later by `by`; none without step tracks.
std::optional<ArraySet> with_later_steps(const Question& question, ArraySet arrays, double by) {
  bool any = false;
  for (const Keys& keys : keys_of(arrays)) {
    if (!keys.are_steps && question.algorithm->stem != "step_track") continue;
    any = true;
    for (double& t : std::get<Times>(keys.times->data))
      t += by;
  }
  return any ? std::optional(std::move(arrays)) : std::nullopt;
}

}  // namespace

std::vector<std::vector<ArraySet>> on_clocks_of_ratios(const Question& question, const ArraySet& arrays) {
  ArraySet given = arrays;
  const double shift = clock_ulps * Precision::float32().unit * end_of(given);
  std::vector<ArraySet> sides;
  for (const double by : {-3 * shift, 3 * shift})
    if (auto moved = with_later_steps(question, arrays, by)) sides.push_back(*std::move(moved));
  if (sides.empty()) sides.push_back(arrays);
  const std::set<Times> all_times = times_of_a_clock(given, shift);
  std::vector<std::vector<ArraySet>> all;
  for (const ArraySet& side : sides) {
    all.emplace_back();
    for (const Times& times : all_times) {
      all.back().push_back(side);
      times_asked(all.back().back()) = times;
    }
  }
  return all;
}

}  // namespace bindpose::conformance
