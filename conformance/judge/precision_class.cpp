// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/precision_class.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/key_storage.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {
namespace {

constexpr std::string_view quantised_family = "keys-quantised-", resampled_family = "keys-resampled-";

PrecisionClass quantised_keys(std::string_view name, int bits) {
  return {.name = name,
          .sentence =
              "keys are stored in this many bits: numbers in their track's range, rotations by their three "
              "smallest numbers",
          .keys = KeyStorage::quantised,
          .number = bits};
}

PrecisionClass resampled_keys(std::string_view name, int rate) {
  return {.name = name,
          .sentence =
              "clips are sampled at this many frames per second, and interpolated linearly between frames",
          .keys = KeyStorage::resampled,
          .number = rate};
}

}  // namespace

const std::vector<PrecisionClass>& precision_classes() {
  static const std::vector<PrecisionClass> all = {
      {"half-palette",
       "the palette is stored in binary16",
       {"palette", "palette_rotations", "palette_translations"},
       &binary16_form},
      {"half-weights", "weights are stored in binary16", {"weights"}, &binary16_form},
      {"unorm16-weights", "weights are stored in 16 bits, as k / 65535", {"weights"}, &unorm16_form},
      {"unorm8-weights", "weights are stored in 8 bits, as k / 255", {"weights"}, &unorm8_form},
      {"f16-attributes",
       "positions, normals and tangents are stored in binary16",
       {"positions", "normals", "tangents"},
       &binary16_form},
      {"mediump", "all arithmetic is GLSL's mediump, binary16", {}, nullptr, true},
      quantised_keys("keys-quantised-16", 16),
      {.name = "half-keys",
       .sentence = "keys that are not rotations are stored in binary16",
       .keys = KeyStorage::halves},
      resampled_keys("keys-resampled-60", 60),
      {.name = "clock-of-ratios",
       .sentence = "times and keys are ratios of the clip's length",
       .keys = KeyStorage::clock_of_ratios},
      {.name = "reciprocal-estimates",
       .sentence = "reciprocals and reciprocal roots are off by up to 1.5 * 2^-12, as x86's estimates are",
       .estimates_reciprocals = true},
      {.name = "joint-angles",
       .sentence = "two bones are bent by angles that are computed by arccosines",
       .arrays = {"poles"},
       .formulation = "angles"},
  };
  return all;
}

namespace {

/// The number after a class's name: "keys-quantised-17". None for another word, or out of range.
std::optional<int> number_in(std::string_view name, std::string_view family, int least, int most) {
  if (!name.starts_with(family)) return std::nullopt;
  const std::string_view text = name.substr(family.size());
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// Exists until the program ends.
const PrecisionClass* numbered_class(std::string_view name) {
  const auto bits = number_in(name, quantised_family, 4, 24);
  const auto rate = number_in(name, resampled_family, 1, 1000);
  if (!bits && !rate) return nullptr;
  static std::mutex mutex;
  static std::map<std::string, PrecisionClass, std::less<>> made;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = made.try_emplace(std::string(name));
  if (is_new)
    entry->second = bits ? quantised_keys(entry->first, *bits) : resampled_keys(entry->first, *rate);
  return &entry->second;
}

}  // namespace

Expected<const PrecisionClass*> find_precision_class(std::string_view name) {
  std::vector<std::string> names;
  for (const PrecisionClass& each : precision_classes()) {
    if (each.name == name) return &each;
    names.emplace_back(each.name);
  }
  if (const PrecisionClass* const numbered = numbered_class(name)) return numbered;
  return fail("CLASS_UNKNOWN", printable(name),
              fmt::format("no such precision class, expected one of {}{}", fmt::join(names, ", "),
                          did_you_mean(name, names)));
}

std::string to_string(const PrecisionClasses& classes) {
  std::vector<std::string_view> names;
  for (const PrecisionClass* each : classes)
    names.push_back(each->name);
  return fmt::format("{}", fmt::join(names, "+"));
}

bool can_matter(const PrecisionClass& precision, const ArraySet& question, Level level) {
  if (precision.computes_in_binary16) return level == Level::palette;
  if (precision.estimates_reciprocals) return true;
  if (precision.keys == KeyStorage::resampled) return question.has("tracks");
  if (stores_keys(precision)) return has_keys(question);
  return std::any_of(precision.arrays.begin(), precision.arrays.end(),
                     [&question](std::string_view name) { return question.has(name); });
}

bool can_hold_at_once(const PrecisionClass& one, const PrecisionClass& other) {
  const auto stores_arrays = [](const PrecisionClass& each) { return each.form != nullptr; };
  if (!stores_arrays(one) || !stores_arrays(other)) return false;
  return std::ranges::find_first_of(one.arrays, other.arrays) == one.arrays.end();
}

void round_to(const PrecisionClass& precision, ArraySet& question, Rounding rounding) {
  if (precision.keys == KeyStorage::quantised) round_keys(question, precision.number, rounding);
  if (precision.keys == KeyStorage::halves) round_half_keys(question, rounding);
  if (precision.form == nullptr) return;
  const auto stored = rounding == Rounding::nearest ? precision.form->nearest : precision.form->cut;
  for (const std::string_view name : precision.arrays)
    if (Array* array = question.find(name); array != nullptr && array->is_real())
      for (double& x : std::get<Array::Reals>(array->data))
        x = stored(x);
}

void store_in(const PrecisionClass& precision, ArraySet& question) {
  if (precision.keys == KeyStorage::quantised) store_keys(question, precision.number);
  if (precision.keys == KeyStorage::halves) store_half_keys(question);
  if (precision.form == nullptr) return;
  for (const std::string_view name : precision.arrays) {
    Array* array = question.find(name);
    if (array == nullptr || !array->is_real()) continue;
    array->uncertainty.resize(array->reals().size(), 0.0);
    for (std::size_t i = 0; i < array->reals().size(); ++i)
      array->uncertainty[i] += precision.form->error(array->reals()[i]);
  }
}

}  // namespace bindpose::conformance
