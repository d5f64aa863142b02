// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/place_in_time.h"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "conformance/defects/shared/interpolation.h"
#include "conformance/judge/compare_array.h"
#include "reference/model/row_view.h"

namespace bindpose::conformance {
namespace {

using ValuesInTime = std::optional<std::vector<std::string>>;

/// A time at which a row is sampled.
struct Moment {
  const Array::Reals* keys = nullptr;  ///< 0 and 1 for an interpolation between two ends
  bool has_track = false;
  double asked = 0, in_period = 0;
};

std::optional<Moment> moment_of(const Place& place) {
  static const Array::Reals from_0_to_1 = {0, 1};
  const ArraySet& arrays = place.around.question->arrays;
  const Array *keys = arrays.find("times"), *times = arrays.find("t"), *period = arrays.find("period");
  if (keys == nullptr) keys = arrays.find("key_times");
  if (times == nullptr) times = arrays.find("time");
  const bool has_ends = arrays.has("a") && arrays.has("b");
  if ((keys == nullptr && !has_ends) || times == nullptr) return std::nullopt;
  const std::size_t count = times->reals().size();
  if (count > 1 && (place.array.shape.empty() || place.array.shape[0] != count)) return std::nullopt;
  const double t = times->reals()[count > 1 ? place.row : 0];
  const double past = period == nullptr ? 0 : std::floor(t / period->reals()[0]) * period->reals()[0];
  return Moment{keys == nullptr ? &from_0_to_1 : &keys->reals(), keys != nullptr, t, t - past};
}

/// The keys before and after a row; both the same, or u = 0, if it is on a key or held.
Between between_at(const Place& place, const Moment& moment) {
  const Question& question = *place.around.question;
  if (question.algorithm->id == "anim.pose-loop") return between_loop_keys(question, phase_in_loop(question));
  return between_keys(*moment.keys, moment.asked);
}

/// The numbers of one key that determine a row, in one array of the input; empty if the array has no such keys.
using KeyRow = std::span<const double>;

KeyRow row_in(const Array& array, std::size_t row) {
  const RowView<double> rows(array.reals(), array.shape.back());
  return row < rows.count() ? rows[row] : KeyRow();
}

KeyRow key_row(const Place& place, const Array& array, std::size_t key) {
  if (!array.is_real() || array.shape.size() < 2) return {};
  const Shape& shape = array.shape;
  std::optional<std::size_t> row;
  if (array.name == "values" && shape.size() == 2) row = key;
  if ((array.name == "translations" || array.name == "rotations") && shape.size() == 3)
    row = key * shape[1] + place.row;
  if (array.name.starts_with("key_") && shape.size() == 3) row = place.row * shape[1] + key;
  return row ? row_in(array, *row) : KeyRow();
}

/// Up to rounding; a rotation equals its negative.
bool is_same(const KeyRow& a, const KeyRow& b) {
  const auto agree = [&](double sign) {
    return std::ranges::equal(a, b, [sign](double x, double y) { return std::fabs(x - sign * y) <= 1e-6; });
  };
  return agree(1) || (a.size() == 4 && agree(-1));
}

/// True if both keys of a row are equal, in every array that determines it.
bool stands_still(const Place& place, const Between& at) {
  const ArraySet& arrays = place.around.question->arrays;
  const Array *a = arrays.find("a"), *b = arrays.find("b");
  if (a != nullptr && b != nullptr && a->shape.size() == 2 && a->shape == b->shape)
    return is_same(row_in(*a, place.row), row_in(*b, place.row));
  bool any = false;
  for (const Array& array : arrays) {
    const KeyRow from = key_row(place, array, at.from), to = key_row(place, array, at.to);
    if (from.empty() || to.empty()) continue;
    if (!is_same(from, to)) return false;
    any = true;
  }
  return any;
}

/// Describes the quaternions of the keys around a row; empty without quaternions.
std::optional<double> cosine_between_keys(const Place& place) {
  const auto moment = moment_of(place);
  if (!moment || width_of(place.array) != 4 || !place.array.rotations) return std::nullopt;
  const Between at = between_at(place, *moment);
  const ArraySet& arrays = place.around.question->arrays;
  const auto cosine = [](const KeyRow& from, const KeyRow& to) -> std::optional<double> {
    if (from.size() != 4 || to.size() != 4) return std::nullopt;
    const Vec4<double> a(from.data()), b(to.data());
    const double c = a.dot(b) / (a.norm() * b.norm());
    return std::isfinite(c) ? std::optional(c) : std::nullopt;
  };
  const Array *a = arrays.find("a"), *b = arrays.find("b");
  if (a != nullptr && b != nullptr && a->shape.size() == 2 && a->shape == b->shape)
    return cosine(row_in(*a, place.row), row_in(*b, place.row));
  for (const Array& array : arrays) {
    const bool is_spline =
        array.name == "values" && array.shape.size() == 3;  // in-tangent, value, out-tangent
    const auto key = [&](std::size_t k) {
      return is_spline ? row_in(array, 3 * k + 1) : key_row(place, array, k);
    };
    if (const auto found = cosine(key(at.from), key(at.to))) return found;
  }
  return std::nullopt;
}

ValuesInTime if_in_time(bool has) {
  return has ? std::vector<std::string>{""} : std::vector<std::string>{};
}

}  // namespace

ValuesInTime key_interval(const Place& place) {
  const auto moment = moment_of(place);
  if (!moment || !moment->has_track) return std::nullopt;
  const double t = moment->in_period;
  if (t < moment->keys->front()) return std::vector<std::string>{"before the first key"};
  if (t >= moment->keys->back()) return std::vector<std::string>{"from the last key on"};
  const std::size_t k = between_keys(*moment->keys, t).from;
  return std::vector<std::string>{fmt::format("between keys {} and {}, counted from 0", k, k + 1)};
}

ValuesInTime between_any_keys(const Place& place) {
  const auto moment = moment_of(place);
  if (!moment) return std::nullopt;
  const Between at = between_at(place, *moment);
  if (at.from == at.to || at.u <= 0) return if_in_time(false);
  if (stands_still(place, at)) return std::nullopt;
  return if_in_time(true);
}

ValuesInTime at_a_key(const Place& place) {
  const auto between = between_any_keys(place);
  const auto moment = moment_of(place);
  if (!between || !moment) return std::nullopt;
  if (!between->empty()) return std::vector<std::string>();
  std::vector<std::string> found = {"at a key or beyond all keys"};
  if (moment->asked < moment->keys->front() || moment->asked > moment->keys->back())
    found.emplace_back("beyond all keys");
  return found;
}

ValuesInTime below_0(const Place& place) {
  const auto moment = moment_of(place);
  if (!moment) return std::nullopt;
  return if_in_time(moment->asked < 0);
}

std::optional<double> degrees_between_keys(const Place& place) {
  const auto cosine = cosine_between_keys(place);
  if (!cosine) return std::nullopt;
  return 360 / std::numbers::pi * std::acos(std::min(std::fabs(*cosine), 1.0));
}

ValuesInTime between_opposite_keys(const Place& place) {
  const auto cosine = cosine_between_keys(place);
  return cosine ? if_in_time(*cosine < 0) : std::nullopt;
}

bool is_as_a_key(const Place& place) {
  if (!moment_of(place)) return false;
  const auto between = between_any_keys(place);
  return !between || between->empty();
}

std::optional<KeysAround> keys_around(const Place& place) {
  const auto moment = moment_of(place);
  if (!moment) return std::nullopt;
  const Between at = between_at(place, *moment);
  const ArraySet& arrays = place.around.question->arrays;
  const auto numbers = [](const KeyRow& row) { return std::vector<double>(row.begin(), row.end()); };
  const Array *a = arrays.find("a"), *b = arrays.find("b");
  if (a != nullptr && b != nullptr && a->shape.size() == 2 && a->shape == b->shape)
    return KeysAround{numbers(row_in(*a, place.row)), numbers(row_in(*b, place.row))};
  const Array* const values = arrays.find("values");
  if (values != nullptr && values->shape.size() == 3) {  // in-tangent, value, out-tangent
    const auto key = [&](std::size_t k, std::size_t part) { return numbers(row_in(*values, 3 * k + part)); };
    const double seconds = (*moment->keys)[at.to] - (*moment->keys)[at.from];
    return KeysAround{key(at.from, 1),
                      key(at.to, 1),
                      at.u,
                      seconds,
                      {},
                      {},
                      {{"the in-tangent of the key before the time", key(at.from, 0)},
                       {"the out-tangent of the key before the time", key(at.from, 2)},
                       {"the in-tangent of the key after the time", key(at.to, 0)},
                       {"the out-tangent of the key after the time", key(at.to, 2)}},
                      {{"the first key", key(0, 1)}, {"the last key", key(moment->keys->size() - 1, 1)}}};
  }
  for (const Array& array : arrays) {
    if (array.shape.empty() || array.shape.back() != width_of(place.array)) continue;
    const KeyRow from = key_row(place, array, at.from), to = key_row(place, array, at.to);
    if (from.empty() || to.empty()) continue;
    KeysAround keys{numbers(from), numbers(to)};
    const std::size_t last = moment->keys->size() - 1;
    if (at.from > 0) keys.earlier = numbers(key_row(place, array, at.from - 1));
    if (at.to < last) keys.later = numbers(key_row(place, array, at.to + 1));
    for (std::size_t k = 0; k <= last; ++k)
      keys.others.emplace_back(k == 0      ? "the first key"
                               : k == last ? "the last key"
                                           : "keys",
                               numbers(key_row(place, array, k)));
    for (std::size_t k = 0; k <= last; ++k)
      keys.others.emplace_back("keys, but not the right ones", numbers(key_row(place, array, k)));
    return keys;
  }
  return std::nullopt;
}

}  // namespace bindpose::conformance
